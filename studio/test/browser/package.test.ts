// The package that other people's programs take in: installed in an empty folder, bundled with the example, and run.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Bone, Object3D, Scene } from "three";
import { Matrix4, Quaternion, Vector3 } from "three";
import { build } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import webpack from "webpack";
import type * as Adverb from "../../pkg/adverb_wasm";
import { launch, required, screenshot } from "./served";

const EXAMPLE = resolve(import.meta.dirname, "../../../examples/three");
const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript", ".wasm": "application/wasm" };

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "adverb-package-"));
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  execFileSync("npm", ["install", "--offline", "--no-audit", "--no-fund", "--silent", required("TARBALL")], { cwd: folder });
  for (const file of ["index.html", "walk.js"]) copyFileSync(join(EXAMPLE, file), join(folder, file));
  mkdirSync(join(folder, "public"));
  copyFileSync(required("PACK"), join(folder, "public/hero.adverb"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The package as Node takes it, and the hero. */
async function installed(): Promise<{ hero: Adverb.Hero; Hero: typeof Adverb.Hero; memory: WebAssembly.Memory }> {
  const home = join(folder, "node_modules/adverb-wasm");
  const adverb = (await import(pathToFileURL(join(home, "adverb_wasm.js")).href)) as typeof Adverb;
  const { memory } = await adverb.default({ module_or_path: readFileSync(join(home, "adverb_wasm_bg.wasm")) });
  return { hero: adverb.Hero.load(new Uint8Array(readFileSync(required("PACK")))), Hero: adverb.Hero, memory };
}

test("a form of the package is the one that the command writes", async () => {
  const [pack, obj] = [join(folder, "shapes.adverb"), join(folder, "blob.obj")];
  const adverb = (...line: string[]) => execFileSync(required("ADVERB"), [...line, "--quiet"]);
  adverb("build", required("SHAPES"), "-o", pack);
  adverb("shape", pack, "blob", "--at", "bend=0.5,thickness=0.3", "-o", obj);
  const written = readFileSync(obj, "utf8").split("\n").filter((line) => line.startsWith("v ")).flatMap((line) => line.split(/\s+/).slice(1, 4).map(Number));
  const { memory, Hero } = await installed();
  const hero = Hero.load(new Uint8Array(readFileSync(pack)));
  expect(hero.verbs()).toHaveLength(0);
  const [blob, arm] = hero.shapes();
  expect([blob!.name, blob!.vertices, blob!.triangles.length, blob!.examples.length, blob!.features.length]).toEqual(["blob", 642, 3 * 1280, 5, 0]);
  expect(blob!.attributes.map(({ name, interpolation }) => [name, interpolation])).toEqual([["position", "linear"], ["normal", "normalised"]]);
  expect(arm!.adjectives.map(({ name, read }) => [name, read])).toEqual([["build", undefined], ["shoulder", "RightArm.swing_z"], ["elbow", "RightForeArm.swing_y"], ["wrist", "RightHand.swing_y"]]);
  const form = hero.sculpt("blob");
  form.set("bend", 0.5);
  form.set(1, 0.3);
  form.shape();
  const numbers = (address: number, count: number) => [...new Float32Array(memory.buffer, address, count)];
  numbers(form.positionsAddress(), 3 * 642).forEach((number, i) => expect(Math.abs(number - written[i]!)).toBeLessThan(1e-5));
  expect(numbers(form.weightsAddress(), 5).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
  const normals = numbers(form.normalsAddress()!, 3);
  expect(Math.hypot(...normals)).toBeCloseTo(1, 5);
  expect([form.posed, form.coloursAddress(), hero.sculpt("arm").posed]).toEqual([false, undefined, true]);
  expect(() => form.set("bent", 1)).toThrow('there is no adjective "bent"');
  expect(() => form.set("bend", NaN)).toThrow("no number");
  expect(() => form.setFeature(0, 1)).toThrow("no such feature");
  expect(() => form.setNormals("guessed")).toThrow("guessed");
  expect(() => hero.sculpt("blop")).toThrow('there is no shape "blop"');
});

test("the package says what it is, and its example is short", () => {
  const home = join(folder, "node_modules/adverb-wasm");
  const told = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as Record<string, unknown>;
  expect(told["version"]).toMatch(/^\d+\.\d+\.\d+$/);
  expect(told["version"]).not.toBe("0.0.0");
  for (const file of [...(told["files"] as string[]), "README.md"]) expect(readFileSync(join(home, file)).length).toBeGreaterThan(0);
  expect(readFileSync(join(EXAMPLE, "walk.js"), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(40);
});

test("joints below their parents make the joints in the world", async () => {
  const { hero, memory } = await installed();
  const joints = hero.joints();
  const actor = hero.play("walk");
  for (let frame = 0; frame < 40; frame++) {
    actor.step(0.05);
    const locals = new Float32Array(memory.buffer, actor.localsAddress(), 7 * joints.length);
    const frames = joints.map((_, i) => new Matrix4().compose(new Vector3().fromArray(locals, 7 * i), new Quaternion().fromArray(locals, 7 * i + 3), new Vector3(1, 1, 1)));
    joints.forEach(({ parent }, i) => parent >= 0 && frames[i]!.premultiply(frames[parent]!));
    const world = new Float32Array(memory.buffer, actor.worldAddress(), 12 * joints.length);
    frames.forEach(({ elements }, i) => {
      const numbers = [0, 1, 2, 3].flatMap((column) => [...elements].slice(4 * column, 4 * column + 3));
      numbers.forEach((number, k) => expect(Math.abs(number - world[12 * i + k]!)).toBeLessThan(2e-5));
    });
  }
});

test("what a step moved, added up, is where the figure is", async () => {
  const { hero } = await installed();
  const actor = hero.play("walk");
  actor.turn("turn", 30);
  let [x, z, heading] = [0, 0, 0];
  for (let frame = 0; frame < 300; frame++) {
    actor.step(1 / 60);
    const [left = 0, ahead = 0, turned = 0] = actor.moved();
    x += Math.cos(heading) * left + Math.sin(heading) * ahead;
    z += -Math.sin(heading) * left + Math.cos(heading) * ahead;
    heading += turned;
  }
  const [px = 0, pz = 0, ph = 0] = actor.placement();
  expect(Math.hypot(px - x, pz - z)).toBeLessThan(1e-3);
  expect(Math.abs(Math.sin((ph - heading) / 2))).toBeLessThan(1e-4);
  expect(Math.hypot(x, z)).toBeGreaterThan(1);
});

test("an actor comes back to a snapshot, and refuses what is none in words", async () => {
  const { hero } = await installed();
  const actor = hero.play("walk");
  actor.step(1.2);
  const kept = actor.snapshot();
  actor.step(0.5);
  const before = [...actor.placement()];
  actor.step(2);
  expect(actor.restore(kept)).toBeUndefined();
  actor.step(0.5);
  expect([...actor.placement()]).toEqual(before);
  expect(actor.restore(kept.slice(0, 20))).toMatch(/\w/);
  expect(actor.restore(new Uint8Array())).toMatch(/\w/);
});

test("names that there are not are told, and leave the actor alone", async () => {
  const { hero } = await installed();
  const actor = hero.play("walk");
  expect(actor.request("wlak")).toContain("wlak");
  expect(actor.request(99)).toMatch(/verb/);
  expect(actor.request(-1)).toMatch(/verb/);
  expect(actor.gesture("wvae")).toContain("wvae");
  expect(() => actor.turn("hapiness", 1)).toThrow("hapiness");
  expect(() => actor.reach(7, 0, 0, 0)).toThrow("hand");
  expect(() => hero.play("wlak")).toThrow("wlak");
  expect(() => hero.act("nowhere")).toThrow("nowhere");
  actor.turn("happiness", NaN);
  for (const seconds of [NaN, -1, 0.1]) actor.step(seconds);
  expect(() => actor.step(0.1, () => { throw new Error("no ground here"); })).toThrow("no ground here");
  actor.step(0.1, () => NaN);
  expect([...actor.placement()].every(Number.isFinite)).toBe(true);
});

/** Serves files of a folder. */
function serve(root: string): Promise<Server> {
  const server = createServer((asked, answer) => {
    const file = join(root, asked.url === "/" ? "index.html" : asked.url!);
    try {
      const bytes = readFileSync(file);
      answer.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      answer.writeHead(404).end();
    }
  });
  return new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(server)));
}

/** A program as small as can be, in the folder `out` of the package's user: the page's title says how many verbs the hero has. */
function write(out: string, name: string, from: string, script: string): void {
  const home = join(folder, out);
  mkdirSync(home);
  copyFileSync(required("PACK"), join(home, "hero.adverb"));
  writeFileSync(join(home, "index.html"), `<!doctype html><link rel="icon" href="data:,">${script}`);
  const program = `import init, { Hero } from "${from}";
    await init();
    const pack = await (await fetch("hero.adverb")).arrayBuffer();
    document.title = Hero.load(new Uint8Array(pack)).verbs().length + " verbs";`;
  writeFileSync(join(home, name), program);
}

/** What the title of a page becomes, and what the browser complains of. */
async function title(root: string, path: string): Promise<{ title: string; complaints: string[] }> {
  const server = await serve(root);
  const browser = await launch();
  try {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
    page.on("pageerror", (problem) => complaints.push(problem.message));
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
    await expect.poll(async () => (await page.title()) || complaints[0], { timeout: 20_000 }).toBeTruthy();
    return { title: await page.title(), complaints };
  } finally {
    await browser.close();
    server.close();
  }
}

test("webpack bundles the package without any settings", async () => {
  const { hero } = await installed();
  write("packed", "program.js", "adverb-wasm", '<script defer src="bundle.js"></script>');
  const home = join(folder, "packed");
  await new Promise<void>((done, failed) => {
    const output = { path: home, filename: "bundle.js" };
    webpack({ mode: "production", context: home, entry: "./program.js", output, performance: false }, (problem, told) => {
      if (problem || told?.hasErrors()) failed(problem ?? new Error(told!.toString("errors-only")));
      else done();
    });
  });
  expect(await title(home, "/")).toEqual({ title: `${hero.verbs().length} verbs`, complaints: [] });
});

test("a page without a bundler loads the package with a script tag", async () => {
  const { hero } = await installed();
  write("plain", "program.js", "../node_modules/adverb-wasm/adverb_wasm.js", '<script type="module" src="program.js"></script>');
  expect(await title(folder, "/plain/index.html")).toEqual({ title: `${hero.verbs().length} verbs`, complaints: [] });
});

test("the example makes a figure walk in three.js", async () => {
  const three = resolve(import.meta.dirname, "../../node_modules/three");
  await build({ root: folder, base: "./", logLevel: "warn", configFile: false, resolve: { alias: { three } }, build: { target: "es2022", modulePreload: false, chunkSizeWarningLimit: 2000 } });
  const server = await serve(join(folder, "dist"));
  const browser = await launch();
  try {
    const page = await browser.newPage({ viewport: { width: 640, height: 480 } });
    const complaints: string[] = [];
    page.on("console", (message) => message.type() === "error" && !message.text().includes("favicon") && !message.location().url.includes("favicon") && complaints.push(message.text()));
    page.on("pageerror", (problem) => complaints.push(problem.message));
    // three.js tells its developer tools of every scene.
    await page.addInitScript(() => {
      const tools = new EventTarget();
      tools.addEventListener("observe", (event) => {
        const seen = (event as CustomEvent<Object3D>).detail;
        if ((seen as Scene).isScene) Object.assign(window, { scene: seen });
      });
      Object.assign(window, { __THREE_DEVTOOLS__: tools });
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const hips = () => page.evaluate(() => {
      const scene = (window as unknown as { scene?: Scene }).scene;
      const root = scene?.children.find((child) => (child as Bone).isBone);
      return root ? root.position.toArray() : undefined;
    });
    await expect.poll(hips, { timeout: 20_000 }).toBeDefined();
    await expect.poll(async () => Math.hypot(...((await hips()) ?? []).filter((_, i) => i !== 1)), { timeout: 30_000 }).toBeGreaterThan(1);
    const [, height] = (await hips())!;
    expect(height).toBeGreaterThan(0.6);
    expect(height).toBeLessThan(1.3);
    await screenshot(page, "three");
    expect(complaints).toEqual([]);
  } finally {
    await browser.close();
    server.close();
  }
});
