// A character that the engine lets act on a verb graph, or on one verb alone.

import type { Actor as WasmActor } from "../pkg/adverb_wasm";
import type { Actor, Foot, Point3 } from "./engine";

export class EngineActor implements Actor {
  private readonly balls: Uint32Array;
  private readonly at = new Float32Array(3);

  constructor(readonly inner: WasmActor) {
    this.balls = inner.graph().feet;
  }

  get phase(): number {
    return this.inner.canonicalTime;
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
    return refusal(() => this.inner.request(verb));
  }
  startGesture(gesture: number): string | undefined {
    return refusal(() => this.inner.startGesture(gesture));
  }
  gestureWeight(gesture: number): number {
    return this.inner.gestureWeight(gesture);
  }
  reach(hand: number, point: Point3 | undefined): void {
    if (point) this.inner.reach(hand, point.x, point.y, point.z);
    else this.inner.letGo(hand);
  }
  placeObject(object: number, { x, y, z }: Point3): void {
    this.inner.placeObject(object, [x, y, z, 0, 0, 0, 1]);
  }
  start(verb: number, phase: number): void {
    this.inner.start(verb, phase);
  }
  place(x: number, z: number, heading: number): void {
    this.inner.place(x, 0, z, heading);
    // The page shows poses as seen from the middle of the world.
    this.inner.shiftOrigin(0, 0, 0, 0);
  }
  setKnob(knob: number, value: number): void {
    this.inner.setKnob(knob, value);
  }
  setKnobs(values: Float32Array): void {
    values.forEach((value, knob) => this.inner.setKnob(knob, value));
    this.inner.snapKnobs();
  }
  knob(knob: number): number {
    return this.inner.knob(knob);
  }
  step(seconds: number): void {
    this.inner.step(seconds);
  }
  weights(): Float32Array {
    return this.inner.weights();
  }
  world(): Float32Array {
    return this.inner.world();
  }
  feet(): Foot[] {
    return Array.from(this.balls, (joint, foot) => ({ joint, planted: this.inner.isPlanted(foot) }));
  }
  placement(): Float32Array {
    this.at.set([this.inner.x, this.inner.z, this.inner.heading]);
    return this.at;
  }
  get climbed(): number {
    return this.inner.y;
  }
  setFootPlanting(on: boolean): void {
    this.inner.setFootPlanting(on);
  }
  lookAt(x: number, y: number, z: number): void {
    this.inner.lookAt(x, y, z);
  }
  lookAhead(): void {
    this.inner.lookAhead();
  }
  free(): void {
    this.inner.dispose();
  }
}

/** Why something cannot be done now. */
function refusal(ask: () => void): string | undefined {
  try {
    ask();
    return undefined;
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem);
  }
}
