// The figure on the stage: rounded parts for any skeleton, carried by its joints.

import { Group, Matrix4, Mesh, MeshStandardMaterial, Vector3 } from "three";
import { hullOf } from "./balls";
import { flesh } from "./body";
import { POSE_STRIDE, type Joint } from "./engine";
import type { Side } from "./roles";

/** The colours of the project's pictures: slate body, teal left, coral right. */
const COLOURS: Record<Side, number> = { middle: 0x7080a0, left: 0x2a9d94, right: 0xe77c5c };

export class Figure {
  readonly object = new Group();
  readonly height: number;
  private readonly groups: Group[];
  private readonly materials: MeshStandardMaterial[] = [];

  /** `world`: a pose, from which the lengths of the bones are taken. */
  constructor(joints: readonly Joint[], world: Float32Array) {
    const body = flesh(joints, offsets(joints, world));
    this.height = body.height;
    const materials = new Map<Side, MeshStandardMaterial>();
    for (const side of ["middle", "left", "right"] as const) {
      materials.set(side, new MeshStandardMaterial({ color: COLOURS[side], roughness: 0.62, metalness: 0 }));
    }
    this.materials = [...materials.values()];
    this.groups = joints.map(() => {
      const group = new Group();
      group.matrixAutoUpdate = false;
      this.object.add(group);
      return group;
    });
    for (const part of body.parts) {
      const mesh = new Mesh(hullOf(part.balls), materials.get(part.side));
      mesh.castShadow = true;
      mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.groups[part.joint]!.add(mesh);
    }
    this.pose(world);
  }

  pose(world: Float32Array): void {
    this.groups.forEach((group, joint) => frameOf(world, joint, group.matrix));
  }

  dispose(): void {
    this.object.removeFromParent();
    this.object.traverse((object) => object instanceof Mesh && object.geometry.dispose());
    for (const material of this.materials) material.dispose();
  }
}

/** Where a joint is. */
export function placeOf(world: Float32Array, joint: number, out: Vector3): Vector3 {
  return out.fromArray(world, POSE_STRIDE * joint + 9);
}

function frameOf(world: Float32Array, joint: number, out: Matrix4): Matrix4 {
  const at = POSE_STRIDE * joint;
  const e = out.elements;
  for (let column = 0; column < 4; column++) {
    for (let row = 0; row < 3; row++) e[4 * column + row] = world[at + 3 * column + row] ?? 0;
    e[4 * column + 3] = column === 3 ? 1 : 0;
  }
  return out;
}

/** Each joint's place in its parent's frame. */
function offsets(joints: readonly Joint[], world: Float32Array): Vector3[] {
  const inverse = new Matrix4();
  return joints.map((joint, j) => {
    const place = placeOf(world, j, new Vector3());
    return joint.parent < 0 ? place : place.applyMatrix4(frameOf(world, joint.parent, inverse).invert());
  });
}
