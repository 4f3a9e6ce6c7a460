// A shape in the scene: its form as the engine makes it, and how it is painted.

import { Box3, BufferAttribute, BufferGeometry, Color, DoubleSide, FrontSide, Group, Mesh, MeshBasicMaterial, MeshStandardMaterial, ShaderMaterial, Vector3, type Material } from "three";
import type { Performer } from "./engine";
import type { Gallery } from "./gallery";
import type { Sculpture, ShapeInfo } from "./shape";
import { Speeds } from "./velocity";

/** What the colours of a form tell. */
export type Paint = "plain" | "normals" | "velocity";

/** As in the pictures of `adverb sheet`: a blend, and what a designer made. */
export const BLENDED = new Color(0xbec0c6);
export const MADE = new Color(0x6896d8);
const WIRE = 0x222a4a;

/** The directions of the surface as colours: x red, y green, z blue. */
export const NORMALS = new ShaderMaterial({
  side: DoubleSide,
  vertexShader: "varying vec3 n; void main() { n = normal; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
  fragmentShader: "varying vec3 n; void main() { gl_FragColor = vec4(0.5 + 0.5 * normalize(n), 1.0); }",
});

/** Lit, of a colour of its own or of its vertices. */
export function lit(color: Color, vertexColors = false): MeshStandardMaterial {
  const material = new MeshStandardMaterial({ color, vertexColors, roughness: 0.62, metalness: 0, side: DoubleSide, shadowSide: FrontSide });
  // Insides, which are seen through holes, are dark, as in the project's pictures; a rim, whose back is seen too, is not.
  material.onBeforeCompile = (shader) => {
    const [colour, normal] = ["#include <color_fragment>", "#include <normal_fragment_begin>"];
    const away = "smoothstep(0.05, 0.35, -dot(normalize(vNormal), normalize(vViewPosition)))";
    shader.fragmentShader = shader.fragmentShader
      .replace(colour, `${colour}\nif (!gl_FrontFacing) diffuseColor.rgb *= mix(vec3(1.0), vec3(0.2, 0.15, 0.15), ${away});`)
      .replace(normal, `${normal}\nnormal *= faceDirection;`);
  };
  return material;
}

export function wired(opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ color: WIRE, wireframe: true, transparent: true, opacity, side: FrontSide });
}

/** A material with edges before it or not. Without them it stays where it is: at a rim what lies behind would come before it. */
export function behindEdges(material: Material, on: boolean): Material {
  return Object.assign(material, { polygonOffset: on, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
}

/** A form as three.js draws it. */
export function geometryOf(info: ShapeInfo): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setIndex(new BufferAttribute(info.triangles, 1));
  geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * info.vertices), 3));
  geometry.setAttribute("normal", new BufferAttribute(new Float32Array(3 * info.vertices), 3));
  return geometry;
}

/** Takes over a form. */
export function fill(geometry: BufferGeometry, form: Sculpture): void {
  put(geometry, "position", form.positions());
  const normals = form.normals();
  if (normals) put(geometry, "normal", normals);
  else geometry.computeVertexNormals();
}

function put(geometry: BufferGeometry, name: string, numbers: Float32Array): void {
  const attribute = geometry.getAttribute(name) as BufferAttribute;
  attribute.array.set(numbers);
  attribute.needsUpdate = true;
}

/** What all examples take up. */
export function boundsOf(gallery: Gallery): Box3 {
  const box = new Box3();
  const form = gallery.another();
  if (!form) return box;
  const place = new Vector3();
  for (const { at } of gallery.examples) {
    at.forEach((value, index) => gallery.put(form, index, value));
    form.shape();
    const positions = form.positions();
    for (let i = 0; i < positions.length; i += 3) box.expandByPoint(place.fromArray(positions, i));
  }
  form.free();
  return box;
}

export class Exhibit {
  readonly object = new Group();
  private readonly materials: Record<Paint, Material> = { plain: lit(BLENDED), normals: NORMALS, velocity: lit(new Color(0xffffff), true) };
  private readonly coloured = lit(new Color(0xffffff), true);
  private readonly mesh = new Mesh<BufferGeometry, Material>(new BufferGeometry(), this.materials.plain);
  private readonly wire = new Mesh(this.mesh.geometry, wired(0.4));
  private paint: Paint = "plain";
  private info: ShapeInfo | undefined;
  private speeds: Speeds | undefined;
  private drawn = -1;
  /** The middle of the form while nobody moved it, and by how much it was put off where somebody does. */
  private readonly seen = new Vector3();
  private carried: Vector3 | undefined;
  private moved = false;

  constructor() {
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    // Forms grow and bend: what was measured once tells nothing.
    this.mesh.frustumCulled = this.wire.frustumCulled = false;
    this.wire.visible = false;
    this.object.add(this.mesh, this.wire);
  }

  /** Another shape. Its lowest point of all examples is on the ground. */
  show(gallery: Gallery, bounds: Box3): void {
    const { info } = gallery;
    const form = gallery.form();
    this.info = info;
    this.mesh.geometry.dispose();
    if (!info || !form) return;
    this.mesh.geometry = this.wire.geometry = geometryOf(info);
    this.mesh.geometry.setAttribute("color", new BufferAttribute(new Float32Array(3 * info.vertices), 3));
    this.speeds = new Speeds(form.positions());
    const middle = bounds.getCenter(new Vector3());
    this.object.position.set(-middle.x, -bounds.min.y, -middle.z);
    this.carried = undefined;
    this.look(this.paint, this.wire.visible);
    this.update(gallery, 0);
  }

  look(paint: Paint, wireframe: boolean): void {
    this.paint = paint;
    this.wire.visible = wireframe;
    this.mesh.material = behindEdges(paint === "plain" && this.info?.coloured ? this.coloured : this.materials[paint], wireframe);
    this.drawn = -1;
  }

  /** What red means where colours tell velocity, units of length per second. */
  get scale(): number {
    return this.speeds?.scale ?? 0;
  }

  /** What the form takes up now. */
  box(): Box3 {
    return new Box3().setFromBufferAttribute(this.mesh.geometry.getAttribute("position") as BufferAttribute);
  }

  /** A form that a performer moves stays where it was seen before, wherever he goes; without one it is where it is. */
  carry(performer: Performer | undefined): void {
    const [x = 0, z = 0] = performer?.placement() ?? [];
    const went = new Vector3(x, performer?.climbed ?? 0, z);
    if (!performer) this.carried = undefined;
    else this.carried ??= this.seen.clone().sub(this.box().getCenter(new Vector3())).add(went);
    this.mesh.position.copy(this.carried ?? went).sub(went);
    this.wire.position.copy(this.mesh.position);
    if (!performer && this.moved) this.box().getCenter(this.seen);
    this.moved = false;
  }

  /** The form so many seconds later. */
  update(gallery: Gallery, seconds: number): void {
    const form = gallery.form();
    if (!form) return;
    const { geometry } = this.mesh;
    this.speeds?.update(form.positions(), seconds);
    const colour = geometry.getAttribute("color") as BufferAttribute;
    if (this.paint === "velocity") {
      this.speeds?.colour(colour.array as Float32Array);
      colour.needsUpdate = true;
    }
    if (this.drawn === gallery.version) return;
    this.drawn = gallery.version;
    this.moved = true;
    fill(geometry, form);
    const own = form.colours();
    if (this.paint === "plain" && own) {
      for (let i = 0; i < colour.array.length; i++) colour.array[i] = own[4 * Math.floor(i / 3) + (i % 3)]!;
      colour.needsUpdate = true;
    }
  }
}
