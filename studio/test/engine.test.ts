// The engine in WebAssembly under Node: its names, what it throws, what it answers.

import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { type Actor, type Ground, Hero, initSync } from "../pkg/adverb_wasm";

const file = (path: string) => readFileSync(new URL(path, import.meta.url));
const pack = () => new Uint8Array(file("../../crates/adverb/tests/packs/v2.adverb"));

let memory: WebAssembly.Memory;
beforeAll(() => {
  ({ memory } = initSync({ module: file("../pkg/adverb_wasm_bg.wasm") }));
});

test("a pack is read from an array of bytes or a buffer", () => {
  const bytes = pack();
  expect(Hero.load(bytes.buffer).name).toBe(Hero.load(bytes).name);
});

test("a damaged pack is thrown out with a reason", () => {
  const damaged = pack();
  damaged[damaged.length >> 1]! ^= 1;
  expect(() => Hero.load(damaged)).toThrow(/./);
  expect(() => Hero.load(damaged.slice(0, 40))).toThrow(/./);
});

test("verbs are found by name and by index, and an unknown one is thrown with those there are", () => {
  const hero = Hero.load(pack());
  const { name } = hero.verbs()[0]!;
  expect(hero.play(name).duration).toBe(hero.play(0).duration);
  expect(() => hero.play("no such verb")).toThrow(`unknown verb "no such verb": ${hero.verbs().map((verb) => verb.name).join(", ")}`);
  for (const index of [-1, 0.5, NaN, 1e9]) expect(() => hero.play(index)).toThrow(`unknown verb ${index}`);
});

test("what cannot be done is thrown, and changes nothing", () => {
  const hero = Hero.load(pack());
  const actor = hero.act();
  actor.step(0.1);
  const before = actor.stateHash();
  const asked: ((actor: Actor) => void)[] = [
    (a) => a.request("no such verb"),
    (a) => a.request(-1),
    (a) => a.start(99, 0),
    (a) => a.setKnob("no such knob", 1),
    (a) => void a.knob(99),
    (a) => a.startGesture("no such gesture"),
    (a) => a.endGesture(99),
    (a) => void a.gestureWeight("no such gesture"),
    (a) => a.reach("no such hand", 0, 0, 0),
    (a) => a.letGo(99),
    (a) => a.placeObject("no such object", [0, 0, 0, 0, 0, 0, 1]),
    (a) => void a.heldObject(99),
    (a) => void a.isPlanted("no such foot"),
    (a) => void a.event(0),
    (a) => void a.eventTime(-1),
    (a) => a.restore(a.snapshot().slice(0, 20)),
    (a) => a.restore(new Uint8Array()),
  ];
  for (const ask of asked) expect(() => ask(actor), ask.toString()).toThrow(/\w/);
  expect(() => hero.act("nowhere")).toThrow('unknown graph "nowhere"');
  for (const count of [-1, 0.5, NaN, Infinity, 1e6]) expect(() => hero.crowd(count)).toThrow("at most 100,000");
  expect(() => hero.travel(0, Float32Array.of(1, 2, 3, 4, 5))).toThrow("values for");
  expect(actor.stateHash()).toBe(before);
});

test("an actor steps, moves and is where it says it is", () => {
  const actor = Hero.load(pack()).act();
  for (let frame = 0; frame < 120; frame++) actor.step(1 / 60);
  expect(actor.now).toBeCloseTo(2, 9);
  expect([actor.x, actor.y, actor.z, actor.heading, actor.movedX, actor.movedZ, actor.movedHeading].every(Number.isFinite)).toBe(true);
  actor.place(1e6, 5, -2, 0.5);
  expect([actor.originX, actor.originY, actor.originZ, actor.originHeading]).toEqual([1e6, 5, -2, 0.5]);
  expect([actor.x, actor.z]).toEqual([1e6, -2]);
});

