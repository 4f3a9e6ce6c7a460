// A mesh of the hero's joints follows an actor, however large it is and whatever lies above it.

import { readFileSync } from "node:fs";
import { BoxGeometry, Group, Mesh, Object3D, Vector3 } from "three";
import { beforeAll, expect, test } from "vitest";
import { Hero, initSync, type Joint } from "../pkg/adverb_wasm";
import { EngineActor } from "../src/actor";
import { Character } from "../src/character";
import { EngineWearer, type BodyInfo } from "../src/wearer";

const file = (path: string) => readFileSync(new URL(path, import.meta.url));

let hero: Hero;
let joints: Joint[];
beforeAll(() => {
  initSync({ module: file("../pkg/adverb_wasm_bg.wasm") });
  hero = Hero.load(new Uint8Array(file("../../crates/adverb/tests/packs/v2.adverb")));
  joints = hero.joints();
});

/** The hero's joints so many times as large, hanging from a node that is turned and scaled; `wide` is how far apart its hips are. */
function made(scale: number, wide = 1): { character: Character; nodes: Object3D[] } {
  const scene = new Group();
  const armature = new Object3D();
  armature.rotation.x = -Math.PI / 2;
  armature.scale.setScalar(0.01);
  scene.add(armature, new Mesh(new BoxGeometry()));
  const places = joints.map(({ offset }) => [scale * wide * offset[0]!, scale * offset[1]!, scale * offset[2]!]);
  const nodes = joints.map(() => new Object3D());
  nodes.forEach((node, j) => {
    (joints[j]!.parent < 0 ? armature : nodes[joints[j]!.parent]!).add(node);
    node.position.fromArray(places[j]!).multiplyScalar(100);
  });
  const body: BodyInfo = {
    joints: joints.map(({ name, parent, end }, j) => ({ name, parent: parent < 0 ? null : parent, end, rest: [...places[j]!, 0, 0, 0, 1] })),
    skin: [],
    given: [],
  };
  return { character: new Character(new EngineWearer(hero, body), joints.length, body, nodes, scene), nodes };
}

/** Where a node is drawn. */
function drawn(character: Character, node: Object3D): Vector3 {
  character.object.updateMatrixWorld(true);
  return node.getWorldPosition(new Vector3());
}

const LEGS = ["Hips", "LeftUpLeg", "LeftLeg", "LeftFoot", "RightUpLeg", "RightLeg", "RightFoot"];

test("a mesh of any size is drawn where the skeleton is", () => {
  for (const [scale, within] of [[1, 1e-4], [0.6, 0.06], [40, 0.06]] as const) {
    const { character, nodes } = made(scale);
    const actor = new EngineActor(hero.act());
    for (let frame = 0; frame < 60; frame++) {
      actor.step(1 / 60);
      character.pose(actor, () => -10, 1 / 60);
      const world = actor.world().slice();
      for (const name of LEGS) {
        const j = joints.findIndex((joint) => joint.name === name);
        expect(drawn(character, nodes[j]!).distanceTo(new Vector3().fromArray(world, 12 * j + 9)), name).toBeLessThan(within);
      }
    }
    expect(character.fits(joints)).toBe(true);
    expect(character.fits(joints.slice(1))).toBe(false);
    character.dispose();
  }
});

test("feet of other proportions stay where they stand, and do not sink into a slope", () => {
  const { character, nodes } = made(0.8, 1.5);
  const actor = new EngineActor(hero.act());
  const slope = (_: number, z: number) => 0.1 * z;
  const ankle = joints.findIndex(({ name }) => name === "LeftFoot");
  for (let frame = 0; frame < 200; frame++) {
    actor.step(1 / 60);
    character.pose(actor, slope, 1 / 60);
    const { x, y, z } = drawn(character, nodes[ankle]!);
    expect(y).toBeGreaterThan(slope(x, z));
  }
});
