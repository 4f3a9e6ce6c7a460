// The choice of a verb.

import { el } from "./dom";
import type { Session } from "./session";

export class Verbs {
  readonly object = el("fieldset", { class: "verbs" }, el("legend", {}, "Verb"));

  constructor(private readonly session: Session) {}

  show(): void {
    const chips = this.session.verbs.map(({ name, examples }, index) => {
      const input = el("input", { type: "radio", name: "verb", value: String(index) });
      input.checked = index === this.session.verb;
      input.addEventListener("change", () => this.session.choose(index));
      const count = examples.length === 1 ? "1 example" : `${examples.length} examples`;
      return el("label", { title: count }, input, el("span", {}, name));
    });
    this.object.replaceChildren(el("legend", {}, "Verb"), ...chips);
  }
}
