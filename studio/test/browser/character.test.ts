// A project's own mesh on the stage: it moves as the actor does, follows the project file, and says what of it cannot.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import type { SkinnedMesh } from "three";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Session } from "../../src/session";
import type { Stage } from "../../src/stage";
import { madeMesh, type Made } from "./mesh";
import { required, screenshot, Served } from "./served";

declare const studio: Session;
declare const stage: Stage;

/** A mesh with the skeleton's own names and bones, in centimetres; a smaller one with others; one of several meshes with Z up below a node that is
 * turned; one whose names tell nothing. */
const MESHES: Record<string, Made> = {
  "own.glb": { scale: 1, name: (joint) => joint, colour: [0.8, 0.35, 0.2] },
  "small.glb": { scale: 0.006, name: (joint) => joint.replace(/^Left(.*)/, "$1.L").replace(/^Right(.*)/, "$1.R"), colour: [0.2, 0.45, 0.8] },
  "dressed.glb": { scale: 1, name: (joint) => `mixamorig:${joint}`, colour: [1, 1, 1], dressed: true },
  "numbered.glb": { scale: 1, name: (_, index) => `bone${index}`, colour: [0.3, 0.6, 0.3] },
};

let folder: string;
let plain: string;
let served: Served;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "adverb-character-"));
  cpSync(required("HERO"), folder, { recursive: true });
  const bvh = readFileSync(join(folder, "walk_neutral.bvh"), "utf8");
  for (const [file, made] of Object.entries(MESHES)) writeFileSync(join(folder, file), madeMesh(bvh, made));
  plain = readFileSync(join(folder, "adverb.toml"), "utf8");
  draw('mesh = "own.glb"');
  served = await Served.start(folder);
});
afterEach(() => served.closePages());
afterAll(async () => {
  await served.stop();
  rmSync(folder, { recursive: true });
});

/** What the project says of its character, or nothing. */
function draw(character: string): void {
  writeFileSync(join(folder, "adverb.toml"), character === "" ? plain : `${plain}\n[character]\n${character}\n`);
}

/** A mesh is on the stage with a joint of this name, and no figure; or none is. */
const wears = (page: Page, joint: string | undefined) =>
  page.waitForFunction((name) => {
    const [character, figure] = [stage["character"], stage["figure"]];
    const there = name === undefined ? character === undefined : character?.object.getObjectByName(name) !== undefined;
    return there && figure?.object.visible === (name === undefined);
  }, joint);

interface Walked {
  /** How far the actor went, metres. */
  way: number;
  /** How far each joint of the mesh was from the actor's at most, metres. */
  apart: Record<string, number>;
  /** How far a joint went over the ground while its foot stood, metres. */
  slide: number;
  plants: number;
  /** The lowest that any of the skin is drawn, metres. */
  lowest: number;
}

/** The actor walks for some seconds; `joints` are names of the skeleton's joints and of the mesh's as they are drawn. */
function walk(page: Page, seconds: number, joints: Record<string, string>): Promise<Walked> {
  return page.evaluate(([seconds, joints]) => {
    const actor = studio.actor!;
    const character = stage["character"]!;
    const seen: Walked = { way: 0, apart: {}, slide: 0, plants: 0, lowest: Infinity };
    const index = (name: string) => studio.joints.findIndex((joint) => joint.name === name);
    const held = new Map<number, readonly number[]>();
    const skins: SkinnedMesh[] = [];
    character.object.traverse((object) => (object as SkinnedMesh).isSkinnedMesh && skins.push(object as SkinnedMesh));
    const vertex = character.object.position.clone();
    let before = actor.placement().slice();
    for (let t = 0; t < seconds; t += 1 / 30) {
      studio.tick(1 / 30);
      stage.pose(actor, 1 / 30, 0);
      character.object.updateMatrixWorld(true);
      for (const skin of skins) {
        for (let v = 0; v < skin.geometry.getAttribute("position").count; v++) {
          seen.lowest = Math.min(seen.lowest, skin.getVertexPosition(v, vertex).applyMatrix4(skin.matrixWorld).y);
        }
      }
      const now = actor.placement().slice();
      seen.way += Math.hypot(now[0]! - before[0]!, now[1]! - before[1]!);
      before = now;
      const world = actor.world();
      for (const [own, drawn] of Object.entries(joints)) {
        const joint = index(own);
        const at = character.object.getObjectByName(drawn)!.matrixWorld.elements.slice(12, 15);
        const far = Math.hypot(...[0, 1, 2].map((i) => at[i]! - world[12 * joint + 9 + i]!));
        seen.apart[own] = Math.max(seen.apart[own] ?? 0, far);
        const foot = actor.feet().find((foot) => foot.joint === joint);
        const start = held.get(joint);
        if (!foot?.planted) held.delete(joint);
        else if (start) seen.slide = Math.max(seen.slide, Math.hypot(at[0]! - start[0]!, at[2]! - start[2]!));
        else if (held.set(joint, at)) seen.plants++;
      }
    }
    return seen;
  }, [seconds, joints] as const);
}

