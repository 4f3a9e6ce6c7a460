// Written forms played by three.js: weights, morph targets and joints end where the command has them.

import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AnimationMixer, LoopOnce, type Mesh, type SkinnedMesh, Vector3 } from "three";
import { type GLTF, GLTFLoader } from "three/examples/jsm/loaders/GLTFLoader.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { required } from "./served";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "adverb-morphs-"));
  adverb("demo", "--shapes", "shapes");
});
afterAll(() => rmSync(folder, { recursive: true }));

function adverb(...args: string[]): void {
  execFileSync(required("ADVERB"), ["--quiet", ...args], { cwd: folder, stdio: ["ignore", "inherit", "inherit"] });
}

async function loaded(file: string): Promise<GLTF> {
  const bytes = readFileSync(join(folder, file));
  return new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), "");
}

function meshOf(gltf: GLTF): Mesh {
  let found: Mesh | undefined;
  gltf.scene.traverse((object) => {
    if ((object as Mesh).isMesh) found ??= object as Mesh;
  });
  if (!found) throw new Error("there is no mesh");
  return found;
}

/** Where the vertices are after so many seconds of the first animation, in the world. */
function played(gltf: GLTF, secs: number): Vector3[] {
  const mesh = meshOf(gltf);
  const mixer = new AnimationMixer(gltf.scene);
  const clip = gltf.animations[0];
  const action = clip && mixer.clipAction(clip).setLoop(LoopOnce, 1).play();
  if (action) action.clampWhenFinished = true;
  mixer.setTime(secs);
  gltf.scene.updateMatrixWorld(true);
  const count = mesh.geometry.getAttribute("position").count;
  return Array.from({ length: count }, (_, v) => mesh.localToWorld(mesh.getVertexPosition(v, new Vector3())));
}

/** The vertices of a file that the command wrote. */
function written(file: string): Vector3[] {
  const lines = readFileSync(join(folder, file), "utf8").split("\n").filter((line) => line.startsWith("v "));
  return lines.map((line) => new Vector3(...(line.split(/\s+/).slice(1, 4).map(Number) as [number, number, number])));
}

/** How far two sets of vertices are apart at most, in parts of their size. */
function apart(a: Vector3[], b: Vector3[]): number {
  expect(a.length).toBe(b.length);
  const size = Math.max(...b.map((at) => at.distanceTo(b[0]!)));
  return Math.max(...a.map((at, v) => at.distanceTo(b[v]!))) / size;
}

test("an adjective's animation of weights shows the forms that the command writes", async () => {
  const bent = ["--pose", "shapes/arm_pose_bent.glb"];
  adverb("shape", "shapes", "arm", "--at", "build=0.5", "--over", "elbow", "--secs", "2", ...bent, "-o", "over.glb");
  const gltf = await loaded("over.glb");
  expect((meshOf(gltf) as SkinnedMesh).isSkinnedMesh).toBe(true);
  expect(meshOf(gltf).morphTargetInfluences?.length).toBe(7);
  const rest = played(gltf, 0);
  for (const [secs, elbow] of [[0, 0], [0.5, 1.05], [1, 2.1], [1.5, 1.05]] as const) {
    adverb("shape", "shapes", "arm", "--at", `build=0.5,elbow=${elbow}`, ...bent, "-o", "form.obj");
    expect(apart(played(gltf, secs), written("form.obj"))).toBeLessThan(1e-4);
  }
  expect(apart(played(gltf, 1), rest)).toBeGreaterThan(0.01);
});

test("a motion moves the joints and with them the forms that read the pose", async () => {
  // The built-in arm on a skeleton of its own that bends the elbow.
  const joint = (name: string, x: number, inside: string) => `JOINT ${name}\n{\nOFFSET ${x} 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n${inside}}\n`;
  const hand = joint("RightHand", -0.25, "End Site\n{\nOFFSET -0.17 0 0\n}\n");
  const arm = joint("RightArm", 0, joint("RightForeArm", -0.285, hand));
  const frames = Array.from({ length: 21 }, (_, f) => `0 1 ${f / 20} 0 0 ${f} 0 0 0 0 0 ${-6 * f} 0 0 0\n`).join("");
  const root = "OFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n";
  cpSync(join(folder, "shapes"), join(folder, "hero"), { recursive: true });
  writeFileSync(join(folder, "hero/bend.bvh"), `HIERARCHY\nROOT RightShoulder\n{\n${root}${arm}}\nMOTION\nFrames: 21\nFrame Time: 0.05\n${frames}`);
  writeFileSync(join(folder, "hero/adverb.toml"), `
[project]
unit = "m"
up = "y"
[motions.bend]
file = "bend.bvh"
[character]
mesh = "arm.glb"
[shapes.arm]
rest = "arm.glb"
adjectives = { "RightForeArm.swing_y" = { range = [-3, 3], read = "pose" } }
[[shapes.arm.examples]]
form = "arm.glb"
[[shapes.arm.examples]]
form = "arm_slender-bent.ply"
pose = { file = "arm_pose_bent.glb" }
`);
  adverb("motion", "hero", "bend", "-o", "moving.glb");
  const gltf = await loaded("moving.glb");
  const clip = gltf.animations[0]!;
  expect(clip.tracks.some((track) => track.name.endsWith(".morphTargetInfluences"))).toBe(true);
  const influences: number[] = [];
  for (const at of [0, 0.25, 0.5, 1]) {
    // On a frame, since between frames weights go straight and poses round.
    const steps = Math.max(...clip.tracks.map((track) => track.times.length)) - 1;
    const frame = Math.round(at * steps);
    adverb("shape", "hero", "arm", "--pose", `bend@${frame / steps}`, "-o", "form.obj");
    expect(apart(played(gltf, (clip.duration * frame) / steps), written("form.obj"))).toBeLessThan(1e-4);
    influences.push(meshOf(gltf).morphTargetInfluences![0]!);
  }
  expect(Math.max(...influences) - Math.min(...influences)).toBeGreaterThan(0.5);
});

test("more than 200 targets are loaded", async () => {
  const count = 220;
  let text = "[shapes.many]\nadjectives = { a = [0, 1] }\n";
  for (let i = 0; i < count; i++) {
    writeFileSync(join(folder, `form${i}.obj`), `v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 ${1 + i / count}\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n`);
    text += `[[shapes.many.examples]]\nform = "form${i}.obj"\nat = { a = ${i / (count - 1)} }\n`;
  }
  writeFileSync(join(folder, "adverb.toml"), text);
  adverb("shape", "adverb.toml", "many", "--at", "a=1", "-o", "many.glb");
  const gltf = await loaded("many.glb");
  expect(meshOf(gltf).morphTargetInfluences?.length).toBe(count - 1);
  adverb("shape", "adverb.toml", "many", "--at", "a=1", "-o", "form.obj");
  const sorted = (at: Vector3[]) => at.map((p) => p.toArray().map((x) => x.toFixed(4)).join()).sort();
  expect([...new Set(sorted(played(gltf, 0)))]).toEqual([...new Set(sorted(written("form.obj")))]);
});
