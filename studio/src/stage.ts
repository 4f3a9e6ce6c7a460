// The stage: a lit ground, a soft shadow, the figure or a shape, and the camera that goes along.

import { DirectionalLight, HemisphereLight, PCFShadowMap, Plane, Raycaster, Scene, Vector2, Vector3, WebGLRenderer, type Box3, type Object3D, type Ray } from "three";
import { FollowingCamera, type Sight } from "./camera";
import type { Character } from "./character";
import type { Joint, Performer, Point3 } from "./engine";
import { Figure, placeOf } from "./figure";
import { Footprints } from "./footprints";
import { Ground, HORIZON } from "./ground";
import { Handle } from "./handle";
import { Roles } from "./roles";
import { Trail } from "./trail";

/** Sun over the left shoulder of who looks on, in heights. */
const SUN = new Vector3(0.9, 2.6, 1.3);

export class Stage {
  readonly view: FollowingCamera;
  readonly renderer: WebGLRenderer;
  private readonly scene = new Scene();
  private readonly ground = new Ground();
  private readonly prints = new Footprints();
  private readonly trail = new Trail();
  private readonly handle = new Handle();
  private readonly sun = new DirectionalLight(0xfff6ea, 2.3);
  /** Goes with the camera, lest a figure seen from its shaded side is dull. */
  private readonly lamp = new DirectionalLight(0xfff6ea, 0.9);
  private figure: Figure | undefined;
  private character: Character | undefined;
  private exhibited: Object3D | undefined;
  private head = 0;
  /** Of what is seen, and of the figure: its height, and where its top is. */
  private size = { height: 1, top: 1 };
  private own = this.size;
  /** On the ground below the figure. */
  private readonly middle = new Vector3();
  private heading = 0;
  private slope = 0;
  /** The point that can be dragged is wanted elsewhere. */
  onDrag: (point: Point3) => void = () => undefined;

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
    this.scene.add(new HemisphereLight(0xf4f8ff, 0xd0cad8, 1.75), this.sun, this.sun.target, this.lamp, this.lamp.target, this.ground.object, this.prints.object, this.trail.object, this.handle.object);
    this.listen();
    this.view = new FollowingCamera(canvas, calm);
  }

  /** A hero enters. */
  cast(joints: readonly Joint[], player: Performer): void {
    if (!this.character?.fits(joints)) this.dress(undefined);
    const world = player.world();
    this.figure?.dispose();
    this.figure = new Figure(joints, world);
    this.scene.add(this.figure.object);
    const height = this.figure.height;
    this.head = new Roles(joints.map((joint) => joint.name)).joint("head") ?? joints.length - 1;
    this.prints.fit(joints, height);
    this.trail.fit(height);
    this.handle.fit(height);
    const heights = joints.map((_, joint) => placeOf(world, joint, new Vector3()).y - player.climbed);
    this.perform(player, { height, top: Math.max(...heights) });
  }

  /** The hero is on the stage, of the size that it has, and no shape. */
  perform(player: Performer, size = this.own): void {
    this.own = size;
    this.exhibited?.removeFromParent();
    this.exhibited = undefined;
    this.see();
    this.surround(size);
    this.jump(player);
    this.home();
  }

  /** A shape that takes up so much room stands there instead of the hero; its form as it is now is in the middle. */
  exhibit(object: Object3D, bounds: Box3, form: Box3): void {
    this.exhibited?.removeFromParent();
    this.exhibited = object;
    this.scene.add(object);
    this.see();
    const { x, y, z } = bounds.getSize(new Vector3());
    // What is wide is as far away as what is high.
    const height = Math.max(y, 0.75 * Math.hypot(x, z)) || 1;
    const middle = form.getCenter(new Vector3()).add(object.position);
    this.surround({ height, top: 2 * middle.y });
    this.middle.set(middle.x, 0, middle.z);
    this.heading = this.slope = 0;
    this.ground.follow(this.middle.x, this.middle.z, 0, 0, 0);
    this.home();
  }

  /** Who stands there is seen, and nobody else. */
  private see(): void {
    const shape = this.exhibited !== undefined;
    if (this.figure) this.figure.object.visible = !shape && this.character === undefined;
    if (this.character) this.character.object.visible = !shape;
    this.prints.object.visible = this.trail.object.visible = !shape;
  }

  /** Ground, light and camera for something so large. */
  private surround(size: { height: number; top: number }): void {
    this.size = size;
    const { height } = size;
    this.ground.fit(height);
    this.fitView();
    const shadow = this.sun.shadow.camera;
    Object.assign(shadow, { left: -1.1 * height, right: 1.1 * height, top: 1.3 * height, bottom: -0.9 * height });
    Object.assign(shadow, { near: 0.1 * height, far: 6 * height });
    shadow.updateProjectionMatrix();
    this.sun.shadow.normalBias = 0.006 * height;
  }

  /** A mesh stands for the figure, or the figure itself again. */
  dress(character: Character | undefined): void {
    this.character?.dispose();
    this.character = character;
    if (character) this.scene.add(character.object);
    this.see();
    this.fitView();
    this.home();
  }

  /** Brings all of who is seen into view. */
  private fitView(): void {
    const { height, top } = this.size;
    const tall = this.exhibited ? 0 : (this.character?.height ?? 0);
    this.view.fit(Math.max(height, tall), Math.max(top, tall) / 2);
  }

  /** The figure is elsewhere at once, and its traces are not of this walk. */
  jump(player: Performer): void {
    this.prints.clear();
    this.trail.clear();
    this.centre(player);
    this.view.follow(this.middle.x, this.middle.y, this.middle.z, 1);
  }

  home(): void {
    this.view.home(this.middle.x, this.middle.y, this.middle.z, this.heading, this.exhibited === undefined);
  }

  /** So many seconds of motion after the last time, on ground that is so steep. */
  pose(player: Performer, seconds: number, slope: number): void {
    const world = player.world();
    this.figure?.pose(world);
    this.centre(player);
    this.slope += (slope - this.slope) * (1 - Math.exp(-4 * seconds));
    const { x, y, z } = this.middle;
    this.ground.follow(x, z, y, this.slope, this.heading);
    this.character?.pose(player, (x, z) => this.ground.heightAt(x, z), seconds);
    this.prints.update(player.feet(), world, this.ground, seconds);
    this.trail.update(x, y, z, seconds);
  }

  /** The point that can be dragged, if there is one; whether somebody is after it. */
  mark(point: Point3 | undefined, active: boolean): void {
    this.handle.show(point, point ? this.ground.heightAt(point.x, point.z) : 0, active);
  }

  private centre(player: Performer): void {
    const [x = 0, z = 0, heading = 0] = player.placement();
    this.middle.set(x, player.climbed, z);
    this.heading = heading;
  }

  /** A pointer at the point drags it rather than the camera. */
  private listen(): void {
    const at = (event: PointerEvent) => {
      const box = this.canvas.getBoundingClientRect();
      return this.handle.isAt(event.clientX - box.left, event.clientY - box.top, this.view.camera, box.width, box.height);
    };
    let dragging: number | undefined;
    this.canvas.addEventListener("pointerdown", (event) => {
      if (event.button !== 0 || dragging !== undefined || !at(event)) return;
      dragging = event.pointerId;
      this.view.held = false;
      this.canvas.setPointerCapture(event.pointerId);
    }, { capture: true });
    this.canvas.addEventListener("pointermove", (event) => {
      if (event.pointerId !== dragging) {
        if (dragging === undefined) this.canvas.classList.toggle("grabbable", event.buttons === 0 && at(event));
        return;
      }
      const point = this.handle.dragged(this.rayAt(event.clientX, event.clientY), this.view.camera);
      if (point) this.onDrag({ ...point, y: Math.max(point.y, this.ground.heightAt(point.x, point.z)) });
    });
    for (const over of ["pointerup", "pointercancel"] as const) {
      this.canvas.addEventListener(over, (event) => {
        if (event.pointerId !== dragging) return;
        dragging = undefined;
        this.view.held = true;
      });
    }
  }

  /** So many seconds after the last time; the camera turns to where this is seen. */
  render(seconds: number, sight: Sight | undefined): void {
    const { height } = this.size;
    const { x, y, z } = this.middle;
    this.renderer.setViewport(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
    this.view.turn(this.heading, sight, seconds);
    this.view.follow(x, y, z, this.calm ? 1 : 1 - Math.exp(-7 * seconds));
    this.sun.target.position.set(x, y + 0.4 * height, z);
    this.sun.position.copy(SUN).multiplyScalar(height).add(this.sun.target.position);
    this.lamp.target.position.copy(this.sun.target.position);
    this.lamp.position.copy(this.view.camera.position).setY(y + 1.6 * height);
    this.renderer.render(this.scene, this.view.camera);
  }

  resize(width: number, height: number, free: { left: number; top: number; width: number; height: number }): void {
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.view.resize(width, height, free);
  }

  /** The point beside the head at which the pointer is, an arm's length nearer than it. */
  pointed(x: number, y: number, world: Float32Array): Vector3 | undefined {
    const back = this.view.camera.getWorldDirection(new Vector3()).negate();
    const near = placeOf(world, this.head, new Vector3()).addScaledVector(back, 0.7 * (this.figure?.height ?? 1));
    return this.rayAt(x, y).intersectPlane(new Plane().setFromNormalAndCoplanarPoint(back, near), new Vector3()) ?? undefined;
  }

  /** From the camera through a place of the window. */
  private rayAt(x: number, y: number): Ray {
    const box = this.canvas.getBoundingClientRect();
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height), this.view.camera);
    return caster.ray;
  }
}
