// The pad: a point to drag over any two adverbs, among the examples.
//
// An example's area is its weight, hollow where that is negative. The ring is where the knobs are wanted, the dot where they
// are: the engine follows at a limited rate.

import { el, set, svg } from "./dom";
import type { Example } from "./engine";
import { clamp, plain, shown } from "./numbers";
import { outline, type Point } from "./outline";
import type { Session } from "./session";

/** Between the frame of the pad and the ends of its axes, pixels. */
const MARGIN = 30;
/** Radius of an example that has all the weight. */
const WHOLE = 17;
const SMALLEST = 2.6;
/** Examples closer than this share a label. */
const SAME_PLACE = 9;
const LETTER = 6.9;
const LABEL_HEIGHT = 13;

interface Dot {
  example: Example;
  at: Point;
  circle: SVGCircleElement;
}

export class Pad {
  readonly object: HTMLElement;
  /** The adverbs of the two axes, by index; they are the same where there is only one. */
  private axes: [number, number] = [0, 1];
  private readonly choices: [HTMLSelectElement, HTMLSelectElement];
  private readonly field = svg("svg", { class: "field", tabindex: "0", role: "application" });
  private readonly hull = svg("polygon", { class: "hull" });
  private readonly dots = svg("g");
  private readonly labels = svg("g", { class: "labels", "aria-hidden": "true" });
  private readonly way = svg("line", { class: "way" });
  private readonly wanted = svg("circle", { class: "wanted", r: "11" });
  private readonly actual = svg("circle", { class: "actual", r: "5" });
  private readonly limits = ["left", "right", "bottom", "top"].map(() => svg("text", { class: "limit" }));
  private drawn: Dot[] = [];
  private size = 0;

  constructor(
    private readonly session: Session,
    private readonly axesChanged: () => void,
  ) {
    const choice = (label: string) => el("select", { "aria-label": label });
    this.choices = [choice("Adverb from left to right"), choice("Adverb from below to above")];
    this.choices.forEach((select, axis) =>
      select.addEventListener("change", () => this.choose(axis as 0 | 1, Number(select.value))),
    );
    this.field.setAttribute("aria-roledescription", "two-dimensional slider");
    this.field.append(this.hull, ...this.limits, this.dots, this.labels, this.way, this.wanted, this.actual);
    this.object = el(
      "section",
      { class: "pad", "aria-label": "Pad" },
      el("div", { class: "axes" }, el("span", { class: "hint" }, "→"), this.choices[0], el("span", { class: "hint" }, "↑"), this.choices[1]),
      this.field,
    );
    this.listen();
    new ResizeObserver(() => this.layOut()).observe(this.field);
  }

  /** The names of the axes' adverbs, for keeping: the last that a verb with two of them had. */
  names: [string, string] | undefined;

  /** Another verb, or another hero: the axes stay where the names do. */
  show(names: [string, string] | undefined): void {
    const adverbs = this.session.adverbs;
    this.object.hidden = adverbs.length === 0;
    const wanted = (names ?? []).map((name) => adverbs.findIndex((adverb) => adverb.name === name));
    const known = wanted.length === 2 && wanted.every((index) => index >= 0) && wanted[0] !== wanted[1];
    // An actor's verb may not mind the knobs that are wanted: it shows its own meanwhile.
    const own = adverbs.flatMap((_, index) => (this.session.minds(index) ? [index] : []));
    const fits = known && (own.length < 2 || wanted.every((index) => own.includes(index)));
    const [x = 0, y = x] = fits ? wanted : own;
    this.axes = [x, y];
    if (!known) this.remember();
    this.object.classList.toggle("single", adverbs.length < 2);
    this.choices.forEach((select, axis) => {
      select.replaceChildren(...adverbs.map((adverb, index) => el("option", { value: String(index) }, adverb.name)));
      select.value = String(this.axes[axis]);
    });
    this.dots.replaceChildren();
    this.drawn = this.session.examples.map((example) => {
      const circle = svg("circle", { class: "example" }, svg("title", {}, example.name));
      circle.dataset["name"] = example.name;
      this.dots.append(circle);
      return { example, at: { x: 0, y: 0 }, circle };
    });
    this.layOut();
  }

