// Where feet stand, on the ground: a mark while a foot is planted, which fades behind the figure.

import { CircleGeometry, Group, Mesh, MeshBasicMaterial, Vector3 } from "three";
import type { Foot, Joint } from "./engine";
import { placeOf } from "./figure";
import type { Ground } from "./ground";
import { Roles } from "./roles";

const MARKS = 20;
const STRENGTH = 0.34;
/** Seconds of motion until a mark has gone. */
const LASTS = 2.4;

interface Mark {
  mesh: Mesh<CircleGeometry, MeshBasicMaterial>;
  /** The joint that stands on it, or -1. */
  foot: number;
}

export class Footprints {
  readonly object = new Group();
  private readonly marks: Mark[] = [];
  private next = 0;
  private sides: string[] = [];
  private readonly place = new Vector3();
  /** Marks lie so far above the ground. */
  private above = 0;

  constructor() {
    const disc = new CircleGeometry(1, 40).rotateX(-Math.PI / 2);
    for (let i = 0; i < MARKS; i++) {
      const look = new MeshBasicMaterial({ transparent: true, opacity: 0, depthWrite: false });
      const mesh = new Mesh(disc, look);
      mesh.renderOrder = 2;
      mesh.visible = false;
      this.object.add(mesh);
      this.marks.push({ mesh, foot: -1 });
    }
  }

  fit(joints: readonly Joint[], height: number): void {
    this.sides = new Roles(joints.map((joint) => joint.name)).sides;
    for (const { mesh } of this.marks) {
      mesh.scale.set(0.03 * height, 1, 0.03 * height);
    }
    this.above = 0.001 * height;
    this.clear();
  }

  clear(): void {
    for (const mark of this.marks) {
      mark.foot = -1;
      mark.mesh.visible = false;
    }
  }

  /** `ground`: the plane that feet stand on. */
  update(feet: readonly Foot[], world: Float32Array, ground: Ground, seconds: number): void {
    for (const { mesh } of this.marks) {
      mesh.material.opacity -= (STRENGTH * seconds) / LASTS;
      mesh.visible = mesh.material.opacity > 0;
    }
    for (const { joint, planted } of feet) {
      let mark = this.marks.find((other) => other.foot === joint);
      if (!planted) {
        if (mark) mark.foot = -1;
        continue;
      }
      if (!mark) {
        mark = this.marks[this.next]!;
        this.next = (this.next + 1) % MARKS;
        mark.foot = joint;
        mark.mesh.material.color.set(this.sides[joint] === "right" ? 0xe77c5c : this.sides[joint] === "left" ? 0x2a9d94 : 0x7080a0);
      }
      placeOf(world, joint, this.place);
      mark.mesh.position.set(this.place.x, ground.heightAt(this.place.x, this.place.z) + this.above, this.place.z);
      mark.mesh.quaternion.copy(ground.object.quaternion);
      mark.mesh.material.opacity = STRENGTH;
      mark.mesh.visible = true;
    }
  }
}
