import { expect, test } from "vitest";
import { Session } from "../src/session";
import { madeHero } from "./made";

test("a knob of the same name is the same knob in every verb", () => {
  const session = new Session();
  session.show(madeHero(["walk", "run"]));
  session.turn(0, 0.5);
  session.turn(1, -0.5);
  session.choose(1);
  expect(session.adverbs.map((adverb) => session.knob(adverb))).toEqual([0.5, 0]);
  session.choose(0);
  expect(session.adverbs.map((adverb) => session.knob(adverb))).toEqual([0.5, -0.5]);
});

test("a hero that is built anew keeps verb and knobs", () => {
  const session = new Session();
  session.show(madeHero(["walk", "run"]));
  session.choose(1);
  session.turn(0, 5); // beyond its limit
  session.show(madeHero(["sneak", "run"]));
  expect(session.verbs[session.verb]?.name).toBe("run");
  expect(session.knob(session.adverbs[0]!)).toBe(1);
});

test("a hero that cannot play leaves the one before it alone", () => {
  const session = new Session();
  const first = madeHero(["walk"]);
  session.show(first);
  const broken = { ...madeHero([]), play: () => { throw new Error("no verb"); } };
  expect(() => session.show(broken)).toThrow("no verb");
  expect(session.verbs[0]?.name).toBe("walk");
  expect(first.players[0]!.freed).toBe(false);
});

test("time runs as asked: slower, not at all, or by single frames", () => {
  const session = new Session();
  session.show(madeHero(["walk"]));
  session.change({ speed: 0.5 });
  expect(session.tick(0.1)).toBeCloseTo(0.05);
  session.change({ playing: false });
  expect(session.tick(0.1)).toBe(0);
  const before = session.player!.phase;
  session.stepOnce();
  expect(session.player!.phase).toBeGreaterThan(before);
  expect(session.playing).toBe(false);
  expect(session.tick(1000)).toBe(0);
});

test("the travelled speed is measured", () => {
  const session = new Session();
  session.show(madeHero(["walk"]));
  for (let i = 0; i < 60; i++) session.tick(1 / 60);
  expect(session.travelSpeed).toBeCloseTo(1.5, 3);
});
