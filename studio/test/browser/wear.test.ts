// A character of one's own in three.js, bound while the program runs: made ones as files have them, and one that somebody drew.

import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Object3D, type SkinnedMesh, Vector3 } from "three";
import { GLTFLoader } from "three/addons/loaders/GLTFLoader.js";
import { beforeAll, expect, test } from "vitest";
import { Character } from "../../../crates/adverb-wasm/npm/three.js";
import { type Actor, Hero, initSync } from "../../pkg/adverb_wasm";
import { madeMesh, type Made } from "./mesh";
import { required } from "./served";

const DATA = process.env["ADVERB_DATA"] ?? resolve(import.meta.dirname, "../../../../shared/data");

let hero: Hero;
beforeAll(() => {
  initSync({ module: readFileSync(new URL("../../pkg/adverb_wasm_bg.wasm", import.meta.url)) });
  hero = Hero.load(new Uint8Array(readFileSync(required("PACK"))));
});

/** A GLB without pictures, which Node cannot look at. */
function plain(glb: Uint8Array): ArrayBuffer {
  const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  const length = view.getUint32(12, true);
  const json = JSON.parse(new TextDecoder().decode(glb.subarray(20, 20 + length))) as Record<string, unknown> & { meshes: { primitives: { material?: number }[] }[] };
  for (const name of ["materials", "textures", "images", "samplers"]) delete json[name];
  for (const { primitives } of json.meshes) for (const primitive of primitives) delete primitive.material;
  const text = new TextEncoder().encode(JSON.stringify(json).padEnd(length));
  const plain = glb.slice();
  plain.set(text, 20);
  return plain.buffer;
}

const scene = async (glb: Uint8Array): Promise<Object3D> => (await new GLTFLoader().parseAsync(plain(glb), "")).scene;
const made = (how: Made) => scene(madeMesh(readFileSync(join(required("HERO"), "walk_neutral.bvh"), "utf8"), how));

/** The vertices of a foot: those that its bones hold most. */
class Foot {
  private readonly vertices: [SkinnedMesh, number][] = [];
  private before: Vector3[] | undefined;
  /** How far what touches the ground is from where it was when the foot was set down; at most. */
  private readonly slid = new Vector3();
  slide = 0;
  lowest = Infinity;
  /** Of its lowest vertex, once it stands. */
  highest = -Infinity;
  private frames = 0;

  constructor(object: Object3D, ankle: Object3D) {
    object.traverse((node) => {
      const mesh = node as SkinnedMesh;
      if (!mesh.isSkinnedMesh) return;
      const { skinIndex, skinWeight, position } = mesh.geometry.attributes;
      const own = mesh.skeleton.bones.map((bone) => isBelow(bone, ankle));
      for (let v = 0; v < position!.count; v++) {
        const held = [0, 1, 2, 3].reduce((sum, k) => sum + (own[skinIndex!.getComponent(v, k)] ? skinWeight!.getComponent(v, k) : 0), 0);
        if (held > 0.5) this.vertices.push([mesh, v]);
      }
    });
    expect(this.vertices.length).toBeGreaterThan(3);
  }

  look(planted: boolean): void {
    const now = this.vertices.map(([mesh, v]) => mesh.getVertexPosition(v, new Vector3()).applyMatrix4(mesh.matrixWorld));
    const low = Math.min(...now.map(({ y }) => y));
    this.lowest = Math.min(this.lowest, low);
    this.frames = planted ? this.frames + 1 : 0;
    if (this.frames > 20) this.highest = Math.max(this.highest, low);
    if (planted && this.before) {
      const lowBefore = Math.min(...this.before.map(({ y }) => y));
      const sum = new Vector3();
      let total = 0;
      now.forEach((at, v) => {
        const touches = Math.exp(-Math.max(at.y - low, this.before![v]!.y - lowBefore) / 0.005);
        sum.addScaledVector(at.clone().sub(this.before![v]!), touches);
        total += touches;
      });
      this.slid.add(sum.divideScalar(total).setY(0));
      this.slide = Math.max(this.slide, this.slid.length());
    } else this.slid.set(0, 0, 0);
    this.before = planted ? now : undefined;
  }
}

function isBelow(node: Object3D | null, above: Object3D): boolean {
  for (; node; node = node.parent) if (node === above) return true;
  return false;
}

const FRAMES = 600;

/** Names of a character's bones. */
interface Names {
  hips: [string, string];
  ankles: [string, string];
  head: string;
}

