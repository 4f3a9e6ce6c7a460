// How time runs, and what the figure minds: play, step, speed, feet, gaze, camera.

import { el, icon } from "./dom";
import type { Session } from "./session";

const SLOWEST = 0.1;
const FASTEST = 2;

const ICONS = {
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M7.5 5.5h3v13h-3zM13.5 5.5h3v13h-3z",
  step: "M6 5.5v13l9-6.5zM16.5 5.5h2v13h-2z",
  restart: "M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4.5 4.5v4h4",
  feet: "M9 4c2 0 2.6 2 2.4 4.6-.2 2.2-.9 3-1 4.4H7.2C7 11.5 5.6 10.5 5.6 8 5.6 5.6 7 4 9 4zM7.3 15.5h3.1v1.2a1.55 1.55 0 0 1-3.1 0zM16 7c1.9.2 3 2 2.7 4.2-.3 2.2-1.7 3-2 4.6l-3-.4c.1-1.5-.4-2.4-.3-4.4C13.6 8.4 14.2 6.8 16 7zM13.5 17.7l3 .4-.2 1.2a1.5 1.5 0 0 1-3-.4z",
  gaze: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  follow: "M12 3v4M12 17v4M3 12h4M17 12h4M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7z",
  turn: "M12 9.6a2.4 2.4 0 1 0 0 4.8 2.4 2.4 0 0 0 0-4.8zM4 9.5a8.4 8.4 0 0 1 16 0M20.6 4.6l-.6 4.9-4.6-1.6M4.2 15a8.4 8.4 0 0 0 15.6 0",
};

export interface Camera {
  following: boolean;
  turning: boolean;
}

export class Transport {
  readonly object: HTMLElement;
  private readonly play = button("play", "", true);
  private readonly feet = button("feet", "Feet held: planted feet stay where they are (C)");
  private readonly gaze = button("gaze", "Look at the pointer (L)");
  private readonly follow = button("follow", "Camera follows (F)");
  private readonly turn = button("turn", "Camera turns with the figure (T)");
  private readonly speed = el("input", { type: "range", min: "-1", max: "1", step: "0.01", "aria-label": "Speed of time", title: "Double-click for 1×" });
  private readonly times = el("output", { class: "times" });

  constructor(
    private readonly session: Session,
    private readonly camera: Camera,
    restart: () => void,
  ) {
    const step = button("step", "One frame (.)", true);
    step.classList.add("figure-only");
    const again = button("restart", "From the beginning (R)");
    this.play.classList.add("main");
    this.play.addEventListener("click", () => session.change({ playing: !session.playing }));
    step.addEventListener("click", () => session.stepOnce());
    again.addEventListener("click", restart);
    this.feet.addEventListener("click", () => session.change({ feetHeld: !session.feetHeld }));
    this.gaze.addEventListener("click", () => session.change({ looking: !session.looking }));
    this.follow.addEventListener("click", () => this.toggleFollow());
    this.turn.addEventListener("click", () => this.toggleTurn());
    this.speed.addEventListener("input", () => session.change({ speed: toSpeed(this.speed.valueAsNumber) }));
    this.speed.addEventListener("dblclick", () => session.change({ speed: 1 }));
    this.object = el(
      "div",
      { class: "transport", role: "toolbar", "aria-label": "Time" },
      el("div", { class: "group" }, again, this.play, step),
      el("div", { class: "group speed" }, this.speed, this.times),
      el("div", { class: "group figure-only" }, this.feet, this.gaze, this.follow, this.turn),
    );
    this.show();
  }

  toggleFollow(): void {
    this.camera.following = !this.camera.following;
    this.show();
  }

  toggleTurn(): void {
    this.camera.turning = !this.camera.turning;
    this.show();
  }

  /** Speeds a key press away. */
  faster(way: 1 | -1): void {
    this.session.change({ speed: toSpeed(toDial(this.session.speed) + 0.1 * way) });
  }

  show(): void {
    const { playing, speed, feetHeld, looking } = this.session;
    this.play.replaceChildren(icon(playing ? ICONS.pause : ICONS.play, true));
    const { mode, gallery } = this.session;
    const play = mode === "shape" ? `Turn ${gallery.knobs[gallery.swept]?.name ?? "nothing"} up and down (space)` : "Play (space)";
    name(this.play, playing ? "Pause (space)" : play);
    this.speed.valueAsNumber = toDial(speed);
    this.speed.style.setProperty("--at", ((toDial(speed) + 1) / 2).toFixed(3));
    this.times.value = `${speed.toFixed(2)}×`;
    this.speed.setAttribute("aria-valuetext", this.times.value);
    for (const [toggle, on] of [[this.feet, feetHeld], [this.gaze, looking], [this.follow, this.camera.following], [this.turn, this.camera.turning]] as const) {
      toggle.setAttribute("aria-pressed", String(on));
    }
  }
}

/** 1× in the middle of the dial, the slowest and the fastest at its ends. */
function toSpeed(dial: number): number {
  const at = Math.min(Math.max(dial, -1), 1);
  return at < 0 ? SLOWEST ** -at : FASTEST ** at;
}

function toDial(speed: number): number {
  return speed < 1 ? -Math.log(speed) / Math.log(SLOWEST) : Math.log(speed) / Math.log(FASTEST);
}

function button(shape: keyof typeof ICONS, label: string, filled = false): HTMLButtonElement {
  const made = el("button", { type: "button" }, icon(ICONS[shape], filled));
  name(made, label);
  return made;
}

function name(element: Element, label: string): void {
  element.setAttribute("aria-label", label);
  element.setAttribute("title", label);
}
