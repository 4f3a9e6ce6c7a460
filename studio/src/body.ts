// Fleshes a skeleton out: rounded parts, each carried by one joint.
//
// The proportions are those of the pictures that `adverb render` draws: thickness as a share of the body's height. A joint's
// axes are the world's in the skeleton's own upright pose (x left, y up, z forward), so that pose is the sum of the offsets,
// and soles and faces can be told from it. A body that does not stand like a person gets a capsule for every bone.

import { Vector3 } from "three";
import type { Ball } from "./balls";
import type { Joint } from "./engine";
import { Roles, type Role, type Side } from "./roles";

export interface Part {
  /** The joint that carries it; its balls are in this joint's frame. */
  joint: number;
  side: Side;
  balls: Ball[];
}

export interface Body {
  parts: Part[];
  height: number;
}

/** Radii of a bone at its beginning and its end, as shares of the height, by the role of the joint it begins at. */
const RADII: Record<Role, [number, number]> = {
  hips: [0.052, 0.05],
  spine: [0.056, 0.058],
  chest: [0.056, 0.058],
  neck: [0.032, 0.029],
  head: [0.05, 0.05],
  shoulder: [0.031, 0.031],
  arm: [0.0305, 0.023],
  elbow: [0.0235, 0.0165],
  hand: [0.017, 0.012],
  upleg: [0.0455, 0.0315],
  knee: [0.032, 0.0215],
  foot: [0.022, 0.018],
  toe: [0.017, 0.011],
};

/** `offsets`: each joint's place in its parent's frame. */
export function flesh(joints: readonly Joint[], offsets: readonly Vector3[]): Body {
  return new Flesh(joints, offsets).body();
}

class Flesh {
  private readonly roles: Roles;
  private readonly below: number[][];
  private readonly length: number[];
  private readonly covered = new Set<number>();
  private readonly parts: Part[] = [];
  /** Places in the upright pose. */
  private readonly rest: Vector3[] = [];
  private readonly height: number;
  private readonly person: boolean;

  constructor(
    private readonly joints: readonly Joint[],
    offsets: readonly Vector3[],
  ) {
    this.roles = new Roles(joints.map((joint) => (joint.end ? "" : joint.name)));
    this.below = joints.map((_, j) => joints.flatMap((other, k) => (other.parent === j ? [k] : [])));
    joints.forEach((joint, j) => {
      const above = this.rest[joint.parent];
      this.rest.push(above ? above.clone().add(offsets[j]!) : new Vector3());
    });
    const scaffold = this.scaffold();
    const drawn = (joint: Joint) => joint.parent >= 0 && !scaffold.has(joint.parent);
    const length = joints.map((joint, j) => (drawn(joint) ? offsets[j]!.length() : 0));
    const longest = Math.max(...length, 0);
    this.length = length.map((l) => (l > 0.02 * longest ? l : 0));
    this.height = this.tall();
    this.person = this.stands();
  }

  body(): Body {
    if (this.person) {
      this.trunk();
      for (const side of ["left", "right"] as const) {
        this.foot(side);
        this.hand(side);
      }
      this.head();
    }
    this.bones();
    if (this.parts.length === 0) {
      this.parts.push({ joint: 0, side: "middle", balls: [{ at: new Vector3(), radius: 0.05 }] });
    }
    return { parts: this.parts, height: this.height };
  }

  /** What lies above the body and is none of it: `root`, `armature`, `reference`. */
  private scaffold(): Set<number> {
    const found = new Set<number>();
    this.joints.forEach((joint, j) => {
      const top = joint.parent < 0 || found.has(joint.parent);
      if (top && this.below[j]!.length === 1 && /root|armature|reference|world|scene/i.test(joint.name)) found.add(j);
    });
    return found;
  }

