// The page as a person uses it with one verb of the built-in character; actor.test.ts has the actor.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Session } from "../../src/session";
import { required, screenshot, Served, weights } from "./served";

declare const studio: Session;

let served: Served;
beforeAll(async () => {
  served = await Served.start(required("HERO"));
});
afterEach(() => served.closePages());
afterAll(() => served.stop());

const open = (options: BrowserContextOptions = {}) => served.open(options, "#mode=verb");

/** Drags over the pad between points of it, from 0 to 1 from the left and from below. */
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const box = (await page.locator(".field").boundingBox())!;
  const place = ([x, y]: [number, number]) => [box.x + x * box.width, box.y + (1 - y) * box.height] as const;
  await page.mouse.move(...place(from));
  await page.mouse.down();
  await page.mouse.move(...place(to), { steps: 5 });
  await page.mouse.up();
}

/** So many seconds of motion pass at once. */
const pass = (page: Page, seconds: number) =>
  page.evaluate((s) => {
    for (let t = 0; t < s; t += 0.05) studio.tick(0.05);
  }, seconds);

test("the page loads, the figure walks, and the console has no complaint", async () => {
  const { page, complaints } = await open();
  const before = await page.evaluate(() => [...studio.player!.placement()]);
  await page.waitForFunction(([x, z]) => {
    const [nx, nz] = studio.player!.placement();
    return Math.hypot(nx! - x!, nz! - z!) > 0.5;
  }, before);
  expect(await page.title()).toContain("adverb studio");
  await page.waitForFunction(() => /µs|ms/.test(document.querySelector("[data-is=engine]")?.textContent ?? ""));
  console.log(`ready after ${await page.evaluate(() => document.body.dataset["ready"])} ms`);
  expect(complaints).toEqual([]);
});

test("the pad keeps its two adverbs when a verb without them was played in between", async () => {
  const { page } = await open();
  const axes = () => page.evaluate(() => [...document.querySelectorAll<HTMLSelectElement>(".axes select")].map((s) => s.selectedOptions[0]?.textContent));
  const before = await axes();
  for (const verb of ["pace", "sneak", "walk"]) {
    await page.evaluate((name) => studio.choose(studio.verbs.findIndex((v) => v.name === name)), verb);
  }
  expect(await axes()).toEqual(before);
  expect(new Set(before).size).toBe(2);
});

test("dragging the point moves the weights, and they sum to one", async () => {
  const { page, complaints } = await open();
  const before = await weights(page);
  await drag(page, [0.5, 0.5], [0.85, 0.85]);
  await pass(page, 4);
  await page.waitForFunction((b) => JSON.stringify(b) !== JSON.stringify([...document.querySelectorAll<SVGElement>("circle.example")].map((dot) => dot.dataset["weight"])), []);
  const after = await weights(page);
  const moved = Object.keys(after).map((name) => Math.abs(after[name]! - before[name]!));
  expect(Math.max(...moved)).toBeGreaterThan(0.2);
  expect(Object.values(after).reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 1);
  await screenshot(page, "dragged");
  expect(complaints).toEqual([]);
});

test("a slider changes how the figure goes", async () => {
  const { page } = await open();
  const slider = page.locator("input[data-adverb]").nth(1);
  const travel = async () => {
    await pass(page, 8);
    return page.evaluate(() => studio.player!.duration);
  };
  await slider.fill((await slider.getAttribute("max"))!);
  const high = await travel();
  await slider.fill((await slider.getAttribute("min"))!);
  const low = await travel();
  expect(Math.abs(high - low)).toBeGreaterThan(0.05);
});

test("feet that are planted hold, wherever the knobs are turned to", async () => {
  const { page } = await open();
  const drift = await page.evaluate(() => {
    studio.change({ playing: false });
    const held = new Map<number, [number, number]>();
    let [most, plants] = [0, 0];
    for (let frame = 0; frame < 900; frame++) {
      if (frame % 150 === 0) studio.adverbs.forEach((a, i) => studio.turn(i, a.low + (a.high - a.low) * (0.5 + 0.35 * Math.sin(frame + 2 * i))));
      studio.stepOnce();
      const world = studio.player!.world();
      for (const { joint, planted } of studio.player!.feet()) {
        const place: [number, number] = [world[12 * joint + 9]!, world[12 * joint + 11]!];
        const start = held.get(joint);
        if (!planted) held.delete(joint);
        else if (!start) {
          held.set(joint, place);
          plants++;
        } else most = Math.max(most, Math.hypot(place[0] - start[0], place[1] - start[1]));
      }
    }
    return { most, plants };
  });
  console.log(`${drift.plants} plants, at most ${(1000 * drift.most).toFixed(2)} mm of drift`);
  expect(drift.plants).toBeGreaterThan(10);
  expect(drift.most).toBeLessThan(0.005);
});

