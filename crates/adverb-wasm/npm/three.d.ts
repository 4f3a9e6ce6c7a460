import type { Actor, Crowd, Ground, Hero } from "adverb-wasm";
import type { Bone, Object3D } from "three";

/**
 * A three.js object whose bones follow an actor, drawn at the size of the hero. To draw it larger, put it into a scaled group.
 *
 * Bones are found by the names of the hero's joints, as loaders write them; either side may have a namespace such as `mixamorig:`. They
 * may hang below turned or scaled nodes, and have nodes between them that the hero lacks. The mesh should have the hero's proportions and
 * names: a `Character` may have any. Without an object, bones are made: `new Skeleton(figure.bones)` binds a mesh
 * to them.
 */
export class Figure {
  /**
   * `axes` says which axes the bones have: those of the file that the hero's skeleton came from (`"file"`), or those that they have now
   * (`"bind"`), the figure standing as the hero's skeleton does at rest and facing +z. Throws if no bone is called like a joint.
   */
  constructor(hero: Hero, object?: Object3D, options?: { axes?: "file" | "bind" });
  /** The object it was given, or a group with the bones that were made. It stands at the actor's origin. */
  readonly object: Object3D;
  /** One per joint of the hero; `undefined` where the object has none: see `missing`. */
  readonly bones: Bone[];
  /** Names of the joints without a bone, apart from the tips of bones. */
  readonly missing: readonly string[];
  /** Takes on the pose of an actor, and stands at its origin. */
  pose(actor: Actor): void;
  /** Takes on the pose that begins at an offset: 7 numbers per joint, as `locals()` has them. */
  write(locals: Float32Array, offset: number): void;
  /** Stands at an origin. */
  stand(x: number, y: number, z: number, heading: number): void;
}

/**
 * A skinned mesh of any proportions, such as a glTF scene, that follows an actor: its joints are known by their names and by how they hang
 * together, its legs carry it, and its own soles stand on the ground without sliding. It is drawn at the size of the hero. The engine must be the
 * whole one: `adverb-wasm/core` has no bodies.
 */
export class Character {
  /**
   * `joints` says which joint of the object follows which of the hero's, where names do not tell: `{ Hips: "bone0" }`. Throws in words if the
   * object has no skinned mesh, or if it is not known which joint is its hips.
   */
  constructor(hero: Hero, object: Object3D, options?: { joints?: Record<string, string> });
  /** The object it was given. It stands at the actor's origin. */
  readonly object: Object3D;
  /** What is moved: the bones of all its skinned meshes, and the nodes between them. */
  readonly bones: readonly Object3D[];
  /** Names of joints of the hero's arms and legs that no bone follows. */
  readonly missing: readonly string[];
  /** Names of bones that follow no joint and keep their rest pose, apart from those that go along, as fingers do. */
  readonly still: readonly string[];
  /** Takes on the pose of an actor, so many seconds after the one before, and stands at its origin. `ground` is what the actor was stepped with. */
  pose(actor: Actor, seconds: number, ground?: Ground): void;
  /** Forgets where feet stood: after the actor was placed elsewhere. */
  reset(): void;
  /** Frees what the engine holds of it; the object is the caller's. */
  dispose(): void;
}

/** All figures take on the poses of a crowd, one each. */
export function poseCrowd(crowd: Crowd, figures: readonly Figure[]): void;
