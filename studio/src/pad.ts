// The pad: a point to drag over any two adverbs, among the examples; along one, where the verb has no more.
//
// An example's area is its weight, hollow where that is negative. The ring is where the knobs are wanted, the dot where they
// are: the engine follows at a limited rate. Where a shape's knobs may leave their ranges, a frame shows these.

import { el, set, svg } from "./dom";
import type { Example } from "./engine";
import { groups, labels, shortName, type Box, type Group } from "./labels";
import { clamp, plain, shown } from "./numbers";
import { outline, type Point } from "./outline";
import type { Session } from "./session";

/** Between the frame of the pad and the ends of its axes, pixels. */
const MARGIN = 30;
/** Radius of an example that has all the weight. */
const WHOLE = 17;
const SMALLEST = 2.6;
/** A pad of one adverb is so high. */
const LOW = 110;
/** A pointer so near to examples is told their names. */
const NEAR = 14;

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
  private readonly range = svg("rect", { class: "range" });
  private readonly dots = svg("g");
  private readonly track = svg("line", { class: "rail" });
  private readonly labels = svg("g", { class: "labels", "aria-hidden": "true" });
  private readonly told = svg("text", { class: "told", "text-anchor": "middle", "aria-hidden": "true" });
  private readonly only = el("span", { class: "only" });
  private readonly way = svg("line", { class: "way" });
  private readonly wanted = svg("circle", { class: "wanted", r: "11" });
  private readonly actual = svg("circle", { class: "actual", r: "5" });
  private readonly limits = ["left", "right", "bottom", "top"].map(() => svg("text", { class: "limit" }));
  private drawn: Dot[] = [];
  private places: Group[] = [];
  private size = 0;

  constructor(
    private readonly session: Session,
    private readonly axesChanged: () => void,
  ) {
    const choice = (label: string) => el("select", { "aria-label": label });
    this.choices = [choice("Adverb from left to right"), choice("Adverb from below to above")];
    this.choices.forEach((select, axis) => {
      // A list that keeps the focus after a click would keep the keys that steer.
      let clicked = false;
      select.addEventListener("pointerdown", () => (clicked = true));
      select.addEventListener("keydown", () => (clicked = false));
      select.addEventListener("change", () => {
        this.choose(axis as 0 | 1, Number(select.value));
        if (clicked) select.blur();
      });
    });
    this.field.setAttribute("aria-roledescription", "two-dimensional slider");
    this.field.append(this.range, this.hull, this.track, ...this.limits, this.dots, this.labels, this.way, this.wanted, this.actual, this.told);
    this.object = el(
      "section",
      { class: "pad", "aria-label": "Pad" },
      el("div", { class: "axes" }, this.only, el("span", { class: "hint" }, "→"), this.choices[0], el("span", { class: "hint" }, "↑"), this.choices[1]),
      this.field,
    );
    this.listen();
    new ResizeObserver(() => this.layOut()).observe(this.field);
  }

  /** The adverbs of the axes, by their index. */
  get over(): readonly [number, number] {
    return this.axes;
  }

  /** The names of the axes' adverbs, for keeping: the last that a verb with two of them had. */
  names: [string, string] | undefined;

  /** Another verb, or another hero: the axes stay where the names do. */
  show(names: [string, string] | undefined): void {
    const adverbs = this.session.adverbs;
    this.object.hidden = adverbs.length === 0;
    const wanted = (names ?? []).map((name) => adverbs.findIndex((adverb) => adverb.name === name));
    const known = wanted.length === 2 && wanted.every((index) => index >= 0) && wanted[0] !== wanted[1];
    // An actor's verb may not mind the knobs that are wanted: it shows its own meanwhile, or what it has if these are none.
    const own = adverbs.flatMap((_, index) => (this.session.minds(index) ? [index] : []));
    const fits = known && (own.length === 0 || wanted.every((index) => own.includes(index)));
    const [x = 0, y = x] = fits ? wanted : own.length > 0 ? own : adverbs.map((_, index) => index);
    this.axes = [x, y];
    this.object.classList.toggle("idle", own.length === 0);
    if (known) this.names = names;
    else this.remember();
    this.object.classList.toggle("single", this.single);
    this.only.textContent = adverbs[x]?.name ?? "";
    this.choices.forEach((select, axis) => {
      select.replaceChildren(...adverbs.map((adverb, index) => el("option", { value: String(index) }, adverb.name)));
      select.value = String(this.axes[axis]);
    });
    this.dots.replaceChildren();
    this.drawn = this.session.examples.map((example) => {
      const circle = svg("circle", { class: "example" });
      circle.dataset["name"] = example.name;
      this.dots.append(circle);
      return { example, at: { x: 0, y: 0 }, circle };
    });
    this.tell(undefined);
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
    const value = (axis: number) => (session.mode === "shape" ? session.actual(axis) : session.knob(session.adverbs[axis]!));
    const wanted = this.toScreen(value(this.axes[0]), value(this.axes[1]));
    const actual = this.toScreen(session.actual(this.axes[0]), session.actual(this.axes[1]));
    set(this.wanted, { cx: wanted.x, cy: wanted.y });
    set(this.actual, { cx: actual.x, cy: actual.y });
    set(this.way, { x1: wanted.x, y1: wanted.y, x2: actual.x, y2: actual.y });
    this.describe();
  }

  private get single(): boolean {
    return this.axes[0] === this.axes[1];
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
      this.tell(event);
    });
    this.field.addEventListener("pointerleave", () => this.tell(undefined));
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
    // A single adverb has a low pad: its middle is shown.
    const height = this.single ? Math.min(width, LOW) : width;
    const within = { x: 0, y: (width - height) / 2, width, height };
    set(this.field, { viewBox: `0 ${within.y} ${width} ${height}` });
    set(this.track, { x1: MARGIN, x2: width - MARGIN, y1: width / 2, y2: width / 2 });
    for (const dot of this.drawn) {
      dot.at = this.toScreen(...this.coordinates(dot.example));
      dot.circle.classList.toggle("away", !isHere(dot));
      if (isHere(dot)) set(dot.circle, { cx: dot.at.x, cy: dot.at.y });
    }
    const { shownName } = this.session;
    this.places = groups(this.drawn.filter(isHere).map(({ at, example }) => ({ at, name: shortName(example.name, shownName) })));
    const hull = this.single ? [] : outline(this.drawn.filter(isHere).map((dot) => dot.at));
    set(this.hull, { points: hull.map(({ x, y }) => `${x},${y}`).join(" ") });
    this.frame();
    this.writeLimits();
    this.writeLabels(within);
    this.update();
  }

  /** Where knobs are meant to be. */
  private frame(): void {
    const [x, y] = this.axes.map((axis) => this.session.adverbs[axis]!.within);
    this.range.style.display = x && y && !this.single ? "inline" : "none";
    if (!x || !y) return;
    const [from, to] = [this.toScreen(x[0], y[1]), this.toScreen(x[1], y[0])];
    set(this.range, { x: from.x, y: from.y, width: to.x - from.x, height: to.y - from.y });
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

  private writeLabels(within: Box): void {
    const rail = { x: 0, y: this.size / 2 - 8, width: this.size, height: 16 };
    const written = this.limits.filter((text) => text.textContent !== "").map((text) => text.getBBox());
    const placed = labels(this.places, within, this.single ? [rail, ...written] : written);
    this.labels.replaceChildren(...placed.map(({ x, y, text }) => svg("text", { x: x.toFixed(1), y: (y + 10).toFixed(1) }, text)));
  }

  /** What lies below the pointer. */
  private tell(event: PointerEvent | undefined): void {
    const box = this.field.getBoundingClientRect();
    const top = this.single ? (this.size - Math.min(this.size, LOW)) / 2 : 0;
    const away = ({ at }: Group) => (event ? Math.hypot(event.clientX - box.left - at.x, event.clientY - box.top + top - at.y) : Infinity);
    const nearest = this.places.reduce<Group | undefined>((found, other) => (away(other) < (found ? away(found) : NEAR) ? other : found), undefined);
    this.told.textContent = nearest ? nearest.names.join(", ") : "";
    this.labels.classList.toggle("dimmed", nearest !== undefined);
    if (!nearest) return;
    const half = this.told.getComputedTextLength() / 2 + 4;
    const x = half > this.size / 2 ? this.size / 2 : clamp(nearest.at.x, half, this.size - half);
    const above = nearest.at.y - top > 40;
    set(this.told, { x: x.toFixed(1), y: (above ? nearest.at.y - 16 : nearest.at.y + 26).toFixed(1) });
  }
}

/** Examples of a verb that minds neither adverb have no place here. */
function isHere({ at }: Dot): boolean {
  return Number.isFinite(at.x) && Number.isFinite(at.y);
}
