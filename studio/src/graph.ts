// The verb graph, drawn live: what plays, what follows, and how far a transition has come. A click on a verb asks for it.

import { set, svg, el } from "./dom";
import { layOut, type Place, type Size } from "./layout";
import type { Session } from "./session";

const BOX: Size = { width: 300, height: 226 };
const LETTER = 7;
const HEIGHT = 27;
/** How far the two ways between two verbs are bent apart. */
const BEND = 9;
const ARROW = 6;

interface Node {
  verb: number;
  group: SVGGElement;
  /** How far through the verb. */
  progress: SVGRectElement;
  width: number;
}

interface Line {
  path: SVGPathElement;
  group: SVGGElement;
  at: (share: number) => Place;
}

export class GraphView {
  readonly object: HTMLElement;
  private readonly picture = svg("svg", { class: "graph", role: "group", "aria-label": "Verb graph: what plays and what follows" });
  private readonly runner = svg("circle", { class: "runner", r: "4.5" });
  private nodes: Node[] = [];
  private lines: Line[] = [];

  constructor(
    private readonly session: Session,
    private readonly request: (verb: number) => void,
  ) {
    this.object = el("section", { class: "course" }, this.picture);
  }

  /** Another graph. */
  show(): void {
    const { graph, verbs } = this.session;
    this.picture.replaceChildren();
    this.nodes = [];
    this.lines = [];
    if (!graph) return;
    const words = graph.nodes.map((verb) => verbs[verb]?.name ?? "");
    const counts = graph.nodes.map((verb) => verbs[verb]?.examples.length ?? 1);
    const sizes = words.map((word, i) => ({ width: 24 + LETTER * word.length + (counts[i]! > 1 ? 20 : 0), height: HEIGHT }));
    const place = (verb: number) => graph.nodes.indexOf(verb);
    const ways = graph.transitions.map(({ from, to }) => [place(from), place(to)] as const);
    const { places, box } = layOut(sizes, ways, BOX);
    set(this.picture, { viewBox: `0 0 ${box.width.toFixed(1)} ${box.height.toFixed(1)}` });
    this.lines = graph.transitions.map(({ likelihood }, i) => {
      const [from, to] = ways[i]!;
      const twoWays = ways.some(([a, b]) => a === to && b === from);
      return drawn(places[from]!, sizes[from]!, places[to]!, sizes[to]!, twoWays ? BEND : 0, likelihood);
    });
    this.nodes = graph.nodes.map((verb, i) => this.node(verb, words[i]!, counts[i]!, places[i]!, sizes[i]!));
    this.picture.append(...this.lines.map(({ group }) => group), ...this.nodes.map(({ group }) => group), this.runner);
    this.update();
  }

