// How the ways between nodes run: as arcs from border to border, bent around what stands between, two ways side by side.

export interface Place {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** A node: its middle and its size. */
export type Rect = Place & Size;

/** From one node to another. */
export type Pair = readonly [number, number];

/** A quadratic Bézier curve. */
export type Arc = readonly [Place, Place, Place];

/** An arc for every way, and how hard it is to read. */
export interface Drawing {
  arcs: Arc[];
  cost: number;
}

/** Points at which an arc is looked at. */
const STEPS = 12;
/** How far two ways between the same nodes are apart in the middle, to each side. */
const APART = 6;
/** How far arcs may be bent, in the middle. */
const BENDS = [0, 12, -12, 24, -24, 38, -38, 56, -56, 80, -80, 110, -110];
/** A way stays so far from a node that is not its own. */
const CLEAR = 6;
/** Ends of ways at a node are so far apart at least. */
const ENDS_APART = 11;
/** A shorter arc has little room beside its arrow head. */
const SHORTEST = 30;
/** Costs, in bends of 12 units. */
const CROSSING = 5;
const BLOCKED = 40;
const BUNCHED = 3;
const SHORT = 6;

interface Bundle {
  pair: Pair;
  arc: Arc;
  points: Place[];
  cost: number;
}

export function routes(nodes: readonly Rect[], ways: readonly Pair[], box: Size): Drawing {
  const bundles: Bundle[] = [];
  for (const [a, b] of ways) {
    const pair = [Math.min(a, b), Math.max(a, b)] as const;
    if (a !== b && !bundles.some((other) => same(other.pair, pair))) bundles.push({ pair, ...drawn(nodes, pair, 0), cost: 0 });
  }
  const length = ({ pair: [a, b] }: Bundle) => Math.hypot(nodes[a]!.x - nodes[b]!.x, nodes[a]!.y - nodes[b]!.y);
  // Short ways have the least choice.
  bundles.sort((a, b) => length(a) - length(b));
  const bends = new Map<Bundle, number>();
  for (let round = 0; round < 2; round++) {
    for (const bundle of bundles) {
      const tried = BENDS.map((bend) => {
        const { arc, points } = drawn(nodes, bundle.pair, bend);
        return { bend, arc, points, cost: Math.abs(bend) / 12 + confusion(nodes, box, { ...bundle, arc, points }, bundles) };
      });
      const best = tried.reduce((a, b) => (b.cost < a.cost ? b : a));
      Object.assign(bundle, { arc: best.arc, points: best.points, cost: best.cost });
      bends.set(bundle, best.bend);
    }
  }
  const arcs = ways.map(([from, to]) => {
    if (from === to) return around(nodes[from]!);
    const bundle = bundles.find(({ pair }) => pair.includes(from) && pair.includes(to))!;
    const both = ways.some(([a, b]) => a === to && b === from);
    const bend = (bends.get(bundle) ?? 0) * (from < to ? 1 : -1) + (both ? APART : 0);
    return outside(bent(nodes[from]!, nodes[to]!, bend), nodes[from]!, nodes[to]!);
  });
  const lengths = bundles.reduce((sum, bundle) => sum + length(bundle) / 60, 0);
  return { arcs, cost: lengths + bundles.reduce((sum, { cost }) => sum + cost, 0) };
}

/** Where a share of an arc is. */
export function along([a, b, c]: Arc, t: number): Place {
  const blend = (axis: "x" | "y") => (1 - t) * (1 - t) * a[axis] + 2 * t * (1 - t) * b[axis] + t * t * c[axis];
  return { x: blend("x"), y: blend("y") };
}

export function contains(node: Rect, { x, y }: Place, margin: number): boolean {
  return Math.abs(x - node.x) < node.width / 2 + margin && Math.abs(y - node.y) < node.height / 2 + margin;
}

function same(a: Pair, b: Pair): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

function drawn(nodes: readonly Rect[], [a, b]: Pair, bend: number): { arc: Arc; points: Place[] } {
  const arc = outside(bent(nodes[a]!, nodes[b]!, bend), nodes[a]!, nodes[b]!);
  return { arc, points: Array.from({ length: STEPS + 1 }, (_, i) => along(arc, i / STEPS)) };
}

/** Between two places, bent by so much to the right of the way. */
function bent(from: Place, to: Place, bend: number): Arc {
  const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [rx, ry] = [-(to.y - from.y) / length, (to.x - from.x) / length];
  return [from, { x: (from.x + to.x) / 2 + 2 * bend * rx, y: (from.y + to.y) / 2 + 2 * bend * ry }, to];
}

/** What lies outside of the nodes at its ends. */
function outside(arc: Arc, from: Rect, to: Rect): Arc {
  const FINE = 64;
  let [leaves, enters] = [0, FINE];
  for (let i = 0; i < FINE; i++) if (contains(from, along(arc, i / FINE), 2)) leaves = i;
  for (let i = FINE; i > leaves + 1; i--) if (contains(to, along(arc, i / FINE), 3)) enters = i;
  return between(arc, leaves / FINE, enters / FINE);
}

function between([a, b, c]: Arc, from: number, to: number): Arc {
  const lerp = (p: Place, q: Place, t: number) => ({ x: p.x + t * (q.x - p.x), y: p.y + t * (q.y - p.y) });
  const blossom = (s: number, t: number) => lerp(lerp(a, b, s), lerp(b, c, s), t);
  return [blossom(from, from), blossom(from, to), blossom(to, to)];
}

/** From a node's upper edge back to it. */
function around({ x, y, width, height }: Rect): Arc {
  const [right, top] = [x + width / 2 - 16, y - height / 2 - 2];
  return [{ x: right + 8, y: top }, { x: right, y: top - 28 }, { x: right - 8, y: top }];
}

/** Nodes in the way, what leaves the box, other ways that cross, and ends that bunch. */
function confusion(nodes: readonly Rect[], { width, height }: Size, own: Bundle, all: readonly Bundle[]): number {
  const { points, pair, arc } = own;
  let cost = SHORT * Math.max(0, 1 - Math.hypot(arc[2].x - arc[0].x, arc[2].y - arc[0].y) / SHORTEST);
  nodes.forEach((node, i) => {
    if (!pair.includes(i)) for (const point of points) cost += contains(node, point, CLEAR + APART) ? BLOCKED : 0;
  });
  for (const { x, y } of points) cost += Math.min(x, y, width - x, height - y) < APART ? BLOCKED : 0;
  for (const other of all) {
    if (same(other.pair, pair)) continue;
    if (meet(own, other)) cost += CROSSING * crossings(points, other.points);
    for (const node of pair) {
      if (!other.pair.includes(node)) continue;
      const [p, q] = [endAt(own, node), endAt(other, node)];
      cost += BUNCHED * Math.max(0, 1 - Math.hypot(p.x - q.x, p.y - q.y) / (2 * ENDS_APART));
    }
  }
  return cost;
}

function endAt({ arc, pair }: Bundle, node: number): Place {
  return pair[0] === node ? arc[0] : arc[2];
}

/** Whether two arcs may cross, told by the triangles around them. */
function meet({ arc: a }: Bundle, { arc: b }: Bundle): boolean {
  const apart = (p: Arc, q: Arc, axis: "x" | "y") => Math.max(p[0][axis], p[1][axis], p[2][axis]) < Math.min(q[0][axis], q[1][axis], q[2][axis]);
  return !apart(a, b, "x") && !apart(b, a, "x") && !apart(a, b, "y") && !apart(b, a, "y");
}

function crossings(a: readonly Place[], b: readonly Place[]): number {
  let count = 0;
  for (let i = 1; i < a.length; i++) {
    for (let j = 1; j < b.length; j++) if (crosses(a[i - 1]!, a[i]!, b[j - 1]!, b[j]!)) count++;
  }
  return count;
}

/** Whether the straight lines from a to b and from c to d cross. */
export function crosses(a: Place, b: Place, c: Place, d: Place): boolean {
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
}

function side(a: Place, b: Place, c: Place): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
