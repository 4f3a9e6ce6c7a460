// A character of one's own: the project's skinned mesh, moved as the actor moves.
//
// The server says what its joints are and how it was bound; the engine binds it to the hero. The whole is drawn at the size of the skeleton, so
// that the actor's places are the mesh's.

import { Box3, Group, Matrix4, Mesh, Quaternion, Texture, type Material, type Object3D } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import type { Joint, Performer } from "./engine";
import type { BodyInfo, GroundAt, Wearer } from "./wearer";

/** Numbers per joint: where it is, and a quaternion. */
const STRIDE = 7;

/** What the server tells: a body, and the node of each of its joints in the file. */
interface Told extends BodyInfo {
  joints: (BodyInfo["joints"][number] & { node: number })[];
}

/** A node that is moved. */
interface Rig {
  node: Object3D;
  /** What lies above a joint without parent, undone, and how that turns. */
  above: Matrix4 | undefined;
  turn: Quaternion;
  /** What a unit of the mesh is below its parent. */
  unit: number;
}

export class Character {
  readonly object = new Group();
  /** Of the mesh as it was bound, or its length if that is more, at the size of the skeleton. */
  readonly height: number;
  private readonly rigs: Rig[];

  /** The project's, if it has one; `hero` is who wears it, if anybody is there. Throws in words. */
  static async fetch(hero: () => { joints: readonly Joint[]; wear(body: BodyInfo): Wearer } | undefined): Promise<Character | undefined> {
    const told = await fetch("./character.json", { cache: "no-store" });
    const text = told.ok ? await told.text() : "";
    if (text === "") return undefined;
    const body = JSON.parse(text) as Told;
    const mesh = await fetch("./character.glb", { cache: "no-store" });
    const file = await new GLTFLoader().parseAsync(await mesh.arrayBuffer(), "");
    const nodes = await Promise.all(body.joints.map(({ node }) => file.parser.getDependency("node", node) as Promise<Object3D>));
    const now = hero();
    return now && new Character(now.wear(body), now.joints.length, body, nodes, file.scene);
  }

  /** `joints` is how many those are that wear it follows. */
  constructor(
    private readonly wearer: Wearer,
    private readonly joints: number,
    body: BodyInfo,
    nodes: readonly Object3D[],
    scene: Object3D,
  ) {
    this.object.add(scene);
    this.object.updateMatrixWorld(true);
    this.rigs = nodes.map((node, j) => {
      const holder = node.parent?.matrixWorld ?? new Matrix4();
      const above = body.joints[j]!.parent === null ? holder.clone().invert() : undefined;
      const turn = new Quaternion();
      if (above) turn.setFromRotationMatrix(new Matrix4().extractRotation(above));
      return { node, above, turn, unit: 1 / holder.getMaxScaleOnAxis() };
    });
    const { max, min } = new Box3().setFromObject(scene);
    this.height = Math.max(max.y - min.y, max.z - min.z) / wearer.scale;
    this.object.scale.setScalar(1 / wearer.scale);
    scene.traverse((object) => {
      object.frustumCulled = false;
      object.castShadow = object.receiveShadow = object instanceof Mesh;
    });
  }

  /** Whether it can follow a hero with these joints. */
  fits(joints: readonly Joint[]): boolean {
    return joints.length === this.joints;
  }

  /** As a pose has it, so many seconds after the one before; `ground` is how high it is somewhere. */
  pose(performer: Performer, ground: GroundAt, seconds: number): void {
    const locals = this.wearer.pose(performer, ground, seconds);
    this.rigs.forEach(({ node, above, turn, unit }, j) => {
      node.position.fromArray(locals, STRIDE * j);
      node.quaternion.fromArray(locals, STRIDE * j + 3);
      if (above) {
        node.position.applyMatrix4(above);
        node.quaternion.premultiply(turn);
      } else node.position.multiplyScalar(unit);
    });
  }

  dispose(): void {
    this.wearer.free();
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
