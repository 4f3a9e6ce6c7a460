// The choice between an actor on the graph, one verb, and shapes.

import { el } from "./dom";
import type { Mode, Session } from "./session";

const MODES: readonly [Mode, string, string][] = [
  ["actor", "Actor", "An actor on the verb graph: steer it"],
  ["verb", "One verb", "One verb by itself"],
  ["shape", "Shapes", "Forms with knobs"],
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
    const { modes, mode } = this.session;
    this.session.mode = modes[(modes.indexOf(mode) + 1) % modes.length] ?? mode;
  }

  show(): void {
    const { modes, mode } = this.session;
    this.object.hidden = modes.length < 2;
    this.buttons.forEach((button, i) => {
      const own = MODES[i]![0];
      button.hidden = !modes.includes(own);
      button.setAttribute("aria-pressed", String(own === mode));
    });
  }
}
