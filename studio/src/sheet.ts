// The live sheet: small forms over the two knobs of the pad (shape-by-example, figures 4, 5 and 9), at what all other knobs say now.
// Examples are blue. A click on a form goes there.
//
// The stage's own renderer draws the forms, which are then copied to a canvas among the panels.

import { Box3, Color, DirectionalLight, HemisphereLight, Mesh, OrthographicCamera, Scene, Vector3, type BufferAttribute, type BufferGeometry, type Camera, type WebGLRenderer } from "three";
import { cellsOf, placeAlong, valuesAlong, type Cell } from "./cells";
import { el } from "./dom";
import { behindEdges, BLENDED, fill, geometryOf, lit, MADE, NORMALS, wired } from "./exhibit";
import type { Looks } from "./looks";
import { plain } from "./numbers";
import type { Session } from "./session";
import type { Sculpture } from "./shape";

/** Behind forms: blends, what a designer made, what is extrapolated. */
const PLATES = { blended: new Color(0xfbfcfe), made: new Color(0xe8f0fa), beyond: new Color(0xfdf1ec) };
/** The sheet takes no more than this part of the time. */
const SHARE = 0.25;
/** How much larger a cell is than its form. */
const FILLED = 1.06;

export class Sheet {
  readonly object: HTMLElement;
  private readonly canvas = el("canvas", { "aria-hidden": "true" });
  private readonly grid = el("div", { class: "cells", role: "group" });
  private readonly ring = el("i", { class: "here", "aria-hidden": "true" });
  private readonly across = el("div", { class: "across", "aria-hidden": "true" });
  private readonly up = el("div", { class: "up", "aria-hidden": "true" });
  private readonly scene = new Scene();
  private readonly lamp = new DirectionalLight(0xfff6ea, 2.4);
  private readonly camera = new OrthographicCamera();
  private readonly looks = { blended: lit(BLENDED), made: lit(MADE), wire: wired(0.12) };
  private readonly mesh = new Mesh<BufferGeometry>();
  private readonly wire = new Mesh<BufferGeometry>();
  private form: Sculpture | undefined;
  private geometries: BufferGeometry[] = [];
  private cells: Cell[] = [];
  private axes: [number, number] = [0, 0];
  private boxes: Box3[] = [];
  /** What the cells were last made of and looked like. */
  private made = "";
  private drawn = "";
  private rest = 0;

  constructor(
    private readonly session: Session,
    private readonly how: Looks,
    private readonly go: (cell: Cell) => void,
  ) {
    this.scene.add(new HemisphereLight(0xf4f8ff, 0xd0cad8, 1.75), this.lamp, this.lamp.target, this.mesh, this.wire);
    this.mesh.frustumCulled = this.wire.frustumCulled = false;
    this.wire.material = this.looks.wire;
    this.object = el("section", { class: "sheet", "aria-label": "Sheet" }, this.up, el("div", { class: "plate" }, this.canvas, this.grid, this.ring), this.across);
    this.grid.addEventListener("keydown", (event) => this.key(event));
  }

  /** Another shape, or other knobs to lay it out over. */
  show(axes: readonly [number, number]): void {
    const { gallery } = this.session;
    this.form?.free();
    this.form = gallery.another();
    this.geometries.forEach((geometry) => geometry.dispose());
    this.geometries = [];
    this.axes = [axes[0], axes[1]];
    this.object.hidden = !this.form || gallery.knobs.length === 0;
    if (this.object.hidden || !gallery.info) return;
    this.layOut();
    const { info } = gallery;
    this.geometries = this.cells.map(() => geometryOf(info));
    this.made = this.drawn = "";
  }

  private layOut(): void {
    const { gallery } = this.session;
    const { knobs } = gallery;
    this.cells = this.current();
    const columns = valuesAlong(knobs[this.axes[0]]!).length;
    this.object.style.setProperty("--columns", String(columns));
    this.object.style.setProperty("--rows", String(this.cells.length / columns));
    this.grid.replaceChildren(...this.cells.map((_, index) => {
      const button = el("button", { type: "button", tabindex: index === 0 ? "0" : "-1" });
      button.addEventListener("click", () => this.go(this.cells[index]!));
      return button;
    }));
    const words = (axis: 0 | 1) => valuesAlong(knobs[this.axes[axis]]!).map((value) => el("span", {}, plain(value)));
    this.across.replaceChildren(...words(0));
    this.up.replaceChildren(...(this.axes[0] === this.axes[1] ? [] : words(1).reverse()));
    this.grid.setAttribute("aria-label", `Forms over ${this.axes.map((axis) => knobs[axis]!.name).join(" and ")}`);
    this.tell();
  }

  private current(): Cell[] {
    const { gallery } = this.session;
    return cellsOf(gallery.knobs, this.axes, gallery.examples, gallery.knobs.map((_, index) => gallery.value(index)));
  }

  /** What each cell is, for those who do not see it. */
  private tell(): void {
    const { knobs } = this.session.gallery;
    [...this.grid.children].forEach((button, i) => {
      const cell = this.cells[i]!;
      const words = [...cell.at].map(([index, value]) => `${knobs[index]!.name} ${plain(value)}`);
      const kind = cell.example !== undefined ? `example ${cell.example}` : cell.beyond ? "extrapolated" : "";
      const label = [words.join(", "), kind].filter((word) => word !== "").join(": ");
      button.setAttribute("aria-label", label);
      button.setAttribute("title", label);
      button.className = cell.example !== undefined ? "made" : cell.beyond ? "beyond" : "";
    });
  }

