// What is being played: a hero, one of its verbs or an actor on its graph, where the knobs are wanted, and how time runs.
//
// Knobs are kept by name: an adverb of the same name in another verb is the same knob. The verb and the actor stay where they are
// while the other one is shown.

import type { Actor, Adverb, Example, GraphInfo, Hero, Joint, Performer, VerbInfo } from "./engine";
import { clamp, median } from "./numbers";
import { Reach } from "./reach";
import { Steering, type Wish } from "./steering";

/** `played`: the actor has gone over to another verb. */
export type Change = "hero" | "mode" | "verb" | "played" | "knobs" | "transport";
export type Mode = "verb" | "actor";

/** One frame of a single step. */
const SINGLE_STEP = 1 / 30;
/** A page that was away goes on from where it was, rather than catching up. */
const LONGEST_STEP = 0.1;
/** A verb that does not repeat begins again after a while, seconds. */
const PAUSE_AT_END = 0.8;
const REMEMBERED = 90;
/** Over which the travelled speed is averaged, seconds. */
const SPEED_WINDOW = 1;
/** Two looks at the same page see the same chances taken. */
const SEED = 1;

/** A graph and who acts on it. */
interface Acting {
  graph: GraphInfo;
  actor: Actor;
  steering: Steering;
  reach: Reach;
}

interface Current {
  hero: Hero;
  player: Performer;
  acting: Acting | undefined;
}

export class Session {
  playing = true;
  /** Seconds of motion per second. */
  speed = 1;
  feetHeld = true;
  looking = false;
  /** The verb that is played where one verb is. */
  verb = 0;
  verbs: VerbInfo[] = [];
  joints: Joint[] = [];
  /** Weights of the examples at the present point. */
  weights: Float32Array<ArrayBufferLike> = new Float32Array();
  private wishedMode: Mode = "actor";
  private wanted = new Map<string, number>();
  private current: Current | undefined;
  private listeners: ((change: Change) => void)[] = [];
  private times: number[] = [];
  private path: { time: number; x: number; z: number; climbed: number }[] = [];
  private played = 0;
  private ended = 0;

  /** Shows another hero, or the same one built anew: knobs, verbs and place stay where the new one has them. */
  show(hero: Hero): void {
    const verbs = hero.verbs();
    const named = (verb: number | undefined) => verbs.findIndex((other) => verb !== undefined && other.name === this.verbs[verb]?.name);
    const index = Math.max(named(this.verb), 0);
    const player = hero.play(index); // before anything is given up: it may fail
    const acting = act(hero, this.graph?.name);
    const before = this.actor;
    if (acting && before) {
      const [x = 0, z = 0, heading = 0] = before.placement();
      acting.actor.place(x, z, heading);
      const verb = named(before.verb);
      if (acting.graph.nodes.includes(verb)) acting.actor.start(verb, before.phase);
    }
    this.drop();
    this.current = { hero, player, acting };
    this.verbs = verbs;
    this.joints = hero.joints();
    this.verb = index;
    this.begin(player, verbs[index]?.adverbs ?? []);
    if (acting) this.begin(acting.actor, acting.graph.knobs);
    this.measureAnew();
    this.tell("hero");
  }

  private drop(): void {
    this.current?.player.free();
    this.current?.acting?.actor.free();
    this.current?.hero.free();
  }

  get heroName(): string {
    return this.current?.hero.name ?? "";
  }

  /** Who plays one verb. */
  get player(): Performer | undefined {
    return this.current?.player;
  }

  get graph(): GraphInfo | undefined {
    return this.current?.acting?.graph;
  }

  get actor(): Actor | undefined {
    return this.current?.acting?.actor;
  }

  get steering(): Steering | undefined {
    return this.current?.acting?.steering;
  }

  get reach(): Reach | undefined {
    return this.current?.acting?.reach;
  }

  /** A hero without a graph has verbs only. */
  get mode(): Mode {
    return this.current?.acting ? this.wishedMode : "verb";
  }

  set mode(mode: Mode) {
    const before = this.mode;
    this.wishedMode = mode;
    if (this.mode === before) return;
    this.adverbs.forEach((adverb, index) => this.performer?.setKnob(index, this.knob(adverb)));
    this.measureAnew();
    this.tell("mode");
  }

  /** Who is on the stage. */
  get performer(): Performer | undefined {
    return this.mode === "actor" ? this.actor : this.player;
  }

  /** The verb that one sees. */
  get shownVerb(): number {
    return this.mode === "actor" ? (this.actor?.verb ?? 0) : this.verb;
  }

  /** The knobs: of the verb, or of all verbs of the graph. */
  get adverbs(): Adverb[] {
    return (this.mode === "actor" ? this.graph?.knobs : this.verbs[this.verb]?.adverbs) ?? [];
  }

  /** Those of the verb that one sees, with a coordinate for every one of the knobs; what the verb does not mind is no number. */
  get examples(): Example[] {
    const verb = this.verbs[this.shownVerb];
    const places = this.adverbs.map(({ name }) => verb?.adverbs.findIndex((own) => own.name === name) ?? -1);
    return (verb?.examples ?? []).map(({ name, at }) => ({ name, at: places.map((place) => at[place] ?? NaN) }));
  }

  /** Whether the verb that one sees minds a knob. */
  minds(index: number): boolean {
    const name = this.adverbs[index]?.name;
    return this.verbs[this.shownVerb]?.adverbs.some((own) => own.name === name) ?? false;
  }

