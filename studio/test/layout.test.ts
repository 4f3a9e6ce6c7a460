import { expect, test } from "vitest";
import { layOut, type Size } from "../src/layout";

const BOX: Size = { width: 300, height: 180 };
const sizes = (...widths: number[]) => widths.map((width) => ({ width, height: 27 }));

/** Graphs of many shapes: none, one, a star, a ring, a chain, parts that nothing joins, many. */
const graphs: [string, Size[], [number, number][]][] = [
  ["none", [], []],
  ["one", sizes(60), []],
  ["star", sizes(60, 70, 50, 90, 60, 60), [1, 2, 3, 4, 5].flatMap((i) => [[0, i], [i, 0]] as [number, number][])],
  ["ring", sizes(60, 60, 60, 60, 60), [0, 1, 2, 3, 4].map((i) => [i, (i + 1) % 5])],
  ["chain", sizes(60, 60, 60, 60, 60, 60, 60), [0, 1, 2, 3, 4, 5].map((i) => [i, i + 1])],
  ["apart", sizes(60, 60, 60, 60), [[0, 1], [2, 3]]],
  ["to itself", sizes(60, 60), [[0, 0], [0, 1]]],
  ["many", sizes(...Array.from({ length: 40 }, (_, i) => 40 + ((i * 37) % 80))), Array.from({ length: 90 }, (_, i) => [(i * 7) % 40, (i * 11 + 3) % 40])],
];

test.each(graphs)("nodes do not overlap and stay within the box: %s", (_, nodes, edges) => {
  const { places, box } = layOut(nodes, edges, BOX);
  expect(places).toHaveLength(nodes.length);
  places.forEach(({ x, y }, i) => {
    const { width, height } = nodes[i]!;
    expect(x - width / 2).toBeGreaterThanOrEqual(0);
    expect(x + width / 2).toBeLessThanOrEqual(box.width);
    expect(y - height / 2).toBeGreaterThanOrEqual(0);
    expect(y + height / 2).toBeLessThanOrEqual(box.height);
    for (let j = 0; j < i; j++) {
      const apart = Math.abs(x - places[j]!.x) >= (width + nodes[j]!.width) / 2 || Math.abs(y - places[j]!.y) >= (height + nodes[j]!.height) / 2;
      expect(apart, `${i} and ${j}`).toBe(true);
    }
  });
});

test("the same graph is drawn the same way", () => {
  const [, nodes, edges] = graphs[2]!;
  expect(layOut(nodes, edges, BOX)).toEqual(layOut(nodes, edges, BOX));
});

test("few nodes leave the box as it is", () => {
  const [, nodes, edges] = graphs[2]!;
  expect(layOut(nodes, edges, BOX).box).toEqual(BOX);
});

test("the middle of a star is within its points", () => {
  const [, nodes, edges] = graphs[2]!;
  const [hub, ...points] = layOut(nodes, edges, BOX).places;
  const xs = points.map(({ x }) => x);
  expect(hub!.x).toBeGreaterThan(Math.min(...xs));
  expect(hub!.x).toBeLessThan(Math.max(...xs));
});
