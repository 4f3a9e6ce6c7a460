// A character of one's own: the project's skinned mesh, moved as the actor moves.
//
// The server says how the mesh follows the skeleton (docs of `adverb_author::character::Binding`): a joint of it is turned as the
// one that it follows, times a constant; the hips are carried by legs of the mesh's length. The whole is then drawn at the size of
// the skeleton, so that the actor's places are the mesh's.

import { Box3, Group, Matrix4, Mesh, Quaternion, Texture, Vector3, type Material, type Object3D } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { POSE_STRIDE, type Foot } from "./engine";
import { PlantedLeg, type BoundLeg, type GroundAt, type Step } from "./leg";

export interface BoundJoint {
  node: number;
  parent: number | null;
  source: number | null;
  turn: [number, number, number, number];
  rest: [number, number, number, number];
  place: [number, number, number];
}

export interface Binding {
  joints: BoundJoint[];
  hips: number;
  middle: [number, number, number];
  scale: number;
  ankle: [number, number];
  ball: [number, number];
  legs: BoundLeg[];
}

/** A joint in the world, in the mesh's unit. */
export interface Frame {
  rotation: Quaternion;
  place: Vector3;
}

/** In which the hips come down where a leg cannot reach, seconds. */
const LOWERING = 0.1;

export class Character {
  readonly object = new Group();
  /** Of the mesh as it was bound, or its length if that is more, at the size of the skeleton. */
  readonly height: number;
  private readonly legs: PlantedLeg[];
  private readonly frames: Frame[];
  private readonly locals: Quaternion[];
  /** What lies above each joint, as the file has it. */
  private readonly above: Matrix4[];
  private lowered = 0;

  /** The project's, if it has one. Throws in words. */
  static async fetch(): Promise<Character | undefined> {
    const told = await fetch("./character.json", { cache: "no-store" });
    const text = told.ok ? await told.text() : "";
    if (text === "") return undefined;
    const binding = JSON.parse(text) as Binding;
    const mesh = await fetch("./character.glb", { cache: "no-store" });
    const file = await new GLTFLoader().parseAsync(await mesh.arrayBuffer(), "");
    const nodes = await Promise.all(binding.joints.map(({ node }) => file.parser.getDependency("node", node) as Promise<Object3D>));
    return new Character(binding, nodes, file.scene);
  }

  constructor(
    private readonly binding: Binding,
    private readonly nodes: readonly Object3D[],
    scene: Object3D,
  ) {
    this.object.add(scene);
    this.object.updateMatrixWorld(true);
    this.above = nodes.map((node) => node.parent?.matrixWorld.clone().invert() ?? new Matrix4());
    const { max, min } = new Box3().setFromObject(scene);
    this.height = Math.max(max.y - min.y, max.z - min.z) / binding.scale;
    this.object.scale.setScalar(1 / binding.scale);
    this.legs = binding.legs.map((leg) => new PlantedLeg(leg));
    this.frames = binding.joints.map(() => ({ rotation: new Quaternion(), place: new Vector3() }));
    this.locals = binding.joints.map(() => new Quaternion());
    scene.traverse((object) => {
      object.frustumCulled = false;
      object.castShadow = object.receiveShadow = object instanceof Mesh;
    });
  }

  /** As a pose has it, so many seconds after the one before; `feet` says which stand, `ground` how high it is somewhere. */
  pose(world: Float32Array, feet: readonly Foot[], ground: GroundAt, seconds: number): void {
    this.turn(world);
    const { scale } = this.binding;
    const scaledGround: GroundAt = (x, z) => scale * ground(x / scale, z / scale);
    let lack = 0;
    for (const leg of this.legs) lack = Math.max(lack, leg.aim(this.frames, this.step(world, feet, leg.bound), scaledGround, seconds));
    this.lowered += (lack - this.lowered) * (1 - Math.exp(-seconds / LOWERING));
    const turned = new Map(this.legs.flatMap((leg) => leg.bend(this.frames, this.lowered)));
    this.write(turned);
  }

  /** Where a joint is: for tests, and for who wants to hang something there. */
  placeOf(joint: number, out: Vector3): Vector3 {
    return out.copy(this.frames[joint]!.place).divideScalar(this.binding.scale);
  }

