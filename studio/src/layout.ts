// Where the nodes of a graph are drawn: each in a cell of a grid, so that none can lie over another. Which in which is found by
// annealing: short ways, few crossings, nothing in the way. Several drawings are made so, and the clearest is taken; chance has a
// fixed seed, so the same graph is drawn the same way.

import { crosses, routes, type Drawing, type Pair, type Place, type Rect, type Size } from "./route";

/** Between two columns and two rows at least: room for arrows … */
const GAP: Size = { width: 30, height: 28 };
/** … and between nodes and the box. */
const MARGIN = 5;
/** Costs, in lengths of a cell. */
const CROSSING = 2.2;
const BLOCKED = 3.5;
const NARROW = 0.9;
const [HOT, COLD] = [3, 0.02];
/** Graphs of more nodes are drawn once, those of fewer in several grids … */
const FEW = 16;
const GRIDS = 3;
/** … from several beginnings; ways are bent in the most promising. */
const SEEDS = 4;
const PROMISING = 4;
/** What a drawing that has to be made smaller costs. */
const SMALLER = 120;

/** Nodes and arcs in a box, which is made large enough for all of them. */
export interface Layout extends Drawing {
  nodes: Rect[];
  box: Size;
}

export function layOut(sizes: readonly Size[], ways: readonly Pair[], box: Size): Layout {
  if (sizes.length === 0) return { nodes: [], box, arcs: [], cost: 0 };
  const pairs = joined(ways);
  const [shapes, seeds] = sizes.length > FEW ? [1, 1] : [GRIDS, SEEDS];
  const placed = grids(sizes, box).slice(0, shapes).flatMap((grid) =>
    Array.from({ length: seeds }, (_, seed) => {
      const { nodes, box: room } = spread(sizes, new Annealing(sizes, pairs, grid, box, seed).cells(), box);
      const smaller = SMALLER * (room.width / box.width - 1);
      return { nodes, box: room, smaller, cost: smaller + straight(nodes, pairs) };
    }),
  );
  const promising = placed.sort((a, b) => a.cost - b.cost).slice(0, PROMISING);
  const drawings = promising.map(({ nodes, box: room, smaller }) => {
    const { arcs, cost } = routes(nodes, ways, room);
    return { nodes, box: room, arcs, cost: smaller + cost };
  });
  return drawings.reduce((best, other) => (other.cost < best.cost ? other : best));
}

/** How hard it is to read while all ways are straight. */
function straight(nodes: readonly Rect[], pairs: readonly Pair[]): number {
  let cost = 0;
  pairs.forEach(([a, b], i) => {
    const [from, to] = [nodes[a]!, nodes[b]!];
    cost += Math.hypot(from.x - to.x, from.y - to.y) / 60;
    for (const other of pairs.slice(0, i)) cost += 2 * conflict([a, b], other, nodes);
    nodes.forEach((node, j) => (cost += j !== a && j !== b && blocks(node, node, from, to) ? BLOCKED : 0));
  });
  return cost;
}

interface Grid {
  columns: number;
  rows: number;
}

interface Cell {
  column: number;
  row: number;
}

/** Grids with cells to spare, those first whose cells have the shape that nodes need. */
function grids(sizes: readonly Size[], box: Size): Grid[] {
  const wanted = Math.ceil(1.4 * sizes.length);
  const mean = (side: "width" | "height") => sizes.reduce((sum, size) => sum + size[side], 0) / sizes.length + GAP[side];
  const all = Array.from({ length: sizes.length }, (_, i) => ({ columns: i + 1, rows: Math.ceil(wanted / (i + 1)) }));
  const scale = ({ columns, rows }: Grid) => Math.max((columns * mean("width")) / box.width, (rows * mean("height")) / box.height);
  return all.sort((a, b) => scale(a) - scale(b));
}

/** Pairs of different nodes that have ways between them, each once. */
function joined(ways: readonly Pair[]): Pair[] {
  const between = ways.filter(([a, b]) => a !== b).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
  return between.filter(([a, b], i) => between.findIndex(([c, d]) => a === c && b === d) === i);
}

class Annealing {
  /** The cell of every node, and the node of every cell. */
  private readonly at: number[];
  private readonly in: (number | undefined)[];
  private readonly places: Place[];
  /** The pairs of every node. */
  private readonly own: number[][];
  private readonly pitch: Place;
  private random: number;

  constructor(
    private readonly sizes: readonly Size[],
    private readonly pairs: readonly Pair[],
    private readonly grid: Grid,
    box: Size,
    seed: number,
  ) {
    this.at = sizes.map((_, node) => node);
    this.in = Array.from({ length: grid.columns * grid.rows }, (_, cell) => (cell < sizes.length ? cell : undefined));
    this.own = sizes.map((_, node) => pairs.flatMap(([a, b], i) => (a === node || b === node ? [i] : [])));
    this.pitch = { x: box.width / grid.columns, y: box.height / grid.rows };
    this.places = this.at.map((cell) => this.middle(cell));
    this.random = 0x9e3779b9 ^ (seed * 0x85ebca6b);
  }

