// The choice between one verb and an actor on the graph.

import { el } from "./dom";
import type { Mode, Session } from "./session";

const MODES: readonly [Mode, string, string][] = [
  ["actor", "Actor", "An actor on the verb graph: steer it"],
  ["verb", "One verb", "One verb by itself"],
];

export class Modes {
  readonly object: HTMLElement;
  private readonly buttons: HTMLButtonElement[];

  constructor(private readonly session: Session) {
    this.buttons = MODES.map(([mode, word, title]) => {
      const made = el("button", { type: "button", title: `${title} (M)` }, word);
      made.dataset["mode"] = mode;
      made.addEventListener("click", () => (session.mode = mode));
      return made;
    });
    this.object = el("div", { class: "modes", role: "group", "aria-label": "What is played" }, ...this.buttons);
  }

  toggle(): void {
    this.session.mode = this.session.mode === "actor" ? "verb" : "actor";
  }

  show(): void {
    this.object.hidden = this.session.graph === undefined;
    this.buttons.forEach((button, i) => button.setAttribute("aria-pressed", String(MODES[i]![0] === this.session.mode)));
  }
}
