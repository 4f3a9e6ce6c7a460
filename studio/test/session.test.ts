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
  const broken = { ...madeHero(["run"]), play: () => { throw new Error("no verb"); } };
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

test("a hero with a graph acts; one verb is a choice, and neither loses its place", () => {
  const session = new Session();
  session.show(madeHero(["walk", "run"], true));
  expect(session.mode).toBe("actor");
  session.request(1);
  for (let i = 0; i < 10; i++) session.tick(0.1);
  const place = session.performer!.placement()[1];
  session.mode = "verb";
  expect([session.shownVerb, session.performer!.placement()[1]]).toEqual([0, 0]);
  session.tick(0.1);
  session.mode = "actor";
  expect(session.verbs[session.shownVerb]?.name).toBe("run");
  expect(session.performer!.placement()[1]).toBe(place);
});

test("a hero without a graph plays verbs", () => {
  const session = new Session();
  session.show(madeHero(["walk"]));
  session.mode = "actor";
  expect(session.mode).toBe("verb");
});

test("an actor's knobs are those of all verbs, and examples tell which of them their verb minds", () => {
  const session = new Session();
  session.show(madeHero(["walk", "run"], true));
  expect(session.adverbs.map(({ name }) => name)).toEqual(["happiness", "walkness", "runness"]);
  expect(session.examples[2]?.at).toEqual([0, 1, NaN]);
  expect([0, 1, 2].map((knob) => session.minds(knob))).toEqual([true, true, false]);
  session.request(1);
  expect(session.examples[2]?.at).toEqual([0, NaN, 1]);
});

test("a graph that is built anew keeps verb, knobs and place", () => {
  const session = new Session();
  session.show(madeHero(["walk", "run"], true));
  session.request(1);
  session.turn(2, 0.5);
  for (let i = 0; i < 10; i++) session.tick(0.1);
  const before = session.performer!.placement()[1];
  const anew = madeHero(["sneak", "walk", "run"], true);
  session.show(anew);
  expect(session.verbs[session.shownVerb]?.name).toBe("run");
  expect(session.performer!.placement()[1]).toBe(before);
  for (let i = 0; i < 10; i++) session.tick(0.1);
  expect(anew.actors[0]!.knob(3)).toBeCloseTo(0.5);
});

test("going over to another verb is told", () => {
  const session = new Session();
  session.show(madeHero(["walk", "run"], true));
  const told: string[] = [];
  session.onChange((change) => told.push(change));
  const actor = session.actor!;
  const step = actor.step.bind(actor);
  actor.step = (seconds) => {
    step(seconds);
    actor.request(1);
  };
  session.tick(0.1);
  session.tick(0.1);
  expect(told).toEqual(["played"]);
});
