import { expect, test } from "vitest";
import { outline } from "../src/outline";

const point = (x: number, y: number) => ({ x, y });

test("a hull holds its corners and nothing inside", () => {
  const corners = [point(0, 0), point(4, 0), point(4, 3), point(0, 3)];
  const hull = outline([point(1, 1), ...corners, point(2, 2), point(2, 0)]);
  expect(hull).toHaveLength(4);
  for (const corner of corners) expect(hull).toContainEqual(corner);
});

test("few, equal and collinear points have a hull", () => {
  expect(outline([])).toEqual([]);
  expect(outline([point(1, 1)]).length).toBeLessThanOrEqual(1);
  expect(outline([point(0, 0), point(1, 1), point(2, 2)])).toEqual([point(0, 0), point(2, 2)]);
  expect(outline([point(1, 1), point(1, 1), point(1, 1)]).length).toBeLessThanOrEqual(2);
});
