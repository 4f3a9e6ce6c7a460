// Buttons for what may be laid over a verb, and for the point to reach for. What is refused says why.

import { el } from "./dom";
import type { Session } from "./session";

/** How long a refusal stands, milliseconds. */
const PATIENCE = 2600;

export class Gestures {
  readonly object: HTMLElement;
  private readonly list = el("div", { class: "chips" });
  private readonly why = el("p", { class: "why", role: "status" });
  private readonly reaching = el("button", { type: "button", class: "reach", title: "Reach for the point (E)" }, "reach");
  private buttons: HTMLButtonElement[] = [];
  private waiting = 0;

  constructor(private readonly session: Session) {
    this.reaching.addEventListener("click", () => this.reach());
    this.object = el("section", { class: "gestures", "aria-label": "Gestures" }, this.list, this.why);
  }

  /** Another graph. */
  show(): void {
    const { graph, reach } = this.session;
    this.buttons = (graph?.gestures ?? []).map(({ name }, index) => {
      const key = index < 9 ? ` (${index + 1})` : "";
      const made = el("button", { type: "button", title: `Gesture${key}` }, el("i"), name);
      made.dataset["gesture"] = name;
      made.addEventListener("click", () => this.begin(index));
      return made;
    });
    this.list.replaceChildren(...this.buttons, ...(reach?.works ? [this.reaching] : []));
    this.object.hidden = this.list.childElementCount === 0;
  }

  begin(index: number): void {
    const { graph } = this.session;
    if (graph?.gestures[index]) this.tell(this.session.gesture(index));
  }

  reach(): void {
    const { reach } = this.session;
    if (reach?.works) this.tell(reach.trigger(this.session));
  }

  /** Asks for a verb. */
  request(verb: number): void {
    this.tell(this.session.request(verb));
  }

  /** Once per frame. */
  update(): void {
    const { actor, reach } = this.session;
    this.buttons.forEach((button, index) => {
      const weight = actor?.gestureWeight(index) ?? 0;
      button.style.setProperty("--weight", weight.toFixed(3));
      button.setAttribute("aria-pressed", String(weight > 0));
    });
    this.reaching.setAttribute("aria-pressed", String(reach?.active ?? false));
  }

  private tell(refusal: string | undefined): void {
    clearTimeout(this.waiting);
    this.why.textContent = refusal ?? "";
    if (refusal !== undefined) this.waiting = window.setTimeout(() => (this.why.textContent = ""), PATIENCE);
  }
}
