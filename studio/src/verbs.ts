// The choice of a verb: which is played, or which the actor is asked for.

import { el } from "./dom";
import type { Session } from "./session";

export class Verbs {
  readonly object = el("fieldset", { class: "verbs" }, el("legend", {}, "Verb"));

  constructor(
    private readonly session: Session,
    private readonly request: (verb: number) => void,
  ) {}

  show(): void {
    const { graph, mode, verbs, shownVerb } = this.session;
    const offered = mode === "actor" && graph ? graph.nodes : verbs.map((_, index) => index);
    const chips = offered.map((index) => {
      const { name, examples } = verbs[index]!;
      const input = el("input", { type: "radio", name: "verb", value: String(index) });
      input.checked = index === shownVerb;
      input.addEventListener("change", () => (mode === "actor" ? this.request(index) : this.session.choose(index)));
      const count = examples.length === 1 ? "1 example" : `${examples.length} examples`;
      return el("label", { title: count }, input, el("span", {}, name));
    });
    this.object.replaceChildren(el("legend", {}, "Verb"), ...chips);
  }

  /** The actor has gone over to another verb. */
  mark(): void {
    const playing = this.object.querySelector<HTMLInputElement>(`input[value="${this.session.shownVerb}"]`);
    if (playing) playing.checked = true;
  }
}
