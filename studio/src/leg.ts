// A leg of a character whose foot stands while the actor's does: its sole rolls over the ground without sliding, and the leg is
// bent by the exact two-bone solution, about the axis of its knee.

import { Quaternion, Vector3 } from "three";
import type { Frame } from "./character";

export interface BoundLeg {
  target: [number, number, number, number];
  source: [number, number, number, number];
  ball: [number, number, number];
  hinge: [number, number, number];
  /** For every point: joints that hold it, where it is seen from them, and how much they do. */
  sole: [number, [number, number, number], number][][];
  soft: number;
  /** A foreleg, which carries no hips. */
  fore: boolean;
  /** Of a leg that steps as another does: where its ankle is at rest, over the ground from its upper end, and how high. */
  step: [number, number, number] | null;
}

/** What the motion does to the foot of a leg, in the mesh's unit. */
export interface Step {
  planted: boolean;
  /** Of its ball. */
  height: number;
  /** From the hip to the ankle over the ground, and how much higher than at rest that is. */
  way: Vector3;
  heading: number;
}

/** How high the ground is at x and z. */
export type GroundAt = (x: number, z: number) => number;

/** In which a hold goes, seconds. */
const FADE = 0.07;
/** A leg reaches this part of its length. */
const LONGEST_REACH = 0.999;

export class PlantedLeg {
  /** By how much the foot is moved over the ground, and how much of a hold that is. */
  private readonly correction = new Vector3();
  private held = 0;
  /** Where the ankle is over the ground while the foot stands. */
  private readonly place = new Vector3();
  private planted = false;
  /** Where the motion has the ankle, and where it is to be. */
  private readonly at = new Vector3();
  private readonly goal = new Vector3();
  /** The sole, seen from the ankle; as it was, and as it is. */
  private before: Vector3[];
  private under: Vector3[];

  constructor(readonly bound: BoundLeg) {
    this.before = bound.sole.map(() => new Vector3());
    this.under = bound.sole.map(() => new Vector3());
  }

  /** Decides where the ankle is to be. Returns how far the hips must come down for that. */
  aim(frames: readonly Frame[], { planted, height, way, heading }: Step, ground: GroundAt, seconds: number): number {
    const [hip, knee, ankle, ball] = this.bound.target.map((joint) => frames[joint]!) as [Frame, Frame, Frame, Frame];
    this.lookUnder(frames, ankle.place);
    const { step } = this.bound;
    const at = this.at.copy(ankle.place);
    if (step) at.fromArray(step).applyAxisAngle(UP, heading).add(way).add(seen.copy(hip.place).setY(0));
    const fading = Math.exp(-seconds / FADE);
    if (planted && !this.planted) this.place.copy(at).add(this.correction);
    else if (planted) this.place.add(this.rolled());
    this.planted = planted;
    if (planted) this.correction.subVectors(this.place, at).setY(0);
    else this.correction.multiplyScalar(fading);
    this.held = planted ? 1 - (1 - this.held) * fading : this.held * fading;
    const length = hip.place.distanceTo(knee.place) + knee.place.distanceTo(ankle.place);
    // Whoever was carried elsewhere at once stands there.
    if (this.correction.length() > 0.3 * length) {
      this.correction.set(0, 0, 0);
      this.place.copy(at);
    }
    this.goal.copy(at).add(this.correction);
    const { x, y, z } = this.goal;
    const toGround = Math.max(...this.under.map((point) => ground(x + point.x, z + point.z) - point.y - y));
    const asHigh = step ? 0 : height - new Vector3().fromArray(this.bound.ball).applyQuaternion(ball.rotation).add(ball.place).y;
    // A foot in the air may be higher, never lower.
    this.goal.y += this.held * toGround + (1 - this.held) * Math.max(toGround, asHigh, 0);
    const down = hip.place.clone().sub(this.goal);
    const reach = Math.max(LONGEST_REACH * length, hip.place.distanceTo(ankle.place));
    return Math.max(0, down.y - Math.sqrt(Math.max(0, reach * reach - down.x * down.x - down.z * down.z)));
  }

  /** Where the sole is. */
  private lookUnder(frames: readonly Frame[], ankle: Vector3): void {
    [this.before, this.under] = [this.under, this.before];
    this.bound.sole.forEach((held, p) => {
      const point = this.under[p]!.set(0, 0, 0);
      for (const [joint, from, weight] of held) {
        const { rotation, place } = frames[joint]!;
        point.addScaledVector(seen.fromArray(from).applyQuaternion(rotation).add(place).sub(ankle), weight);
      }
    });
  }

  /** By how much the ankle goes on when what touches the ground stays. */
  private rolled(): Vector3 {
    const lowest = (points: readonly Vector3[]) => Math.min(...points.map(({ y }) => y));
    const [low, lowBefore] = [lowest(this.under), lowest(this.before)];
    const sum = new Vector3();
    let total = 0;
    this.under.forEach((point, p) => {
      const before = this.before[p]!;
      const carries = Math.exp(-Math.max(point.y - low, before.y - lowBefore) / this.bound.soft);
      sum.addScaledVector(seen.subVectors(before, point), carries);
      total += carries;
    });
    return sum.divideScalar(total).setY(0);
  }

  /** The rotations of hip, knee and ankle that bring the ankle there after the hips have come down. */
  bend(frames: readonly Frame[], lowered: number): [number, Quaternion][] {
    const [hip, knee, ankle] = this.bound.target;
    const [a, b, c] = [frames[hip]!, frames[knee]!, frames[ankle]!];
    const hinge = new Vector3().fromArray(this.bound.hinge).applyQuaternion(a.rotation);
    const first = b.place.clone().sub(a.place);
    const second = c.place.clone().sub(b.place);
    const reach = this.goal.clone().sub(a.place);
    reach.y += lowered;
    // |first + R second| = |reach|, R being a turn about the hinge.
    const along = first.dot(hinge) * second.dot(hinge);
    const cosine = first.dot(second) - along;
    const sine = first.dot(hinge.clone().cross(second));
    const wanted = 0.5 * (reach.lengthSq() - first.lengthSq() - second.lengthSq()) - along;
    const bend = -Math.atan2(sine, cosine);
    const must = Math.acos(Math.min(Math.max(wanted / Math.max(Math.hypot(sine, cosine), 1e-9), -1), 1));
    const lower = new Quaternion().setFromAxisAngle(hinge, must - bend);
    const end = second.applyQuaternion(lower).add(first);
    const swing = new Quaternion().setFromUnitVectors(end.normalize(), reach.normalize());
    return [
      [hip, swing.clone().multiply(a.rotation)],
      [knee, swing.clone().multiply(lower).multiply(b.rotation)],
      [ankle, c.rotation.clone()],
    ];
  }
}

const seen = new Vector3();
const UP = new Vector3(0, 1, 0);
