// A point in the scene that can be dragged: a ball, and a line down to a ring on the ground that tells how far away it is.

import { BufferGeometry, Group, Line, LineBasicMaterial, Mesh, MeshBasicMaterial, MeshStandardMaterial, Plane, RingGeometry, SphereGeometry, Vector3, type Camera, type Ray } from "three";
import type { Point3 } from "./engine";

const COLOUR = 0xf2b134;
/** A finger is this thick, pixels. */
const NEAR = 26;

export class Handle {
  readonly object = new Group();
  private readonly ball: Mesh<SphereGeometry, MeshStandardMaterial>;
  private readonly ring: Mesh;
  private readonly line: Line;
  private readonly plane = new Plane();
  private readonly place = new Vector3();
  private above = 0;

  constructor() {
    this.ball = new Mesh(new SphereGeometry(1, 24, 16), new MeshStandardMaterial({ color: COLOUR, roughness: 0.45, emissive: COLOUR, emissiveIntensity: 0.22 }));
    this.ball.castShadow = true;
    // Behind the figure it shines through.
    const ghost = new Mesh(this.ball.geometry, new MeshBasicMaterial({ color: COLOUR, transparent: true, opacity: 0.35, depthTest: false, depthWrite: false }));
    ghost.renderOrder = 4;
    this.ball.add(ghost);
    const faint = { color: COLOUR, transparent: true, opacity: 0.75, depthWrite: false };
    this.ring = new Mesh(new RingGeometry(0.72, 1, 40).rotateX(-Math.PI / 2), new MeshBasicMaterial(faint));
    this.ring.renderOrder = 3;
    this.line = new Line(new BufferGeometry().setFromPoints([new Vector3(), new Vector3(0, 1, 0)]), new LineBasicMaterial({ ...faint, opacity: 0.5 }));
    this.object.add(this.ball, this.ring, this.line);
    this.object.visible = false;
  }

  fit(height: number): void {
    this.ball.scale.setScalar(0.02 * height);
    this.ring.scale.setScalar(0.03 * height);
    this.above = 0.0015 * height;
  }

  /** Shows it there over the ground, or not at all. */
  show(point: Point3 | undefined, ground: number, active: boolean): void {
    this.object.visible = point !== undefined;
    if (!point) return;
    this.place.set(point.x, point.y, point.z);
    this.ball.position.copy(this.place);
    this.ball.material.emissiveIntensity = active ? 0.6 : 0.22;
    this.ring.position.set(point.x, ground + this.above, point.z);
    this.line.position.set(point.x, ground, point.z);
    this.line.scale.y = Math.max(point.y - ground, 1e-3);
  }

  /** Whether a place on the canvas, in pixels, is at the ball. */
  isAt(x: number, y: number, camera: Camera, width: number, height: number): boolean {
    if (!this.object.visible) return false;
    const on = this.place.clone().project(camera);
    return on.z < 1 && Math.hypot(((on.x + 1) / 2) * width - x, ((1 - on.y) / 2) * height - y) < NEAR;
  }

  /** Where a ray meets the plane through the ball that faces the camera. */
  dragged(ray: Ray, camera: Camera): Point3 | undefined {
    this.plane.setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()).negate(), this.place);
    return ray.intersectPlane(this.plane, new Vector3()) ?? undefined;
  }
}
