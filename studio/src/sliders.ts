// A slider for every adverb, adjective or feature, with its name, its limits and its value; a tick shows where the engine is on its way.
// Many can be found by typing.

import { el } from "./dom";
import { plain, shown } from "./numbers";
import { isBeyond } from "./gallery";
import type { Session } from "./session";

/** Steps of a slider over its range. */
const STEPS = 400;
/** More stand in two columns. */
const FEW = 3;
/** More features can be found by typing. */
const MANY = 6;

interface Row {
  index: number;
  line: HTMLElement;
  input: HTMLInputElement;
  value: HTMLOutputElement;
  tick: HTMLElement;
}

export class Sliders {
  readonly object: HTMLElement;
  private readonly list = el("div", { class: "rows" });
  private readonly title = el("h2");
  private readonly sought = el("input", { type: "search", placeholder: "Find by name", "aria-label": "Find by name" });
  private rows: Row[] = [];

  /** `features`: of a shape's knobs, those that are features rather than adjectives. */
  constructor(
    private readonly session: Session,
    private readonly features = false,
  ) {
    const defaults = el("button", { class: "quiet", type: "button", title: "All of them to their defaults (0)" }, "Defaults");
    defaults.addEventListener("click", () => this.rows.forEach(({ index }) => session.turn(index, session.adverbs[index]!.default)));
    this.sought.addEventListener("input", () => this.find());
    this.object = el("section", { class: "sliders" }, el("header", {}, this.title, defaults), this.sought, this.list);
  }

  /** Which of the knobs these are. */
  private get own(): number[] {
    const { mode, gallery, adverbs } = this.session;
    const isOwn = (index: number) => (mode === "shape" ? (gallery.knobs[index]?.kind === "feature") === this.features : !this.features);
    return adverbs.flatMap((_, index) => (isOwn(index) ? [index] : []));
  }

  /** Those whose names have what was typed. */
  private find(): void {
    const text = this.sought.value.trim().toLowerCase();
    this.rows.forEach(({ line, index }) => (line.hidden = !this.session.adverbs[index]!.name.toLowerCase().includes(text)));
  }

  show(): void {
    const shape = this.session.mode === "shape";
    this.title.textContent = this.features ? "Features" : shape ? "Adjectives" : "Adverbs";
    this.object.setAttribute("aria-label", this.title.textContent);
    this.rows = this.own.map((index) => {
      const adverb = this.session.adverbs[index]!;
      const id = `adverb-${index}`;
      const input = el("input", {
        id, type: "range", min: String(adverb.low), max: String(adverb.high), step: String((adverb.high - adverb.low) / STEPS || 1),
        title: "Double-click for the default",
      });
      input.dataset["adverb"] = adverb.name;
      input.addEventListener("input", () => this.session.turn(index, input.valueAsNumber));
      input.addEventListener("dblclick", () => this.session.turn(index, adverb.default));
      const value = el("output", { for: id });
      const tick = el("i", { class: "tick", "aria-hidden": "true" });
      const line = el(
        "div",
        { class: "row" },
        el("label", { for: input.id }, adverb.name),
        value,
        el("div", { class: "track" }, tick, input),
        el("span", { class: "limit" }, plain(adverb.low)),
        el("span", { class: "limit high" }, plain(adverb.high)),
      );
      return { index, line, input, value, tick };
    });
    this.list.replaceChildren(...this.rows.map(({ line }) => line));
    this.list.classList.toggle("many", this.rows.length > FEW);
    const many = this.features && this.rows.length > MANY;
    this.list.classList.toggle("long", many);
    this.sought.hidden = !many;
    this.find();
    this.object.hidden = this.rows.length === 0 && (this.features || shape);
    if (this.rows.length === 0) this.list.append(el("p", { class: "none" }, "This verb has no adverbs: there is one way to do it."));
    this.mark();
    this.update();
  }

  /** Knobs that the actor's verb does not mind stand back. */
  mark(): void {
    this.rows.forEach(({ line, index }) => line.classList.toggle("unminded", !this.session.minds(index)));
  }

  /** Once per frame. */
  update(): void {
    this.rows.forEach(({ index, line, input, value, tick }) => {
      const adverb = this.session.adverbs[index];
      if (!adverb) return;
      const wanted = this.session.mode === "shape" ? this.session.actual(index) : this.session.knob(adverb);
      line.classList.toggle("beyond", isBeyond(adverb, wanted));
      const text = shown(wanted, adverb.low, adverb.high);
      if (value.value !== text) {
        value.value = text;
        input.valueAsNumber = wanted;
      }
      const share = (at: number) => (at - adverb.low) / (adverb.high - adverb.low || 1);
      tick.style.setProperty("--at", share(this.session.actual(index)).toFixed(4));
      input.style.setProperty("--at", share(wanted).toFixed(4));
    });
  }
}
