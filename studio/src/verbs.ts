// The choice of a verb: which is played, or which the actor is asked for; or of a shape.

import { el } from "./dom";
import type { Session } from "./session";

export class Verbs {
  readonly object = el("fieldset", { class: "verbs" }, el("legend", {}, "Verb"));

  constructor(
    private readonly session: Session,
    private readonly request: (verb: number) => void,
  ) {}

  show(): void {
    const { session } = this;
    const { graph, mode, gallery } = session;
    const all: readonly { name: string; examples: readonly unknown[] }[] = mode === "shape" ? gallery.shapes : session.verbs;
    const offered = mode === "actor" && graph ? graph.nodes : all.map((_, index) => index);
    const run = { actor: this.request, verb: (index: number) => session.choose(index), shape: (index: number) => session.chooseShape(index) }[mode];
    const chips = offered.map((index) => {
      const { name, examples } = all[index]!;
      const input = el("input", { type: "radio", name: "verb", value: String(index) });
      input.checked = index === (mode === "shape" ? gallery.chosen : session.shownVerb);
      input.addEventListener("change", () => run(index));
      const count = examples.length === 1 ? "1 example" : `${examples.length} examples`;
      return el("label", { title: count }, input, el("span", {}, name));
    });
    this.object.replaceChildren(el("legend", {}, mode === "shape" ? "Shape" : "Verb"), ...chips);
  }

  /** The actor has gone over to another verb. */
  mark(): void {
    const playing = this.object.querySelector<HTMLInputElement>(`input[value="${this.session.shownVerb}"]`);
    if (playing) playing.checked = true;
  }
}