test("a reload returns to the same verb and knobs", async () => {
  const { page } = await open();
  await drag(page, [0.5, 0.5], [0.2, 0.7]);
  const knobs = () => page.evaluate(() => studio.adverbs.map((adverb) => Number(studio.knob(adverb).toFixed(3))));
  const before = await knobs();
  await page.waitForFunction(() => location.hash.includes("knob."));
  await page.waitForTimeout(300);
  await page.reload();
  await page.waitForSelector("body[data-ready]", { state: "attached" });
  expect(await knobs()).toEqual(before);
});

test("everything can be reached and done by the keyboard", async () => {
  const { page } = await open();
  const seen = new Set<string>();
  for (let i = 0; i < 30; i++) {
    await page.keyboard.press("Tab");
    seen.add(await page.evaluate(() => document.activeElement?.getAttribute("class") ?? document.activeElement?.tagName ?? ""));
  }
  for (const place of ["help", "field", "main"]) expect([...seen].join(" ")).toContain(place);
  await page.locator(".field").focus();
  const happy = () => page.evaluate(() => studio.knob(studio.adverbs[0]!));
  const before = await happy();
  await page.keyboard.press("Shift+ArrowRight");
  expect(await happy()).toBeGreaterThan(before);
  await page.keyboard.press(" ");
  expect(await page.evaluate(() => studio.playing)).toBe(false);
  await page.keyboard.press(".");
  await page.keyboard.press("0");
  expect(await happy()).toBeCloseTo(before, 5);
  await page.keyboard.press("?");
  expect(await page.locator("dialog[open]").count()).toBe(1);
  await page.keyboard.press("Escape");
});

test("a touch drags the point", async () => {
  const { page, complaints } = await open({ viewport: { width: 1024, height: 768 }, hasTouch: true });
  const box = (await page.locator(".field").boundingBox())!;
  await page.touchscreen.tap(box.x + 0.3 * box.width, box.y + 0.3 * box.height);
  expect(await page.evaluate(() => studio.knobs.size)).toBeGreaterThan(0);
  await pass(page, 2);
  await screenshot(page, "tablet");
  expect(complaints).toEqual([]);
});

test("who wants calm begins with a figure that stands", async () => {
  const { page } = await open({ reducedMotion: "reduce" });
  expect(await page.evaluate(() => studio.playing)).toBe(false);
});

test("a file that is no pack is told in words, and the hero stays", async () => {
  const { page } = await open();
  await page.evaluate(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(["no pack at all"], "walk.adverb"));
    window.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped }));
  });
  await page.waitForSelector(".notice.problem");
  expect(await page.locator(".notice.problem").textContent()).toContain("walk.adverb cannot be played");
  expect(await page.evaluate(() => studio.verbs.length)).toBeGreaterThan(0);
});

test("a project that changes is shown anew; one that is broken is told, and the hero from before stays", async () => {
  const { page } = await open();
  const file = join(required("HERO"), "adverb.toml");
  const text = readFileSync(file, "utf8");
  await page.evaluate(() => studio.turn(0, 0.25));
  try {
    writeFileSync(file, text.replace('name = "hero"', 'name = "heroine"'));
    await page.waitForFunction(() => studio.heroName === "heroine");
    expect(await page.evaluate(() => studio.knob(studio.adverbs[0]!))).toBeCloseTo(0.25);
    writeFileSync(file, text.replace("[project]", "[project"));
    await page.waitForSelector(".notice.problem");
    expect(await page.locator(".notice.problem").textContent()).toContain("adverb.toml");
    expect(await page.evaluate(() => studio.heroName)).toBe("heroine");
  } finally {
    writeFileSync(file, text);
  }
  await page.waitForFunction(() => studio.heroName === "hero" && !document.querySelector(".notice.problem"));
});

test("it fits a window and a tablet held either way", async () => {
  for (const [width, height] of [[1280, 720], [1024, 768], [768, 1024]] as const) {
    const { page, complaints } = await open({ viewport: { width, height } });
    await pass(page, 2);
    await page.waitForTimeout(500);
    await screenshot(page, `${width}x${height}`);
    const outside = await page.locator("button, input, select, .field").evaluateAll((all) =>
      all.filter((element) => {
        const box = element.getBoundingClientRect();
        return box.width > 0 && (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight);
      }).map((element) => element.outerHTML.slice(0, 80)),
    );
    expect(outside).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  }
});
