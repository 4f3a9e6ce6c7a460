import { expect, test } from "vitest";
import { groups, labels, shortName, type Box } from "../src/labels";

const FIELD: Box = { x: 0, y: 0, width: 220, height: 220 };
const apart = (a: Box, b: Box) => a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** Points of a made scatter. */
const scatter = (count: number) => Array.from({ length: count }, (_, i) => ({ at: { x: 30 + ((i * 97) % 160), y: 30 + ((i * 61) % 160) }, name: `example-${i}` }));

test("labels lie within the field, over no point and over no other", () => {
  for (let count = 1; count < 30; count++) {
    const all = groups(scatter(count));
    const taken = [{ x: 0, y: 200, width: 40, height: 20 }];
    const placed = labels(all, FIELD, taken);
    placed.forEach((label, i) => {
      expect(label.x >= 0 && label.y >= 0 && label.x + label.width <= 220 && label.y + label.height <= 220).toBe(true);
      for (const other of [...placed.slice(0, i), ...taken]) expect(apart(label, other)).toBe(true);
      for (const { at } of all) expect(apart(label, { x: at.x - 5, y: at.y - 5, width: 10, height: 10 })).toBe(true);
    });
  }
});

test("few points are all told, of a crowd none is", () => {
  expect(labels(groups(scatter(3)), FIELD, [])).toHaveLength(3);
  expect(labels(groups(scatter(40)), FIELD, [])).toEqual([]);
});

test("points at one place share a label", () => {
  const at = { x: 100, y: 100 };
  const all = groups(["a", "b", "c"].map((name) => ({ at: { ...at }, name })));
  expect(all.map(({ names }) => names)).toEqual([["a", "b", "c"]]);
  expect(labels(all, FIELD, []).map(({ text }) => text)).toEqual(["a +2"]);
});

test("a verb's name is left out of its examples'", () => {
  expect(["reach_top", "reach", "reacher", "run-fast", "reach_"].map((name) => shortName(name, "reach"))).toEqual(["top", "reach", "reacher", "run-fast", "reach_"]);
});
