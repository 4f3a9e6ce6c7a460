// The shapes on show: which one, where its knobs are, and how they move by themselves.
//
// A knob is an adjective or, after all of those, a feature. Where the range may be left, knobs go half of it further each way, and
// say where they are meant to be.

import type { Adverb, Example, Hero, Performer } from "./engine";
import { clamp } from "./numbers";
import type { Sculpture, ShapeInfo } from "./shape";

export interface Knob extends Adverb {
  kind: "adjective" | "feature";
  periodic: boolean;
  read: string | undefined;
}

/** How far beyond its range a knob may go, in parts of that. */
export const BEYOND = 0.5;
/** An adjective goes there and back in so many seconds. */
const SWEEP = 4;
/** A point that is asked for is reached in so many seconds. */
const GLIDE = 0.45;

interface Shown {
  hero: Hero;
  index: number;
  info: ShapeInfo;
}

export class Gallery {
  /** The knob that goes by itself while that is wanted. */
  swept = 0;
  sweeping = false;
  /** The form is that of a performer's pose. */
  following = false;
  /** Changes with the form. */
  version = 0;
  knobs: Knob[] = [];
  examples: Example[] = [];
  private all: Shown[] = [];
  private place = 0;
  private sculpture: Sculpture | undefined;
  private wide = false;
  private normals: string | undefined;
  private values: number[] = [];
  private dirty = false;
  private sweep = 0;
  private gliding: { from: number[]; to: ReadonlyMap<number, number>; share: number } | undefined;

  /** Takes the shapes of heroes; the one that was shown stays, if they have it. `knob`: where a knob is wanted. */
  show(heroes: readonly Hero[], knob: (of: Adverb) => number): void {
    const before = this.info?.name;
    this.sculpture?.free();
    this.sculpture = undefined;
    this.all = heroes.flatMap((hero) => hero.shapes().map((info, index) => ({ hero, index, info })));
    this.choose(Math.max(this.shapes.findIndex(({ name }) => name === before), 0), knob);
  }

  get shapes(): ShapeInfo[] {
    return this.all.map(({ info }) => info);
  }

  get chosen(): number {
    return this.place;
  }

  get info(): ShapeInfo | undefined {
    return this.all[this.place]?.info;
  }

  choose(place: number, knob: (of: Adverb) => number): void {
    this.sculpture?.free();
    this.sculpture = undefined;
    this.place = place;
    this.gliding = undefined;
    this.sweeping = this.following = false;
    const info = this.info;
    this.normals = info?.normals?.by;
    this.lay();
    this.examples = (info?.examples ?? []).map(({ name, at }) => ({ name: formName(name), at: [...at, ...info!.features.map(() => 0)] }));
    if (!info) return;
    this.sculpture = this.another();
    this.values = this.knobs.map(knob);
    this.values.forEach((value, index) => this.put(this.sculpture!, index, value));
    this.dirty = true;
  }

  /** One more of what is shown, for somebody's own ends, with nothing turned. */
  another(): Sculpture | undefined {
    const shown = this.all[this.place];
    return shown?.hero.sculpt(shown.index);
  }

  /** Whether a knob may leave its range. */
  get beyond(): boolean {
    return this.wide;
  }

  set beyond(on: boolean) {
    this.wide = on;
    this.lay();
  }

  private lay(): void {
    const { adjectives = [], features = [] } = this.info ?? {};
    const all: Omit<Knob, "within">[] = [
      ...adjectives.map((adjective) => ({ ...adjective, kind: "adjective" as const })),
      ...features.map((name) => ({ name, low: 0, high: 1, default: 0, kind: "feature" as const, periodic: false, read: undefined })),
    ];
    this.knobs = all.map((knob) => (this.wide && !knob.periodic ? widened(knob) : knob));
  }

  /** How normals are found. */
  get normalsBy(): string | undefined {
    return this.normals;
  }

  set normalsBy(by: string | undefined) {
    if (by === undefined || !this.info?.normals?.ways.includes(by)) return;
    this.normals = by;
    this.sculpture?.setNormals(by);
    this.dirty = true;
  }

