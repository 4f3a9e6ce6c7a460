// A camera that orbits by hand, goes along with the figure, and turns with it.
//
// It comes round gently behind a figure that goes. Whoever has turned it by hand has chosen another side of the figure: from then on
// it keeps to that one, so that it never works against the hand.

import { MOUSE, PerspectiveCamera, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

/** From where a figure is first seen, in its heights: to its left, from a little above, in front. */
const VIEW = new Vector3(1.35, 0.42, 1.75);
/** What is to be seen of a figure that goes, or reaches for something before it. */
export type Sight = "way" | "hands";
/** From where that is seen, radians to the left of what is ahead of it: over its right shoulder, and from its right. */
const SIDES: Record<Sight, number> = { way: -2.6, hands: -2 };
/** How a turn settles, per second, and how fast it may become, radians per second. */
const STIFFNESS = 2.6;
const FASTEST = 1.5;
/** Less in a frame is rounding, radians. */
const LEAST_PUSH = 1e-6;

export class FollowingCamera {
  readonly camera = new PerspectiveCamera(32, 1, 0.01, 200);
  following = true;
  /** Whether it turns with a figure that goes. */
  turning: boolean;
  private readonly orbit: OrbitControls;
  private height = 1.7;
  private middle = 0.85;
  private readonly aim = new Vector3();
  /** The side of the figure that a hand has chosen, to the left of its heading. */
  private chosen: number | undefined;
  /** How fast the camera turns, radians per second. */
  private speed = 0;
  /** A hand is at it, and has moved it. */
  private touched = false;
  private dragged = false;
  /** The azimuth that it has by itself: what differs from it is a hand's. */
  private before = 0;

  constructor(canvas: HTMLElement, calm: boolean) {
    this.turning = !calm;
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.enableDamping = !calm;
    this.orbit.dampingFactor = 0.09;
    this.orbit.enablePan = false;
    this.orbit.maxPolarAngle = Math.PI / 2 - 0.02; // never from below the ground
    this.orbit.zoomSpeed = 0.7;
    // Shift, which runs, would make a pan of a turn, and a turn of a pan.
    canvas.addEventListener("pointerdown", ({ shiftKey, ctrlKey, metaKey }) => {
      this.orbit.mouseButtons.LEFT = shiftKey || ctrlKey || metaKey ? MOUSE.PAN : MOUSE.ROTATE;
    }, { capture: true });
    this.orbit.addEventListener("start", () => (this.touched = true));
    this.orbit.addEventListener("end", () => (this.touched = false));
  }

  /** What is looked at. */
  get target(): Vector3 {
    return this.orbit.target;
  }

  /** Whether hands turn the camera. */
  set held(on: boolean) {
    this.orbit.enabled = on;
  }

  /** Where it is around the figure, from the z axis towards the x axis, as headings are. */
  get azimuth(): number {
    return Math.atan2(this.camera.position.x - this.aim.x, this.camera.position.z - this.aim.z);
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

  /** Back to where one first stood, before a figure that looks there. `goes`: there is room beside it in a narrow window, too. */
  home(x: number, y: number, z: number, heading: number, goes: boolean): void {
    this.aim.set(x, y + this.middle, z);
    this.orbit.target.copy(this.aim);
    const narrow = goes ? Math.max(1, 0.9 / this.camera.aspect) : 1;
    const view = VIEW.clone().applyAxisAngle(this.camera.up, heading).multiplyScalar(this.height * 1.02 * narrow);
    this.camera.position.copy(view).setY(this.height * 0.86).add(new Vector3(x, y, z));
    [this.chosen, this.speed] = [undefined, 0];
    this.before = this.azimuth;
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

  /** So many seconds later the figure heads there, and this is to be seen of it. Comes before `follow`, which looks. */
  turn(heading: number, sight: Sight | undefined, seconds: number): void {
    const pushed = turnBetween(this.before, this.azimuth);
    if (this.touched || !this.orbit.enabled) {
      this.dragged ||= Math.abs(pushed) > LEAST_PUSH;
      if (this.dragged) this.chosen = this.azimuth - heading;
      this.speed = 0;
    } else {
      // What a hand has pushed turns on for a while.
      if (this.chosen !== undefined) this.chosen += pushed;
      this.dragged = false;
      if (this.following && this.turning) this.swing(this.left(heading, sight), seconds);
    }
    this.before = this.azimuth;
  }

  private left(heading: number, sight: Sight | undefined): number {
    const round = this.azimuth - heading;
    // From before the figure its hands are seen as well.
    if (!sight || (sight === "hands" && Math.cos(round) > Math.cos(SIDES.hands))) return 0;
    return turnBetween(round, this.chosen ?? SIDES[sight]);
  }

  /** So much is left to turn; where that is nothing, what was begun comes to rest. */
  private swing(left: number, seconds: number): void {
    const { turned, speed } = swing(left, this.speed, seconds);
    this.speed = speed;
    this.camera.position.sub(this.aim).applyAxisAngle(this.camera.up, turned).add(this.aim);
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

/** From one direction to another, the shorter way round. */
export function turnBetween(from: number, to: number): number {
  return Math.atan2(Math.sin(to - from), Math.cos(to - from));
}

/** A critically damped spring over what is left to turn, of limited speed: how far it turns in so many seconds, and how fast it is then. */
export function swing(left: number, speed: number, seconds: number): { turned: number; speed: number } {
  let [turned, now] = [0, speed];
  for (let rest = Math.min(seconds, 1); rest > 1e-9; rest -= 1 / 120) {
    const step = Math.min(rest, 1 / 120);
    const pull = STIFFNESS * STIFFNESS * (left - turned) - 2 * STIFFNESS * now;
    now = Math.min(Math.max(now + step * pull, -FASTEST), FASTEST);
    turned += step * now;
  }
  return { turned, speed: now };
}
