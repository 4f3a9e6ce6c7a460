// Numbers to watch: what a frame costs the engine, where in the verb one is, how long it lasts, how fast one goes; of a shape, how many
// vertices it has and how often it is drawn.

import { el, svg } from "./dom";
import type { Session } from "./session";

/** Readers want to read: so many milliseconds between changes. */
const PATIENCE = 150;
const AROUND = 2 * Math.PI * 8;

export class Readout {
  readonly object: HTMLElement;
  private readonly engine = el("dd");
  private readonly phase = el("dd");
  private readonly duration = el("dd");
  private readonly speed = el("dd");
  private readonly ring = svg("circle", { cx: "10", cy: "10", r: "8", class: "done", "stroke-dasharray": `${AROUND}` });
  private readonly vertices = el("dd");
  private readonly rate = el("dd");
  private last = 0;
  private frames = 0;

  constructor(private readonly session: Session) {
    const ring = svg("svg", { viewBox: "0 0 20 20", class: "ring", "aria-hidden": "true" }, svg("circle", { cx: "10", cy: "10", r: "8" }), this.ring);
    this.engine.dataset["is"] = "engine";
    this.object = el(
      "dl",
      { class: "readout" },
      tile("engine", "Time the engine takes for a frame: median of the last 90", this.engine),
      tile("phase", "Canonical time: 0 at the first key-time, 1 at the last", this.phase, ring),
      tile("duration", "Of the verb at this point", this.duration),
      tile("speed", "How fast the figure travels", this.speed),
      tile("vertices", "That the shape has", this.vertices),
      tile("drawn", "How often the page is drawn", this.rate),
    );
  }

  /** Once per frame. */
  update(now: number): void {
    this.frames++;
    const shape = this.session.mode === "shape" ? this.session.gallery.info : undefined;
    if (shape) return this.ofShape(now, shape.vertices);
    const player = this.session.performer;
    if (!player) return;
    // In a transition the time goes on beyond the end of a round.
    const phase = player.phase > 1 ? player.phase - Math.floor(player.phase) : player.phase;
    this.ring.setAttribute("stroke-dashoffset", String(AROUND * (1 - phase)));
    if (now - this.last < PATIENCE) return;
    this.last = now;
    this.engine.textContent = microseconds(this.session.engineMicroseconds);
    this.phase.textContent = phase.toFixed(2);
    this.duration.textContent = `${player.duration.toFixed(2)} s`;
    this.speed.textContent = `${this.session.travelSpeed.toFixed(2)} m/s`;
  }

  private ofShape(now: number, vertices: number): void {
    if (now - this.last < 3 * PATIENCE) return;
    this.engine.textContent = microseconds(this.session.engineMicroseconds);
    this.vertices.textContent = String(vertices);
    this.rate.textContent = `${Math.round((1000 * this.frames) / (now - this.last))}/s`;
    this.last = now;
    this.frames = 0;
  }
}

function microseconds(time: number): string {
  if (time >= 1000) return `${(time / 1000).toFixed(1)} ms`;
  // Browsers give the time in steps of 5 µs.
  return time < 5 ? "< 5 µs" : `${time.toFixed(0)} µs`;
}

function tile(term: string, title: string, value: HTMLElement, ...more: Element[]): HTMLElement {
  return el("div", { title, class: `of-${term}` }, el("dt", {}, term), ...more, value);
}
