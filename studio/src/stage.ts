// The stage: a lit ground, a soft shadow, the figure, and the camera that goes along.

import { DirectionalLight, HemisphereLight, PCFShadowMap, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer } from "three";
import { FollowingCamera } from "./camera";
import type { Joint, Player } from "./engine";
import { Figure, placeOf } from "./figure";
import { Footprints } from "./footprints";
import { Ground, HORIZON } from "./ground";
import { Roles } from "./roles";

/** Sun over the left shoulder of who looks on, in heights. */
const SUN = new Vector3(0.9, 2.6, 1.3);

export class Stage {
  readonly view: FollowingCamera;
  private readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly ground = new Ground();
  private readonly prints = new Footprints();
  private readonly sun = new DirectionalLight(0xfff6ea, 2.3);
  private figure: Figure | undefined;
  private head = 0;
  private readonly middle = new Vector3();

  /** Throws where there is no WebGL. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly calm: boolean,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.scene.background = HORIZON;
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 7;
    this.sun.shadow.normalBias = 0.01;
    this.scene.add(new HemisphereLight(0xf4f8ff, 0xd0cad8, 2.05), this.sun, this.sun.target, this.ground.object, this.prints.object);
    this.view = new FollowingCamera(canvas, calm);
  }

  /** A hero enters. */
  cast(joints: readonly Joint[], player: Player): void {
    const world = player.world();
    this.figure?.dispose();
    this.figure = new Figure(joints, world);
    this.scene.add(this.figure.object);
    const height = this.figure.height;
    this.head = new Roles(joints.map((joint) => joint.name)).joint("head") ?? joints.length - 1;
    this.ground.fit(height);
    this.prints.fit(joints, height);
    const heights = joints.map((_, joint) => placeOf(world, joint, new Vector3()).y);
    this.view.fit(height, Math.max(...heights) / 2);
    const shadow = this.sun.shadow.camera;
    Object.assign(shadow, { left: -1.1 * height, right: 1.1 * height, top: 1.3 * height, bottom: -0.9 * height });
    Object.assign(shadow, { near: 0.1 * height, far: 6 * height });
    shadow.updateProjectionMatrix();
    this.jump(player);
    this.view.home(this.middle.x, this.middle.z);
  }

  /** The figure is elsewhere at once, and its traces are not of this walk. */
  jump(player: Player): void {
    this.prints.clear();
    this.centre(player);
    this.view.follow(this.middle.x, this.middle.z, 1);
  }

  home(): void {
    this.view.home(this.middle.x, this.middle.z);
  }

  /** So many seconds of motion after the last time. */
  pose(player: Player, seconds: number): void {
    const world = player.world();
    this.figure?.pose(world);
    this.prints.update(player.feet(), world, seconds);
    this.centre(player);
  }

  private centre(player: Player): void {
    const [x = 0, z = 0] = player.placement();
    this.middle.set(x, 0, z);
  }

  render(seconds: number): void {
    const height = this.figure?.height ?? 1;
    const { x, z } = this.middle;
    this.view.follow(x, z, this.calm ? 1 : 1 - Math.exp(-7 * seconds));
    this.ground.follow(x, z);
    this.sun.target.position.set(x, 0.4 * height, z);
    this.sun.position.copy(SUN).multiplyScalar(height).add(this.sun.target.position);
    this.renderer.render(this.scene, this.view.camera);
  }

  resize(width: number, height: number, free: { left: number; top: number; width: number; height: number }): void {
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.view.resize(width, height, free);
  }

  /** The point beside the head at which the pointer is, an arm's length nearer than it. */
  pointed(x: number, y: number, world: Float32Array): Vector3 | undefined {
    const box = this.canvas.getBoundingClientRect();
    const on = new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height);
    const ray = new Raycaster();
    ray.setFromCamera(on, this.view.camera);
    const back = this.view.camera.getWorldDirection(new Vector3()).negate();
    const near = placeOf(world, this.head, new Vector3()).addScaledVector(back, 0.7 * (this.figure?.height ?? 1));
    return ray.ray.intersectPlane(new Plane().setFromNormalAndCoplanarPoint(back, near), new Vector3()) ?? undefined;
  }
}
