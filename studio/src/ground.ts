// An endless ground: a plane that stays below the figure, with a pool of light around it and lines that stay in the world.

import { Color, Group, Mesh, PlaneGeometry, ShaderMaterial, ShadowMaterial, Vector2, Vector3 } from "three";
import { niceStep } from "./numbers";

export const HORIZON = new Color(0xdfe5ef);
const POOL = new Color(0xfafbfd);
const LINES = new Color(0xb0bace);

const VERTEX = /* glsl */ `
  varying vec2 place;
  void main() {
    vec4 world = modelMatrix * vec4(position, 1.0);
    place = world.xz;
    gl_Position = projectionMatrix * viewMatrix * world;
  }`;

const FRAGMENT = /* glsl */ `
  uniform vec2 middle;
  uniform float unit;
  uniform float reach;
  uniform vec3 horizon;
  uniform vec3 pool;
  uniform vec3 lines;
  varying vec2 place;

  // How much of a pixel a line covers, for lines at whole numbers of x and y.
  float grid(vec2 at, float width) {
    vec2 pixel = fwidth(at);
    vec2 away = abs(fract(at - 0.5) - 0.5);
    vec2 drawn = smoothstep(pixel * (width + 1.0), pixel * width, away);
    // Lines closer than pixels become their mean rather than a moiré.
    drawn = mix(drawn, pixel * width * 2.0, smoothstep(0.2, 0.8, pixel));
    return max(drawn.x, drawn.y);
  }

  void main() {
    float away = length(place - middle) / reach;
    float light = exp(-1.6 * away * away);
    vec3 colour = mix(horizon, pool, light);
    float fade = exp(-2.2 * away * away);
    float strength = max(0.7 * grid(place / unit, 0.5), 0.22 * grid(4.0 * place / unit, 0.3));
    gl_FragColor = vec4(mix(colour, lines, fade * strength), 1.0);
    #include <colorspace_fragment>
  }`;

const UP = new Vector3(0, 1, 0);

export class Ground {
  readonly object = new Group();
  /** Metres that it rises per metre along x and z. */
  private readonly gradient = new Vector2();
  private readonly look = new ShaderMaterial({
    vertexShader: VERTEX,
    fragmentShader: FRAGMENT,
    uniforms: {
      middle: { value: new Vector2() },
      unit: { value: 1 },
      reach: { value: 6 },
      horizon: { value: HORIZON },
      pool: { value: POOL },
      lines: { value: LINES },
    },
    depthWrite: false,
  });

  constructor() {
    const plane = new PlaneGeometry(1, 1).rotateX(-Math.PI / 2);
    // What lies on the ground is drawn after it, in turn: the depths of so large a plane are too coarse to tell a line a millimetre above.
    const floor = new Mesh(plane, this.look);
    floor.renderOrder = -1;
    const shade = new Mesh(plane, new ShadowMaterial({ color: 0x1a2244, opacity: 0.26, depthWrite: false }));
    shade.receiveShadow = true;
    shade.renderOrder = 1;
    this.object.add(floor, shade);
  }

  /** For a body so tall. */
  fit(height: number): void {
    this.object.scale.setScalar(60 * height);
    this.uniform("reach").value = 4 * height;
    this.uniform("unit").value = niceStep(0.55 * height);
  }

  /** Below the figure, which is so high by now and goes uphill so steeply. */
  follow(x: number, z: number, height: number, slope: number, heading: number): void {
    this.object.position.set(x, height, z);
    (this.uniform("middle").value as Vector2).set(x, z);
    this.gradient.set(slope * Math.sin(heading), slope * Math.cos(heading));
    this.object.quaternion.setFromUnitVectors(UP, new Vector3(-this.gradient.x, 1, -this.gradient.y).normalize());
  }

  /** How high it is at a place. */
  heightAt(x: number, z: number): number {
    const { position } = this.object;
    return position.y + this.gradient.x * (x - position.x) + this.gradient.y * (z - position.z);
  }

  private uniform(name: string): { value: unknown } {
    return this.look.uniforms[name]!;
  }
}
