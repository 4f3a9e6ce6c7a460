import { expect, test } from "vitest";
import { Speeds } from "../src/velocity";

const moved = (x: number) => Float32Array.of(x, 0, 0, 0, 0, 0);

test("what moves turns red, what stands stays grey, and rest makes all grey again", () => {
  const speeds = new Speeds(moved(0));
  for (let i = 1; i <= 60; i++) speeds.update(moved(i * 0.05), 1 / 60);
  expect(speeds.speeds[0]).toBeCloseTo(3, 1);
  expect(speeds.speeds[1]).toBe(0);
  expect(speeds.scale).toBe(3);
  const colours = new Float32Array(6);
  speeds.colour(colours);
  expect(colours[0]!).toBeGreaterThan(2 * colours[1]!);
  expect(Math.abs(colours[3]! - colours[4]!)).toBeLessThan(0.05);
  for (let i = 0; i < 120; i++) speeds.update(moved(3), 1 / 60);
  speeds.colour(colours);
  expect([...colours.slice(0, 3)].map((part, i) => Math.abs(part - colours[3 + i]!) < 1e-3)).toEqual([true, true, true]);
});

test("the scale forgets a jump while slower things move, and stays while nothing does", () => {
  const speeds = new Speeds(moved(0));
  speeds.update(moved(100), 1 / 60);
  const jump = speeds.scale;
  for (let i = 0; i < 60; i++) speeds.update(moved(100), 1 / 60);
  const rested = speeds.scale;
  for (let i = 0; i < 6000; i++) speeds.update(moved(100 + 0.01 * i), 1 / 60);
  expect(jump).toBeGreaterThanOrEqual(rested);
  expect(rested).toBeGreaterThan(100);
  expect(speeds.scale).toBeLessThan(1);
});

test("no time is no velocity", () => {
  const speeds = new Speeds(moved(0));
  speeds.update(moved(1), 0);
  expect(speeds.scale).toBe(0);
});
