// An actor on the built-in character's graph, steered as a person would for a minute.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { Session } from "../../src/session";
import type { Stage } from "../../src/stage";
import { overlaps, required, screenshot, Served } from "./served";

declare const studio: Session;
declare const stage: Stage;

let served: Served;
beforeAll(async () => {
  served = await Served.start(required("HERO"));
});
afterEach(() => served.closePages());
afterAll(() => served.stop());

interface Watched {
  /** Verbs in the order in which they played. */
  verbs: string[];
  /** Metres. */
  way: number;
  /** Radians to the left. */
  turned: number;
  /** How far a planted foot was moved at most, metres. */
  drift: number;
  /** How often a foot was planted. */
  plants: number;
  finite: boolean;
  seconds: number;
}

/** So many seconds of motion pass, looked at frame by frame. */
function watch(page: Page, seconds: number): Promise<Watched> {
  return page.evaluate((s) => {
    const actor = studio.actor!;
    const seen: Watched = { verbs: [], way: 0, turned: 0, drift: 0, plants: 0, finite: true, seconds: s };
    const held = new Map<number, [number, number]>();
    let [x = 0, z = 0, heading = 0] = actor.placement();
    for (let t = 0; t < s; t += 1 / 30) {
      studio.tick(1 / 30);
      const [nx = 0, nz = 0, nh = 0] = actor.placement();
      seen.way += Math.hypot(nx - x, nz - z);
      seen.turned += Math.atan2(Math.sin(nh - heading), Math.cos(nh - heading));
      [x, z, heading] = [nx, nz, nh];
      const name = studio.verbs[actor.verb]!.name;
      if (seen.verbs[seen.verbs.length - 1] !== name) seen.verbs.push(name);
      const world = actor.world();
      seen.finite &&= world.every(Number.isFinite);
      for (const { joint, planted } of actor.feet()) {
        const place: [number, number] = [world[12 * joint + 9]!, world[12 * joint + 11]!];
        const start = held.get(joint);
        if (!planted) held.delete(joint);
        else if (!start) {
          held.set(joint, place);
          seen.plants++;
        } else seen.drift = Math.max(seen.drift, Math.hypot(place[0] - start[0], place[1] - start[1]));
      }
    }
    return seen;
  }, seconds);
}

const playing = (page: Page, verb: string) =>
  page.waitForFunction((name) => studio.verbs[studio.actor!.verb]?.name === name && studio.actor!.transition === undefined, verb);
/** The page has heard what was asked for. */
const bound = (page: Page, verb: string) => page.waitForFunction((name) => studio.verbs[studio.bound ?? -1]?.name === name, verb);
/** Where nobody steers, chance leads from one way of waiting to another. */
const WAITING = /^(idle|look-around|stretch)$/;
const last = (seen: Watched) => seen.verbs[seen.verbs.length - 1];
/** The page draws what has become of it. */
const settled = (page: Page) => page.waitForTimeout(350);

