// What the page asks of the engine, and the engine in WebAssembly that answers.

import init, { Hero as WasmHero, Player as WasmPlayer } from "../pkg/adverb_wasm";
import wasmUrl from "../pkg/adverb_wasm_bg.wasm?url";

/** A knob of a verb. */
export interface Adverb {
  name: string;
  low: number;
  high: number;
  default: number;
}

/** A motion at a point: one value per adverb. */
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

/** A character: one skeleton and its verbs. */
export interface Hero {
  readonly name: string;
  joints(): Joint[];
  verbs(): VerbInfo[];
  play(verb: number): Player;
  free(): void;
}

/** A verb being played. */
export interface Player {
  setKnob(adverb: number, value: number): void;
  /** All at once, without waiting. */
  setKnobs(values: Float32Array): void;
  /** Where the knob is now; it follows what was set at a limited rate. */
  knob(adverb: number): number;
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
  setConstraints(on: boolean): void;
  lookAt(x: number, y: number, z: number): void;
  lookAhead(): void;
  free(): void;
}

export type LoadHero = (pack: Uint8Array) => Hero;

/** Numbers per joint in a pose. */
export const POSE_STRIDE = 12;

/** Starts the engine; what it gives throws in words where a pack cannot be loaded. */
export async function startEngine(): Promise<LoadHero> {
  const { memory } = await init({ module_or_path: wasmUrl });
  return (pack) => hero(WasmHero.load(pack), memory);
}

function hero(inner: WasmHero, memory: WebAssembly.Memory): Hero {
  const joints = inner.joints().map(({ name, parent, end }) => ({ name, parent, end }));
  const verbs = inner.verbs().map(({ name, cyclic, adverbs, examples, keys }) => ({
    name,
    cyclic,
    keys,
    adverbs: adverbs.map((adverb) => ({ name: adverb.name, low: adverb.low, high: adverb.high, default: adverb.default })),
    examples: examples.map((example) => ({ name: example.name, at: [...example.at] })),
  }));
  return {
    name: inner.name,
    joints: () => joints,
    verbs: () => verbs,
    play: (verb) => new EnginePlayer(inner.play(verb), memory, joints.length, verbs[verb]?.examples.length ?? 0),
    free: () => inner.free(),
  };
}

/** Looks at what lies in the engine's memory. */
class EnginePlayer implements Player {
  private readonly balls: Uint32Array;

  constructor(
    private readonly inner: WasmPlayer,
    private readonly memory: WebAssembly.Memory,
    private readonly joints: number,
    private readonly examples: number,
  ) {
    this.balls = inner.feet();
  }

  get phase(): number {
    return this.inner.phase;
  }
  get duration(): number {
    return this.inner.duration;
  }
  setKnob(adverb: number, value: number): void {
    this.inner.setKnob(adverb, value);
  }
  setKnobs(values: Float32Array): void {
    this.inner.setKnobs(values);
  }
  knob(adverb: number): number {
    return this.inner.knob(adverb);
  }
  step(seconds: number): void {
    this.inner.step(seconds);
  }
  weights(): Float32Array {
    return new Float32Array(this.memory.buffer, this.inner.weightsAddress(), this.examples);
  }
  world(): Float32Array {
    return new Float32Array(this.memory.buffer, this.inner.worldAddress(), POSE_STRIDE * this.joints);
  }
  feet(): Foot[] {
    return Array.from(this.balls, (joint, foot) => ({ joint, planted: this.inner.isPlanted(foot) }));
  }
  placement(): Float32Array {
    return this.inner.placement();
  }
  setConstraints(on: boolean): void {
    this.inner.setConstraints(on);
  }
  lookAt(x: number, y: number, z: number): void {
    this.inner.lookAt(x, y, z);
  }
  lookAhead(): void {
    this.inner.lookAhead();
  }
  free(): void {
    this.inner.free();
  }
}
