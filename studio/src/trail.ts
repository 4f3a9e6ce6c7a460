// The path on the ground: a ribbon behind the figure that fades.

import { BufferAttribute, BufferGeometry, Mesh, ShaderMaterial, Color } from "three";

/** Places that are remembered. */
const LENGTH = 360;
/** Seconds of motion until the ribbon has gone. */
const LASTS = 12;
const COLOUR = new Color(0x2a9d94);

const VERTEX = /* glsl */ `
  attribute float born;
  uniform float now;
  varying float fresh;
  void main() {
    fresh = clamp(1.0 - (now - born) / ${LASTS.toFixed(1)}, 0.0, 1.0);
    gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  }`;

const FRAGMENT = /* glsl */ `
  uniform vec3 colour;
  varying float fresh;
  void main() {
    gl_FragColor = vec4(colour, 0.42 * fresh * fresh);
    #include <colorspace_fragment>
  }`;

export class Trail {
  readonly object: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly places = new Float32Array(6 * LENGTH);
  private readonly born = new Float32Array(2 * LENGTH);
  private count = 0;
  private now = 0;
  private last = { x: 0, z: 0 };
  private width = 0.02;

  constructor() {
    const shape = new BufferGeometry();
    shape.setAttribute("position", new BufferAttribute(this.places, 3));
    shape.setAttribute("born", new BufferAttribute(this.born, 1));
    const index = Array.from({ length: LENGTH - 1 }, (_, i) => [2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 1, 2 * i + 3, 2 * i + 2]).flat();
    shape.setIndex(index);
    const uniforms = { now: { value: 0 }, colour: { value: COLOUR } };
    const look = new ShaderMaterial({ vertexShader: VERTEX, fragmentShader: FRAGMENT, uniforms, transparent: true, depthWrite: false });
    look.side = 2;
    this.object = new Mesh(shape, look);
    this.object.frustumCulled = false;
    this.object.renderOrder = 2;
    this.clear();
  }

  fit(height: number): void {
    this.width = 0.009 * height;
    this.object.position.y = 0.0008 * height;
    this.clear();
  }

  clear(): void {
    this.count = 0;
    this.object.geometry.setDrawRange(0, 0);
  }

  /** The figure is there now, so many seconds of motion later. */
  update(x: number, y: number, z: number, seconds: number): void {
    this.now += seconds;
    this.object.material.uniforms["now"]!.value = this.now;
    const [dx, dz] = [x - this.last.x, z - this.last.z];
    const far = Math.hypot(dx, dz);
    if (this.count > 0 && far < 4 * this.width) return;
    if (this.count === LENGTH) {
      this.places.copyWithin(0, 6);
      this.born.copyWithin(0, 2);
      this.count--;
    }
    const [ax, az] = far > 0 ? [(dz / far) * this.width, (-dx / far) * this.width] : [0, 0];
    this.places.set([x + ax, y, z + az, x - ax, y, z - az], 6 * this.count);
    this.born.fill(this.now, 2 * this.count, 2 * this.count + 2);
    this.last = { x, z };
    this.count++;
    for (const name of ["position", "born"]) this.object.geometry.getAttribute(name).needsUpdate = true;
    this.object.geometry.setDrawRange(0, 6 * Math.max(this.count - 1, 0));
  }
}
