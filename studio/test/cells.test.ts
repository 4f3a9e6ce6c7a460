import { expect, test } from "vitest";
import { cellsOf, placeAlong, valuesAlong } from "../src/cells";

const bend = { name: "bend", low: -1, high: 1, default: 0 };
const wide = { ...bend, low: -2, high: 2, within: [-1, 1] as const };
const build = { name: "build", low: 0, high: 1, default: 0 };
const examples = [{ name: "straight", at: [0, 0, 0] }, { name: "strong", at: [0, 1, 0] }, { name: "smiling", at: [0, 0, 1] }];
const knobs = [bend, build, { ...build, name: "smile" }];

test("cells go from the upper left, and examples are where all knobs are theirs", () => {
  const cells = cellsOf(knobs, [0, 1], examples, [0.3, 0.4, 0]);
  expect(cells).toHaveLength(25);
  expect([...cells[0]!.at]).toEqual([[0, -1], [1, 1]]);
  expect([...cells[24]!.at]).toEqual([[0, 1], [1, 0]]);
  expect(cells.flatMap(({ example }) => example ?? [])).toEqual(["strong", "straight"]);
  expect(cells[2]!.example).toBe("strong");
  const smiling = cellsOf(knobs, [0, 1], examples, [0.3, 0.4, 1]);
  expect(smiling.flatMap(({ example }) => example ?? [])).toEqual(["smiling"]);
});

test("one knob makes a row", () => {
  expect(cellsOf([bend], [0, 0], examples, [0]).map(({ at }) => at.get(0))).toEqual([-1, -0.5, 0, 0.5, 1]);
});

test("the ends of a ring are one", () => {
  const phase = { name: "phase", low: 0, high: 8, default: 0, periodic: true };
  expect(cellsOf([phase], [0, 0], [{ name: "first", at: [0] }, { name: "half", at: [4] }], [0]).map(({ example }) => example)).toEqual(["first", undefined, "half", undefined, "first"]);
});

test("beyond its range an axis has the range's ends among its values, and says what is beyond", () => {
  expect(valuesAlong(wide)).toEqual([-2, -1, 0, 1, 2]);
  const row = cellsOf([wide, build], [0, 1], [], [0, 0]).slice(0, 5);
  expect(row.map(({ beyond }) => beyond)).toEqual([true, false, false, false, true]);
});

test("a value lies between its cells", () => {
  expect([-1, 0.25, 1].map((value) => placeAlong(bend, value))).toEqual([0, 2.5, 4]);
  expect(placeAlong({ ...bend, low: 2, high: 2 }, 2)).toBe(0);
});