test("the ground answers with a height, or with a normal and a velocity too", () => {
  const hero = Hero.load(pack());
  const [still, moving, unknown, plain] = [hero.act(), hero.act(), hero.act(), hero.act()];
  const asked: number[][] = [];
  for (let frame = 0; frame < 60; frame++) {
    still.step(1 / 60, (...at) => (asked.push(at), 2));
    moving.step(1 / 60, () => ({ height: 2, normal: [0, 1, 0], velocity: [1, 0, 0] }));
    unknown.step(1 / 60, () => undefined);
    plain.step(1 / 60);
  }
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.every((at) => at.length === 4 && at.every(Number.isFinite))).toBe(true);
  expect(still.y).toBeCloseTo(2, 1);
  expect(moving.x - still.x).toBeCloseTo(1, 1);
  expect(unknown.stateHash()).toBe(plain.stateHash());
  for (const answer of ["1.5", {}, { height: 0, normal: [0, 1] }, { height: 0, velocity: "fast" }]) {
    expect(() => plain.step(1 / 60, (() => answer) as unknown as Ground), JSON.stringify(answer)).toThrow("the ground cannot be");
  }
  const [array, object] = [hero.act(), hero.act()];
  for (let frame = 0; frame < 30; frame++) {
    array.step(1 / 60, () => ({ height: 0, normal: [0.3, 1, 0] }));
    object.step(1 / 60, () => ({ height: 0, normal: { x: 0.3, y: 1, z: 0 } }));
  }
  expect(object.stateHash()).toBe(array.stateHash());
});

test("what the ground throws is thrown when the step is done", () => {
  const actor = Hero.load(pack()).act();
  const step = () => actor.step(1 / 60, () => { throw new Error("no ground here"); });
  expect(step).toThrow("no ground here");
  expect(actor.now).toBeCloseTo(1 / 60, 9);
  expect(() => Hero.load(pack()).crowd(3).step(1 / 60, () => { throw new Error("nor here"); })).toThrow("nor here");
});

test("a crowd steps, is steered and shows where all are", () => {
  const hero = Hero.load(pack());
  const crowd = hero.crowd(4, undefined, 7);
  const { knobs, nodes } = crowd.graph();
  crowd.place(2, 10, 0, -5, 1);
  crowd.setKnobs(0, Float32Array.of(0, 1, 2, 3).map((share) => knobs[0]!.low + (share / 3) * (knobs[0]!.high - knobs[0]!.low)));
  crowd.request(1, nodes[nodes.length - 1]!);
  crowd.setUpdateInterval(3, 0.1);
  for (let frame = 0; frame < 60; frame++) crowd.step(1 / 60);
  const places = crowd.placements().slice();
  expect(places.every(Number.isFinite)).toBe(true);
  expect(crowd.origins().slice(8, 12)).toEqual(Float64Array.of(10, 0, -5, 1));
  expect(Math.hypot(places[8]! - 10, places[10]! + 5)).toBeLessThan(5);
  const kept = crowd.snapshot(2);
  const before = crowd.stateHash(2);
  crowd.step(0.5);
  expect(crowd.stateHash(2)).not.toBe(before);
  crowd.restore(2, kept);
  expect(crowd.stateHash(2)).toBe(before);
  expect(() => crowd.knob(-1, 0)).toThrow("no actor -1: there are 4");
  for (const ask of [() => crowd.setKnob(4, 0, 1), () => crowd.setKnobs(0, Float32Array.of(1)), () => crowd.request(0, "no such verb"), () => crowd.eventActor(99), () => crowd.place(-1, 0, 0, 0, 0)]) expect(ask).toThrow(/\w/);
});

test("reading where actors are and what happened takes no memory", () => {
  const hero = Hero.load(pack());
  const [actor, crowd] = [hero.act(), hero.crowd(8)];
  let sum = 0;
  const frame = () => {
    actor.step(1 / 60);
    crowd.step(1 / 60);
    sum += actor.x + actor.y + actor.z + actor.heading + actor.movedX + actor.movedZ + actor.movedHeading + actor.canonicalTime;
    for (let i = 0; i < actor.eventCount; i++) sum += actor.event(i) + actor.eventTime(i);
    for (let i = 0; i < crowd.eventCount; i++) sum += crowd.eventActor(i) + crowd.event(i) + crowd.eventTime(i);
    for (const numbers of [crowd.placements(), crowd.moved(), crowd.locals(), actor.locals(), actor.world(), actor.weights()]) sum += numbers[0]!;
  };
  for (let i = 0; i < 600; i++) frame();
  const size = memory.buffer.byteLength;
  for (let i = 0; i < 6000; i++) frame();
  expect(Number.isFinite(sum)).toBe(true);
  expect(memory.buffer.byteLength).toBe(size);
});

test("what is disposed of gives its memory back, and cannot be used", () => {
  const hero = Hero.load(pack());
  const round = () => {
    const [actor, crowd] = [hero.act(), hero.crowd(20)];
    actor.step(0.1);
    crowd.step(0.1);
    actor.dispose();
    crowd.dispose();
    return actor;
  };
  for (let i = 0; i < 20; i++) round();
  const size = memory.buffer.byteLength;
  for (let i = 0; i < 400; i++) round();
  expect(memory.buffer.byteLength).toBe(size);
  expect(() => round().step(0.1)).toThrow(/\w/);
  const actor = hero.act();
  hero.dispose();
  actor.step(0.1);
  expect(actor.now).toBeCloseTo(0.1, 9);
});