  value(index: number): number {
    return this.values[index] ?? 0;
  }

  /** Whether the shape is beyond what its adjectives are meant for: extrapolated. */
  get extrapolated(): boolean {
    return this.knobs.some((knob, index) => isBeyond(knob, this.value(index)));
  }

  /** Whether a performer can pose what is shown. */
  posedBy(hero: Hero | undefined): boolean {
    return this.sculpture?.posed === true && this.all[this.place]?.hero === hero;
  }

  turn(index: number, value: number): void {
    if (!this.sculpture || this.values[index] === value) return;
    this.values[index] = value;
    this.put(this.sculpture, index, value);
    this.dirty = true;
  }

  /** Turns any sculpture of this shape. */
  put(sculpture: Sculpture, index: number, value: number): void {
    const adjectives = this.info?.adjectives.length ?? 0;
    if (index < adjectives) sculpture.set(index, value);
    else sculpture.setFeature(index - adjectives, value);
  }

  /** The form as it is now. */
  form(): Sculpture | undefined {
    if (this.dirty) {
      this.sculpture?.shape();
      this.dirty = false;
      this.version++;
    }
    return this.sculpture;
  }

  /** Begins to sweep from where the knob is, or ends. */
  setSweeping(on: boolean): void {
    this.sweeping = on;
    this.following = false;
    const knob = this.knobs[this.swept];
    if (!on || !knob) return;
    const share = clamp((this.value(this.swept) - knob.low) / (knob.high - knob.low || 1), 0, 1);
    this.sweep = knob.periodic ? share : Math.acos(1 - 2 * share) / (2 * Math.PI);
  }

  /** Goes to a point, for the eye. */
  glide(to: ReadonlyMap<number, number>): void {
    this.gliding = { from: [...this.values], to, share: 0 };
  }

  /** So many seconds later; `turn` turns a knob. */
  tick(seconds: number, turn: (index: number, value: number) => void): void {
    const knob = this.knobs[this.swept];
    if (this.sweeping && knob) {
      this.sweep = (this.sweep + seconds / SWEEP) % 1;
      const share = knob.periodic ? this.sweep : (1 - Math.cos(2 * Math.PI * this.sweep)) / 2;
      turn(this.swept, knob.low + (knob.high - knob.low) * share);
    }
    if (this.gliding) {
      this.gliding.share = Math.min(this.gliding.share + seconds / GLIDE, 1);
      const { from, to, share } = this.gliding;
      const ease = share * share * (3 - 2 * share);
      to.forEach((value, index) => turn(index, from[index]! + (value - from[index]!) * ease));
      if (share === 1) this.gliding = undefined;
    }
  }

  /** A hand has turned a knob: what moves it by itself lets go. */
  letGo(index: number): void {
    this.gliding = undefined;
    if (index === this.swept) this.sweeping = false;
  }

  /** Takes on a performer's pose. */
  follow(performer: Performer): void {
    if (!this.sculpture) return;
    this.sculpture.follow(performer);
    this.sculpture.point().forEach((value, index) => (this.values[index] = value));
    this.dirty = true;
  }
}

function widened<Of extends Adverb>(knob: Of): Of {
  const more = BEYOND * (knob.high - knob.low);
  return { ...knob, low: knob.low - more, high: knob.high + more, within: [knob.low, knob.high] as const };
}

/** Whether a knob is where it is not meant to be. */
export function isBeyond({ within }: Adverb, value: number): boolean {
  if (!within) return false;
  const rounding = 1e-4 * (within[1] - within[0]);
  return value < within[0] - rounding || value > within[1] + rounding;
}

/** A form's name without what tells its kind of file: `face.glb#smile` is the smile. */
export function formName(file: string): string {
  const target = file.split("#")[1];
  return target ?? file.replace(/^.*\//, "").replace(/\.(glb|gltf|obj|ply|fbx)$/i, "");
}
