import { expect, test } from "vitest";
import { swing, turnBetween } from "../src/camera";

/** How a camera turns over time to where it is wanted, frame by frame. */
function swung(wanted: number, seconds: number, frame: number): number[] {
  const path = [0];
  let speed = 0;
  for (let time = 0; time < seconds - 1e-9; time += frame) {
    const at = path[path.length - 1]!;
    const next = swing(wanted - at, speed, frame);
    speed = next.speed;
    path.push(at + next.turned);
  }
  return path;
}

test("a camera comes round to where it is wanted, and not beyond", () => {
  for (const wanted of [3, 0.4, -1.2]) {
    const path = swung(wanted, 8, 1 / 60);
    expect(path[path.length - 1]).toBeCloseTo(wanted, 2);
    for (const at of path) expect(Math.abs(at)).toBeLessThan(Math.abs(wanted) + 0.02);
  }
});

test("it begins and ends gently, and is never fast", () => {
  const path = swung(3, 8, 1 / 60);
  const speeds = path.slice(1).map((at, i) => (at - path[i]!) * 60);
  expect(Math.max(...speeds)).toBeLessThan(1.6);
  expect(speeds[0]).toBeLessThan(0.4);
  speeds.slice(1).forEach((speed, i) => expect(Math.abs(speed - speeds[i]!)).toBeLessThan(0.35));
});

test("slow frames turn it as quick ones do", () => {
  const [slow, quick] = [swung(2, 3, 1 / 10), swung(2, 3, 1 / 120)];
  expect(slow[slow.length - 1]).toBeCloseTo(quick[quick.length - 1]!, 1);
});

test("it takes the shorter way round", () => {
  expect(turnBetween(3, -3)).toBeCloseTo(2 * Math.PI - 6);
  expect(turnBetween(-3, 3)).toBeCloseTo(6 - 2 * Math.PI);
  expect(turnBetween(0.5, 0.5 + 4 * Math.PI)).toBeCloseTo(0);
});
