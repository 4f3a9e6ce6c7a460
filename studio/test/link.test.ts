import { expect, test } from "vitest";
import { fromHash, toHash } from "../src/link";

test("what is kept in the address comes back", () => {
  const state = {
    mode: "actor" as const,
    verb: "walk & run",
    shape: undefined,
    pad: ["happiness", "a,b"] as [string, string],
    knobs: new Map([["happiness", -0.25], ["verb", 3], ["größe=1", 0]]),
  };
  expect(fromHash(toHash(state))).toEqual(state);
});

test("a shape and its knobs are kept, too", () => {
  const state = { mode: "shape" as const, verb: undefined, shape: "blob", pad: ["bend", "thickness"] as [string, string], knobs: new Map([["bend", 1.5]]) };
  expect(fromHash(toHash(state))).toEqual(state);
});

test("an address that makes no sense is no state", () => {
  for (const hash of ["", "#", "#pad=happiness", "#pad=%,%25", "#mode=both", "#knob.x=fast&knob.y=&knob.z=Infinity"]) {
    expect(fromHash(hash).knobs.size).toBe(0);
    expect(fromHash(hash).pad).toBeUndefined();
    expect(fromHash(hash).mode).toBeUndefined();
  }
});
