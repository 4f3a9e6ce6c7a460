// What the page asks of the engine, and the engine in WebAssembly that answers.

import init, { Hero as WasmHero, type Adverb as WasmAdverb, type GraphInfo as WasmGraph } from "../pkg/adverb_wasm";
import wasmUrl from "../pkg/adverb_wasm_bg.wasm?url";
import { EngineActor } from "./actor";
import { EngineSculpture, shapesOf, type Sculpture, type ShapeInfo } from "./shape";
import { EngineWearer, type BodyInfo, type Wearer } from "./wearer";

/** A knob of a verb or a shape. */
export interface Adverb {
  name: string;
  low: number;
  high: number;
  default: number;
  /** Where it is meant to be, if it can be turned beyond. */
  within?: readonly [number, number];
}

/** A motion or a form at a point: one value per adverb. */
export interface Example {
  name: string;
  at: number[];
}

export interface VerbInfo {
  name: string;
  cyclic: boolean;
  adverbs: Adverb[];
  examples: Example[];
  /** Names of the key-times. */
  keys: string[];
}

export interface Joint {
  name: string;
  /** −1 for the root. */
  parent: number;
  /** The tip of a bone, which turns nothing. */
  end: boolean;
}

export interface Foot {
  joint: number;
  planted: boolean;
}

/** A way from one verb to another. */
export interface TransitionInfo {
  from: number;
  to: number;
  /** How likely it is taken when nobody steers; 0 is never. */
  likelihood: number;
}

/** Which verbs follow which; verbs are told by their places among the hero's. */
export interface GraphInfo {
  name: string;
  nodes: number[];
  starts: number[];
  ends: number[];
  transitions: TransitionInfo[];
  gestures: { name: string; verb: number }[];
  /** Adverbs of one name are one knob. */
  knobs: Adverb[];
  /** The joints that can reach for a point. */
  hands: number[];
  /** What its verbs reach for, look at or hold. */
  objects: string[];
}

/** What a verb does to the figure's place in a round: metres to its left and ahead, radians to its left, seconds. */
export interface Travel {
  x: number;
  z: number;
  heading: number;
  duration: number;
}

/** A character: one skeleton, its verbs, graphs of them, and shapes. */
export interface Hero {
  readonly name: string;
  joints(): Joint[];
  verbs(): VerbInfo[];
  graphs(): GraphInfo[];
  /** One verb alone. */
  play(verb: number): Performer;
  act(graph: string, seed: number): Actor;
  /** An actor of another hero goes over to a graph of this one: what has the same name in both goes on. Use what this returns from now on. */
  migrate(actor: Actor, graph: string): Actor;
  travel(verb: number, point: readonly number[]): Travel;
  shapes(): ShapeInfo[];
  sculpt(shape: number): Sculpture;
  /** A body that follows its actors. Throws in words. */
  wear(body: BodyInfo): Wearer;
  free(): void;
}

/** Who is on the stage. */
export interface Performer {
  /** Advances and poses. */
  step(seconds: number): void;
  /** Canonical time, 0 to 1. */
  readonly phase: number;
  /** Of the verb at the present point, in seconds. */
  readonly duration: number;
  /** One per example. */
  weights(): Float32Array;
  /** Twelve per joint: the columns of the rotation, then the place. Valid until the next call. */
  world(): Float32Array;
  feet(): Foot[];
  /** x, z and heading. */
  placement(): Float32Array;
  /** Metres risen since the beginning, on slopes. */
  readonly climbed: number;
  /** Where the knob is now; it follows what was set at a limited rate. */
  knob(adverb: number): number;
  setKnob(adverb: number, value: number): void;
  /** All at once, without waiting. */
  setKnobs(values: Float32Array): void;
  setFootPlanting(on: boolean): void;
  lookAt(x: number, y: number, z: number): void;
  lookAhead(): void;
  free(): void;
}

/** A character on a verb graph. What it refuses it returns in words. */
export interface Actor extends Performer {
  request(verb: number): string | undefined;
  startGesture(gesture: number): string | undefined;
  /** From 0 to 1. */
  gestureWeight(gesture: number): number;
  /** The verb that plays; in a transition the one that it leaves. */
  readonly verb: number;
  /** The transition under way, by its place in the graph's, and how far it has come. */
  readonly transition: { index: number; progress: number } | undefined;
  /** The transitions that are to follow. */
  queue(): number[];
  /** Brings a hand to a point of the world from now on, or lets it go. */
  reach(hand: number, point: Point3 | undefined): void;
  /** Puts an object somewhere in the world. */
  placeObject(object: number, point: Point3): void;
  /** Begins anew with a verb, where it stands. */
  start(verb: number, phase: number): void;
  place(x: number, z: number, heading: number): void;
}

export interface Point3 {
  x: number;
  y: number;
  z: number;
}

export type LoadHero = (pack: Uint8Array) => Hero;

/** Numbers per joint in a pose. */
export const POSE_STRIDE = 12;

/** Starts the engine; what it gives throws in words where a pack cannot be loaded. */
export async function startEngine(): Promise<LoadHero> {
  await init({ module_or_path: wasmUrl });
  return (pack) => hero(WasmHero.load(pack));
}

function hero(inner: WasmHero): Hero {
  const joints = inner.joints().map(({ name, parent, end }) => ({ name, parent, end }));
  const verbs = inner.verbs().map(({ name, cyclic, adverbs, examples, keys }) => ({
    name,
    cyclic,
    keys,
    adverbs: adverbs.map(knob),
    examples: examples.map((example) => ({ name: example.name, at: [...example.at] })),
  }));
  const graphs = inner.graphs().map(graph);
  const shapes = shapesOf(inner);
  return {
    name: inner.name,
    joints: () => joints,
    verbs: () => verbs,
    graphs: () => graphs,
    play: (verb) => new EngineActor(inner.play(verb)),
    act: (name, seed) => new EngineActor(inner.act(name, seed)),
    migrate: (actor, name) => {
      const moved = (actor as EngineActor).inner;
      inner.migrate(moved, name);
      return new EngineActor(moved);
    },
    travel: (verb, point) => {
      const { x, z, heading, duration } = inner.travel(verb, Float32Array.from(point));
      return { x, z, heading, duration };
    },
    shapes: () => shapes,
    sculpt: (shape) => new EngineSculpture(inner.sculpt(shape)),
    wear: (body) => new EngineWearer(inner, body),
    free: () => inner.dispose(),
  };
}

function knob(adverb: WasmAdverb): Adverb {
  return { name: adverb.name, low: adverb.low, high: adverb.high, default: adverb.default };
}

function graph(inner: WasmGraph): GraphInfo {
  return {
    name: inner.name,
    nodes: [...inner.nodes],
    starts: [...inner.starts],
    ends: [...inner.ends],
    transitions: inner.transitions.map(({ from, to, likelihood }) => ({ from, to, likelihood })),
    gestures: inner.gestures.map(({ name, verb }) => ({ name, verb })),
    knobs: inner.knobs.map(knob),
    hands: [...inner.hands],
    objects: inner.objects,
  };
}
