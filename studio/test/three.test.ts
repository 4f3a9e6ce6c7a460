// The npm package's helper for three.js: bones stand where the engine has the joints, however a file hangs them.

import { readFileSync } from "node:fs";
import { Bone, type Object3D, Group, PropertyBinding, Quaternion, SkinnedMesh, Skeleton, BufferGeometry, Vector3 } from "three";
import { beforeAll, expect, test } from "vitest";
import { Figure, poseCrowd } from "../../crates/adverb-wasm/npm/three.js";
import { type Actor, Hero, initSync, type Joint } from "../pkg/adverb_wasm";

const file = (path: string) => readFileSync(new URL(path, import.meta.url));

let hero: Hero;
beforeAll(() => {
  initSync({ module: file("../pkg/adverb_wasm_bg.wasm") });
  hero = Hero.load(new Uint8Array(file("../../crates/adverb/tests/packs/v2.adverb")));
});

/** Where the engine has the joints. */
function joints(actor: Actor): Vector3[] {
  const world = actor.world().slice();
  return hero.joints().map((_, i) => new Vector3().fromArray(world, 12 * i + 9));
}

/** Where the figure has them. */
function bones(figure: Figure): Vector3[] {
  figure.object.updateMatrixWorld(true);
  return figure.bones.map((bone) => bone.getWorldPosition(new Vector3()));
}

function expectNear(found: readonly Vector3[], wanted: readonly Vector3[], within = 1e-4): void {
  wanted.forEach((at, i) => expect(found[i]!.distanceTo(at), `joint ${i}`).toBeLessThan(within));
}

/** A mesh as files have it: centimetres below a node that makes them metres, z up, every bone with axes of its own, and a twist node
 * above every joint but the root. `axes` are those of the world rotations at rest. */
function rigged(all: Joint[], axes: Quaternion[], scale = 1): Object3D {
  const armature = new Bone();
  armature.name = "Armature";
  armature.rotation.x = -Math.PI / 2;
  armature.scale.setScalar(0.01);
  armature.updateMatrix();
  const upright = armature.quaternion.clone();
  const twist = new Quaternion().setFromAxisAngle(new Vector3(0.6, 0, 0.8), 0.7);
  const made = all.map(({ name }) => Object.assign(new Bone(), { name: PropertyBinding.sanitizeNodeName(name) }));
  made.forEach((bone, i) => {
    const { parent, offset } = all[i]!;
    const above = parent < 0 ? upright : axes[parent]!;
    const holder = parent < 0 ? armature : new Group();
    if (parent >= 0) made[parent]!.add(holder.rotateOnAxis(new Vector3(0.6, 0, 0.8), 0.7));
    holder.add(bone);
    const before = above.clone().multiply(parent < 0 ? new Quaternion() : twist).invert();
    bone.quaternion.copy(before).multiply(axes[i]!);
    bone.position.fromArray(offset).multiplyScalar(100 * scale).applyQuaternion(before);
  });
  const mesh = new SkinnedMesh(new BufferGeometry());
  const scene = new Group().add(armature, mesh);
  scene.updateMatrixWorld(true);
  mesh.bind(new Skeleton(made));
  return scene;
}

test("bones made for a hero stand where its joints are", () => {
  const actor = hero.act();
  const figure = new Figure(hero);
  expect(figure.missing).toEqual([]);
  for (let frame = 0; frame < 60; frame++) {
    actor.step(1 / 30);
    figure.pose(actor);
    expectNear(bones(figure), joints(actor));
  }
});

test("bones of a file in centimetres, z up, with axes and nodes of its own, stand where the joints are", () => {
  const all = hero.joints();
  const own = all.map((_, i) => new Quaternion(Math.sin(i), Math.cos(2 * i), Math.sin(3 * i + 1), 1).normalize());
  const ofTheFile = all.map(({ rigAxes }) => new Quaternion().fromArray(rigAxes));
  for (const [axes, from] of [[own, "bind"], [ofTheFile, "file"]] as const) {
    const actor = hero.act();
    const figure = new Figure(hero, rigged(all, axes), { axes: from });
    for (let frame = 0; frame < 60; frame++) {
      actor.step(1 / 30);
      figure.pose(actor);
      expectNear(bones(figure), joints(actor), 2e-4);
    }
  }
});

test("a figure stands at the actor's origin, and says what it lacks", () => {
  const actor = hero.act();
  const figure = new Figure(hero);
  actor.place(100, 2, -50, 1);
  actor.step(1 / 60);
  figure.pose(actor);
  expect(figure.object.position.toArray()).toEqual([100, 2, -50]);
  const root = bones(figure)[hero.joints().findIndex(({ parent, end }) => parent < 0 && !end)]!;
  expect(Math.hypot(root.x - actor.x, root.z - actor.z)).toBeLessThan(0.3);
  const half = new Group().add(Object.assign(new Bone(), { name: hero.joints()[0]!.name }));
  expect(new Figure(hero, half).missing.length).toBe(hero.joints().filter(({ end }) => !end).length - 1);
  expect(() => new Figure(hero, new Group())).toThrow("called like a joint");
  expect(() => new Figure(hero, { scene: half } as unknown as Object3D)).toThrow("gltf.scene");
  expect(() => figure.pose(hero.crowd(1) as unknown as Actor)).toThrow("poseCrowd");
  expect(() => poseCrowd(hero.crowd(1), [figure, figure])).toThrow("2 figures for a crowd of 1");
});

test("a figure of any size is drawn at the hero's, and a namespace before its names does not matter", () => {
  const all = hero.joints();
  const axes = all.map(({ rigAxes }) => new Quaternion().fromArray(rigAxes));
  const actor = hero.act();
  actor.step(0.7);
  for (const scale of [0.5, 1, 30]) {
    const object = rigged(all, axes, scale);
    object.traverse((node) => (node as Bone).isBone && (node.name = `mixamorig${node.name}`));
    object.scale.setScalar(3);
    const figure = new Figure(hero, object);
    figure.pose(actor);
    expectNear(bones(figure), joints(actor), 3e-4);
  }
});

test("figures of a crowd stand as those of its actors one by one", () => {
  const crowd = hero.crowd(3, undefined, 0);
  const alone = hero.act(undefined, 0);
  const figures = [0, 1, 2].map(() => new Figure(hero));
  for (let frame = 0; frame < 30; frame++) {
    crowd.step(1 / 30);
    alone.step(1 / 30);
  }
  poseCrowd(crowd, figures);
  expectNear(bones(figures[0]!), joints(alone));
  expect(bones(figures[2]!).every((at) => at && Number.isFinite(at.lengthSq()))).toBe(true);
});
