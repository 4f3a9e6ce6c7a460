// The keyboard: one letter per deed, and a list of them.

import { el } from "./dom";

export interface Listed {
  /** As the list shows it. */
  key: string;
  does: string;
  /** Who is on the stage when it is of use; default: anybody. */
  of?: "figure" | "shape";
}

export interface Deed extends Listed {
  /** The keys that mean it, where `key` is not the one. */
  keys?: readonly string[];
  run: (key: string) => void;
}

export class Keys {
  readonly button = el("button", { type: "button", class: "help", "aria-label": "Keys (?)", title: "Keys (?)" }, "?");
  readonly dialog: HTMLDialogElement;

  /** `more`: keys that somebody else hears. */
  constructor(deeds: readonly Deed[], more: readonly Listed[]) {
    const close = el("button", { type: "button", class: "quiet" }, "Close");
    const rows: Listed[] = [...more, ...deeds, { key: "tab", does: "from panel to panel; there, arrows move the point in the pad, or a slider, or go from form to form" }];
    this.dialog = el(
      "dialog",
      { "aria-label": "Keys" },
      el("h2", {}, "Keys"),
      el("dl", {}, ...rows.flatMap(({ key, does, of = "any" }) => [el("dt", { class: `of-${of}` }, el("kbd", {}, key === " " ? "space" : key.toUpperCase())), el("dd", { class: `of-${of}` }, does)])),
      el("p", {}, "Drag the stage to look around, scroll or pinch to come closer. Drop a .adverb file anywhere to play it."),
      close,
    );
    close.addEventListener("click", () => this.dialog.close());
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.dialog.close());
    this.button.addEventListener("click", () => this.show());
    window.addEventListener("keydown", (event) => this.press(event, deeds));
  }

  /** From its beginning, wherever the focus is. */
  private show(): void {
    this.dialog.showModal();
    this.dialog.scrollTop = 0;
  }

  private press(event: KeyboardEvent, deeds: readonly Deed[]): void {
    if (event.ctrlKey || event.metaKey || event.altKey || this.dialog.open) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.matches("select, textarea, input[type=search]")) return;
    // A button in focus is pressed by space, as everywhere.
    if (event.key === " " && target.matches("button, input[type=radio]")) return;
    if (event.key === "?") this.show();
    // Who runs holds shift, and still means the digit.
    const pressed = event.shiftKey && /^Digit[1-9]$/.test(event.code) ? event.code.slice(-1) : event.key.toLowerCase();
    const deed = deeds.find(({ key, keys }) => (keys ?? [key]).includes(pressed));
    if (!deed) return;
    event.preventDefault();
    deed.run(pressed);
  }
}
