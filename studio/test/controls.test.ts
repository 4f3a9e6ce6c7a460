import { expect, test } from "vitest";
import { keyWish } from "../src/controls";
import { Gamepads, stickWish } from "../src/gamepad";
import { NO_WISH } from "../src/steering";

test("letters and arrows steer alike", () => {
  for (const keys of [["w", "a"], ["arrowup", "arrowleft"]]) expect(keyWish(new Set(keys))).toEqual({ ahead: 1, fast: false, turn: 1 });
  expect(keyWish(new Set(["w", "shift", "d"]))).toEqual({ ahead: 1, fast: true, turn: -1 });
});

test("keys that contradict each other are no wish", () => {
  expect(keyWish(new Set(["w", "s", "a", "d", "shift"]))).toEqual(NO_WISH);
});

test("a stick near its middle is at rest, one at its edge runs", () => {
  expect(stickWish(0.1, -0.1)).toEqual(NO_WISH);
  expect(stickWish(NaN, 0)).toEqual(NO_WISH);
  expect(stickWish(0.05, -0.6)).toEqual({ ahead: 0.6, fast: false, turn: 0 });
  expect(stickWish(0, -1)).toEqual({ ahead: 1, fast: true, turn: 0 });
  expect(stickWish(1, 0).turn).toBeCloseTo(-1);
  expect(stickWish(-1, 0).turn).toBeCloseTo(1);
});

test("a button that is held begins a gesture once", () => {
  const pads = new Gamepads();
  const pad = (...held: number[]) => ({ axes: [0, 0], buttons: Array.from({ length: 16 }, (_, i) => ({ pressed: held.includes(i) })) });
  const begun = [pad(), pad(1), pad(1), pad(1, 5), pad(), pad(1)].map((now) => pads.read([null, now]));
  expect(begun.map(({ gestures }) => gestures)).toEqual([[], [1], [], [], [], [1]]);
  expect(begun.map(({ reach }) => reach)).toEqual([false, false, false, true, false, false]);
  expect(pads.read([null]).wish).toEqual(NO_WISH);
});