  /** From the legs of a person, else from the longest chain of bones. */
  private tall(): number {
    const foot = this.roles.joint("foot", "left");
    const knee = this.roles.joint("knee", "left");
    if (foot !== undefined && knee !== undefined && this.joints[foot]!.parent === knee) {
      const leg = this.length[foot]! + this.length[knee]!;
      if (leg > 0) return leg / 0.48;
    }
    const chain: number[] = [];
    this.joints.forEach((joint, j) => chain.push(this.length[j]! + (chain[joint.parent] ?? 0)));
    return 1.2 * Math.max(...chain, 0) || 1;
  }

  /** Whether the head is above the hips, and both have their pairs of limbs. */
  private stands(): boolean {
    const [legs, arms, head] = [this.roles.pair("upleg"), this.roles.pair("arm"), this.roles.joint("head")];
    if (!legs || !arms || head === undefined) return false;
    const up = this.rest[head]!.clone().sub(this.middle(legs));
    return up.y > 0.8 * up.length();
  }

  private middle([a, b]: [number, number]): Vector3 {
    return this.rest[a]!.clone().lerp(this.rest[b]!, 0.5);
  }

  private *wayUp(joint: number): Generator<number> {
    for (let j = joint; j >= 0; j = this.joints[j]!.parent) yield j;
  }

  private fork([a, b]: [number, number]): number {
    const up = new Set(this.wayUp(a));
    return [...this.wayUp(b)].find((j) => up.has(j)) ?? 0;
  }

  /** Adds a part of balls at places of the upright pose, radii as shares of the height. */
  private part(joint: number, side: Side, balls: [place: Vector3, share: number][]): void {
    const here = this.rest[joint]!;
    const inJoint = balls.map(([place, share]) => ({ at: place.clone().sub(here), radius: share * this.height }));
    this.parts.push({ joint, side, balls: inJoint });
  }

  /** Pelvis, waist and chest. A trunk is wider than deep, so each height has a ball to the left and one to the right. */
  private trunk(): void {
    const [legs, arms] = [this.roles.pair("upleg")!, this.roles.pair("arm")!];
    const [pelvis, chest] = [this.fork(legs), this.fork(arms)];
    const h = this.height;
    const [low, high] = [this.middle(legs), this.middle(arms)];
    const across = (share: number, aside: number, radius: number): [Vector3, number][] =>
      [1, -1].map((s) => [low.clone().lerp(high, share).add(new Vector3(s * aside * h, 0, 0)), radius]);
    const spine = [...this.wayUp(chest)].reverse();
    const back = spine.slice(spine.indexOf(pelvis) + 1);
    const waist = this.rest[back[0] ?? chest]!;
    const [left, right] = legs.map((leg) => this.rest[leg]!) as [Vector3, Vector3];
    this.part(pelvis, "middle", [[low, 0.05], [left, 0.049], [right, 0.049], ...across(0.2, 0.027, 0.053), [waist, 0.05]]);
    const middle = back[Math.floor((back.length - 1) / 2)] ?? chest;
    this.part(middle, "middle", [[waist, 0.05], ...across(0.2, 0.026, 0.053), ...across(0.5, 0.025, 0.0535), [low.clone().lerp(high, 0.5), 0.0535]]);
    const neck = this.roles.joint("neck");
    const throat = neck === undefined ? high : this.rest[neck]!.clone().setY(Math.max(this.rest[neck]!.y, high.y + 0.01 * h));
    const shoulders = arms.map((arm): [Vector3, number] => [this.rest[arm]!.clone().lerp(high, 0.18), 0.031]);
    this.part(chest, "middle", [[low.clone().lerp(high, 0.5), 0.056], ...across(0.5, 0.026, 0.056), ...across(0.68, 0.031, 0.061), ...shoulders, [throat, 0.033]]);
    for (const tip of [...legs, ...arms, ...(neck === undefined ? [] : [neck])]) {
      for (const joint of this.wayUp(tip)) this.covered.add(joint);
    }
  }

