// A point to reach for.
//
// It goes along with the figure, in whose frame (x left, y up, z forward) it is kept, until the figure reaches for it: then it stays
// where it is in the world. Who is asked for it while walking stops first, and does not leave it behind. A verb whose adverbs are x, y and z brings the body there, nearly; the hand that is nearest to the point
// when the verb comes to its key-time makes up for the rest.

import type { Actor, Adverb, GraphInfo, Point3, VerbInfo } from "./engine";
import { POSE_STRIDE } from "./engine";

/** The engine takes this long to bring a hand to a point, seconds. */
const HAND_COMES = 0.4;
/** So long the hand stays there. */
const HAND_STAYS = 0.25;
const AXES = ["x", "y", "z"] as const;
/** Where hands without such a verb find the point, in front of the right shoulder. */
const USUAL: Point3 = { x: -0.25, y: 1.25, z: 0.5 };

/** Whose knobs follow the point. */
export interface Reacher {
  readonly actor: Actor | undefined;
  readonly adverbs: readonly Adverb[];
  knob(adverb: Adverb): number;
  turn(knob: number, value: number): void;
}

export class Reach {
  /** The verb that reaches, if there is one. */
  readonly verb: number | undefined;
  /** Canonical time at which it is there. */
  private readonly apex: number = 0.5;
  /** The knobs x, y and z. */
  private readonly knobs: number[];
  private own: Point3;
  /** Somebody has asked for it. */
  private asked = false;
  /** Where it stays while it is reached for, and by which hand it is. */
  private fixed: Point3 | undefined;
  private hand: number | undefined;

  constructor(
    private readonly graph: GraphInfo,
    verbs: readonly VerbInfo[],
  ) {
    const reaches = (verb: number) => AXES.every((axis) => verbs[verb]?.adverbs.some(({ name }) => name === axis));
    this.verb = graph.nodes.find(reaches);
    this.knobs = this.verb === undefined ? [] : AXES.map((axis) => graph.knobs.findIndex(({ name }) => name === axis));
    const keys = (this.verb === undefined ? undefined : verbs[this.verb]?.keys) ?? [];
    const named = keys.findIndex((key) => /reach|apex|touch|grab/.test(key));
    if (keys.length > 1) this.apex = (named > 0 ? named : Math.floor(keys.length / 2)) / (keys.length - 1);
    const [x, y, z] = this.knobs.map((knob) => graph.knobs[knob]!.default);
    this.own = x === undefined ? { ...USUAL } : { x, y: y!, z: z! };
  }

  /** Whether there is anything to reach with. */
  get works(): boolean {
    return this.verb !== undefined || this.graph.hands.length > 0;
  }

  /** Whether the point is being reached for. */
  get active(): boolean {
    return this.asked;
  }

  /** Where the point is. */
  point(by: Reacher): Point3 {
    return this.fixed ?? toWorld(frameOf(by), this.own);
  }

  /** Puts the point somewhere in the world. */
  move(point: Point3, by: Reacher): void {
    if (this.fixed) this.fixed = { ...point };
    this.own = toOwn(frameOf(by), point);
    this.tell(by);
  }

  /** Reaches for it; where only hands can, the next time lets go. Returns why not. */
  trigger(by: Reacher): string | undefined {
    if (this.verb === undefined && this.active) return this.end(by);
    const refused = this.verb === undefined ? undefined : by.actor?.request(this.verb);
    if (refused !== undefined) return refused;
    this.asked = true;
    return undefined;
  }

  /** Before every step. */
  follow(by: Reacher): void {
    const { actor } = by;
    if (!actor) return;
    // A slider of x, y or z moves the point as a hand in the scene does.
    if (!this.fixed && this.knobs.length > 0) {
      const [x, y, z] = this.knobs.map((knob) => by.knob(by.adverbs[knob]!));
      this.own = { x: x!, y: y!, z: z! };
    }
    const point = this.point(by);
    this.graph.objects.forEach((_, object) => actor.placeObject(object, point));
    if (!this.asked) return;
    if (this.verb === undefined) {
      this.fixed ??= point;
      return this.bring(actor, point);
    }
    // Somebody has asked for something else, or it is done.
    if (actor.verb !== this.verb && !this.ahead(actor).includes(this.verb)) return this.end(by);
    const entered = actor.transition && this.graph.transitions[actor.transition.index]!.to;
    if (actor.verb !== this.verb && entered !== this.verb) return;
    this.fixed ??= point;
    if (actor.verb !== this.verb) {
      this.own = toOwn(frameOf(by), point);
      this.tell(by);
      return;
    }
    const left = (this.apex - actor.phase) * actor.duration;
    if (left < -HAND_STAYS) this.letGo(actor);
    else if (left < HAND_COMES) this.bring(actor, point);
  }

  /** The verbs that are to come. */
  private ahead(actor: Actor): number[] {
    const { transition } = actor;
    const transitions = [...(transition ? [transition.index] : []), ...actor.queue()];
    return transitions.map((index) => this.graph.transitions[index]!.to);
  }

  private end(by: Reacher): undefined {
    if (by.actor) this.letGo(by.actor);
    if (this.fixed) this.own = toOwn(frameOf(by), this.fixed);
    this.fixed = undefined;
    this.asked = false;
    this.tell(by);
  }

  /** The knobs are where the point is, seen from the figure. */
  private tell(by: Reacher): void {
    this.knobs.forEach((knob, axis) => by.turn(knob, this.own[AXES[axis]!]));
  }

  private bring(actor: Actor, point: Point3): void {
    this.hand ??= this.nearest(actor, point);
    if (this.hand !== undefined) actor.reach(this.hand, point);
  }

  private letGo(actor: Actor): void {
    if (this.hand !== undefined) actor.reach(this.hand, undefined);
    this.hand = undefined;
  }

  private nearest(actor: Actor, { x, y, z }: Point3): number | undefined {
    const world = actor.world();
    const away = this.graph.hands.map((joint) => {
      const at = POSE_STRIDE * joint + 9;
      return Math.hypot(world[at]! - x, world[at + 1]! - y, world[at + 2]! - z);
    });
    return away.length === 0 ? undefined : away.indexOf(Math.min(...away));
  }
}

/** The figure's frame: where it stands, and its heading. */
export interface Frame extends Point3 {
  heading: number;
}

function frameOf({ actor }: Reacher): Frame {
  const [x = 0, z = 0, heading = 0] = actor?.placement() ?? [];
  return { x, y: actor?.climbed ?? 0, z, heading };
}

/** From the figure's frame to the world's. */
export function toWorld(frame: Frame, { x, y, z }: Point3): Point3 {
  const [cos, sin] = [Math.cos(frame.heading), Math.sin(frame.heading)];
  return { x: frame.x + cos * x + sin * z, y: frame.y + y, z: frame.z - sin * x + cos * z };
}

/** And back. */
export function toOwn(frame: Frame, point: Point3): Point3 {
  const [cos, sin] = [Math.cos(frame.heading), Math.sin(frame.heading)];
  const [dx, dz] = [point.x - frame.x, point.z - frame.z];
  return { x: cos * dx - sin * dz, y: point.y - frame.y, z: sin * dx + cos * dz };
}
