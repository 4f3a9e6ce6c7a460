// A character that the engine lets act on a verb graph, or on one verb alone.

import type { Actor as WasmActor } from "../pkg/adverb_wasm";
import { type Actor, type Foot, type Point3, POSE_STRIDE } from "./engine";

/** Looks at what lies in the engine's memory. */
export class EngineActor implements Actor {
  private readonly balls: Uint32Array;

  constructor(
    readonly inner: WasmActor,
    private readonly memory: WebAssembly.Memory,
    private readonly joints: number,
    /** How many the verb that plays has. */
    private readonly examples: (verb: number) => number,
  ) {
    this.balls = inner.feet();
  }

  get phase(): number {
    return this.inner.phase;
  }
  get duration(): number {
    return this.inner.duration;
  }
  get verb(): number {
    return this.inner.verb;
  }
  get transition(): { index: number; progress: number } | undefined {
    const index = this.inner.transition;
    return index === undefined ? undefined : { index, progress: this.inner.progress };
  }
  queue(): number[] {
    return [...this.inner.queue()];
  }
  request(verb: number): string | undefined {
    return this.inner.request(verb);
  }
  gesture(gesture: number): string | undefined {
    return this.inner.gesture(gesture);
  }
  gestureWeight(gesture: number): number {
    return this.inner.gestureWeight(gesture);
  }
  reach(hand: number, point: Point3 | undefined): void {
    if (point) this.inner.reach(hand, point.x, point.y, point.z);
    else this.inner.letGo(hand);
  }
  put(object: number, { x, y, z }: Point3): void {
    this.inner.put(object, [x, y, z, 0, 0, 0, 1]);
  }
  start(verb: number, phase: number): void {
    this.inner.start(verb, phase);
  }
  place(x: number, z: number, heading: number): void {
    this.inner.place(x, z, heading);
  }
  setKnob(knob: number, value: number): void {
    this.inner.turn(knob, value);
  }
  setKnobs(values: Float32Array): void {
    values.forEach((value, knob) => this.inner.turn(knob, value));
    this.inner.jump();
  }
  knob(knob: number): number {
    return this.inner.knob(knob);
  }
  step(seconds: number): void {
    this.inner.step(seconds);
  }
  weights(): Float32Array {
    return new Float32Array(this.memory.buffer, this.inner.weightsAddress(), this.examples(this.inner.verb));
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
  get climbed(): number {
    return this.inner.climbed;
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