  /** Ankle, heel and ball of the foot as one part, toes as another. */
  private foot(side: "left" | "right"): void {
    const ankle = this.roles.joint("foot", side);
    if (ankle === undefined) return;
    const h = this.height;
    const at = this.rest[ankle]!;
    const toe = this.below[ankle]!.find((j) => this.length[j]! > 0);
    const along = toe === undefined ? new Vector3(0, 0, 1) : this.rest[toe]!.clone().sub(at).setY(0).normalize();
    const forward = along.lengthSq() > 0 ? along : new Vector3(0, 0, 1);
    const ball = toe === undefined ? at.clone().addScaledVector(forward, 0.09 * h) : this.rest[toe]!;
    const sole = toe === undefined ? at.y - 0.04 * h : ball.y - 0.015 * h;
    const on = (place: Vector3, share: number): [Vector3, number] => [place.clone().setY(sole + share * h), share];
    const aside = new Vector3(forward.z, 0, -forward.x).multiplyScalar(0.012 * h);
    const pair = (place: Vector3, share: number, wide: number): [Vector3, number][] =>
      [wide, -wide].map((s) => on(place.clone().addScaledVector(aside, s), share));
    const heel = on(at.clone().addScaledVector(forward, -0.026 * h), 0.0195);
    const tip = ball.clone().addScaledVector(forward, 0.036 * h);
    this.part(ankle, side, [heel, [at, 0.0225], ...pair(ball, 0.0155, 1)]);
    const carrier = toe !== undefined && !this.joints[toe]!.end ? toe : ankle;
    this.part(carrier, side, [...pair(ball, 0.0155, 1), ...pair(tip, 0.0105, 0.55)]);
    this.cover(ankle);
  }

  /** A mitten along the hand, fingers left out. */
  private hand(side: "left" | "right"): void {
    const wrist = this.roles.joint("hand", side);
    if (wrist === undefined) return;
    const at = this.rest[wrist]!;
    const finger = this.below[wrist]!.find((j) => this.length[j]! > 0 && !/thumb/i.test(this.joints[j]!.name));
    const from = this.rest[this.joints[wrist]!.parent] ?? at;
    const outward = (finger === undefined ? at.clone().sub(from) : this.rest[finger]!.clone().sub(at)).normalize();
    const along = (share: number) => at.clone().addScaledVector(outward, share * this.height);
    this.part(wrist, side, [[at, 0.0165], [along(0.026), 0.0195], [along(0.06), 0.0125]]);
    this.cover(wrist);
  }

  /** Skull and jaw. */
  private head(): void {
    const head = this.roles.joint("head")!;
    const h = this.height;
    const place = (left: number, up: number, forward: number) =>
      this.rest[head]!.clone().add(new Vector3(left * h, up * h, forward * h));
    this.part(head, "middle", [
      [place(0.011, 0.01, 0.026), 0.026],
      [place(-0.011, 0.01, 0.026), 0.026],
      [place(0, 0.038, 0.025), 0.039],
      [place(0, 0.052, 0.006), 0.0505],
    ]);
    this.cover(head);
  }

  private cover(joint: number): void {
    for (const child of this.below[joint]!) {
      this.covered.add(child);
      this.cover(child);
    }
  }

  /** A tapered capsule for every bone that no part covers yet. */
  private bones(): void {
    const roles = this.person ? this.roles.byJoint() : new Map<number, Role>();
    this.joints.forEach((joint, j) => {
      const length = this.length[j]!;
      if (length === 0 || this.covered.has(j)) return;
      const share = length / this.height;
      const role = roles.get(joint.parent);
      const slim = [0.2, 0.14].map((part) => Math.min(Math.max(part * share, 0.008), 0.045));
      const [begin, end] = (role ? RADII[role] : slim).map((radius) => Math.min(radius, 0.45 * share));
      const side = joint.end ? this.roles.sides[joint.parent]! : this.roles.sides[j]!;
      this.part(joint.parent, side, [[this.rest[joint.parent]!, begin!], [this.rest[j]!, end!]]);
    });
  }
}
