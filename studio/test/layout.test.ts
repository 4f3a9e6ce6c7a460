import { expect, test } from "vitest";
import { layOut } from "../src/layout";
import { along, contains, type Pair, type Size } from "../src/route";

const BOX: Size = { width: 348, height: 300 };
const sizes = (...widths: number[]) => widths.map((width) => ({ width, height: 27 }));

/** idle, two more ways to wait, walk, run, sneak, reach, celebrate, bow: the built-in character's, figure 6.12's cousin. */
const character: [string, Size[], Pair[]] = [
  "character",
  [[72, 38], [102, 38], [78, 38], [117, 49], [77, 38], [56, 24], [74, 38], [86, 24], [40, 24]].map(([width, height]) => ({ width: width!, height: height! })),
  [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [0, 3], [3, 0], [1, 3], [2, 3], [3, 4], [4, 3], [3, 5], [5, 3], [0, 6], [6, 0], [1, 6], [2, 6], [0, 7], [7, 0], [0, 8], [8, 0]],
];

/** Graphs of many shapes: none, one, a star, a ring, a chain, parts that nothing joins, many. */
const graphs: [string, Size[], Pair[]][] = [
  ["none", [], []],
  ["one", sizes(60), []],
  ["star", sizes(60, 70, 50, 90, 60, 60), [1, 2, 3, 4, 5].flatMap((i) => [[0, i], [i, 0]] as Pair[])],
  ["ring", sizes(60, 60, 60, 60, 60), [0, 1, 2, 3, 4].map((i) => [i, (i + 1) % 5])],
  ["chain", sizes(60, 60, 60, 60, 60, 60, 60), [0, 1, 2, 3, 4, 5].map((i) => [i, i + 1])],
  ["apart", sizes(60, 60, 60, 60), [[0, 1], [2, 3]]],
  character,
  ["to itself", sizes(60, 60), [[0, 0], [0, 1]]],
  ["many", sizes(...Array.from({ length: 40 }, (_, i) => 40 + ((i * 37) % 80))), Array.from({ length: 90 }, (_, i) => [(i * 7) % 40, (i * 11 + 3) % 40])],
];

test.each(graphs)("nodes do not overlap and stay within the box: %s", (_, sizes, ways) => {
  const { nodes, box } = layOut(sizes, ways, BOX);
  expect(nodes.map(({ width, height }) => ({ width, height }))).toEqual(sizes);
  nodes.forEach(({ x, y, width, height }, i) => {
    expect(x - width / 2).toBeGreaterThanOrEqual(0);
    expect(x + width / 2).toBeLessThanOrEqual(box.width);
    expect(y - height / 2).toBeGreaterThanOrEqual(0);
    expect(y + height / 2).toBeLessThanOrEqual(box.height);
    for (const other of nodes.slice(0, i)) {
      expect(Math.abs(x - other.x) >= (width + other.width) / 2 || Math.abs(y - other.y) >= (height + other.height) / 2).toBe(true);
    }
  });
});

test.each(graphs.filter(([name]) => name !== "many"))("ways run from node to node, within the box and under no other: %s", (_, sizes, ways) => {
  const { nodes, arcs, box } = layOut(sizes, ways, BOX);
  ways.forEach(([from, to], i) => {
    const at = (share: number) => along(arcs[i]!, share);
    expect(contains(nodes[from]!, at(0), 4) && contains(nodes[to]!, at(1), 8)).toBe(true);
    for (let share = 0.05; share < 1; share += 0.05) {
      nodes.forEach((node) => expect(contains(node, at(share), 1)).toBe(false));
      if (from !== to) expect(contains({ x: box.width / 2, y: box.height / 2, ...box }, at(share), 0)).toBe(true);
    }
  });
});

test("there and back are two lines, with room for their arrows", () => {
  const [, sizes, ways] = character;
  const { arcs } = layOut(sizes, ways, BOX);
  ways.forEach(([from, to], i) => {
    const back = ways.findIndex(([a, b]) => a === to && b === from);
    const [start, , end] = arcs[i]!;
    expect(Math.hypot(end.x - start.x, end.y - start.y)).toBeGreaterThan(16);
    if (back < 0) return;
    const [there, other] = [along(arcs[i]!, 0.5), along(arcs[back]!, 0.5)];
    expect(Math.hypot(there.x - other.x, there.y - other.y)).toBeGreaterThan(6);
  });
});

test("the same graph is drawn the same way", () => {
  const [, sizes, ways] = character;
  expect(layOut(sizes, ways, BOX)).toEqual(layOut(sizes, ways, BOX));
});

test("few nodes leave the box as it is", () => {
  const [, sizes, ways] = graphs[2]!;
  expect(layOut(sizes, ways, BOX).box).toEqual(BOX);
});

test("the middle of a star is within its points", () => {
  const [, sizes, ways] = graphs[2]!;
  const [hub, ...points] = layOut(sizes, ways, BOX).nodes;
  const reach = (axis: "x" | "y") => points.map((point) => point[axis]);
  const within = (axis: "x" | "y") => hub![axis] > Math.min(...reach(axis)) && hub![axis] < Math.max(...reach(axis));
  expect(within("x") || within("y")).toBe(true);
});
