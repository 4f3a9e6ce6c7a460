// The verb graph, drawn live: what plays, what follows, and how far a transition has come. A click on a verb asks for it.
//
// As in figure 6.12 of the thesis a verb with adverbs shows its axes and how many examples it has, and ways that chance may take are
// solid, the others dashed.

import { set, svg, el } from "./dom";
import { layOut } from "./layout";
import { along, type Arc, type Pair, type Rect, type Size } from "./route";
import type { Session } from "./session";

const BOX: Size = { width: 348, height: 300 };
/** Widths of the letters of a verb's name, of its count and of its axes. */
const LETTER = 7.5;
const DIGIT = 6.4;
const SMALL_LETTER = 5.5;
/** Axes are written in lines of at most so many letters. */
const LINE = 19;
const NAME_HEIGHT = 24;
const LINE_HEIGHT = 11;
const PADDING = 18;
const ARROW = 7;

interface Node {
  verb: number;
  group: SVGGElement;
  /** How far through the verb. */
  progress: SVGRectElement;
  /** Its place in the queue. */
  order: SVGTextElement;
  width: number;
}

/** All transitions from one verb to another. */
interface Way {
  from: number;
  to: number;
  likelihood: number;
  transitions: number[];
}

interface Line {
  way: Way;
  arc: Arc;
  group: SVGGElement;
}

export class GraphView {
  readonly object: HTMLElement;
  private readonly picture = svg("svg", { class: "graph", role: "group", "aria-label": "Verb graph: what plays and what follows" });
  private readonly runner = svg("circle", { class: "runner", r: "5" });
  private readonly route = el("p", { class: "route" });
  private nodes: Node[] = [];
  private lines: Line[] = [];

  constructor(
    private readonly session: Session,
    private readonly request: (verb: number) => void,
  ) {
    this.object = el("section", { class: "course" }, this.picture, this.route);
  }

  /** Another graph. */
  show(): void {
    const { graph, verbs } = this.session;
    this.picture.replaceChildren();
    this.nodes = [];
    this.lines = [];
    if (!graph) return;
    const words = graph.nodes.map((verb) => written(verbs[verb]?.name ?? "", verbs[verb]?.adverbs.map(({ name }) => name) ?? [], verbs[verb]?.examples.length ?? 1));
    const ways: Way[] = [];
    graph.transitions.forEach(({ from, to, likelihood }, index) => {
      const known = ways.find((way) => way.from === from && way.to === to);
      if (!known) return ways.push({ from, to, likelihood, transitions: [index] });
      known.transitions.push(index);
      known.likelihood += likelihood;
    });
    const ends = ways.map(({ from, to }): Pair => [graph.nodes.indexOf(from), graph.nodes.indexOf(to)]);
    const { nodes, arcs, box } = layOut(words.map(({ size }) => size), ends, BOX);
    set(this.picture, { viewBox: `0 0 ${box.width.toFixed(1)} ${box.height.toFixed(1)}` });
    this.lines = ways.map((way, i) => ({ way, arc: arcs[i]!, group: drawn(arcs[i]!, way.likelihood) }));
    this.nodes = graph.nodes.map((verb, i) => this.node(verb, words[i]!, nodes[i]!));
    this.picture.append(...this.lines.map(({ group }) => group), ...this.nodes.map(({ group }) => group), this.runner);
    this.update();
  }

