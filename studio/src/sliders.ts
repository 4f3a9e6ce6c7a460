// A slider for every adverb, with its name, its limits and its value; a tick shows where the engine is on its way.

import { el } from "./dom";
import { plain, shown } from "./numbers";
import type { Session } from "./session";

/** Steps of a slider over its range. */
const STEPS = 400;
/** More stand in two columns. */
const FEW = 3;

interface Row {
  line: HTMLElement;
  input: HTMLInputElement;
  value: HTMLOutputElement;
  tick: HTMLElement;
}

export class Sliders {
  readonly object: HTMLElement;
  private readonly list = el("div", { class: "rows" });
  private rows: Row[] = [];

  constructor(private readonly session: Session) {
    const defaults = el("button", { class: "quiet", type: "button", title: "All adverbs to their defaults (0)" }, "Defaults");
    defaults.addEventListener("click", () => session.toDefaults());
    this.object = el("section", { class: "sliders", "aria-label": "Adverbs" }, el("header", {}, el("h2", {}, "Adverbs"), defaults), this.list);
  }

  show(): void {
    this.rows = this.session.adverbs.map((adverb, index) => {
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
      return { line, input, value, tick };
    });
    this.list.replaceChildren(...this.rows.map(({ line }) => line));
    this.list.classList.toggle("many", this.rows.length > FEW);
    if (this.rows.length === 0) this.list.append(el("p", { class: "none" }, "This verb has no adverbs: there is one way to do it."));
    this.mark();
    this.update();
  }

  /** Knobs that the actor's verb does not mind stand back. */
  mark(): void {
    this.rows.forEach(({ line }, index) => line.classList.toggle("unminded", !this.session.minds(index)));
  }

  /** Once per frame. */
  update(): void {
    this.rows.forEach(({ input, value, tick }, index) => {
      const adverb = this.session.adverbs[index];
      if (!adverb) return;
      const wanted = this.session.knob(adverb);
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
