// The shape view as a person uses it: the built-in blob and arm, by themselves and beside the built-in character.

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Mesh, Object3D } from "three";
import type { Session } from "../../src/session";
import { overlaps, required, screenshot, Served, weights } from "./served";

declare const studio: Session;
declare const stage: { exhibited: Object3D | undefined; figure: { object: Object3D } | undefined };

let served: Served;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "adverb-shape-"));
  served = await Served.start(required("SHAPES"));
});
afterEach(() => served.closePages());
afterAll(async () => {
  await served.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What is drawn of the form: the positions that three.js has. */
const drawn = (page: Page) =>
  page.evaluate(() => [...((stage.exhibited!.children[0] as Mesh).geometry.getAttribute("position").array as Float32Array)]);

/** A few frames later. */
const settled = (page: Page) => page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done())))));

const farthest = (a: readonly number[], b: readonly number[]) => a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);

/** The positions of an .obj file that the command writes. */
function written(hero: string, shape: string, at: string): number[] {
  const file = join(folder, `${shape}.obj`);
  execFileSync(required("ADVERB"), ["shape", hero, shape, "--at", at, "-o", file, "--quiet"], { stdio: "pipe" });
  return readFileSync(file, "utf8").split("\n").filter((line) => line.startsWith("v ")).flatMap((line) => line.split(/\s+/).slice(1, 4).map(Number));
}

/** How many pixels of the stage are red, where no panel covers it, and what they look like as a whole. */
async function seen(page: Page): Promise<{ red: number; bytes: string }> {
  const clip = { x: 400, y: 100, width: 500, height: 500 };
  const picture = (await page.screenshot({ clip })).toString("base64");
  const red = await page.evaluate(async (base64) => {
    const image = new Image();
    image.src = `data:image/png;base64,${base64}`;
    await image.decode();
    const context = Object.assign(document.createElement("canvas"), { width: image.width, height: image.height }).getContext("2d")!;
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    let count = 0;
    for (let i = 0; i < data.length; i += 4) count += Number(data[i]! > 1.4 * data[i + 1]! && data[i]! > 1.4 * data[i + 2]!);
    return count;
  }, picture);
  return { red, bytes: picture };
}

test("a hero that has only shapes opens with them, and the console has no complaint", async () => {
  const { page, complaints } = await served.open();
  expect(await page.evaluate(() => [studio.mode, studio.shownName])).toEqual(["shape", "blob"]);
  expect(await page.locator(".modes").isVisible()).toBe(false);
  expect(await page.locator(".sheet canvas").isVisible()).toBe(true);
  expect(Math.max(...(await drawn(page)))).toBeGreaterThan(1);
  await settled(page);
  await screenshot(page, "blob");
  expect(complaints).toEqual([]);
});

test("what is drawn at a point is what the command writes there", async () => {
  const { page } = await served.open({}, "#shape=blob&knob.bend=0.5&knob.thickness=0.3");
  await settled(page);
  const [page3, command] = [await drawn(page), written(required("SHAPES"), "blob", "bend=0.5,thickness=0.3")];
  expect(page3.length).toBe(3 * 642);
  expect(farthest(page3, command)).toBeLessThan(1e-5);
});

test("a slider moves the form and the weights of its examples", async () => {
  const { page } = await served.open();
  const before = await drawn(page);
  await page.locator("input[data-adverb=bend]").fill("1");
  await settled(page);
  expect(farthest(await drawn(page), before)).toBeGreaterThan(0.3);
  expect((await weights(page))["blob_bent-right"]).toBeCloseTo(1, 2);
});

test("a click on a form of the sheet goes there, and so do arrows and return", async () => {
  const { page } = await served.open();
  const at = () => page.evaluate(() => [studio.actual(0), studio.actual(1)]);
  const cell = (index: number) => page.locator(".cells button").nth(index);
  expect(await cell(22).getAttribute("aria-label")).toBe("bend 0, thickness 0: example blob_straight");
  await cell(4).click();
  await page.waitForFunction(() => studio.actual(0) === 1 && studio.actual(1) === 1);
  await settled(page);
  expect(farthest(await drawn(page), written(required("SHAPES"), "blob", "bend=1,thickness=1"))).toBeLessThan(1e-5);
  await cell(0).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => studio.actual(0) === -1 && studio.actual(1) === 0.75);
  expect(await at()).toEqual([-1, 0.75]);
});

