import { expect, test } from "vitest";
import type { Travel } from "../src/engine";
import { NO_WISH, Steering, type Steered, type Wish } from "../src/steering";
import { madeGraph, madeVerb } from "./made";

const standing: Travel = { x: 0, z: 0.02, heading: 0, duration: 2 };
const going = (speed: number): Travel => ({ x: 0, z: speed, heading: 0, duration: 1 });

/** idle, creep, walk and run, of which walk turns by its second knob: what is high is to the right. */
const verbs = [madeVerb("idle", ["mood"]), madeVerb("creep", []), madeVerb("walk", ["mood", "bearing"]), madeVerb("run", ["speed"])];
const graph = madeGraph(verbs);
const travel = (verb: number, point: readonly number[]) =>
  [standing, going(0.5), { ...going(1.4), heading: -0.6 * (point[1] ?? 0) }, going(3)][verb]!;

class Told implements Steered {
  readonly adverbs = graph.knobs;
  readonly asked: number[] = [];
  bound: number | undefined;
  readonly turned: [string, number][] = [];
  request(verb: number): undefined {
    this.asked.push(verb);
    this.bound = verb;
  }
  turn(knob: number, value: number): void {
    this.turned.push([graph.knobs[knob]!.name, value]);
  }
}

const wish = (part: Partial<Wish>): Wish => ({ ...NO_WISH, ...part });

test("what stands, goes and runs is told by what verbs do", () => {
  const { rest, walk, run } = Steering.of(graph, verbs, travel);
  expect([rest, walk, run].map((verb) => verbs[verb!]?.name)).toEqual(["idle", "walk", "run"]);
});

test("the knob that turns is told by headings, and so is its left end", () => {
  const { turn } = Steering.of(graph, verbs, travel);
  expect(graph.knobs[turn!.knob]?.name).toBe("bearing");
  expect([turn!.left, turn!.right]).toEqual([-1, 1]);
});

test("keys that are pressed and let go ask for the verbs once each", () => {
  const [steering, told] = [Steering.of(graph, verbs, travel), new Told()];
  for (const now of [NO_WISH, wish({ ahead: 1 }), wish({ ahead: 1 }), wish({ ahead: 1, fast: true }), NO_WISH, NO_WISH]) steering.follow(now, told);
  expect(told.asked.map((verb) => verbs[verb]?.name)).toEqual(["walk", "run", "idle"]);
});

test("who holds a key insists when chance leads elsewhere, and only then", () => {
  const [steering, told] = [Steering.of(graph, verbs, travel), new Told()];
  steering.follow(wish({ ahead: 1 }), told);
  told.bound = 1;
  steering.follow(wish({ ahead: 1 }), told);
  steering.follow(NO_WISH, told);
  told.bound = 1;
  steering.follow(NO_WISH, told);
  expect(told.asked.map((verb) => verbs[verb]?.name)).toEqual(["walk", "walk", "idle"]);
});

test("a turn is held and goes back, and a stick's is partial", () => {
  const [steering, told] = [Steering.of(graph, verbs, travel), new Told()];
  for (const turn of [1, 1, 0, -0.5]) steering.follow(wish({ turn }), told);
  expect(told.turned).toEqual([["bearing", -1], ["bearing", 0], ["bearing", 0.5]]);
});

test("a stick says how fast, keys do not", () => {
  const [steering, told] = [Steering.of(graph, verbs, travel), new Told()];
  for (const ahead of [1, 0, 0.75]) steering.follow(wish({ ahead }), told);
  expect(told.turned).toEqual([["speed", 0.5]]);
});

test("where nothing goes there is nothing to steer", () => {
  const steering = Steering.of(graph, verbs, () => standing);
  const told = new Told();
  steering.follow(wish({ ahead: 1, turn: 1 }), told);
  expect(steering.works).toBe(false);
  expect([told.asked, told.turned]).toEqual([[], []]);
});

test("where nothing stands, letting go asks for nothing", () => {
  const steering = Steering.of(graph, verbs, () => going(1));
  const told = new Told();
  for (const now of [wish({ ahead: 1 }), NO_WISH]) steering.follow(now, told);
  expect(told.asked).toHaveLength(1);
});
