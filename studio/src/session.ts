// What is being played: a hero, one of its verbs, an actor on its graph or one of its shapes, where the knobs are wanted, and how time
// runs.
//
// Knobs are kept by name: an adverb of the same name in another verb is the same knob. The verb, the actor and the shape stay where
// they are while another is shown.

import type { Actor, Adverb, Example, GraphInfo, Hero, Joint, Performer, VerbInfo } from "./engine";
import { Gallery } from "./gallery";
import { clamp, median } from "./numbers";
import { Reach } from "./reach";
import { Steering, type Wish } from "./steering";
import type { BodyInfo, Wearer } from "./wearer";

/** `played`: the actor has gone over to another verb. */
export type Change = "hero" | "mode" | "verb" | "played" | "knobs" | "transport";
export type Mode = "verb" | "actor" | "shape";

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
  /** Whose shapes are shown too. */
  further: Hero | undefined;
  /** A hero that has only shapes plays nothing. */
  player: Performer | undefined;
  acting: Acting | undefined;
}

export class Session {
  /** Seconds of motion per second. */
  speed = 1;
  feetHeld = true;
  looking = false;
  /** The verb that is played where one verb is. */
  verb = 0;
  verbs: VerbInfo[] = [];
  joints: Joint[] = [];
  readonly gallery = new Gallery();
  private running = true;
  private weighed: Float32Array<ArrayBufferLike> = new Float32Array();
  private wishedMode: Mode = "actor";
  private wanted = new Map<string, number>();
  private current: Current | undefined;
  private listeners: ((change: Change) => void)[] = [];
  private times: number[] = [];
  private path: { time: number; x: number; z: number; climbed: number }[] = [];
  private played = 0;
  private ended = 0;

  /** Shows another hero, or the same one built anew: knobs, verbs and place stay where the new one has them. `further`: has shapes to
   * show beside the hero's. */
  show(hero: Hero, further?: Hero): void {
    const verbs = hero.verbs();
    if (verbs.length === 0 && hero.shapes().length === 0) throw new Error("it has neither verbs nor shapes: there is nothing to show");
    const named = (verb: number | undefined) => verbs.findIndex((other) => verb !== undefined && other.name === this.verbs[verb]?.name);
    const index = Math.max(named(this.verb), 0);
    const player = verbs.length > 0 ? hero.play(index) : undefined; // before anything is given up: it may fail
    const before = this.actor;
    const acting = act(hero, this.graph?.name, before);
    this.drop(acting?.actor);
    this.current = { hero, further, player, acting };
    this.verbs = verbs;
    this.joints = hero.joints();
    this.verb = index;
    this.gallery.show(further ? [hero, further] : [hero], (knob) => this.knob(knob));
    if (player) this.begin(player, verbs[index]?.adverbs ?? []);
    if (acting && !before) this.begin(acting.actor, acting.graph.knobs);
    else acting?.graph.knobs.forEach((knob, index) => acting.actor.setKnob(index, this.knob(knob)));
    this.measureAnew();
    this.tell("hero");
  }

  /** Lets go of what was shown, but for an actor who has gone over to what is shown now. */
  private drop(kept?: Actor): void {
    this.current?.player?.free();
    if (!kept) this.current?.acting?.actor.free();
    this.current?.hero.free();
    this.current?.further?.free();
  }

