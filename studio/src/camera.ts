// A camera that orbits by hand and goes along with the figure.

import { PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

/** From where a figure is first seen, in its heights: to its left, from a little above, in front. */
const VIEW = new Vector3(1.35, 0.42, 1.75);
export class FollowingCamera {
  readonly camera = new PerspectiveCamera(32, 1, 0.01, 200);
  following = true;
  private readonly orbit: OrbitControls;
  private height = 1.7;
  private middle = 0.85;
  private readonly aim = new Vector3();

  constructor(canvas: HTMLElement, calm: boolean) {
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.enableDamping = !calm;
    this.orbit.dampingFactor = 0.09;
    this.orbit.enablePan = false;
    this.orbit.maxPolarAngle = Math.PI / 2 - 0.02; // never from below the ground
    this.orbit.zoomSpeed = 0.7;
  }

  /** Whether hands turn the camera. */
  set held(on: boolean) {
    this.orbit.enabled = on;
  }

  /** For a body so large, whose middle is so high above the ground. */
  fit(height: number, middle: number): void {
    this.height = height;
    this.middle = middle;
    this.orbit.minDistance = 0.8 * height;
    this.orbit.maxDistance = 9 * height;
    this.camera.near = 0.05 * height;
    this.camera.far = 60 * height;
  }

  /** Back to where one first stood. */
  home(x: number, y: number, z: number): void {
    this.aim.set(x, y + this.middle, z);
    this.orbit.target.copy(this.aim);
    const narrow = Math.max(1, 0.9 / this.camera.aspect);
    this.camera.position.copy(VIEW).multiplyScalar(this.height * 1.02 * narrow).setY(this.height * 0.86).add(new Vector3(x, y, z));
    this.orbit.update();
  }

  /** The figure is there now. `ease`: how much of the way is made, 1 for all of it; a figure is never lost from sight. */
  follow(x: number, y: number, z: number, ease: number): void {
    if (this.following) {
      const away = new Vector3(x, y + this.middle, z).sub(this.aim);
      away.multiplyScalar(away.length() > this.height ? 1 : ease);
      this.aim.add(away);
      this.camera.position.add(away);
      this.orbit.target.copy(this.aim);
    }
    this.orbit.update();
  }

  /** `free`: the part of the canvas that no panel covers; what is looked at is in its middle. */
  resize(width: number, height: number, free: { left: number; top: number; width: number; height: number }): void {
    this.camera.aspect = width / height;
    const [right, down] = [free.left + free.width / 2 - width / 2, free.top + free.height / 2 - height / 2];
    this.camera.setViewOffset(width, height, -right, -down, width, height);
    // The free part shows as much as a whole window would.
    this.camera.zoom = Math.min(free.height / height, 1.25 * (free.width / height));
    this.camera.updateProjectionMatrix();
  }
}