  private node(verb: number, word: string, count: number, at: Place, { width, height }: Size): Node {
    const { graph, verbs } = this.session;
    const adverbs = (verbs[verb]?.adverbs ?? []).map(({ name }) => name);
    const told = [word, adverbs.length > 0 ? `adverbs: ${adverbs.join(", ")}` : "a plain motion", `${count} ${count === 1 ? "example" : "examples"}`];
    const kinds = ["node", adverbs.length > 0 ? "knobs" : "plain", graph?.starts.includes(verb) ? "start" : "", graph?.ends.includes(verb) ? "end" : ""];
    const box = { x: at.x - width / 2, y: at.y - height / 2, width, height, rx: height / 2 };
    const clip = `node-${verb}`;
    const progress = svg("rect", { class: "done", "clip-path": `url(#${clip})` });
    set(progress, { x: box.x, y: box.y, height, width: 0 });
    const shape = svg("rect", { class: "shape" });
    set(shape, box);
    const cut = svg("rect");
    set(cut, box);
    const text = svg("text", { x: String(at.x - (count > 1 ? 9 : 0)), y: String(at.y + 4.5), "text-anchor": "middle" }, word);
    const group = svg(
      "g",
      { class: kinds.filter((kind) => kind !== "").join(" "), tabindex: "0", role: "button", "aria-label": told.join("; ") },
      svg("title", {}, told.join("\n")),
      svg("clipPath", { id: clip }, cut),
      shape,
      progress,
      text,
    );
    if (count > 1) group.append(svg("text", { class: "count", x: String(at.x + width / 2 - 11), y: String(at.y + 4), "text-anchor": "end" }, String(count)));
    group.dataset["verb"] = word;
    group.addEventListener("click", () => this.request(verb));
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      this.request(verb);
    });
    return { verb, group, progress, width };
  }

  /** Once per frame. */
  update(): void {
    const { graph, actor } = this.session;
    if (!graph || !actor) return;
    const { transition } = actor;
    const queue = actor.queue();
    const coming = transition ? graph.transitions[transition.index]?.to : undefined;
    const queued = new Set(queue.map((index) => graph.transitions[index]?.to));
    for (const { verb, group, progress, width } of this.nodes) {
      const playing = verb === actor.verb;
      mark(group, "playing", playing);
      mark(group, "coming", verb === coming);
      mark(group, "queued", queued.has(verb));
      if (playing && group.getAttribute("aria-current") === null) group.setAttribute("aria-current", "true");
      if (!playing) group.removeAttribute("aria-current");
      const share = playing ? actor.phase - Math.floor(actor.phase) : verb === coming ? (transition?.progress ?? 0) : 0;
      progress.setAttribute("width", (share * width).toFixed(1));
    }
    this.lines.forEach(({ group }, index) => {
      mark(group, "taken", index === transition?.index);
      mark(group, "next", queue.includes(index));
    });
    const line = transition ? this.lines[transition.index] : undefined;
    const at = line?.at(transition?.progress ?? 0);
    set(this.runner, at ? { cx: at.x.toFixed(1), cy: at.y.toFixed(1), opacity: 1 } : { opacity: 0 });
  }
}

function mark(element: Element, name: string, on: boolean): void {
  if (element.classList.contains(name) !== on) element.classList.toggle(name, on);
}

/** A bent line from the edge of one node to that of another, with an arrow head. */
function drawn(a: Place, from: Size, b: Place, to: Size, bend: number, likelihood: number): Line {
  const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const across = { x: (-(b.y - a.y) / length) * 2 * bend, y: ((b.x - a.x) / length) * 2 * bend };
  const middle = { x: (a.x + b.x) / 2 + across.x, y: (a.y + b.y) / 2 + across.y };
  const along = (t: number): Place => ({
    x: (1 - t) * (1 - t) * a.x + 2 * t * (1 - t) * middle.x + t * t * b.x,
    y: (1 - t) * (1 - t) * a.y + 2 * t * (1 - t) * middle.y + t * t * b.y,
  });
  const inside = ({ x, y }: Place, node: Place, size: Size) => Math.abs(x - node.x) < size.width / 2 + 2 && Math.abs(y - node.y) < size.height / 2 + 2;
  let [start, end] = [0, 1];
  while (start < 0.5 && inside(along(start), a, from)) start += 0.01;
  while (end > 0.5 && inside(along(end), b, to)) end -= 0.01;
  const at = (share: number) => along(start + share * (end - start));
  const points = Array.from({ length: 13 }, (_, i) => at(i / 12));
  const [tip, before] = [points[12]!, points[11]!];
  const reach = Math.hypot(tip.x - before.x, tip.y - before.y) || 1;
  const [dx, dy] = [(tip.x - before.x) / reach, (tip.y - before.y) / reach];
  const wing = (sign: number) => `${(tip.x - ARROW * dx - 0.5 * sign * ARROW * dy).toFixed(1)},${(tip.y - ARROW * dy + 0.5 * sign * ARROW * dx).toFixed(1)}`;
  const d = points.map(({ x, y }, i) => `${i === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
  const path = svg("path", { d });
  // Likely ways are strong lines, those that are never taken by chance are dashed.
  if (likelihood > 0) path.style.strokeWidth = `${(1 + 1.6 * Math.min(likelihood, 1)).toFixed(2)}px`;
  const head = svg("polygon", { points: `${tip.x.toFixed(1)},${tip.y.toFixed(1)} ${wing(1)} ${wing(-1)}` });
  return { path, at, group: svg("g", { class: likelihood > 0 ? "line" : "line never" }, path, head) };
}