  /** Once per frame. */
  update(): void {
    const { session } = this;
    if (session.adverbs.length === 0 || this.size === 0) return;
    this.drawn.forEach(({ circle }, index) => {
      const weight = session.weights[index] ?? 0;
      const radius = Math.max(SMALLEST, WHOLE * Math.sqrt(Math.min(Math.abs(weight), 1.6)));
      circle.setAttribute("r", radius.toFixed(2));
      circle.dataset["weight"] = weight.toFixed(3);
      circle.classList.toggle("negative", weight < -0.005);
      circle.classList.toggle("none", Math.abs(weight) <= 0.005);
    });
    const value = (axis: number) => session.knob(session.adverbs[axis]!);
    const wanted = this.toScreen(value(this.axes[0]), value(this.axes[1]));
    const actual = this.toScreen(session.actual(this.axes[0]), session.actual(this.axes[1]));
    set(this.wanted, { cx: wanted.x, cy: wanted.y });
    set(this.actual, { cx: actual.x, cy: actual.y });
    set(this.way, { x1: wanted.x, y1: wanted.y, x2: actual.x, y2: actual.y });
    this.describe();
  }

  private get single(): boolean {
    return this.session.adverbs.length < 2;
  }

  private choose(axis: 0 | 1, index: number): void {
    const other = (1 - axis) as 0 | 1;
    if (this.axes[other] === index) this.axes[other] = this.axes[axis]; // they change places
    this.axes[axis] = index;
    this.choices.forEach((select, a) => (select.value = String(this.axes[a])));
    this.remember();
    this.layOut();
    this.axesChanged();
  }

  private remember(): void {
    const [x, y] = this.axes.map((axis) => this.session.adverbs[axis]?.name);
    if (x !== undefined && y !== undefined && x !== y) this.names = [x, y];
  }

  private toScreen(x: number, y: number): Point {
    const share = (axis: number, value: number) => {
      const adverb = this.session.adverbs[this.axes[axis]!]!;
      return (value - adverb.low) / (adverb.high - adverb.low || 1);
    };
    const length = this.size - 2 * MARGIN;
    return { x: MARGIN + length * share(0, x), y: this.single ? this.size / 2 : this.size - MARGIN - length * share(1, y) };
  }

  /** Turns both knobs to where the pointer is. */
  private drag(event: PointerEvent): void {
    const box = this.field.getBoundingClientRect();
    const length = this.size - 2 * MARGIN;
    const shares = [(event.clientX - box.left - MARGIN) / length, (box.bottom - MARGIN - event.clientY) / length];
    this.axes.slice(0, this.single ? 1 : 2).forEach((index, axis) => {
      const { low, high } = this.session.adverbs[index]!;
      this.session.turn(index, low + (high - low) * clamp(shares[axis]!, 0, 1));
    });
  }

