// Shapes of a hero: forms with knobs, and the engine in WebAssembly that makes them.

import type { Hero as WasmHero, Sculpture as WasmSculpture, ShapeInfo as WasmShape } from "../pkg/adverb_wasm";
import { EngineActor } from "./actor";
import type { Adverb, Example, Performer } from "./engine";

/** A knob of a shape; beyond its limits the shape is extrapolated. */
export interface Adjective extends Adverb {
  periodic: boolean;
  /** What of a pose turns it, such as `RightForeArm.swing`. */
  read: string | undefined;
}

export interface ShapeInfo {
  name: string;
  adjectives: Adjective[];
  examples: Example[];
  /** What is added to the form by weights of its own. */
  features: string[];
  vertices: number;
  /** Three vertices each. */
  triangles: Uint32Array;
  /** How its normals are found, and in which ways they can be. */
  normals: { by: string; ways: string[] } | undefined;
  coloured: boolean;
}

/** A shape as it stands. What was turned shows after `shape`; numbers are valid until the next call. */
export interface Sculpture {
  /** Whether a skeleton poses it. */
  readonly posed: boolean;
  set(adjective: number, value: number): void;
  setFeature(feature: number, weight: number): void;
  setNormals(by: string): void;
  /** Takes on a performer's pose, which turns the knobs that are read from it. */
  follow(performer: Performer): void;
  shape(): void;
  point(): Float32Array;
  /** One per example. */
  weights(): Float32Array;
  /** Three per vertex. */
  positions(): Float32Array;
  normals(): Float32Array | undefined;
  /** Four per vertex. */
  colours(): Float32Array | undefined;
  free(): void;
}

export function shapesOf(hero: WasmHero): ShapeInfo[] {
  return hero.shapes().map((shape: WasmShape) => {
    const normal = shape.attributes.find(({ name }) => name === "normal");
    return {
      name: shape.name,
      adjectives: shape.adjectives.map(({ name, low, high, default: own, periodic, read }) => ({ name, low, high, default: own, periodic, read })),
      examples: shape.examples.map(({ name, at }) => ({ name, at: [...at] })),
      features: shape.features,
      vertices: shape.vertices,
      triangles: shape.triangles,
      normals: normal && { by: normal.interpolation, ways: normal.alternatives },
      coloured: shape.attributes.some(({ name }) => name === "colour"),
    };
  });
}

export class EngineSculpture implements Sculpture {
  constructor(private readonly inner: WasmSculpture) {}

  get posed(): boolean {
    return this.inner.posed;
  }
  set(adjective: number, value: number): void {
    this.inner.setKnob(adjective, value);
  }
  setFeature(feature: number, weight: number): void {
    this.inner.setFeature(feature, weight);
  }
  setNormals(by: string): void {
    this.inner.setNormals(by);
  }
  follow(performer: Performer): void {
    if (performer instanceof EngineActor) this.inner.follow(performer.inner);
  }
  shape(): void {
    this.inner.update();
  }
  point(): Float32Array {
    return this.inner.point();
  }
  weights(): Float32Array {
    return this.inner.weights();
  }
  positions(): Float32Array {
    return this.inner.positions();
  }
  normals(): Float32Array | undefined {
    return this.inner.normals();
  }
  colours(): Float32Array | undefined {
    return this.inner.colours();
  }
  free(): void {
    this.inner.dispose();
  }
}
