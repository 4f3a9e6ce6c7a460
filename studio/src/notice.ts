// What went wrong, in words on the page, and what else is worth a line.

import { el } from "./dom";

export class Notices {
  readonly object = el("div", { class: "notices", role: "status", "aria-live": "polite" });
  private readonly shown = new Map<string, HTMLElement>();

  /** One notice per topic: a later one takes the place of the earlier. */
  say(topic: string, kind: "problem" | "news", title: string, detail = ""): void {
    this.drop(topic);
    const close = el("button", { type: "button", class: "quiet", "aria-label": "Close" }, "×");
    close.addEventListener("click", () => this.drop(topic));
    const text = el("div", {}, el("strong", {}, title));
    if (detail !== "") text.append(el("pre", {}, detail));
    const notice = el("div", { class: `notice ${kind}`, ...(kind === "problem" ? { role: "alert" } : {}) }, text, close);
    this.shown.set(topic, notice);
    this.object.append(notice);
    if (kind === "news") setTimeout(() => this.shown.get(topic) === notice && this.drop(topic), 4000);
  }

  drop(topic: string): void {
    this.shown.get(topic)?.remove();
    this.shown.delete(topic);
  }
}

/** Nothing can be shown but this. */
export function fatal(title: string, detail: string): void {
  document.body.append(el("div", { class: "fatal", role: "alert" }, el("h1", {}, title), el("p", {}, detail)));
}

/** What an exception says. */
export function message(problem: unknown): string {
  return problem instanceof Error ? problem.message : String(problem);
}