test("an actor and a crowd go over to a hero that was built anew", () => {
  const [before, anew] = [Hero.load(pack()), Hero.load(pack())];
  const actor = before.act();
  actor.request(1);
  actor.step(0.4);
  const hash = actor.stateHash();
  expect(anew.migrate(actor)).toEqual([]);
  expect(actor.stateHash()).toBe(hash);
  before.dispose();
  actor.step(0.4);
  expect(() => anew.migrate(actor, "nowhere")).toThrow('unknown graph "nowhere"');
  const crowd = anew.crowd(3);
  crowd.step(0.2);
  expect(anew.migrateCrowd(crowd)).toEqual([]);
});

test("an actor that walks off a ledge tells how deep it is", () => {
  const actor = Hero.load(pack()).act();
  let height = 0;
  const ground: Ground = () => height;
  for (let frame = 0; frame < 60; frame++) actor.step(1 / 60, ground);
  expect(actor.ledge).toBeUndefined();
  height = -5;
  actor.step(1 / 60, ground);
  expect(actor.ledge).toBeCloseTo(5, 1);
});

test("a body that cannot be bound is refused in words, and changes nothing", () => {
  const hero = Hero.load(pack());
  const actor = hero.act();
  const rest = [0, 1, 0, 0, 0, 0, 1];
  const body = hero.body();
  expect(body.joint("pelvis", undefined, Float64Array.from(rest))).toBe(0);
  expect(() => body.joint("tail", 7, Float64Array.from(rest))).toThrow("unknown joint 7: pelvis");
  expect(() => body.joint("tail", "hip", Float64Array.from(rest))).toThrow('unknown joint "hip": pelvis');
  expect(() => body.joint("tail", 0, Float64Array.from([0, 1, 0]))).toThrow('joint "tail" is placed by 7 numbers');
  expect(() => body.joint("tail", 0, Float64Array.from([0, NaN, 0, 0, 0, 0, 1]))).toThrow('joint "tail" is placed by numbers that place nothing');
  expect(() => body.joint("tail", 0, Float64Array.from([0, 1, 0, 0, 0, 0, 0]))).toThrow("that place nothing");
  expect(() => body.vertices(Float32Array.of(0, 0, 0), Uint16Array.of(3), Float32Array.of(1))).toThrow("vertex 0 is held by joint 3: there are 1");
  expect(() => body.vertices(Float32Array.of(0, NaN, 0), Uint16Array.of(0), Float32Array.of(1))).toThrow("the place of vertex 0 is not finite");
  expect(() => body.vertices(Float32Array.of(0, 0, 0), Uint16Array.of(0, 0), Float32Array.of(1))).toThrow("as many joints as weights");
  expect(() => body.follow("Hips", "bone")).toThrow('unknown joint "bone": pelvis');
  const unnamed = hero.body();
  expect(() => hero.wear(unnamed)).toThrow("no joint of the body is known to be its hips");
  unnamed.joint("bone0", undefined, Float64Array.from(rest));
  expect(() => hero.wear(unnamed)).toThrow('say follow("Hips", joint), a joint of the body; the body has bone0');
  unnamed.follow("Hip", 0);
  expect(() => hero.wear(unnamed)).toThrow('unknown joint of the hero "Hip": Hips, ');

  const wearer = hero.wear(body);
  expect(wearer.missing).toContain("LeftLeg");
  actor.step(0.1);
  wearer.pose(actor, 0.1);
  expect(wearer.locals()).toHaveLength(7);
  expect([...wearer.locals()].every(Number.isFinite)).toBe(true);
  wearer.pose(actor, NaN);
  wearer.reset();
  body.dispose();
  wearer.dispose();
});

test("what the ground of a body throws is thrown when it is posed", () => {
  const hero = Hero.load(pack());
  const actor = hero.act();
  const body = hero.body();
  for (const { name, parent, offset, end } of hero.joints()) {
    body.joint(name, parent < 0 ? undefined : parent, Float64Array.of(1.4 * offset[0]!, offset[1]!, offset[2]!, 0, 0, 0, 1), end);
  }
  const wearer = hero.wear(body);
  expect([wearer.missing, wearer.still]).toEqual([[], []]);
  actor.step(0.1);
  expect(() => wearer.pose(actor, 0.1, () => { throw new Error("no such place"); })).toThrow("no such place");
  wearer.pose(actor, 0.1, () => undefined);
});
