// Where the nodes of a graph are drawn: those with few steps between them near each other, none over another.
//
// The distances are those of Kamada and Kawai (1989), brought about by moving each node to where the others want it; of several
// turns of the result, stretched to the box, that one is taken in which the fewest lines cross or run under nodes. Nothing is left
// to chance.

export interface Place {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

const ROUNDS = 120;
const TURNS = 36;
/** Between two nodes at least, and between nodes and the box. */
const GAP = 12;
const MARGIN = 6;

/** The middles of the nodes in a box, which is made large enough for all of them. */
export function layOut(sizes: readonly Size[], edges: readonly (readonly [number, number])[], box: Size): { places: Place[]; box: Size } {
  const room = grown(sizes, box);
  if (sizes.length === 0) return { places: [], box: room };
  const free = relaxed(sizes.length, steps(sizes.length, edges));
  const turned = Array.from({ length: TURNS }, (_, i) => separated(sizes, stretched(sizes, rotated(free, (i / TURNS) * 2 * Math.PI), room), room));
  const scores = turned.map((places) => score(sizes, places, edges));
  return { places: turned[scores.indexOf(Math.min(...scores))]!, box: room };
}

/** A box of which the nodes take no more than two fifths. */
function grown(sizes: readonly Size[], box: Size): Size {
  const taken = sizes.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
  const widest = Math.max(0, ...sizes.map((size) => size.width)) + 2 * MARGIN;
  const scale = Math.max(1, Math.sqrt((2.5 * taken) / (box.width * box.height)), widest / box.width);
  return { width: box.width * scale, height: box.height * scale };
}

/** How many lines are between any two nodes. */
function steps(count: number, edges: readonly (readonly [number, number])[]): number[][] {
  const far = Math.ceil(Math.sqrt(count)) + 1; // between parts that no line joins
  const away = Array.from({ length: count }, (_, i) => Array.from({ length: count }, (_, j) => (i === j ? 0 : far)));
  for (const [a, b] of edges) if (a !== b) away[a]![b] = away[b]![a] = 1;
  for (let k = 0; k < count; k++) {
    for (let i = 0; i < count; i++) {
      for (let j = 0; j < count; j++) away[i]![j] = Math.min(away[i]![j]!, away[i]![k]! + away[k]![j]!);
    }
  }
  return away;
}

function relaxed(count: number, away: readonly number[][]): Place[] {
  const places = Array.from({ length: count }, (_, i) => ({ x: Math.cos((2 * Math.PI * i) / count), y: Math.sin((2 * Math.PI * i) / count) }));
  for (let round = 0; round < ROUNDS; round++) {
    for (let i = 0; i < count; i++) {
      let [x, y, total] = [0, 0, 0];
      for (let j = 0; j < count; j++) {
        if (i === j) continue;
        const [dx, dy] = [places[i]!.x - places[j]!.x, places[i]!.y - places[j]!.y];
        const wanted = away[i]![j]!;
        const weight = 1 / (wanted * wanted);
        const share = wanted / Math.max(Math.hypot(dx, dy), 1e-9);
        x += weight * (places[j]!.x + share * dx);
        y += weight * (places[j]!.y + share * dy);
        total += weight;
      }
      if (total > 0) places[i] = { x: x / total, y: y / total };
    }
  }
  return places;
}

function rotated(places: readonly Place[], angle: number): Place[] {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return places.map(({ x, y }) => ({ x: cos * x - sin * y, y: sin * x + cos * y }));
}

/** From edge to edge of the box. */
function stretched(sizes: readonly Size[], places: readonly Place[], box: Size): Place[] {
  const along = (axis: "x" | "y", size: "width" | "height") => {
    const values = places.map((place) => place[axis]);
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return places.map((place, i) => {
      const half = sizes[i]![size] / 2 + MARGIN;
      const share = high - low > 1e-6 ? (place[axis] - low) / (high - low) : 0.5;
      return half + share * (box[size] - 2 * half);
    });
  };
  const [x, y] = [along("x", "width"), along("y", "height")];
  return places.map((_, i) => ({ x: x[i]!, y: y[i]! }));
}

/** Nodes that overlap push each other away, along the axis on which less is needed. */
function separated(sizes: readonly Size[], places: readonly Place[], box: Size): Place[] {
  const result = places.map((place) => ({ ...place }));
  for (let round = 0; round < 60; round++) {
    let moved = false;
    for (let i = 0; i < result.length; i++) {
      for (let j = 0; j < i; j++) {
        const [a, b] = [result[i]!, result[j]!];
        const over = overlap(sizes, result, i, j, GAP);
        if (!over) continue;
        moved = true;
        const axis = over.x < over.y ? "x" : "y";
        const push = (0.5 * over[axis] + 0.1) * (a[axis] < b[axis] ? -1 : 1);
        a[axis] += push;
        b[axis] -= push;
      }
    }
    result.forEach((place, i) => {
      const { width, height } = sizes[i]!;
      place.x = Math.min(Math.max(place.x, width / 2 + MARGIN), box.width - width / 2 - MARGIN);
      place.y = Math.min(Math.max(place.y, height / 2 + MARGIN), box.height - height / 2 - MARGIN);
    });
    if (!moved) break;
  }
  return result;
}

function overlap(sizes: readonly Size[], places: readonly Place[], i: number, j: number, gap: number): Place | undefined {
  const x = (sizes[i]!.width + sizes[j]!.width) / 2 + gap - Math.abs(places[i]!.x - places[j]!.x);
  const y = (sizes[i]!.height + sizes[j]!.height) / 2 + gap - Math.abs(places[i]!.y - places[j]!.y);
  return x > 0 && y > 0 ? { x, y } : undefined;
}

/** How confused the drawing is. */
function score(sizes: readonly Size[], places: readonly Place[], edges: readonly (readonly [number, number])[]): number {
  const lines = [...new Set(edges.filter(([a, b]) => a !== b).map(([a, b]) => `${Math.min(a, b)} ${Math.max(a, b)}`))].map((line) => line.split(" ").map(Number) as [number, number]);
  let total = 0;
  lines.forEach(([a, b], i) => {
    for (const [c, d] of lines.slice(0, i)) total += new Set([a, b, c, d]).size === 4 && cross(places[a]!, places[b]!, places[c]!, places[d]!) ? 2 : 0;
    sizes.forEach((size, node) => (total += node !== a && node !== b && runsUnder(places[a]!, places[b]!, places[node]!, size) ? 3 : 0));
    total += Math.hypot(places[a]!.x - places[b]!.x, places[a]!.y - places[b]!.y) / 1000;
  });
  for (let i = 0; i < sizes.length; i++) for (let j = 0; j < i; j++) total += overlap(sizes, places, i, j, 0) ? 50 : 0;
  return total;
}

function side(a: Place, b: Place, c: Place): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

function cross(a: Place, b: Place, c: Place, d: Place): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function runsUnder(a: Place, b: Place, node: Place, { width, height }: Size): boolean {
  for (let i = 1; i < 16; i++) {
    const [x, y] = [a.x + ((b.x - a.x) * i) / 16, a.y + ((b.y - a.y) * i) / 16];
    if (Math.abs(x - node.x) < width / 2 + 2 && Math.abs(y - node.y) < height / 2 + 2) return true;
  }
  return false;
}
