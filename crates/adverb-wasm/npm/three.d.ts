import type { Actor, Crowd, Hero } from "adverb-wasm";
import type { Bone, Object3D } from "three";

/**
 * A three.js object whose bones follow an actor, drawn at the size of the hero. To draw it larger, put it into a scaled group.
 *
 * Bones are found by the names of the hero's joints, as loaders write them; either side may have a namespace such as `mixamorig:`. They
 * may hang below turned or scaled nodes, and have nodes between them that the hero lacks. The mesh should have the hero's proportions: `adverb`
 * writes motions on characters with others (`--character`). Without an object, bones are made: `new Skeleton(figure.bones)` binds a mesh
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

/** All figures take on the poses of a crowd, one each. */
export function poseCrowd(crowd: Crowd, figures: readonly Figure[]): void;
