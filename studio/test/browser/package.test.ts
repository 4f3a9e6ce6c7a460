// The package that other people's programs take in: installed in an empty folder, bundled with the example, and run.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Object3D, Scene } from "three";
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
async function installed(): Promise<{ hero: Adverb.Hero; Hero: typeof Adverb.Hero }> {
  const home = join(folder, "node_modules/adverb-wasm");
  const adverb = (await import(pathToFileURL(join(home, "adverb_wasm.js")).href)) as typeof Adverb;
  await adverb.default({ module_or_path: readFileSync(join(home, "adverb_wasm_bg.wasm")) });
  return { hero: adverb.Hero.load(new Uint8Array(readFileSync(required("PACK")))), Hero: adverb.Hero };
}

test("a form of the package is the one that the command writes", async () => {
  const [pack, obj] = [join(folder, "shapes.adverb"), join(folder, "blob.obj")];
  const adverb = (...line: string[]) => execFileSync(required("ADVERB"), [...line, "--quiet"]);
  adverb("build", required("SHAPES"), "-o", pack);
  adverb("shape", pack, "blob", "--at", "bend=0.5,thickness=0.3", "-o", obj);
  const written = readFileSync(obj, "utf8").split("\n").filter((line) => line.startsWith("v ")).flatMap((line) => line.split(/\s+/).slice(1, 4).map(Number));
  const { Hero } = await installed();
  const hero = Hero.load(new Uint8Array(readFileSync(pack)));
  expect(hero.verbs()).toHaveLength(0);
  const [blob, arm] = hero.shapes();
  expect([blob!.name, blob!.vertices, blob!.triangles.length, blob!.examples.length, blob!.features.length]).toEqual(["blob", 642, 3 * 1280, 5, 0]);
  expect(blob!.attributes.map(({ name, interpolation }) => [name, interpolation])).toEqual([["position", "linear"], ["normal", "normalised"]]);
  expect(arm!.adjectives.map(({ name, read }) => [name, read])).toEqual([["build", undefined], ["shoulder", "RightArm.swing_z"], ["elbow", "RightForeArm.swing_y"], ["wrist", "RightHand.swing_y"]]);
  const form = hero.sculpt("blob");
  form.setKnob("bend", 0.5);
  form.setKnob(1, 0.3);
  form.update();
  [...form.positions()].forEach((number, i) => expect(Math.abs(number - written[i]!)).toBeLessThan(1e-5));
  expect([...form.weights()].reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
  const normals = [...form.normals()!].slice(0, 3);
  expect(Math.hypot(...normals)).toBeCloseTo(1, 5);
  expect([form.posed, form.colours(), hero.sculpt("arm").posed]).toEqual([false, undefined, true]);
  expect(() => form.setKnob("bent", 1)).toThrow('unknown adjective "bent"');
  expect(() => form.setKnob("bend", NaN)).toThrow("NaN is not a finite number");
  expect(() => form.setFeature(0, 1)).toThrow("unknown feature 0: there are none");
  expect(() => form.setNormals("guessed")).toThrow("guessed");
  expect(() => hero.sculpt("blop")).toThrow('unknown shape "blop"');
});

test("the package says what it is, and its example is short", () => {
  const home = join(folder, "node_modules/adverb-wasm");
  const told = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as Record<string, unknown>;
  expect(told["version"]).toMatch(/^\d+\.\d+\.\d+$/);
  expect(told["version"]).not.toBe("0.0.0");
  for (const file of [...(told["files"] as string[]), "README.md"]) expect(statSync(join(home, file)).size, file).toBeGreaterThan(0);
  expect(readFileSync(join(EXAMPLE, "walk.js"), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(40);
});

test("joints below their parents make the joints in the world", async () => {
  const { hero } = await installed();
  const joints = hero.joints();
  const actor = hero.play("walk");
  for (let frame = 0; frame < 40; frame++) {
    actor.step(0.05);
    const locals = actor.locals().slice();
    const frames = joints.map((_, i) => new Matrix4().compose(new Vector3().fromArray(locals, 7 * i), new Quaternion().fromArray(locals, 7 * i + 3), new Vector3(1, 1, 1)));
    joints.forEach(({ parent }, i) => parent >= 0 && frames[i]!.premultiply(frames[parent]!));
    const world = actor.world();
    frames.forEach(({ elements }, i) => {
      const numbers = [0, 1, 2, 3].flatMap((column) => [...elements].slice(4 * column, 4 * column + 3));
      numbers.forEach((number, k) => expect(Math.abs(number - world[12 * i + k]!)).toBeLessThan(2e-5));
    });
  }
});

test("what a step moved, added up, is where the figure is", async () => {
  const { hero } = await installed();
  const actor = hero.play("walk");
  actor.setKnob("turn", 30);
  let [x, z, heading] = [0, 0, 0];
  for (let frame = 0; frame < 300; frame++) {
    actor.step(1 / 60);
    const { movedX: left, movedZ: ahead, movedHeading: turned } = actor;
    x += Math.cos(heading) * left + Math.sin(heading) * ahead;
    z += -Math.sin(heading) * left + Math.cos(heading) * ahead;
    heading += turned;
  }
  expect(Math.hypot(actor.x - x, actor.z - z)).toBeLessThan(1e-3);
  expect(Math.abs(Math.sin((actor.heading - heading) / 2))).toBeLessThan(1e-4);
  expect(Math.hypot(x, z)).toBeGreaterThan(1);
});

test("the core of the package plays without shapes", async () => {
  const home = join(folder, "node_modules/adverb-wasm/core");
  const core = (await import(pathToFileURL(join(home, "adverb_wasm.js")).href)) as typeof Adverb;
  await core.default({ module_or_path: readFileSync(join(home, "adverb_wasm_bg.wasm")) });
  const actor = core.Hero.load(new Uint8Array(readFileSync(required("PACK")))).play("walk");
  actor.step(1);
  expect(Math.hypot(actor.x, actor.z)).toBeGreaterThan(0.5);
  expect("Sculpture" in core).toBe(false);
});

test("an actor comes back to a snapshot", async () => {
  const { hero } = await installed();
  const actor = hero.play("walk");
  actor.step(1.2);
  const kept = actor.snapshot();
  actor.step(0.5);
  const before = actor.stateHash();
  actor.step(2);
  actor.restore(kept);
  actor.step(0.5);
  expect(actor.stateHash()).toBe(before);
});

test("feet that fall are heard by name, one by one and in a crowd", async () => {
  const { hero } = await installed();
  const { events } = hero.graphs()[0]!;
  const actor = hero.act();
  const crowd = hero.crowd(3);
  actor.request("walk");
  [0, 1, 2].forEach((i) => crowd.request(i, "walk"));
  const heard: string[] = [];
  const whose: number[] = [];
  let before = 0;
  for (let frame = 0; frame < 300; frame++) {
    actor.step(1 / 60);
    crowd.step(1 / 60);
    for (let i = 0; i < actor.eventCount; i++) {
      heard.push(events[actor.event(i)]!);
      expect(actor.eventTime(i)).toBeGreaterThanOrEqual(before);
      before = actor.eventTime(i);
    }
    for (let i = 0; i < crowd.eventCount; i++) if (events[crowd.event(i)] === "footfall") whose.push(crowd.eventActor(i));
  }
  expect(heard.filter((name) => name === "footfall").length).toBeGreaterThan(4);
  expect(new Set(whose)).toEqual(new Set([0, 1, 2]));
});

test("numbers that are none leave the actor alone", async () => {
  const { hero } = await installed();
  const actor = hero.play("walk");
  actor.setKnob("happiness", NaN);
  for (const seconds of [NaN, -1, 0.1]) actor.step(seconds);
  actor.step(0.1, () => NaN);
  actor.place(NaN, 0, Infinity, 0);
  expect([actor.x, actor.y, actor.z, actor.heading].every(Number.isFinite)).toBe(true);
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
      const root = scene?.getObjectByProperty("isBone", true);
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