  /** What the pose does to the foot of a leg. */
  private step(world: Float32Array, feet: readonly Foot[], { source: [hip, , ankle, ball] }: BoundLeg): Step {
    const { binding } = this;
    const planted = feet.some(({ joint, planted }) => planted && (joint === ball || joint === ankle));
    const height = binding.ball[1] + binding.scale * (world[POSE_STRIDE * ball + 10]! - binding.ball[0]);
    const at = (joint: number, axis: number) => world[POSE_STRIDE * joint + 9 + axis]!;
    const way = new Vector3(at(ankle, 0) - at(hip, 0), at(ankle, 1) - binding.ankle[0], at(ankle, 2) - at(hip, 2)).multiplyScalar(binding.scale);
    // Where the hips' z axis points, which is ahead in aligned axes.
    const ahead = POSE_STRIDE * (binding.joints[binding.hips]!.source ?? 0) + 6;
    return { planted, height, way, heading: Math.atan2(world[ahead]!, world[ahead + 2]!) };
  }

  /** Turns every joint as the one that it follows, and carries the hips. */
  private turn(world: Float32Array): void {
    const { joints, hips, scale, ankle, middle } = this.binding;
    const legs = this.binding.legs.filter(({ fore }) => !fore);
    joints.forEach((joint, j) => {
      const { rotation, place } = this.frames[j]!;
      const parent = joint.parent === null ? undefined : this.frames[joint.parent];
      this.locals[j]!.fromArray(joint.rest);
      place.fromArray(joint.place);
      if (parent) place.applyQuaternion(parent.rotation).add(parent.place);
      if (joint.source === null) rotation.copy(parent?.rotation ?? IDENTITY).multiply(this.locals[j]!);
      else rotationOf(world, joint.source, rotation).multiply(scratch.fromArray(joint.turn));
      if (parent) this.locals[j]!.copy(parent.rotation).invert().multiply(rotation);
      else this.locals[j]!.copy(rotation);
      if (j !== hips || joint.source === null) return;
      if (legs.length > 0) {
        place.set(0, 0, 0);
        for (const { source } of legs) place.add(point.fromArray(world, POSE_STRIDE * source[0] + 9).divideScalar(legs.length));
        const high = ankle[1] + scale * (place.y - ankle[0]);
        place.multiplyScalar(scale).setY(high).sub(point.fromArray(middle).applyQuaternion(rotation));
      } else {
        place.fromArray(world, POSE_STRIDE * joint.source + 9).multiplyScalar(scale);
      }
    });
  }

  /** Gives the nodes their rotations, some of them turned anew, and the hips their place. */
  private write(turned: ReadonlyMap<number, Quaternion>): void {
    const { joints, hips } = this.binding;
    joints.forEach(({ parent }, j) => {
      const frame = this.frames[j]!;
      const node = this.nodes[j]!;
      const above = parent === null ? undefined : this.frames[parent]!.rotation;
      const anew = turned.get(j);
      if (anew) frame.rotation.copy(anew);
      else if (above) frame.rotation.copy(above).multiply(this.locals[j]!);
      if (above) node.quaternion.copy(above).invert().multiply(frame.rotation);
      else node.quaternion.setFromRotationMatrix(matrix.extractRotation(this.above[j]!)).multiply(frame.rotation);
      if (j !== hips) return;
      point.copy(frame.place).setY(frame.place.y - this.lowered);
      if (parent === null) node.position.copy(point).applyMatrix4(this.above[j]!);
      else {
        const scale = 1 / (this.nodes[parent]!.matrixWorld.getMaxScaleOnAxis() * this.binding.scale);
        node.position.copy(point).sub(this.frames[parent]!.place).applyQuaternion(scratch.copy(above!).invert()).multiplyScalar(scale);
      }
    });
  }

  dispose(): void {
    this.object.removeFromParent();
    this.object.traverse((object) => {
      if (!(object instanceof Mesh)) return;
      object.geometry.dispose();
      for (const material of [object.material].flat() as Material[]) {
        for (const value of Object.values(material)) if (value instanceof Texture) value.dispose();
        material.dispose();
      }
    });
  }
}

const IDENTITY = new Quaternion();
const scratch = new Quaternion();
const point = new Vector3();
const matrix = new Matrix4();

/** The rotation of a joint of a pose. */
function rotationOf(world: Float32Array, joint: number, out: Quaternion): Quaternion {
  const at = POSE_STRIDE * joint;
  const e = matrix.identity().elements;
  for (let column = 0; column < 3; column++) for (let row = 0; row < 3; row++) e[4 * column + row] = world[at + 3 * column + row]!;
  return out.setFromRotationMatrix(matrix);
}