/** The body is where the actor's is; feet stand on soles of their own. */
function expectTogether({ apart, lowest }: Walked): void {
  expect(lowest).toBeGreaterThan(-0.003);
  for (const [name, far] of Object.entries(apart)) expect(far, name).toBeLessThan(name.includes("Toe") ? 0.06 : 0.02);
}

const told = (walked: Walked) =>
  console.log(`${walked.way.toFixed(1)} m; mm apart: ${Object.entries(walked.apart).map(([name, far]) => `${name} ${(1000 * far).toFixed(1)}`).join(", ")}; slide ${(1000 * walked.slide).toFixed(1)} mm; lowest ${(1000 * walked.lowest).toFixed(1)} mm`);

test("the mesh walks where the actor walks, and another takes its place when the project says so", async () => {
  const { page, complaints } = await served.open();
  await wears(page, "LeftHand");
  await page.keyboard.down("w");
  await page.waitForFunction(() => studio.verbs[studio.actor!.verb]?.name === "walk" && studio.actor!.transition === undefined);
  const own = await walk(page, 8, Object.fromEntries(["Hips", "Head", "LeftHand", "RightForeArm", "LeftToeBase", "RightToeBase"].map((name) => [name, name])));
  told(own);
  expect(own.way).toBeGreaterThan(7);
  expectTogether(own);
  expect(own.plants).toBeGreaterThan(8);
  expect(own.slide).toBeLessThan(0.005);
  await page.waitForTimeout(350);
  await screenshot(page, "character");

  draw('mesh = "small.glb"');
  await wears(page, "HandL");
  // The same figure, three fifths as large, is drawn as large as the skeleton.
  const small = await walk(page, 8, { Hips: "Hips", Head: "Head", LeftHand: "HandL", RightForeArm: "ForeArmR", LeftToeBase: "ToeBaseL", RightToeBase: "ToeBaseR" });
  told(small);
  expect(small.way).toBeGreaterThan(7);
  expectTogether(small);
  expect(await page.evaluate(() => stage["scene"].getObjectByName("LeftHand"))).toBeUndefined();
  expect(await page.locator(".notice.problem").count()).toBe(0);

  draw("");
  await wears(page, undefined);
  expect(complaints).toEqual([]);
}, 120_000);

test("a mesh whose joints are not known is told with their names and what to write", async () => {
  draw('mesh = "own.glb"');
  const { page, complaints } = await served.open();
  await wears(page, "LeftHand");
  draw('mesh = "numbered.glb"');
  const notice = page.locator(".notice.problem");
  await notice.waitFor();
  const text = (await notice.textContent())!;
  expect(text).toContain("numbered.glb");
  expect(text).toContain("bone0, bone1");
  expect(text).toContain('joints = { Hips = "bone0" }');
  const [box, panel] = [(await notice.boundingBox())!, (await page.locator(".panel").boundingBox())!];
  expect(box.x + box.width).toBeLessThan(panel.x);
  // The figure stands in for it, and goes on.
  await wears(page, undefined);
  await screenshot(page, "character-unknown");

  draw('mesh = "numbered.glb"\njoints = { Hips = "bone0" }');
  await wears(page, "bone1");
  await page.waitForFunction(() => /keep their rest pose: bone1, bone2/.test(document.querySelector(".notice.problem")?.textContent ?? ""));
  expect(await notice.textContent()).toContain('joints = { SKELETON-JOINT = "MESH-JOINT" }');
  // Known by nothing but its hips, it is still as large as the skeleton.
  const [tall, own] = await page.evaluate(() => [stage["character"]!.height, stage["figure"]!.height]);
  expect(tall! / own!).toBeGreaterThan(0.8);
  expect(tall! / own!).toBeLessThan(1.25);
  await screenshot(page, "character-unmapped");
  expect(complaints).toEqual([]);
}, 120_000);