test("the sheet is drawn, and anew when the shape is looked at from elsewhere", async () => {
  const { page } = await served.open();
  const picture = () => page.evaluate(() => (document.querySelector(".sheet canvas") as HTMLCanvasElement).toDataURL());
  await page.waitForFunction(() => (document.querySelector(".sheet canvas") as HTMLCanvasElement).toDataURL().length > 8000);
  const before = await picture();
  await page.mouse.move(650, 400);
  await page.mouse.down();
  await page.mouse.move(500, 380, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction((was) => (document.querySelector(".sheet canvas") as HTMLCanvasElement).toDataURL() !== was, before);
});

test("edges, normals and velocity are seen", async () => {
  const { page } = await served.open({ reducedMotion: "reduce" }, "#shape=blob&knob.thickness=0.3");
  await settled(page);
  const plain = await seen(page);
  expect((await seen(page)).bytes).toBe(plain.bytes);
  await page.keyboard.press("w");
  await settled(page);
  const edges = await seen(page);
  expect(edges.bytes).not.toBe(plain.bytes);
  await page.keyboard.press("w");
  await page.keyboard.press("n");
  await settled(page);
  const normals = await seen(page);
  expect(normals.bytes).not.toBe(plain.bytes);
  await screenshot(page, "normals");
  await page.keyboard.press("s");
  await settled(page);
  expect((await seen(page)).red).toBe(0);
  await page.keyboard.press(" ");
  let red = 0;
  for (let look = 0; look < 20 && red < 500; look++) red = (await seen(page)).red;
  await screenshot(page, "velocity");
  expect(red).toBeGreaterThanOrEqual(500);
  expect(await page.locator(".legend").innerText()).toMatch(/0\s+[\d.]+ m\/s/);
});

test("how normals are found is a choice, which changes them and no position", async () => {
  const { page } = await served.open({}, "#shape=blob&knob.bend=0.6&knob.thickness=0.6");
  const normals = () => page.evaluate(() => [...studio.gallery.form()!.normals()!]);
  const [before, places] = [await normals(), await drawn(page)];
  expect(await page.locator(".ways option").allInnerTexts()).toEqual(["fixed", "linear", "normalised (its own)", "spherical", "recomputed"]);
  await page.locator(".ways select").selectOption("recomputed");
  await settled(page);
  expect(farthest(await normals(), before)).toBeGreaterThan(0.01);
  expect(await drawn(page)).toEqual(places);
});

test("beyond the range a shape is extrapolated, and says so", async () => {
  const { page } = await served.open();
  const slider = page.locator("input[data-adverb=bend]");
  expect(await slider.getAttribute("max")).toBe("1");
  await page.getByRole("button", { name: "beyond the range" }).click();
  await slider.fill("1.5");
  await settled(page);
  expect(await page.locator(".looks .note").innerText()).toContain("extrapolated");
  expect(await page.locator(".row.beyond").count()).toBe(1);
  expect(farthest(await drawn(page), written(required("SHAPES"), "blob", "bend=1.5"))).toBeLessThan(1e-5);
  await screenshot(page, "beyond");
  await page.keyboard.press("b");
  await settled(page);
  expect(await page.evaluate(() => studio.actual(0))).toBe(1);
});

test("an arm is posed by the knobs that poses turn", async () => {
  const { page, complaints } = await served.open({}, "#shape=arm&pad=elbow,build");
  const straight = await drawn(page);
  await page.locator("input[data-adverb=elbow]").fill("2.1");
  await settled(page);
  const bent = await drawn(page);
  // The tip of the hand is the last vertex: it was as far to the right as the arm is long.
  expect(straight.at(-3)!).toBeLessThan(-0.65);
  expect(bent.at(-3)!).toBeGreaterThan(-0.3);
  expect(bent.at(-1)!).toBeGreaterThan(0.2);
  await screenshot(page, "arm");
  expect(complaints).toEqual([]);
});

test("a reload returns to the same shape, knobs and axes", async () => {
  const { page } = await served.open({}, "#shape=arm&pad=elbow,build");
  await page.locator("input[data-adverb=wrist]").fill("0.45");
  await page.waitForFunction(() => location.hash.includes("knob.wrist"));
  await page.reload();
  await page.waitForSelector("body[data-ready]", { state: "attached" });
  expect(await page.evaluate(() => [studio.shownName, studio.knobs.get("wrist")?.toFixed(2)])).toEqual(["arm", "0.45"]);
  expect(await page.evaluate(() => [...document.querySelectorAll<HTMLSelectElement>(".axes select")].map((select) => select.selectedOptions[0]?.textContent))).toEqual(["elbow", "build"]);
});

test("many features are found by typing, and letters typed there are no keys", async () => {
  const face = join(folder, "face");
  mkdirSync(face);
  execFileSync(required("ADVERB"), ["shape", required("SHAPES"), "arm", "-o", join(face, "face.glb"), "--quiet"]);
  writeFileSync(join(face, "adverb.toml"), '[project]\nname = "face"\n[shapes.face]\nrest = "face.glb"\nadjectives = {}\nfeatures = true\n');
  const other = await Served.start(face);
  try {
    const { page, complaints } = await other.open();
    expect(await page.locator(".rows.long .row").count()).toBe(7);
    const search = page.locator("input[type=search]:visible");
    await search.fill("wrist");
    expect(await page.locator(".rows.long .row:visible label").allInnerTexts()).toEqual(["arm_slender-wrist", "arm_strong-wrist"]);
    await search.press("w");
    expect(await page.getByRole("button", { name: "wireframe" }).getAttribute("aria-pressed")).toBe("false");
    const before = await drawn(page);
    await page.evaluate(() => studio.turn(1, 1));
    await settled(page);
    expect(farthest(await drawn(page), before)).toBeGreaterThan(0.01);
    expect(complaints).toEqual([]);
  } finally {
    await other.stop();
  }
});

test("the built-in shapes are beside the built-in character, who acts on when they go", async () => {
  const other = await Served.start();
  try {
    const { page, complaints } = await other.open();
    expect(await page.evaluate(() => studio.mode)).toBe("actor");
    await page.getByRole("button", { name: "Shapes", exact: true }).click();
    expect(await page.locator(".verbs label").allInnerTexts()).toEqual(["blob", "arm"]);
    await page.locator(".verbs label", { hasText: "arm" }).click();
    await settled(page);
    expect(await page.evaluate(() => [studio.shownName, stage.figure!.object.visible])).toEqual(["arm", false]);
    await page.getByRole("button", { name: "Actor", exact: true }).click();
    await settled(page);
    expect(await page.evaluate(() => [stage.exhibited === undefined, stage.figure!.object.visible])).toEqual([true, true]);
    expect(complaints).toEqual([]);
  } finally {
    await other.stop();
  }
});

test("no panel lies over another, and the sheet is whole, on any screen", async () => {
  for (const [width, height] of [[1280, 800], [1024, 768], [768, 1024], [800, 600], [390, 844], [844, 390]] as const) {
    const { page } = await served.open({ viewport: { width, height }, hasTouch: width < 900 }, "#shape=arm&pad=elbow,build&knob.elbow=1");
    await settled(page);
    await screenshot(page, `shape-${width}x${height}`);
    expect(await overlaps(page), `${width}×${height}`).toEqual([]);
    const cut = await page.evaluate(() => {
      const [sheet, side] = [".across", ".side"].map((name) => document.querySelector(name)!.getBoundingClientRect());
      return sheet!.bottom > side!.bottom + 1 || sheet!.right > side!.right + 1 || sheet!.width < 100;
    });
    expect(cut, `${width}×${height}`).toBe(false);
    await page.context().close();
  }
});
