// What keys, sticks and pads mean to a graph: which of its verbs goes, which goes faster, which stands, and which knob turns.
//
// The graph tells by what its verbs do, rather than by their names: a verb goes if a round of it takes the figure somewhere, and a
// knob turns if its ends lead to different headings.

import type { Adverb, GraphInfo, Travel, VerbInfo } from "./engine";
import { clamp } from "./numbers";

/** What a hand wants: ahead from 0 to 1, faster or not, to the left (1) or to the right (−1). */
export interface Wish {
  ahead: number;
  fast: boolean;
  turn: number;
}

export const NO_WISH: Readonly<Wish> = { ahead: 0, fast: false, turn: 0 };

/** Slower verbs stand, metres per second. */
const SLOWEST_WALK = 0.25;
/** A run is so much faster than a walk. */
const RUN = 1.25;
/** A knob turns if its ends are so far apart in heading, radians per second. */
const LEAST_TURN = 0.4;
/** Less of a stick is nothing. */
const LEAST_AHEAD = 0.15;

/** A knob of the graph: where it stands for the left, for the right, and for neither. */
interface TurnKnob {
  knob: number;
  left: number;
  right: number;
  straight: number;
}

/** Whom a wish is told to. */
export interface Steered {
  readonly adverbs: readonly Adverb[];
  /** The verb it is bound for. */
  readonly bound: number | undefined;
  request(verb: number): string | undefined;
  turn(knob: number, value: number): void;
}

type TravelOf = (verb: number, point: readonly number[]) => Travel;

export class Steering {
  private last: Wish = NO_WISH;

  private constructor(
    /** Verbs, by their places among the hero's. */
    readonly rest: number | undefined,
    readonly walk: number | undefined,
    readonly run: number | undefined,
    readonly turn: TurnKnob | undefined,
    /** The knob called speed. */
    readonly speed: number | undefined,
  ) {}

  static of(graph: GraphInfo, verbs: readonly VerbInfo[], travel: TravelOf): Steering {
    const usual = (verb: number) => (verbs[verb]?.adverbs ?? []).map((adverb) => adverb.default);
    const repeating = graph.nodes.filter((verb) => verbs[verb]?.cyclic);
    const speeds = new Map(repeating.map((verb) => [verb, speedOf(travel(verb, usual(verb)))]));
    const speed = (verb: number) => speeds.get(verb) ?? 0;
    const startsFirst = [...graph.starts.filter((verb) => speeds.has(verb)), ...repeating];
    const rest = startsFirst.find((verb) => speed(verb) < SLOWEST_WALK);
    const goes = repeating.filter((verb) => speed(verb) >= SLOWEST_WALK);
    const merits = (verb: number) => [
      graph.starts.includes(verb),
      verbs[verb]?.name === "walk",
      graph.transitions.some(({ from, to }) => from === rest && to === verb),
      verbs[verb]?.adverbs.length ?? 0,
      -speed(verb),
    ].map(Number);
    const walk = best(goes, merits);
    const run = best(goes.filter((verb) => walk !== undefined && speed(verb) >= RUN * speed(walk)), (verb) => [speed(verb)]);
    const turn = [walk, run].map((verb) => verb !== undefined ? turnKnob(graph, verbs, verb, travel) : undefined).find((found) => found);
    const named = graph.knobs.findIndex(({ name }) => name === "speed");
    return new Steering(rest, walk, run, turn, named < 0 ? undefined : named);
  }

  /** Whether there is anything to steer. */
  get works(): boolean {
    return this.walk !== undefined;
  }

  /** Passes on what has changed: buttons pressed in between keep their say. Who holds a key insists, whatever chance says. */
  follow(wish: Wish, to: Steered): void {
    const [verb, before] = [this.verb(wish), this.verb(this.last)];
    const turned = wish.turn !== this.last.turn;
    const hastened = wish.ahead !== this.last.ahead;
    this.last = { ...wish };
    const insists = wish.ahead > LEAST_AHEAD && to.bound !== verb;
    if ((verb !== before || insists) && verb !== undefined) to.request(verb);
    if (turned && this.turn) {
      const { knob, left, right, straight } = this.turn;
      to.turn(knob, straight + Math.abs(clamp(wish.turn, -1, 1)) * ((wish.turn > 0 ? left : right) - straight));
    }
    // Keys know ahead or not; only a stick says how fast.
    const partly = wish.ahead > LEAST_AHEAD && wish.ahead < 1;
    const speed = this.speed === undefined ? undefined : to.adverbs[this.speed];
    if (hastened && partly && speed && this.speed !== undefined) to.turn(this.speed, speed.low + wish.ahead * (speed.high - speed.low));
  }

  private verb({ ahead, fast }: Wish): number | undefined {
    if (ahead <= LEAST_AHEAD) return this.rest;
    return fast ? (this.run ?? this.walk) : this.walk;
  }
}

function speedOf({ x, z, duration }: Travel): number {
  return duration > 0 ? Math.hypot(x, z) / duration : 0;
}

/** The first with the greatest merits, the first of them counting most. */
function best(verbs: readonly number[], merits: (verb: number) => number[]): number | undefined {
  const greater = (a: number[], b: number[]) => {
    const at = a.findIndex((merit, i) => merit !== b[i]);
    return at >= 0 && a[at]! > b[at]!;
  };
  return verbs.reduce<number | undefined>((found, verb) => (found === undefined || greater(merits(verb), merits(found)) ? verb : found), undefined);
}

/** The knob whose ends lead farthest apart in heading. */
function turnKnob(graph: GraphInfo, verbs: readonly VerbInfo[], verb: number, travel: TravelOf): TurnKnob | undefined {
  const adverbs = verbs[verb]?.adverbs ?? [];
  const rate = (own: number, value: number) => {
    const { heading, duration } = travel(verb, adverbs.map((adverb, i) => (i === own ? value : adverb.default)));
    return duration > 0 ? heading / duration : 0;
  };
  const turns = adverbs.map(({ name, low, high, default: straight }, own) => {
    const apart = rate(own, high) - rate(own, low);
    const knob = graph.knobs.findIndex((other) => other.name === name);
    return { apart: Math.abs(apart), knob, left: apart > 0 ? high : low, right: apart > 0 ? low : high, straight };
  });
  const farthest = turns.reduce<(typeof turns)[number] | undefined>((a, b) => (a && a.apart >= b.apart ? a : b), undefined);
  return farthest && farthest.apart >= LEAST_TURN && farthest.knob >= 0 ? farthest : undefined;
}