  choose(verb: number): void {
    if (!this.current || !this.verbs[verb]) return;
    this.verb = verb;
    this.restart();
    this.tell("verb");
  }

  /** Asks the actor for a verb. Returns why not. */
  request(verb: number): string | undefined {
    return verb === this.reach?.verb ? this.reach.trigger(this) : this.actor?.request(verb);
  }

  /** The verb that the actor is bound for. */
  get bound(): number | undefined {
    const ahead = [this.actor?.transition?.index, ...(this.actor?.queue() ?? [])].filter((index) => index !== undefined);
    const last = ahead[ahead.length - 1];
    return last === undefined ? this.actor?.verb : this.graph?.transitions[last]?.to;
  }

  /** Asks the actor for a gesture. Returns why not. */
  gesture(gesture: number): string | undefined {
    return this.actor?.gesture(gesture);
  }

  /** What hands at keys, sticks and buttons want. */
  steer(wish: Wish): void {
    if (this.mode === "actor") this.steering?.follow(wish, this);
  }

  /** From the beginning and at the origin; knobs stay. */
  restart(): void {
    if (!this.current) return;
    const { hero, player, acting } = this.current;
    if (this.mode === "actor") {
      const anew = act(hero, this.graph?.name);
      acting?.actor.free();
      this.current.acting = anew;
      if (anew) this.begin(anew.actor, anew.graph.knobs);
    } else {
      player.free();
      this.current.player = hero.play(this.verb);
      this.begin(this.current.player, this.adverbs);
    }
    this.measureAnew();
  }

  /** Where a knob is wanted. */
  knob(adverb: Adverb): number {
    return clamp(this.wanted.get(adverb.name) ?? adverb.default, adverb.low, adverb.high);
  }

  /** Where it is, on its way. */
  actual(index: number): number {
    return this.performer?.knob(index) ?? 0;
  }

  turn(index: number, value: number): void {
    const adverb = this.adverbs[index];
    if (!adverb || !Number.isFinite(value)) return;
    const limited = clamp(value, adverb.low, adverb.high);
    this.wanted.set(adverb.name, limited);
    this.performer?.setKnob(index, limited);
    this.tell("knobs");
  }

  /** Every knob to where it stands by itself. */
  toDefaults(): void {
    this.adverbs.forEach((adverb, index) => this.turn(index, adverb.default));
  }

  /** What is wanted, by name, for keeping. */
  get knobs(): ReadonlyMap<string, number> {
    return this.wanted;
  }

  recall(knobs: ReadonlyMap<string, number>, verb: string | undefined, mode: Mode): void {
    this.wanted = new Map(knobs);
    this.mode = mode;
    const index = this.verbs.findIndex((other) => other.name === verb);
    if (this.mode === "verb" && index >= 0) return this.choose(index);
    this.restart();
    if (this.mode === "actor" && this.graph?.nodes.includes(index)) {
      this.actor?.start(index, 0);
      this.advance(0);
      this.tell("played");
    }
  }

  change(transport: Partial<Pick<Session, "playing" | "speed" | "feetHeld" | "looking">>): void {
    Object.assign(this, transport);
    for (const performer of [this.player, this.actor]) {
      performer?.setConstraints(this.feetHeld);
      if (!this.looking) performer?.lookAhead();
    }
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
    const over = this.mode === "verb" && !this.verbs[this.verb]?.cyclic && (this.player?.phase ?? 0) >= 1;
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

  /** How steeply it goes uphill, metres per metre. */
  get slope(): number {
    const [first, last] = [this.path[0], this.path[this.path.length - 1]];
    const way = first && last ? Math.hypot(last.x - first.x, last.z - first.z) : 0;
    return first && last && way > 0.2 ? (last.climbed - first.climbed) / way : 0;
  }

  onChange(listener: (change: Change) => void): void {
    this.listeners.push(listener);
  }

  private tell(change: Change): void {
    for (const listener of this.listeners) listener(change);
  }

  /** Who comes new to the stage takes over what the page remembers. */
  private begin(performer: Performer, adverbs: readonly Adverb[]): void {
    performer.setKnobs(Float32Array.from(adverbs, (adverb) => this.knob(adverb)));
    performer.setConstraints(this.feetHeld);
    performer.step(0);
  }

  private measureAnew(): void {
    this.path = [];
    this.times = [];
    this.played = 0;
    this.ended = 0;
    this.advance(0);
  }

  private advance(seconds: number): void {
    const performer = this.performer;
    if (!performer) return;
    const before = this.shownVerb;
    if (this.mode === "actor") this.reach?.follow(this);
    const start = performance.now();
    performer.step(seconds);
    this.times.push(performance.now() - start);
    if (this.times.length > REMEMBERED) this.times.shift();
    this.weights = performer.weights();
    this.played += seconds;
    const [x = 0, z = 0] = performer.placement();
    this.path.push({ time: this.played, x, z, climbed: performer.climbed });
    while (this.path[0] && this.played - this.path[0].time > SPEED_WINDOW) this.path.shift();
    if (this.shownVerb !== before) this.tell("played");
  }
}

/** An actor on the graph of that name, or on the first; nobody where there is none. */
function act(hero: Hero, name: string | undefined): Acting | undefined {
  const graphs = hero.graphs();
  const graph = graphs.find((other) => other.name === name) ?? graphs[0];
  if (!graph) return undefined;
  const verbs = hero.verbs();
  const steering = Steering.of(graph, verbs, (verb, point) => hero.travel(verb, point));
  return { graph, actor: hero.act(graph.name, SEED), steering, reach: new Reach(graph, verbs) };
}