test("a minute: walk, turn, wave while walking, run, stop, reach", async () => {
  const { page, complaints } = await served.open();
  const all: Watched[] = [];
  const pass = async (seconds: number) => {
    const seen = await watch(page, seconds);
    all.push(seen);
    return seen;
  };
  expect(await page.evaluate(() => studio.mode)).toBe("actor");
  expect((await pass(4)).way).toBeLessThan(0.2);

  await page.keyboard.down("w");
  await playing(page, "walk");
  const walk = await pass(9);
  expect(walk.verbs).toEqual(["walk"]);
  expect(walk.way).toBeGreaterThan(8);
  await settled(page);
  await screenshot(page, "actor-walk");

  await page.keyboard.down("a");
  await page.waitForFunction(() => studio.adverbs.some((adverb) => adverb.name === "turn" && studio.knob(adverb) > 40));
  expect((await pass(6)).turned).toBeGreaterThan(1);
  await settled(page);
  await screenshot(page, "actor-turn");
  await page.keyboard.up("a");

  await page.keyboard.press("1");
  await pass(0.9);
  expect(await page.evaluate(() => studio.actor!.gestureWeight(0))).toBeGreaterThan(0.5);
  await page.keyboard.press("1");
  expect(await page.locator(".why").textContent()).toContain("under way");
  await screenshot(page, "actor-wave");
  const wave = await pass(5);
  expect(wave.verbs).toEqual(["walk"]);
  expect(await page.evaluate(() => studio.actor!.gestureWeight(0))).toBe(0);

  await page.keyboard.down("Shift");
  await page.waitForFunction(() => studio.actor!.transition !== undefined || studio.actor!.queue().length > 0);
  await screenshot(page, "actor-transition");
  await playing(page, "run");
  const run = await pass(9);
  expect(run.way).toBeGreaterThan(2 * walk.way);
  await settled(page);
  await screenshot(page, "actor-run");
  await page.keyboard.press("Digit1"); // with shift it is another sign
  await pass(0.9);
  expect(await page.evaluate(() => studio.actor!.gestureWeight(0))).toBeGreaterThan(0.5);

  await page.keyboard.up("Shift");
  await page.keyboard.up("w");
  await bound(page, "idle");
  expect(last(await pass(9))).toMatch(WAITING);
  expect((await pass(4)).way).toBeLessThan(0.2);

  await dragPoint(page);
  await page.keyboard.press("e");
  const nearest = await page.evaluate(() => {
    const actor = studio.actor!;
    let [best, there] = [Infinity, false];
    for (let t = 0; t < 6; t += 1 / 60) {
      studio.tick(1 / 60);
      if (!studio.reach!.active) break;
      there ||= actor.verb === studio.reach!.verb;
      const point = studio.reach!.point(studio);
      const world = actor.world();
      for (const joint of studio.graph!.hands) {
        best = Math.min(best, Math.hypot(world[12 * joint + 9]! - point.x, world[12 * joint + 10]! - point.y, world[12 * joint + 11]! - point.z));
      }
    }
    return { best, there };
  });
  console.log(`the hand comes within ${(1000 * nearest.best).toFixed(2)} mm of the point`);
  expect(nearest.there).toBe(true);
  expect(nearest.best).toBeLessThan(0.01);
  expect(last(await pass(6))).toMatch(WAITING);
  await page.keyboard.press("e");
  await page.waitForFunction(() => studio.actor!.verb === studio.reach!.verb && studio.actor!.phase > 0.47);
  await page.keyboard.press(" ");
  await settled(page);
  // From behind, the hand would not be seen.
  expect(await page.evaluate(() => Math.cos(stage.view.azimuth - studio.actor!.placement()[2]!))).toBeGreaterThan(-0.75);
  await screenshot(page, "actor-reach");

  expect(all.reduce((sum, { seconds }) => sum + seconds, 0)).toBeGreaterThan(50);
  expect(all.every(({ finite }) => finite)).toBe(true);
  const drift = Math.max(...all.map((seen) => seen.drift));
  const plants = all.reduce((sum, seen) => sum + seen.plants, 0);
  console.log(`${plants} plants, ${(1000 * drift).toFixed(2)} mm of drift at most`);
  expect(plants).toBeGreaterThan(40);
  expect(drift).toBeLessThan(0.01);
  expect(complaints).toEqual([]);
}, 180_000);

/** Takes the point in the scene and drags it a little up and to the side. */
async function dragPoint(page: Page): Promise<void> {
  await page.waitForTimeout(2000); // the camera comes to rest
  const before = await page.evaluate(() => studio.reach!.point(studio));
  const at = await page.evaluate(() => {
    const canvas = document.querySelector("canvas")!;
    for (let y = 100; y < innerHeight - 100; y += 8) {
      for (let x = 400; x < innerWidth - 350; x += 8) {
        canvas.dispatchEvent(new PointerEvent("pointermove", { clientX: x, clientY: y, bubbles: true }));
        if (canvas.classList.contains("grabbable")) return [x, y] as const;
      }
    }
    return undefined;
  });
  expect(at).toBeDefined();
  await page.mouse.move(at![0] + 12, at![1] + 12);
  await page.mouse.down();
  await page.mouse.move(at![0] - 18, at![1] - 28, { steps: 6 });
  await page.mouse.up();
  const after = await page.evaluate(() => studio.reach!.point(studio));
  expect(Math.hypot(after.x - before.x, after.y - before.y, after.z - before.z)).toBeGreaterThan(0.02);
}

test("a click on a node asks for it, and the graph shows what plays", async () => {
  const { page } = await served.open();
  await page.locator('.node[data-verb="walk"]').click();
  await playing(page, "walk");
  await page.waitForSelector('.node.playing[data-verb="walk"]');
  await page.locator('.node[data-verb="run"]').focus();
  await page.keyboard.press("Enter");
  await playing(page, "run");
  // From a run to a reach it is a long way, which is queued.
  await page.evaluate(() => studio.change({ playing: false }));
  await page.locator('.node[data-verb="reach"]').click();
  await page.waitForSelector('.node.queued[data-verb="reach"]');
  expect(await page.evaluate(() => studio.actor!.queue().length)).toBeGreaterThan(1);
  expect(await page.locator(".node.queued .order").allTextContents()).toEqual(expect.arrayContaining(["1", "2", "3"]));
  expect(await page.locator(".route").textContent()).toBe("run → walk → idle → reach");
  await screenshot(page, "actor-queue");
});