  /** Who is on the stage, for a body to follow. */
  get hero(): { joints: readonly Joint[]; wear(body: BodyInfo): Wearer } | undefined {
    const hero = this.current?.hero;
    return hero && { joints: this.joints, wear: (body) => hero.wear(body) };
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

  /** What there is to show of the hero. */
  get modes(): Mode[] {
    const there = { actor: this.current?.acting, verb: this.current?.player, shape: this.gallery.info };
    return (["actor", "verb", "shape"] as const).filter((mode) => there[mode] !== undefined);
  }

  /** The one that is wished for, or else what there is. */
  get mode(): Mode {
    const { modes } = this;
    return modes.includes(this.wishedMode) ? this.wishedMode : (modes[0] ?? "verb");
  }

  set mode(mode: Mode) {
    const before = this.mode;
    this.wishedMode = mode;
    if (this.mode === before) return;
    this.adverbs.forEach((adverb, index) => this.mode !== "shape" && this.performer?.setKnob(index, this.knob(adverb)));
    this.gallery.setSweeping(false);
    this.measureAnew();
    this.tell("mode");
  }

  /** Who is on the stage; behind a shape, who poses it. */
  get performer(): Performer | undefined {
    return this.mode === "actor" ? this.actor : this.player;
  }

  /** Whether time runs; for a shape, whether a knob goes by itself. */
  get playing(): boolean {
    return this.mode === "shape" ? this.gallery.sweeping || this.gallery.following : this.running;
  }

  set playing(on: boolean) {
    if (this.mode === "shape") this.gallery.setSweeping(on);
    else this.running = on;
  }

  /** Whether a verb can move the shape that is shown. */
  get canFollow(): boolean {
    return this.player !== undefined && this.gallery.posedBy(this.current?.hero);
  }

  /** The verb that one sees. */
  get shownVerb(): number {
    return this.mode === "actor" ? (this.actor?.verb ?? 0) : this.verb;
  }

  /** The name of what one sees. */
  get shownName(): string {
    return (this.mode === "shape" ? this.gallery.info?.name : this.verbs[this.shownVerb]?.name) ?? "";
  }

  /** Weights of the examples at the present point. */
  get weights(): Float32Array<ArrayBufferLike> {
    return this.mode === "shape" ? (this.gallery.form()?.weights() ?? new Float32Array()) : this.weighed;
  }

  /** The knobs: of the verb, of all verbs of the graph, or of the shape. */
  get adverbs(): Adverb[] {
    if (this.mode === "shape") return this.gallery.knobs;
    return (this.mode === "actor" ? this.graph?.knobs : this.verbs[this.verb]?.adverbs) ?? [];
  }

  /** Those of the verb that one sees, with a coordinate for every one of the knobs; what the verb does not mind is no number. */
  get examples(): Example[] {
    if (this.mode === "shape") return this.gallery.examples;
    const verb = this.verbs[this.shownVerb];
    const places = this.adverbs.map(({ name }) => verb?.adverbs.findIndex((own) => own.name === name) ?? -1);
    return (verb?.examples ?? []).map(({ name, at }) => ({ name, at: places.map((place) => at[place] ?? NaN) }));
  }

  /** Whether the verb that one sees minds a knob. */
  minds(index: number): boolean {
    if (this.mode === "shape") return true;
    const name = this.adverbs[index]?.name;
    return this.verbs[this.shownVerb]?.adverbs.some((own) => own.name === name) ?? false;
  }

  choose(verb: number): void {
    if (!this.current || !this.verbs[verb]) return;
    this.verb = verb;
    this.restart();
    this.tell("verb");
  }

  /** Shows another shape. */
  chooseShape(shape: number): void {
    if (!this.gallery.shapes[shape]) return;
    this.gallery.choose(shape, (knob) => this.knob(knob));
    this.times = [];
    this.tell("verb");
    this.tell("transport");
  }

  /** Goes to a point of the shape, for the eye. */
  goTo(point: ReadonlyMap<number, number>): void {
    point.forEach((_, index) => this.gallery.letGo(index));
    this.gallery.glide(point);
    this.tell("transport");
  }

  /** The knob that goes by itself is this one. */
  sweepOver(index: number): void {
    if (this.gallery.swept === index) return;
    this.gallery.swept = index;
    this.gallery.setSweeping(this.gallery.sweeping);
    this.tell("transport");
  }

  /** Lets knobs leave their ranges, or not. */
  setBeyond(on: boolean): void {
    this.gallery.beyond = on;
    this.gallery.knobs.forEach((knob, index) => this.gallery.turn(index, this.knob(knob)));
    this.tell("verb");
  }

  /** Lets the verb move the shape, or not. */
  setFollowing(on: boolean): void {
    this.gallery.setSweeping(false);
    this.gallery.following = on && this.canFollow;
    this.tell("transport");
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
    return this.actor?.startGesture(gesture);
  }

  /** What hands at keys, sticks and buttons want. */
  steer(wish: Wish): void {
    if (this.mode === "actor") this.steering?.follow(wish, this);
  }

  /** From the beginning and at the origin; knobs stay. */
  restart(): void {
    if (!this.current) return;
    const { hero, player, acting } = this.current;
    if (this.mode === "shape") return this.toDefaults();
    if (this.mode === "actor") {
      const anew = act(hero, this.graph?.name, undefined);
      acting?.actor.free();
      this.current.acting = anew;
      if (anew) this.begin(anew.actor, anew.graph.knobs);
    } else if (player) {
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
    if (this.mode === "shape") return this.gallery.value(index);
    return this.performer?.knob(index) ?? 0;
  }

  turn(index: number, value: number): void {
    if (this.mode === "shape") {
      const moving = this.playing;
      this.gallery.letGo(index);
      if (moving && !this.playing) this.tell("transport");
    }
    this.set(index, value);
  }

  private set(index: number, value: number): void {
    const adverb = this.adverbs[index];
    if (!adverb || !Number.isFinite(value)) return;
    const limited = clamp(value, adverb.low, adverb.high);
    this.wanted.set(adverb.name, limited);
    if (this.mode === "shape") this.gallery.turn(index, limited);
    else this.performer?.setKnob(index, limited);
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

  recall(knobs: ReadonlyMap<string, number>, verb: string | undefined, shape: string | undefined, mode: Mode): void {
    this.wanted = new Map(knobs);
    this.mode = mode;
    const place = this.gallery.shapes.findIndex((other) => other.name === shape);
    // A link to where the range ends tells so.
    this.gallery.beyond = this.gallery.shapes[place]?.adjectives.some(({ name, low, high }) => outside(knobs.get(name), low, high)) ?? false;
    this.gallery.choose(Math.max(place, 0), (knob) => this.knob(knob));
    if (this.mode === "shape") return this.tell("verb");
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
      performer?.setFootPlanting(this.feetHeld);
      if (!this.looking) performer?.lookAhead();
    }
    this.tell("transport");
  }

  stepOnce(): void {
    if (this.mode === "shape") return;
    this.change({ playing: false });
    this.advance(SINGLE_STEP);
  }

  /** A frame of the screen has passed. Returns the seconds of motion it made. */
  tick(seconds: number): number {
    const step = Math.min(seconds, LONGEST_STEP) * this.speed;
    if (this.mode === "shape") this.form(step);
    if (!this.playing || this.mode === "shape") return 0;
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
    performer.setFootPlanting(this.feetHeld);
    performer.step(0);
  }

  private measureAnew(): void {
    this.path = [];
    this.times = [];
    this.played = 0;
    this.ended = 0;
    this.advance(0);
  }

  /** The shape, so many seconds later. */
  private form(seconds: number): void {
    const { gallery, player } = this;
    gallery.tick(seconds, (index, value) => this.set(index, value));
    if (gallery.following && player) {
      player.step(seconds);
      gallery.follow(player);
    }
    const [start, before] = [performance.now(), gallery.version];
    gallery.form();
    if (gallery.version !== before) this.took(performance.now() - start);
  }

  private took(milliseconds: number): void {
    this.times.push(milliseconds);
    if (this.times.length > REMEMBERED) this.times.shift();
  }

  private advance(seconds: number): void {
    const performer = this.performer;
    if (!performer) return;
    const before = this.shownVerb;
    if (this.mode === "actor") this.reach?.follow(this);
    const start = performance.now();
    performer.step(seconds);
    this.took(performance.now() - start);
    this.weighed = performer.weights();
    this.played += seconds;
    const [x = 0, z = 0] = performer.placement();
    this.path.push({ time: this.played, x, z, climbed: performer.climbed });
    while (this.path[0] && this.played - this.path[0].time > SPEED_WINDOW) this.path.shift();
    if (this.shownVerb !== before) this.tell("played");
  }
}

function outside(value: number | undefined, low: number, high: number): boolean {
  const rounding = 1e-4 * (high - low);
  return value !== undefined && (value < low - rounding || value > high + rounding);
}

/** An actor on the graph of that name, or on the first; nobody where there is none. */
function act(hero: Hero, name: string | undefined, before: Actor | undefined): Acting | undefined {
  const graphs = hero.graphs();
  const graph = graphs.find((other) => other.name === name) ?? graphs[0];
  if (!graph) return undefined;
  const verbs = hero.verbs();
  const steering = Steering.of(graph, verbs, (verb, point) => hero.travel(verb, point));
  const actor = before ? hero.migrate(before, graph.name) : hero.act(graph.name, SEED);
  return { graph, actor, steering, reach: new Reach(graph, verbs) };
}