  cells(): Cell[] {
    const steps = 600 + 100 * this.sizes.length;
    for (let step = 0; step < steps; step++) {
      const temperature = HOT * (COLD / HOT) ** (step / steps);
      const node = this.below(this.sizes.length);
      const from = this.at[node]!;
      const to = this.below(this.in.length);
      if (from === to) continue;
      const other = this.in[to];
      const moved = other === undefined ? [node] : [node, other];
      const near = moved.flatMap((one) => this.own[one]!).sort((a, b) => a - b).filter((pair, i, all) => pair !== all[i - 1]);
      const before = this.cost(moved, near);
      this.exchange(from, to);
      const worse = this.cost(moved, near) - before;
      if (worse > 0 && this.below(1 << 24) / (1 << 24) >= Math.exp(-worse / temperature)) this.exchange(from, to);
    }
    return this.at.map((cell) => ({ column: cell % this.grid.columns, row: Math.floor(cell / this.grid.columns) }));
  }

  /** Marsaglia's xorshift. */
  private below(limit: number): number {
    this.random ^= this.random << 13;
    this.random ^= this.random >>> 17;
    this.random ^= this.random << 5;
    return (this.random >>> 0) % limit;
  }

  private exchange(a: number, b: number): void {
    [this.in[a], this.in[b]] = [this.in[b], this.in[a]];
    for (const cell of [a, b]) {
      const node = this.in[cell];
      if (node === undefined) continue;
      this.at[node] = cell;
      this.places[node] = this.middle(cell);
    }
  }

  private middle(cell: number): Place {
    return { x: (cell % this.grid.columns) * this.pitch.x, y: Math.floor(cell / this.grid.columns) * this.pitch.y };
  }

  /** All that changes when these nodes move; `near` are their pairs. */
  private cost(moved: readonly number[], near: readonly number[]): number {
    const { pairs, places, sizes } = this;
    let cost = 0;
    for (const i of near) {
      const [a, b] = pairs[i]!;
      const from = places[a]!;
      const to = places[b]!;
      const length = Math.sqrt(((from.x - to.x) / this.pitch.x) ** 2 + ((from.y - to.y) / this.pitch.y) ** 2);
      cost += length * (1 + 0.2 * length);
      for (let j = 0; j < pairs.length; j++) if (j > i || !near.includes(j)) cost += conflict(pairs[i]!, pairs[j]!, places);
      for (let node = 0; node < sizes.length; node++) if (node !== a && node !== b && blocks(places[node]!, sizes[node]!, from, to)) cost += BLOCKED;
    }
    for (let i = 0; i < pairs.length; i++) {
      if (near.includes(i)) continue;
      for (const node of moved) if (blocks(places[node]!, sizes[node]!, places[pairs[i]![0]]!, places[pairs[i]![1]]!)) cost += BLOCKED;
    }
    return cost;
  }
}

/** Two ways that cross, or leave a node in nearly the same direction. */
function conflict([a, b]: Pair, [c, d]: Pair, places: readonly Place[]): number {
  if (a !== c && a !== d && b !== c && b !== d) return crosses(places[a]!, places[b]!, places[c]!, places[d]!) ? CROSSING : 0;
  const shared = a === c || a === d ? a : b;
  const hub = places[shared]!;
  const p = places[a === shared ? b : a]!;
  const q = places[c === shared ? d : c]!;
  const ux = p.x - hub.x;
  const uy = p.y - hub.y;
  const vx = q.x - hub.x;
  const vy = q.y - hub.y;
  return ux * vx + uy * vy > 0.95 * Math.sqrt((ux * ux + uy * uy) * (vx * vx + vy * vy)) ? NARROW : 0;
}

/** Whether a node stands where a straight way passes; seen so that its box is a square, whose inner circle is near enough. */
function blocks(node: Place, { width, height }: Size, from: Place, to: Place): boolean {
  const ax = (from.x - node.x) / width;
  const ay = (from.y - node.y) / height;
  const dx = (to.x - from.x) / width;
  const dy = (to.y - from.y) / height;
  const t = Math.min(Math.max(-(ax * dx + ay * dy) / Math.max(dx * dx + dy * dy, 1e-9), 0), 1);
  return (ax + t * dx) ** 2 + (ay + t * dy) ** 2 < 0.4;
}

/** Columns as wide and rows as high as their nodes, none empty, over the whole of the box. */
function spread(sizes: readonly Size[], cells: readonly Cell[], box: Size): { nodes: Rect[]; box: Size } {
  const tracks = (of: (cell: Cell) => number, extent: "width" | "height") => {
    const used = [...new Set(cells.map(of))].sort((a, b) => a - b);
    const thick = used.map((track) => Math.max(...sizes.filter((_, i) => of(cells[i]!) === track).map((size) => size[extent])));
    return { used, thick, total: thick.reduce((sum, one) => sum + one, 0), count: used.length };
  };
  const columns = tracks(({ column }) => column, "width");
  const rows = tracks(({ row }) => row, "height");
  const needed = (of: typeof columns, gap: number) => of.total + (of.count - 1) * gap + 2 * MARGIN;
  const scale = Math.max(1, needed(columns, GAP.width) / box.width, needed(rows, GAP.height) / box.height);
  const room = { width: box.width * scale, height: box.height * scale };
  const middles = (of: typeof columns, extent: number) => {
    const gap = (extent - 2 * MARGIN - of.total) / Math.max(of.count - 1, 1);
    let edge = of.count === 1 ? (extent - of.total) / 2 : MARGIN;
    return new Map(of.used.map((track, i) => {
      const middle = edge + of.thick[i]! / 2;
      edge += of.thick[i]! + gap;
      return [track, middle] as const;
    }));
  };
  const [xs, ys] = [middles(columns, room.width), middles(rows, room.height)];
  const nodes = cells.map(({ column, row }, i) => ({ x: xs.get(column)!, y: ys.get(row)!, ...sizes[i]! }));
  return { nodes, box: room };
}
