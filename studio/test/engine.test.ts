// The engine in WebAssembly under Node: what is there, what is thrown, what is returned as words.

import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { Hero, initSync } from "../pkg/adverb_wasm";

const file = (path: string) => readFileSync(new URL(path, import.meta.url));
const pack = () => new Uint8Array(file("../../crates/adverb/tests/packs/v2.adverb"));

beforeAll(() => {
  initSync({ module: file("../pkg/adverb_wasm_bg.wasm") });
});

test("a damaged pack is thrown out with a reason", () => {
  const damaged = pack();
  damaged[damaged.length >> 1]! ^= 1;
  expect(() => Hero.load(damaged)).toThrow(/./);
  expect(() => Hero.load(damaged.slice(0, 40))).toThrow(/./);
});

test("verbs are found by name and by place, and others are thrown by name", () => {
  const hero = Hero.load(pack());
  const { name } = hero.verbs()[0]!;
  expect(hero.play(name).duration).toBe(hero.play(0).duration);
  expect(() => hero.play("no such verb")).toThrow("no such verb");
  for (const place of [-1, 0.5, NaN, 1e9]) expect(() => hero.play(place)).toThrow(/verb/);
});

test("an actor steps, moves and is where it says it is", () => {
  const actor = Hero.load(pack()).act();
  for (let frame = 0; frame < 120; frame++) actor.step(1 / 60);
  expect(actor.now).toBeCloseTo(2, 9);
  expect([...actor.placement()].every(Number.isFinite)).toBe(true);
});

test("what the ground throws is thrown when the step is done", () => {
  const actor = Hero.load(pack()).act();
  const step = () => actor.step(1 / 60, () => { throw new Error("no ground here"); });
  // Feet ask for the ground when they are set down, within a few steps.
  expect(() => { for (let frame = 0; frame < 240; frame++) step(); }).toThrow("no ground here");
});
