// What is being played: a hero, one of its verbs, where its knobs are wanted, and how time runs.
//
// Knobs are kept by name: an adverb of the same name in another verb is the same knob.

import type { Adverb, Hero, Joint, Player, VerbInfo } from "./engine";
import { clamp, median } from "./numbers";

export type Change = "hero" | "verb" | "knobs" | "transport";

/** One frame of a single step. */
const SINGLE_STEP = 1 / 30;
/** A page that was away goes on from where it was, rather than catching up. */
const LONGEST_STEP = 0.1;
/** A verb that does not repeat begins again after a while, seconds. */
const PAUSE_AT_END = 0.8;
const REMEMBERED = 90;
/** Over which the travelled speed is averaged, seconds. */
const SPEED_WINDOW = 1;

export class Session {
  playing = true;
  /** Seconds of motion per second. */
  speed = 1;
  feetHeld = true;
  looking = false;
  verb = 0;
  verbs: VerbInfo[] = [];
  joints: Joint[] = [];
  /** Weights of the examples at the present point. */
  weights: Float32Array<ArrayBufferLike> = new Float32Array();
  private wanted = new Map<string, number>();
  private current: { hero: Hero; player: Player } | undefined;
  private listeners: ((change: Change) => void)[] = [];
  private times: number[] = [];
  private path: { time: number; x: number; z: number }[] = [];
  private played = 0;
  private ended = 0;

  /** Shows another hero, or the same one built anew: knobs and verb stay where the new one has them. */
  show(hero: Hero): void {
    const verb = this.verbs[this.verb]?.name;
    const verbs = hero.verbs();
    const found = verbs.findIndex((other) => other.name === verb);
    const index = found < 0 ? 0 : found;
    const player = hero.play(index); // before anything is given up: it may fail
    this.current?.player.free();
    this.current?.hero.free();
    this.current = { hero, player };
    this.verbs = verbs;
    this.joints = hero.joints();
    this.verb = index;
    this.begin();
    this.tell("hero");
  }

  get heroName(): string {
    return this.current?.hero.name ?? "";
  }

  get player(): Player | undefined {
    return this.current?.player;
  }

  get adverbs(): Adverb[] {
    return this.verbs[this.verb]?.adverbs ?? [];
  }

  choose(verb: number): void {
    if (!this.current || !this.verbs[verb]) return;
    this.verb = verb;
    this.restart();
    this.tell("verb");
  }

  /** From the beginning of the verb and at the origin; knobs stay. */
  restart(): void {
    if (!this.current) return;
    const { hero, player } = this.current;
    player.free();
    this.current = { hero, player: hero.play(this.verb) };
    this.begin();
  }

  /** Where a knob is wanted. */
  knob(adverb: Adverb): number {
    return clamp(this.wanted.get(adverb.name) ?? adverb.default, adverb.low, adverb.high);
  }

  /** Where it is, on its way. */
  actual(index: number): number {
    return this.player?.knob(index) ?? 0;
  }

  turn(index: number, value: number): void {
    const adverb = this.adverbs[index];
    if (!adverb || !Number.isFinite(value)) return;
    const limited = clamp(value, adverb.low, adverb.high);
    this.wanted.set(adverb.name, limited);
    this.player?.setKnob(index, limited);
    this.tell("knobs");
  }

  /** Every knob of the verb to where it stands by itself. */
  toDefaults(): void {
    this.adverbs.forEach((adverb, index) => this.turn(index, adverb.default));
  }

  /** What is wanted, by name, for keeping. */
  get knobs(): ReadonlyMap<string, number> {
    return this.wanted;
  }

  recall(knobs: ReadonlyMap<string, number>, verb: string | undefined): void {
    this.wanted = new Map(knobs);
    const index = this.verbs.findIndex((other) => other.name === verb);
    if (index >= 0) this.choose(index);
    else this.restart();
  }

  change(transport: Partial<Pick<Session, "playing" | "speed" | "feetHeld" | "looking">>): void {
    Object.assign(this, transport);
    this.player?.setConstraints(this.feetHeld);
    if (!this.looking) this.player?.lookAhead();
    this.tell("transport");
  }

  stepOnce(): void {
    this.change({ playing: false });
    this.advance(SINGLE_STEP);
  }

  /** A frame of the screen has passed. Returns the seconds of motion it made. */
  tick(seconds: number): number {
    if (!this.playing) return 0;
    const step = Math.min(seconds, LONGEST_STEP) * this.speed;
    this.advance(step);
    const over = !this.verbs[this.verb]?.cyclic && (this.player?.phase ?? 0) >= 1;
    this.ended = over ? this.ended + step : 0;
    if (this.ended > PAUSE_AT_END) this.choose(this.verb);
    return step;
  }

  /** Median time that the engine takes for a frame, microseconds. */
  get engineMicroseconds(): number {
    return 1000 * median(this.times);
  }

  /** How fast the figure travels, metres per second of motion. */
  get travelSpeed(): number {
    const [first, last] = [this.path[0], this.path[this.path.length - 1]];
    if (!first || !last || last.time - first.time < 0.05) return 0;
    return Math.hypot(last.x - first.x, last.z - first.z) / (last.time - first.time);
  }

  onChange(listener: (change: Change) => void): void {
    this.listeners.push(listener);
  }

  private tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }

  /** A new player takes over what the page remembers. */
  private begin(): void {
    this.player?.setKnobs(Float32Array.from(this.adverbs, (adverb) => this.knob(adverb)));
    this.player?.setConstraints(this.feetHeld);
    this.path = [];
    this.times = [];
    this.played = 0;
    this.ended = 0;
    this.advance(0);
  }

  private advance(seconds: number): void {
    const player = this.player;
    if (!player) return;
    const start = performance.now();
    player.step(seconds);
    this.times.push(performance.now() - start);
    if (this.times.length > REMEMBERED) this.times.shift();
    this.weights = player.weights();
    this.played += seconds;
    const [x = 0, z = 0] = player.placement();
    this.path.push({ time: this.played, x, z });
    while (this.path[0] && this.played - this.path[0].time > SPEED_WINDOW) this.path.shift();
  }
}