/** Walks for ten seconds; `hips` is how high the hip joints are above ankles of flat feet, beside the hero's, on average. */
function walk(character: Character, actor: Actor, names: Names) {
  const bone = (name: string) => {
    const found = character.bones.find((node) => node.userData["name"] === name || node.name === name);
    if (!found) throw new Error(`no bone ${name}`);
    return found;
  };
  const joints = hero.joints().map(({ name }) => name);
  const feet = names.ankles.map((name) => new Foot(character.object, bone(name)));
  const at = new Vector3();
  const hips = { own: 0, heros: 0 };
  const ankles = { own: Infinity, heros: Infinity };
  let lowestHead = Infinity;
  for (let frame = 0; frame < FRAMES; frame++) {
    actor.step(1 / 60, () => 0);
    character.pose(actor, 1 / 60, () => 0);
    character.object.updateMatrixWorld(true);
    feet.forEach((foot, side) => foot.look(actor.isPlanted(side)));
    const world = actor.world();
    const heros = (name: string) => world[12 * joints.indexOf(name) + 10]!;
    const own = (name: string) => bone(name).getWorldPosition(at).y;
    const middle = (own(names.hips[0]) + own(names.hips[1])) / 2;
    hips.own += middle / FRAMES;
    hips.heros += (heros("LeftUpLeg") + heros("RightUpLeg")) / 2 / FRAMES;
    ankles.own = Math.min(ankles.own, ...names.ankles.map(own));
    ankles.heros = Math.min(ankles.heros, heros("LeftFoot"), heros("RightFoot"));
    lowestHead = Math.min(lowestHead, own(names.head) - middle);
  }
  const found = { slide: Math.max(...feet.map(({ slide }) => slide)), lowest: Math.min(...feet.map(({ lowest }) => lowest)), highest: Math.max(...feet.map(({ highest }) => highest)), hips: (hips.own - ankles.own) / (hips.heros - ankles.heros), head: lowestHead };
  console.log(Object.entries(found).map(([name, value]) => `${name} ${value.toFixed(5)}`).join(", "));
  return found;
}

/** An actor that walks, and feet in the order of the names. */
function walker(): Actor {
  const actor = hero.act();
  actor.request("walk");
  return actor;
}

function expectToWalk({ slide, lowest, highest, hips, head }: ReturnType<typeof walk>): void {
  expect(slide).toBeLessThan(0.003);
  expect(lowest).toBeGreaterThan(-0.003);
  expect(highest).toBeLessThan(0.003);
  expect(Math.abs(hips - 1)).toBeLessThan(0.02);
  expect(head).toBeGreaterThan(0.3);
}

const names = (called: (joint: string) => string): Names => ({ hips: [called("LeftUpLeg"), called("RightUpLeg")], ankles: [called("LeftFoot"), called("RightFoot")], head: called("Head") });

test("made characters of any unit, with Z up and several meshes, walk without sliding", async () => {
  for (const how of [
    { scale: 1, name: (joint: string) => joint, colour: [1, 1, 1] },
    { scale: 0.006, name: (joint: string) => joint.replace(/^Left(.*)/, "$1.L").replace(/^Right(.*)/, "$1.R"), colour: [1, 1, 1] },
    { scale: 1, name: (joint: string) => `mixamorig:${joint}`, colour: [1, 1, 1], dressed: true },
  ] satisfies Made[]) {
    const character = new Character(hero, await made(how));
    expect(character.missing).toEqual([]);
    expectToWalk(walk(character, walker(), names((joint) => how.name(joint))));
    character.dispose();
  }
});

test("a mesh whose names tell nothing is refused with its names, and walks when it is told", async () => {
  const how: Made = { scale: 1, name: (_, index) => `bone${index}`, colour: [1, 1, 1] };
  const object = await made(how);
  expect(() => new Character(hero, object)).toThrow(/hips.*bone0, bone1/);
  expect(() => new Character(hero, object, { joints: { Hips: "bone99" } })).toThrow('unknown joint "bone99"');
  expect(() => new Character(hero, object, { joints: { Hip: "bone0" } })).toThrow('unknown joint of the hero "Hip": Hips');
  const character = new Character(hero, object, { joints: { Hips: "bone0" } });
  expect(character.still).toContain("bone1");
});

test.runIf(existsSync(join(DATA, "mesh/gltf/CesiumMan.glb")))("a man that somebody drew walks on his own soles", async () => {
  const character = new Character(hero, await scene(new Uint8Array(readFileSync(join(DATA, "mesh/gltf/CesiumMan.glb")))));
  expect(character.missing).toEqual([]);
  expectToWalk(walk(character, walker(), { hips: ["leg_joint_L_1", "leg_joint_R_1"], ankles: ["leg_joint_L_3", "leg_joint_R_3"], head: "Skeleton_neck_joint_2" }));
});
