// A body that the engine binds to a hero and moves as its actors move.

import type { Hero as WasmHero, Wearer as WasmWearer } from "../pkg/adverb_wasm";
import { EngineActor } from "./actor";
import type { Performer } from "./engine";

/** A body in the pose in which it was bound, as the server tells it: crates/adverb-cli/src/studio/body.rs. */
export interface BodyInfo {
  /** Parents first; `rest` is x y z and a quaternion below the parent. */
  joints: { name: string; parent: number | null; end: boolean; rest: number[] }[];
  /** Vertices that can touch the ground: where they are, and the joints that hold them with how much they do. */
  skin: [[number, number, number], [number, number][]][];
  /** Joints of the hero and of the body that belong together. */
  given: [string, string][];
}

/** How high the ground is at x and z. */
export type GroundAt = (x: number, z: number) => number;

/** A body that follows an actor; drawn at 1 / scale it stands where the actor does. */
export interface Wearer {
  readonly scale: number;
  /** Takes on a pose, so many seconds after the one before. Returns seven numbers per joint: where it is below its parent, and a
   * quaternion. Valid until the next call. */
  pose(performer: Performer, ground: GroundAt, seconds: number): Float32Array;
  free(): void;
}

export class EngineWearer implements Wearer {
  private readonly inner: WasmWearer;

  /** Throws in words. */
  constructor(hero: WasmHero, { joints, skin, given }: BodyInfo) {
    const body = hero.body();
    try {
      for (const { name, parent, end, rest } of joints) body.joint(name, parent ?? undefined, Float64Array.from(rest), end);
      const held = Math.max(1, ...skin.map(([, holders]) => holders.length));
      const pad = (numbers: number[]) => [...numbers, ...Array.from({ length: held - numbers.length }, () => 0)];
      const each = (which: 0 | 1) => skin.flatMap(([, holders]) => pad(holders.map((holder) => holder[which])));
      body.vertices(Float32Array.from(skin.flatMap(([place]) => place)), Uint16Array.from(each(0)), Float32Array.from(each(1)));
      for (const [own, other] of given) body.follow(own, other);
      this.inner = hero.wear(body);
    } finally {
      body.dispose();
    }
  }

  get scale(): number {
    return this.inner.scale;
  }
  pose(performer: Performer, ground: GroundAt, seconds: number): Float32Array {
    this.inner.pose((performer as EngineActor).inner, seconds, (x, _, z) => ground(x, z));
    return this.inner.locals();
  }
  free(): void {
    this.inner.dispose();
  }
}