/** So many seconds pass for figure and camera; where the camera is then, to the left of what is ahead of the figure. */
function glide(page: Page, seconds: number): Promise<number> {
  return page.evaluate((s) => {
    for (let t = 0; t < s; t += 1 / 30) {
      studio.tick(1 / 30);
      const [x = 0, z = 0, heading = 0] = studio.actor!.placement();
      stage.view.turn(heading, studio.travelSpeed > 0.3 ? "way" : studio.reach!.active ? "hands" : undefined, 1 / 30);
      stage.view.follow(x, 0, z, 0.2);
    }
    const round = stage.view.azimuth - studio.actor!.placement()[2]!;
    return Math.atan2(Math.sin(round), Math.cos(round));
  }, seconds);
}

test("the camera comes behind a figure that is steered, and keeps to the side that a hand has chosen", async () => {
  const { page } = await served.open();
  const behind = (round: number) => Math.cos(round) < -0.8;
  expect(behind(await glide(page, 2))).toBe(false);
  await page.keyboard.down("w");
  await bound(page, "walk");
  expect(behind(await glide(page, 7))).toBe(true);
  await page.keyboard.down("a");
  await page.waitForFunction(() => studio.adverbs.some((adverb) => adverb.name === "turn" && studio.knob(adverb) > 40));
  expect(behind(await glide(page, 6))).toBe(true);
  await settled(page);
  await screenshot(page, "actor-behind");

  // Shift, which runs, does not hinder the hand.
  await page.keyboard.up("a");
  await page.keyboard.down("Shift");
  await page.mouse.move(640, 560);
  await page.mouse.down();
  await page.mouse.move(460, 560, { steps: 10 });
  await page.mouse.up();
  const chosen = await glide(page, 8);
  expect(behind(chosen)).toBe(false);
  await page.keyboard.down("d");
  await page.waitForFunction(() => studio.adverbs.some((adverb) => adverb.name === "turn" && studio.knob(adverb) < -40));
  await glide(page, 3);
  await page.keyboard.up("d");
  await page.waitForFunction(() => studio.adverbs.every((adverb) => adverb.name !== "turn" || studio.knob(adverb) === 0));
  expect(await glide(page, 6)).toBeCloseTo(chosen, 1);

  await page.keyboard.press("t");
  const azimuth = () => page.evaluate(() => stage.view.azimuth);
  const still = await azimuth();
  await page.keyboard.down("a");
  await page.waitForFunction(() => studio.adverbs.some((adverb) => adverb.name === "turn" && studio.knob(adverb) > 40));
  await glide(page, 3);
  expect(await azimuth()).toBeCloseTo(still, 3);
});

test("a verb with one adverb has a pad with one axis, and a crowd of examples is told by the pointer", async () => {
  const { page } = await served.open();
  await page.evaluate(() => studio.change({ playing: false }));
  expect(await page.locator(".pad.single .only").textContent()).toBe("happiness");
  const heights = await page.locator("circle.example").evaluateAll((dots) => dots.map((dot) => dot.getAttribute("cy")));
  expect(new Set(heights).size).toBe(1);
  expect(await page.locator(".labels text").allTextContents()).toEqual(["sad", "neutral", "happy"]);
  const box = (await page.locator(".field").boundingBox())!;
  await page.mouse.click(box.x + box.width - 40, box.y + 20);
  expect(await page.evaluate(() => [studio.knobs.get("happiness")! > 0.8, studio.knobs.size])).toEqual([true, 1]);

  await page.evaluate(() => {
    studio.change({ playing: true });
    studio.request(studio.reach!.verb!);
    for (let i = 0; i < 100 && studio.shownVerb !== studio.reach!.verb; i++) studio.tick(1 / 30);
    studio.change({ playing: false });
  });
  expect(await page.locator(".pad.single").count()).toBe(0);
  expect(await page.locator(".labels text").count()).toBe(0);
  const dot = (await page.locator('circle.example[data-name="reach_top"]').boundingBox())!;
  await page.mouse.move(dot.x + dot.width / 2, dot.y + dot.height / 2);
  expect(await page.locator(".told").textContent()).toContain("top");
  await screenshot(page, "actor-told");
});