  private listen(): void {
    this.field.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.field.setPointerCapture(event.pointerId);
      this.drag(event);
    });
    this.field.addEventListener("pointermove", (event) => {
      if (this.field.hasPointerCapture(event.pointerId)) this.drag(event);
    });
    this.field.addEventListener("dblclick", () => {
      for (const index of this.axes) this.session.turn(index, this.session.adverbs[index]!.default);
    });
    this.field.addEventListener("keydown", (event) => this.key(event));
  }

  private key(event: KeyboardEvent): void {
    const moves: Record<string, [axis: number, way: number]> = {
      ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowUp: [this.single ? 0 : 1, 1], ArrowDown: [this.single ? 0 : 1, -1],
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    const index = this.axes[move[0]]!;
    const adverb = this.session.adverbs[index]!;
    const step = (adverb.high - adverb.low) / (event.shiftKey ? 10 : 40);
    this.session.turn(index, this.session.knob(adverb) + move[1] * step);
  }

  private describe(): void {
    const words = this.axes.slice(0, this.single ? 1 : 2).map((index) => {
      const adverb = this.session.adverbs[index]!;
      return `${adverb.name} ${shown(this.session.knob(adverb), adverb.low, adverb.high)}`;
    });
    const label = `${words.join(", ")}; arrow keys move`;
    if (this.field.getAttribute("aria-label") !== label) this.field.setAttribute("aria-label", label);
  }

  /** Everything that stays while the point moves. */
  private layOut(): void {
    const { adverbs } = this.session;
    const width = this.field.clientWidth;
    if (adverbs.length === 0 || width === 0) return;
    this.size = width;
    const height = this.single ? Math.min(width, 110) : width;
    // A single adverb has a low pad: its middle is shown.
    set(this.field, { viewBox: `0 ${(width - height) / 2} ${width} ${height}` });
    for (const dot of this.drawn) {
      dot.at = this.toScreen(...this.coordinates(dot.example));
      dot.circle.classList.toggle("away", !isHere(dot));
      if (isHere(dot)) set(dot.circle, { cx: dot.at.x, cy: dot.at.y });
    }
    const hull = outline(this.drawn.filter(isHere).map((dot) => dot.at));
    set(this.hull, { points: hull.map(({ x, y }) => `${x},${y}`).join(" ") });
    this.writeLimits();
    this.writeLabels();
    this.update();
  }

  /** Where an example is on the two axes; on one that its verb does not mind, at the default. */
  private coordinates({ at }: Example): [number, number] {
    const own = this.axes.map((axis) => at[axis] ?? NaN);
    const minded = own.some(Number.isFinite);
    const [x, y] = own.map((value, i) => (minded && !Number.isFinite(value) ? this.session.adverbs[this.axes[i]!]!.default : value));
    return [x!, y!];
  }

  private writeLimits(): void {
    const [x, y] = [this.session.adverbs[this.axes[0]]!, this.session.adverbs[this.axes[1]]!];
    const [near, far, middle] = [MARGIN, this.size - MARGIN, this.size / 2];
    const bottom = this.single ? middle + 46 : this.size - 9;
    const places: [string, number, number, string][] = [
      [plain(x.low), near, bottom, "middle"],
      [plain(x.high), far, bottom, "middle"],
      [this.single ? "" : plain(y.low), 8, far + 4, "start"],
      [this.single ? "" : plain(y.high), 8, near + 4, "start"],
    ];
    this.limits.forEach((text, i) => {
      const [word, tx, ty, anchor] = places[i]!;
      text.textContent = word;
      set(text, { x: tx, y: ty, "text-anchor": anchor });
    });
  }

  /** A label for every place at which there are examples, beside it wherever there is room. */
  private writeLabels(): void {
    this.labels.replaceChildren();
    const taken: { x: number; y: number; width: number }[] = [];
    const dots = this.drawn.filter(isHere).map(({ at }) => ({ x: at.x - 5, y: at.y - 5, width: 10 }));
    for (const { at, text } of labelled(this.drawn.filter(isHere))) {
      const width = LETTER * text.length;
      const places = [
        { x: at.x + 13, y: at.y - 6 }, { x: at.x - 13 - width, y: at.y - 6 },
        { x: at.x - width / 2, y: at.y - 26 }, { x: at.x - width / 2, y: at.y + 12 },
        { x: at.x + 6, y: at.y - 18 }, { x: at.x + 6, y: at.y + 6 },
      ].map((place) => ({ ...place, width }));
      const inside = places.filter(({ x }) => x > 2 && x + width < this.size - 2);
      const free = (place: { x: number; y: number; width: number }, others: typeof taken) => !others.some((other) => overlap(place, other));
      const place = inside.find((p) => free(p, taken) && free(p, dots)) ?? inside.find((p) => free(p, taken));
      if (!place) continue; // its title still tells
      taken.push(place);
      this.labels.append(svg("text", { x: place.x.toFixed(1), y: (place.y + 10).toFixed(1) }, text));
    }
  }
}

function overlap(a: { x: number; y: number; width: number }, b: { x: number; y: number; width: number }): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && Math.abs(a.y - b.y) < LABEL_HEIGHT;
}

/** Examples of a verb that minds neither adverb have no place here. */
function isHere({ at }: Dot): boolean {
  return Number.isFinite(at.x) && Number.isFinite(at.y);
}

/** Examples that share a place share a label. */
function labelled(dots: readonly Dot[]): { at: Point; text: string }[] {
  const groups: { at: Point; names: string[] }[] = [];
  for (const { at, example } of dots) {
    const near = groups.find((group) => Math.hypot(group.at.x - at.x, group.at.y - at.y) < SAME_PLACE);
    if (near) near.names.push(example.name);
    else groups.push({ at, names: [example.name] });
  }
  return groups.map(({ at, names }) => ({ at, text: names.length > 2 ? `${names[0]} +${names.length - 1}` : names.join(", ") }));
}