  private node(verb: number, { name, axes, count, told }: Words, at: Rect): Node {
    const { graph } = this.session;
    const kinds = ["node", axes.length > 0 ? "knobs" : "plain", graph?.starts.includes(verb) ? "start" : "", graph?.ends.includes(verb) ? "end" : ""];
    const { width, height } = at;
    const box = { x: at.x - width / 2, y: at.y - height / 2, width, height, rx: 8 };
    const clip = `node-${verb}`;
    const rect = (attributes: Record<string, string>) => {
      const made = svg("rect", attributes);
      set(made, box);
      return made;
    };
    const progress = rect({ class: "done", "clip-path": `url(#${clip})` });
    const text = (kind: string, x: number, y: number, word: string) => svg("text", { class: kind, x: x.toFixed(1), y: y.toFixed(1), "text-anchor": "middle" }, word);
    const line = box.y + (axes.length > 0 ? 16 : 16.5);
    const label = text("name", at.x, line, name);
    if (count > 1) label.append(svg("tspan", { class: "count", dx: "4" }, String(count)));
    const order = text("order", box.x + width - 1, box.y + 4, "");
    const group = svg(
      "g",
      { class: kinds.filter((kind) => kind !== "").join(" "), tabindex: "0", role: "button", "aria-label": told },
      svg("title", {}, told),
      svg("clipPath", { id: clip }, rect({})),
      rect({ class: "shape" }),
      progress,
      label,
      ...axes.map((words, i) => text("axes", at.x, line + 12 + LINE_HEIGHT * i, words)),
      svg("circle", { class: "badge", cx: (box.x + width - 1).toFixed(1), cy: (box.y + 1).toFixed(1), r: "7" }),
      order,
    );
    group.dataset["verb"] = name;
    group.addEventListener("click", () => this.request(verb));
    group.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      event.stopPropagation();
      this.request(verb);
    });
    for (const [kind, on] of [["pointerenter", true], ["pointerleave", false]] as const) {
      group.addEventListener(kind, () => this.lines.forEach((other) => mark(other.group, "near", on && (other.way.from === verb || other.way.to === verb))));
    }
    return { verb, group, progress, order, width };
  }

  /** Once per frame. */
  update(): void {
    const { graph, actor, verbs } = this.session;
    if (!graph || !actor) return;
    const { transition } = actor;
    const queue = actor.queue();
    const coming = transition ? graph.transitions[transition.index]?.to : undefined;
    const queued = queue.map((index) => graph.transitions[index]!.to);
    for (const { verb, group, progress, order, width } of this.nodes) {
      const playing = verb === actor.verb;
      const turn = queued.indexOf(verb);
      mark(group, "playing", playing);
      mark(group, "coming", verb === coming);
      mark(group, "queued", turn >= 0);
      write(order, turn >= 0 ? String(turn + 1) : "");
      if (playing && group.getAttribute("aria-current") === null) group.setAttribute("aria-current", "true");
      if (!playing) group.removeAttribute("aria-current");
      const share = playing ? actor.phase - Math.floor(actor.phase) : verb === coming ? (transition?.progress ?? 0) : 0;
      progress.setAttribute("width", (share * width).toFixed(1));
    }
    for (const { way, group } of this.lines) {
      mark(group, "taken", transition !== undefined && way.transitions.includes(transition.index));
      mark(group, "next", queue.some((index) => way.transitions.includes(index)));
    }
    const line = transition && this.lines.find(({ way }) => way.transitions.includes(transition.index));
    const at = line && along(line.arc, transition.progress);
    set(this.runner, at ? { cx: at.x.toFixed(1), cy: at.y.toFixed(1), opacity: 1 } : { opacity: 0 });
    const route = [actor.verb, ...(coming === undefined ? [] : [coming]), ...queued].map((verb) => verbs[verb]?.name ?? "");
    write(this.route, route.join(" → "));
    mark(this.route, "under-way", coming !== undefined);
  }
}

/** What stands in a node. */
interface Words {
  name: string;
  /** In lines. */
  axes: string[];
  count: number;
  told: string;
  size: Size;
}

function written(name: string, adverbs: readonly string[], count: number): Words {
  const axes: string[] = [];
  for (const [i, adverb] of adverbs.entries()) {
    const word = i + 1 < adverbs.length ? `${adverb},` : adverb;
    const last = axes[axes.length - 1];
    if (last !== undefined && last.length + word.length < LINE) axes[axes.length - 1] = `${last} ${word}`;
    else axes.push(word);
  }
  const told = [name, adverbs.length > 0 ? `adverbs: ${adverbs.join(", ")}` : "a plain motion", `${count} ${count === 1 ? "example" : "examples"}`];
  const counted = count > 1 ? 4 + DIGIT * String(count).length : 0;
  const width = PADDING + Math.max(LETTER * name.length + counted, ...axes.map((words) => SMALL_LETTER * words.length));
  const height = NAME_HEIGHT + (axes.length > 0 ? LINE_HEIGHT * axes.length + 3 : 0);
  return { name, axes, count, told: told.join("; "), size: { width, height } };
}

function mark(element: Element, name: string, on: boolean): void {
  if (element.classList.contains(name) !== on) element.classList.toggle(name, on);
}

function write(element: Element, words: string): void {
  if (element.textContent !== words) element.textContent = words;
}

/** An arc with an arrow head. Likely ways are strong lines, those that are never taken by chance are dashed. */
function drawn([a, b, c]: Arc, likelihood: number): SVGGElement {
  const length = Math.hypot(c.x - b.x, c.y - b.y) || 1;
  const [dx, dy] = [(c.x - b.x) / length, (c.y - b.y) / length];
  const neck = { x: c.x - 0.8 * ARROW * dx, y: c.y - 0.8 * ARROW * dy };
  const at = ({ x, y }: { x: number; y: number }) => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const wing = (sign: number) => at({ x: c.x - ARROW * dx - 0.45 * sign * ARROW * dy, y: c.y - ARROW * dy + 0.45 * sign * ARROW * dx });
  const path = svg("path", { d: `M${at(a)}Q${at(b)} ${at(neck)}` });
  const head = svg("polygon", { points: `${at(c)} ${wing(1)} ${wing(-1)}` });
  const group = svg("g", { class: likelihood > 0 ? "line" : "line never" }, path, head);
  if (likelihood > 0) group.style.setProperty("--strength", `${(1.2 + Math.min(likelihood, 1)).toFixed(2)}px`);
  return group;
}
