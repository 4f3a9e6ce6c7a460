import { expect, test } from "vitest";
import { Reach, toOwn, toWorld, type Reacher } from "../src/reach";
import { MadeActor, madeGraph, madeVerb } from "./made";

const verbs = [{ ...madeVerb("idle", ["mood"]) }, { ...madeVerb("grasp", ["x", "y", "z"]), cyclic: false, keys: ["start", "reach", "end"] }];

class Made implements Reacher {
  readonly actor = new MadeActor(["reach"]);
  readonly adverbs = madeGraph(verbs).knobs;
  readonly knobs = new Map<string, number>();
  knob({ name, default: usual }: { name: string; default: number }): number {
    return this.knobs.get(name) ?? usual;
  }
  turn(knob: number, value: number): void {
    this.knobs.set(this.adverbs[knob]!.name, value);
  }
}

test("a point seen from the figure is where it is in the world", () => {
  const frame = { x: 2, y: 0.5, z: -1, heading: 0.7 };
  const point = { x: 0.3, y: 1.2, z: 0.6 };
  const back = toOwn(frame, toWorld(frame, point));
  for (const axis of ["x", "y", "z"] as const) expect(back[axis]).toBeCloseTo(point[axis], 12);
  // Who faces along x has what is ahead of him there, and his left along −z.
  const east = { x: 0, y: 0, z: 0, heading: Math.PI / 2 };
  expect(toWorld(east, { x: 0, y: 0, z: 1 }).x).toBeCloseTo(1);
  expect(toWorld(east, { x: 1, y: 0, z: 0 }).z).toBeCloseTo(-1);
});

test("a dragged point turns the knobs x, y and z", () => {
  const [reach, made] = [new Reach(madeGraph(verbs), verbs), new Made()];
  reach.move({ x: 0.25, y: 0.75, z: 0.5 }, made);
  expect([...made.knobs]).toEqual([["x", 0.25], ["y", 0.75], ["z", 0.5]]);
});

test("the hand comes to the point near the verb's key-time, and lets go after it", () => {
  const [reach, made] = [new Reach(madeGraph(verbs), verbs), new Made()];
  reach.move({ x: 0.25, y: 0.75, z: 0.5 }, made);
  expect(reach.trigger(made)).toBeUndefined();
  expect(made.actor.verb).toBe(1);
  const reached = [0, 0.2, 0.45, 0.5, 0.55, 0.9].map((phase) => {
    made.actor.phase = phase;
    reach.follow(made);
    return made.actor.reached !== undefined;
  });
  expect(reached).toEqual([false, false, true, true, true, false]);
  made.actor.verb = 0;
  reach.follow(made);
  expect(reach.active).toBe(false);
});

test("somebody who asks for something else ends it", () => {
  const [reach, made] = [new Reach(madeGraph(verbs), verbs), new Made()];
  reach.trigger(made);
  made.actor.phase = 0.5;
  reach.follow(made);
  expect(made.actor.reached).toBeDefined();
  made.actor.request(0);
  reach.follow(made);
  expect([reach.active, made.actor.reached]).toEqual([false, undefined]);
});

test("who is asked for it on the way takes the point along until the verb that reaches is entered", () => {
  const graph = madeGraph(verbs);
  const [reach, made] = [new Reach(graph, verbs), new Made()];
  reach.move({ x: 0.25, y: 0.75, z: 0.5 }, made);
  reach.trigger(made);
  const toReach = graph.transitions.findIndex(({ to }) => to === reach.verb);
  const steps: [number, number[], { index: number; progress: number } | undefined][] = [[1, [toReach], undefined], [2, [], { index: toReach, progress: 0.1 }], [3, [], { index: toReach, progress: 0.5 }]];
  const seen = steps.map(([z, queue, transition]) => {
    Object.assign(made.actor, { verb: 0, transition, queue: () => queue });
    made.actor.place(0, z);
    reach.follow(made);
    return [reach.active, Number(reach.point(made).z.toFixed(6))];
  });
  expect(seen).toEqual([[true, 1.5], [true, 2.5], [true, 2.5]]);
});

test("hands alone reach and let go by turns", () => {
  const hands = madeGraph(verbs.slice(0, 1));
  const [reach, made] = [new Reach(hands, verbs), new Made()];
  expect(reach.works).toBe(true);
  reach.trigger(made);
  reach.follow(made);
  expect(made.actor.reached).toBeDefined();
  reach.trigger(made);
  expect(made.actor.reached).toBeUndefined();
  expect(new Reach({ ...hands, hands: [] }, verbs).works).toBe(false);
});
