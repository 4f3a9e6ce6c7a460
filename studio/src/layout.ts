// Where the nodes of a graph are drawn: those with few steps between them near each other, none over another.
//
// The distances are those of Kamada and Kawai (1989), brought about by moving each node to where the others want it; of several
// turns of the result, stretched to the box, those are taken in which the fewest lines cross or run under nodes, and small graphs are
// bettered node by node. Nothing is left to chance.

export interface Place {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

type Pair = readonly [number, number];

const ROUNDS = 120;
/** Graphs of more nodes are not bettered, which would take too long … */
const FEW = 14;
/** … and others from so many beginnings. */
const TRIED = 4;
const TURNS = 36;
/** Between two nodes at least, and between nodes and the box. */
const GAP = 12;
const MARGIN = 6;
/** A line of which less is seen has no room for its arrow. */
const SHORTEST = 22;

/** The middles of the nodes in a box, which is made large enough for all of them. */
export function layOut(sizes: readonly Size[], edges: readonly Pair[], box: Size): { places: Place[]; box: Size } {
  const room = grown(sizes, box);
  if (sizes.length === 0) return { places: [], box: room };
  const free = relaxed(sizes.length, steps(sizes.length, edges));
  const turned = Array.from({ length: TURNS }, (_, i) => separated(sizes, stretched(sizes, rotated(free, (i / TURNS) * 2 * Math.PI), room), room));
  const lines = linesOf(edges);
  const order = turned.map((places) => ({ places, score: score(sizes, places, lines) })).sort((a, b) => a.score - b.score);
  if (sizes.length > FEW) return { places: order[0]!.places, box: room };
  const bettered = order.slice(0, TRIED).map(({ places }) => better(sizes, places, lines, room));
  bettered.sort((a, b) => a.score - b.score);
  return { places: bettered[0]!.places, box: room };
}

/** Exchanges two nodes, or moves one, as long as that makes the drawing less confused. */
function better(sizes: readonly Size[], start: readonly Place[], lines: readonly Pair[], box: Size): { places: Place[]; score: number } {
  let places = start.map((place) => ({ ...place }));
  let best = score(sizes, places, lines);
  for (let round = 0, found = true; found && round < 12; round++) {
    found = false;
    const attempt = (changed: Place[]) => {
      const apart = separated(sizes, stretched(sizes, changed, box), box);
      const now = score(sizes, apart, lines);
      if (now < best - 1e-6) [places, best, found] = [apart, now, true];
    };
    for (let i = 0; i < places.length; i++) {
      for (let j = 0; j < i; j++) attempt(places.map((place, k) => ({ ...(k === i ? places[j]! : k === j ? places[i]! : place) })));
      for (const far of [60, 24]) {
        for (let way = 0; way < 8; way++) {
          const [dx, dy] = [far * Math.cos((way * Math.PI) / 4), far * Math.sin((way * Math.PI) / 4)];
          attempt(places.map(({ x, y }, k) => (k === i ? { x: x + dx, y: y + dy } : { x, y })));
        }
      }
    }
  }
  return { places, score: best };
}

/** A box of which the nodes take no more than two fifths. */
function grown(sizes: readonly Size[], box: Size): Size {
  const taken = sizes.reduce((sum, { width, height }) => sum + (width + GAP) * (height + GAP), 0);
  const widest = Math.max(0, ...sizes.map((size) => size.width)) + 2 * MARGIN;
  const scale = Math.max(1, Math.sqrt((2.5 * taken) / (box.width * box.height)), widest / box.width);
  return { width: box.width * scale, height: box.height * scale };
}

/** How many lines are between any two nodes. */
function steps(count: number, edges: readonly Pair[]): number[][] {
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

/** Lines between two nodes, each once. */
function linesOf(edges: readonly Pair[]): Pair[] {
  const between = edges.filter(([a, b]) => a !== b).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  return between.filter(([a, b], i) => between.findIndex(([c, d]) => a === c && b === d) === i);
}

/** How confused the drawing is. */
function score(sizes: readonly Size[], places: readonly Place[], lines: readonly Pair[]): number {
  let total = 0;
  lines.forEach(([a, b], i) => {
    for (const [c, d] of lines.slice(0, i)) total += new Set([a, b, c, d]).size === 4 && cross(places[a]!, places[b]!, places[c]!, places[d]!) ? 2 : 0;
    sizes.forEach((size, node) => (total += node !== a && node !== b && runsUnder(places[a]!, places[b]!, places[node]!, size) ? 5 : 0));
    total += Math.hypot(places[a]!.x - places[b]!.x, places[a]!.y - places[b]!.y) / 1500 + Math.max(0, SHORTEST - gapBetween(sizes, places, a, b)) / 8;
  });
  for (let i = 0; i < sizes.length; i++) for (let j = 0; j < i; j++) total += overlap(sizes, places, i, j, 0) ? 50 : 0;
  return total;
}

/** How much of the line between two nodes can be seen. */
function gapBetween(sizes: readonly Size[], places: readonly Place[], a: number, b: number): number {
  const [dx, dy] = [Math.abs(places[a]!.x - places[b]!.x), Math.abs(places[a]!.y - places[b]!.y)];
  const [width, height] = [(sizes[a]!.width + sizes[b]!.width) / 2, (sizes[a]!.height + sizes[b]!.height) / 2];
  return Math.hypot(dx, dy) * (1 - Math.min(1, width / Math.max(dx, 1e-9), height / Math.max(dy, 1e-9)));
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
    if (Math.abs(x - node.x) < width / 2 + 5 && Math.abs(y - node.y) < height / 2 + 5) return true;
  }
  return false;
}