/** The middle of what is drawn of a mesh, seen from the actor: to its left, up, and ahead; and its lowest and highest. */
interface Drawn {
  middle: [number, number, number];
  low: number;
  high: number;
  textured: boolean;
}

test("all meshes of a file with Z up stand, wear their picture and look ahead", async () => {
  draw('mesh = "dressed.glb"');
  const { page, complaints } = await served.open();
  await wears(page, "Hat");
  await page.keyboard.down("w");
  await page.waitForFunction(() => studio.verbs[studio.actor!.verb]?.name === "walk" && studio.actor!.transition === undefined);
  const walked = await walk(page, 4, { Hips: "mixamorigHips", Head: "mixamorigHead", LeftHand: "mixamorigLeftHand", LeftToeBase: "mixamorigLeftToeBase" });
  told(walked);
  expect(walked.way).toBeGreaterThan(3);
  expectTogether(walked);
  const seen = await page.evaluate(() => {
    const actor = studio.actor!;
    const [x, z, heading] = actor.placement() as unknown as [number, number, number];
    const character = stage["character"]!;
    const all: Record<string, Drawn> = {};
    const at = character.object.position.clone();
    character.object.traverse((object) => {
      const mesh = object as SkinnedMesh;
      if (!mesh.isMesh) return;
      const count = mesh.geometry.getAttribute("position").count;
      const drawn: Drawn = { middle: [0, 0, 0], low: Infinity, high: -Infinity, textured: "map" in mesh.material && mesh.material.map !== null };
      for (let v = 0; v < count; v++) {
        mesh.getVertexPosition(v, at).applyMatrix4(mesh.matrixWorld);
        const [dx, dz] = [at.x - x, at.z - z];
        const [left, ahead] = [dx * Math.cos(heading) - dz * Math.sin(heading), dx * Math.sin(heading) + dz * Math.cos(heading)];
        [left, at.y, ahead].forEach((value, i) => (drawn.middle[i as 0 | 1 | 2] += value / count));
        drawn.low = Math.min(drawn.low, at.y);
        drawn.high = Math.max(drawn.high, at.y);
      }
      all[mesh.name] = drawn;
    });
    const joint = (name: string) => character.object.getObjectByName(name)!.matrixWorld.elements.slice(12, 15);
    const ahead = (a: number[], b: number[]) => (b[0]! - a[0]!) * Math.sin(heading) + (b[2]! - a[2]!) * Math.cos(heading);
    const toes = ["Left", "Right"].map((side) => ahead(joint(`mixamorig${side}Foot`), joint(`mixamorig${side}ToeBase`)));
    const knees = ["Left", "Right"].map((side) => {
      const [hip, knee, ankle] = ["UpLeg", "Leg", "Foot"].map((part) => joint(`mixamorig${side}${part}`)) as [number[], number[], number[]];
      return ahead(hip.map((at, i) => (at + ankle[i]!) / 2), knee);
    });
    return { all, toes, knees };
  });
  console.log(JSON.stringify(seen));
  const { Skin, Eyes, Hat } = seen.all as Record<"Skin" | "Eyes" | "Hat", Drawn>;
  // Soles are on the ground, the head is up, eyes look ahead, and the hat is on.
  expect(Skin.low).toBeGreaterThan(-0.02);
  expect(Skin.low).toBeLessThan(0.05);
  expect(Skin.high).toBeGreaterThan(1.4);
  expect(Eyes.middle[1]).toBeGreaterThan(1.4);
  expect(Eyes.middle[2]).toBeGreaterThan(Hat.middle[2] + 0.03);
  expect(Hat.middle[1]).toBeGreaterThan(Eyes.middle[1]);
  // A foot that pushes off points down.
  expect(Math.max(...seen.toes)).toBeGreaterThan(0.08);
  expect(Math.min(...seen.knees)).toBeGreaterThan(-0.02);
  expect(Skin.textured).toBe(true);
  await page.waitForTimeout(350);
  await screenshot(page, "character-dressed");
  expect(complaints).toEqual([]);
}, 120_000);