test("a gamepad steers", async () => {
  const { page } = await served.open();
  const hold = (right: number, down: number, ...pressed: number[]) =>
    page.evaluate(([x, y, held]) => {
      const buttons = Array.from({ length: 17 }, (_, i) => ({ pressed: held.includes(i), touched: false, value: 0 }));
      navigator.getGamepads = () => [{ axes: [x, y, 0, 0], buttons } as unknown as Gamepad];
    }, [right, down, pressed] as const);
  await hold(-0.6, -0.6);
  await playing(page, "walk");
  expect((await watch(page, 4)).turned).toBeGreaterThan(0.3);
  await hold(0, -1, 0);
  await playing(page, "run");
  await page.waitForFunction(() => studio.actor!.gestureWeight(0) > 0);
  await hold(0, 0);
  await bound(page, "idle");
  expect(last(await watch(page, 6))).toMatch(WAITING);
});

test("a thumb steers, on a phone", async () => {
  const { page, complaints } = await served.open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const box = (await page.locator(".stick").boundingBox())!;
  const touch = await page.context().newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x, y: y - 0.3 * box.height }] });
  await playing(page, "walk");
  await watch(page, 2);
  await settled(page);
  await screenshot(page, "actor-phone");
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await bound(page, "idle");
  expect(last(await watch(page, 6))).toMatch(WAITING);
  expect(complaints).toEqual([]);
});

test("one verb and back: both stay where they were", async () => {
  const { page } = await served.open();
  await page.evaluate(() => studio.request(studio.verbs.findIndex(({ name }) => name === "walk")));
  await watch(page, 4);
  await page.keyboard.press(" ");
  const before = await page.evaluate(() => [...studio.performer!.placement()]);
  await page.keyboard.press("m");
  expect(await page.evaluate(() => [studio.mode, document.body.classList.contains("acting")])).toEqual(["verb", false]);
  await page.locator('button[data-mode="actor"]').click();
  expect(await page.evaluate(() => [...studio.performer!.placement()])).toEqual(before);
  expect(await page.evaluate(() => studio.verbs[studio.shownVerb]?.name)).toBe("walk");
});

test("a project that changes keeps the actor's verb, knobs and place", async () => {
  const { page } = await served.open();
  const file = join(required("HERO"), "adverb.toml");
  const text = readFileSync(file, "utf8");
  await page.evaluate(() => {
    studio.request(studio.verbs.findIndex(({ name }) => name === "walk"));
    studio.turn(studio.adverbs.findIndex(({ name }) => name === "happiness"), 0.5);
  });
  await watch(page, 5);
  await page.keyboard.press(" ");
  const state = () => page.evaluate(() => ({
    verb: studio.verbs[studio.shownVerb]?.name,
    knob: studio.knob(studio.adverbs.find(({ name }) => name === "happiness")!),
    place: [...studio.actor!.placement()].map((v) => v.toFixed(4)),
  }));
  const before = await state();
  try {
    writeFileSync(file, text.replace('name = "hero"', 'name = "heroine"'));
    await page.waitForFunction(() => studio.heroName === "heroine");
    expect(await state()).toEqual(before);
  } finally {
    writeFileSync(file, text);
  }
  await page.waitForFunction(() => studio.heroName === "hero");
});

test("a reload goes on with the actor's verb", async () => {
  const { page } = await served.open();
  await page.evaluate(() => studio.request(studio.verbs.findIndex(({ name }) => name === "run")));
  await watch(page, 6);
  await page.waitForFunction(() => location.hash.includes("verb=run"));
  await page.reload();
  await page.waitForSelector("body[data-ready]", { state: "attached" });
  expect(await page.evaluate(() => [studio.mode, studio.verbs[studio.shownVerb]?.name])).toEqual(["actor", "run"]);
});

test("no panel lies over another, on any screen", async () => {
  for (const [width, height, hasTouch] of [[1280, 720, false], [1024, 768, true], [768, 1024, true], [800, 600, false], [390, 844, true], [844, 390, true], [667, 375, true]] as const) {
    const { page, complaints } = await served.open({ viewport: { width, height }, hasTouch });
    await page.locator('.verbs input').nth(1).evaluate((chip: HTMLInputElement) => chip.click());
    await watch(page, 2);
    await settled(page);
    await screenshot(page, `actor-${width}x${height}`);
    expect(await overlaps(page), `${width}×${height}`).toEqual([]);
    const lost = await page.locator(".transport button, .brand button").evaluateAll((all) => all.filter((element) => element.getBoundingClientRect().right > innerWidth).length);
    expect(lost).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  }
});