  /** Arrows go from form to form. */
  private key(event: KeyboardEvent): void {
    const columns = valuesAlong(this.session.gallery.knobs[this.axes[0]]!).length;
    const move = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    const buttons = [...this.grid.children] as HTMLElement[];
    const from = buttons.indexOf(event.target as HTMLElement);
    const next = move === undefined ? undefined : buttons[from + move];
    if (move === undefined || from < 0) return;
    event.preventDefault();
    // The end of a row is not next to the beginning of another.
    if (!next || (Math.abs(move) === 1 && Math.floor(from / columns) !== Math.floor((from + move) / columns))) return;
    buttons[from]!.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  }

  /** Once per frame: draws what has changed, as seen from where the stage's camera is. `seconds`: since the last time. */
  update(renderer: WebGLRenderer, seen: Camera, target: Vector3, seconds: number): boolean {
    if (this.object.hidden || !this.form || this.canvas.clientWidth === 0) return false;
    this.mark();
    this.rest -= seconds;
    if (this.rest > 0) return false;
    const { gallery } = this.session;
    const others = gallery.knobs.map((_, index) => (this.axes.includes(index) ? "" : gallery.value(index).toPrecision(6)));
    const made = [gallery.normalsBy, ...others].join();
    const away = seen.position.clone().sub(target).normalize();
    const size = [this.canvas.clientWidth, this.canvas.clientHeight] as const;
    const drawn = [made, ...away.toArray().map((number) => number.toFixed(4)), this.how.paint === "normals", this.how.wireframe, ...size].join();
    if (drawn === this.drawn) return false;
    const start = performance.now();
    if (made !== this.made) this.make();
    this.made = made;
    this.drawn = drawn;
    this.draw(renderer, away, ...size);
    this.rest = ((performance.now() - start) / 1000 / SHARE) * (1 - SHARE);
    return true;
  }

  /** The forms of all cells. */
  private make(): void {
    const { gallery } = this.session;
    const form = this.form!;
    this.cells = this.current();
    this.tell();
    if (gallery.normalsBy !== undefined) form.setNormals(gallery.normalsBy);
    gallery.knobs.forEach((_, index) => gallery.put(form, index, gallery.value(index)));
    this.cells.forEach(({ at }, i) => {
      at.forEach((value, index) => gallery.put(form, index, value));
      form.shape();
      fill(this.geometries[i]!, form);
    });
    this.boxes = this.geometries.map((geometry) => new Box3().setFromBufferAttribute(geometry.getAttribute("position") as BufferAttribute));
  }

  private draw(renderer: WebGLRenderer, away: Vector3, width: number, height: number): void {
    const columns = valuesAlong(this.session.gallery.knobs[this.axes[0]]!).length;
    const [w, h] = [width / columns, height / (this.cells.length / columns)];
    this.aim(away, w / h);
    this.wire.visible = this.how.wireframe;
    renderer.setScissorTest(true);
    this.cells.forEach((cell, i) => {
      this.mesh.geometry = this.wire.geometry = this.geometries[i]!;
      const paint = this.how.paint === "normals" ? NORMALS : cell.example !== undefined ? this.looks.made : this.looks.blended;
      this.mesh.material = behindEdges(paint, this.how.wireframe);
      this.scene.background = cell.example !== undefined ? PLATES.made : cell.beyond ? PLATES.beyond : PLATES.blended;
      // Each in the middle of its cell.
      this.boxes[i]!.getCenter(this.mesh.position).negate();
      this.wire.position.copy(this.mesh.position);
      // The renderer counts from below.
      const box = [(i % columns) * w, height - Math.floor(i / columns) * h - h, w, h] as const;
      renderer.setViewport(...box);
      renderer.setScissor(...box);
      renderer.render(this.scene, this.camera);
    });
    renderer.setScissorTest(false);
    this.copy(renderer, width, height);
  }

  /** All forms at one scale, the largest just within its cell, seen from there. */
  private aim(away: Vector3, aspect: number): void {
    const { camera } = this;
    const halves = this.boxes.map((box) => box.getSize(new Vector3()).multiplyScalar(0.5));
    const depth = 2 * Math.max(...halves.map((half) => half.length()), 1e-9);
    camera.position.copy(away).multiplyScalar(depth);
    camera.lookAt(0, 0, 0);
    camera.updateMatrixWorld();
    const [right, up] = [0, 1].map((column) => new Vector3().setFromMatrixColumn(camera.matrixWorld, column));
    const along = ({ x, y, z }: Vector3, axis: Vector3) => Math.abs(x * axis.x) + Math.abs(y * axis.y) + Math.abs(z * axis.z);
    const most = Math.max(...halves.map((half) => Math.max(along(half, up!), along(half, right!) / aspect)));
    const [high, wide] = [FILLED * most, FILLED * most * aspect];
    Object.assign(camera, { top: high, bottom: -high, left: -wide, right: wide, near: 0, far: 3 * depth });
    camera.updateProjectionMatrix();
    this.lamp.position.copy(camera.position).addScaledVector(up!, 0.7 * depth).addScaledVector(right!, -0.6 * depth);
  }

  private copy(renderer: WebGLRenderer, width: number, height: number): void {
    const ratio = renderer.getPixelRatio();
    const from = renderer.domElement;
    const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== w || this.canvas.height !== h) Object.assign(this.canvas, { width: w, height: h });
    this.canvas.getContext("2d")?.drawImage(from, 0, from.height - h, w, h, 0, 0, w, h);
  }

  /** Where the knobs are now. */
  private mark(): void {
    const { gallery } = this.session;
    const place = (axis: number) => placeAlong(gallery.knobs[axis]!, gallery.value(axis));
    this.ring.style.setProperty("--x", (place(this.axes[0]) + 0.5).toFixed(3));
    this.ring.style.setProperty("--y", this.axes[0] === this.axes[1] ? "0.5" : (place(this.axes[1]) + 0.5).toFixed(3));
  }
}
