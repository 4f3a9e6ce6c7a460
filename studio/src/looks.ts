// How a shape is looked at: what its colours tell, its edges, how its normals are found, whether knobs may leave their ranges.

import { el } from "./dom";
import type { Exhibit, Paint } from "./exhibit";
import { plain } from "./numbers";
import type { Session } from "./session";

const PAINTS: readonly [Paint, string, string][] = [
  ["normals", "normals", "Colour by the direction of the surface (N)"],
  ["velocity", "velocity", "Colour by how fast vertices move: grey stands, red is fast (S)"],
];

export class Looks {
  readonly object: HTMLElement;
  paint: Paint = "plain";
  wireframe = false;
  private readonly paints = PAINTS.map(([paint, word, title]) => toggle(word, title, () => this.painted(paint)));
  private readonly wire = toggle("wireframe", "Edges of its triangles (W)", () => this.wired());
  private readonly beyond = toggle("beyond the range", "Knobs may leave their ranges: the shape is extrapolated (B)", () => this.extrapolated());
  private readonly follow = toggle("moved by the verb", "The verb's pose moves the shape and turns its knobs (P)", () => this.followed());
  private readonly ways = el("select", { "aria-label": "How normals are found" });
  private readonly normals = el("label", { class: "ways" }, "normals ", this.ways);
  private readonly top = el("span", { class: "limit" });
  private readonly legend = el("div", { class: "legend", role: "img" }, el("span", { class: "limit" }, "0"), el("i", { class: "scale" }), this.top);
  private readonly note = el("p", { class: "note", role: "status" });

  constructor(
    private readonly session: Session,
    private readonly exhibit: Exhibit,
  ) {
    this.ways.addEventListener("change", () => (session.gallery.normalsBy = this.ways.value));
    this.object = el("section", { class: "looks", "aria-label": "Look" }, el("div", { class: "chips" }, this.wire, ...this.paints, this.beyond, this.follow), this.normals, this.legend, this.note);
  }

  /** Another shape. */
  show(): void {
    const { info } = this.session.gallery;
    const { normals } = info ?? {};
    this.normals.hidden = !normals || normals.ways.length < 2;
    const word = (way: string) => (way === normals?.by ? `${way} (its own)` : way);
    this.ways.replaceChildren(...(normals?.ways ?? []).map((way) => el("option", { value: way }, word(way))));
    this.ways.value = this.session.gallery.normalsBy ?? "";
    this.follow.hidden = !this.session.canFollow;
    // A ring has no beyond.
    this.beyond.hidden = this.session.gallery.knobs.every(({ periodic }) => periodic);
    this.mark();
  }

  painted(paint: Paint): void {
    this.paint = this.paint === paint ? "plain" : paint;
    this.mark();
  }

  wired(): void {
    this.wireframe = !this.wireframe;
    this.mark();
  }

  extrapolated(): void {
    this.session.setBeyond(!this.session.gallery.beyond);
  }

  followed(): void {
    if (this.session.canFollow) this.session.setFollowing(!this.session.gallery.following);
  }

  private mark(): void {
    this.paints.forEach((button, i) => button.setAttribute("aria-pressed", String(PAINTS[i]![0] === this.paint)));
    this.wire.setAttribute("aria-pressed", String(this.wireframe));
    this.legend.hidden = this.paint !== "velocity";
    this.exhibit.look(this.paint, this.wireframe);
  }

  /** Once per frame. */
  update(): void {
    const { gallery } = this.session;
    this.beyond.setAttribute("aria-pressed", String(gallery.beyond));
    this.follow.setAttribute("aria-pressed", String(gallery.following));
    const note = gallery.extrapolated ? "Beyond the range: extrapolated" : "";
    if (this.note.textContent !== note) this.note.textContent = note;
    if (this.legend.hidden) return;
    const top = this.exhibit.scale > 0 ? `${plain(this.exhibit.scale)} m/s` : "nothing has moved";
    if (this.top.textContent === top) return;
    this.top.textContent = top;
    this.legend.setAttribute("aria-label", `Velocity: grey is 0, red is ${top}`);
  }
}

function toggle(word: string, title: string, run: () => void): HTMLButtonElement {
  const made = el("button", { type: "button", title, "aria-pressed": "false" }, word);
  made.addEventListener("click", run);
  return made;
}
