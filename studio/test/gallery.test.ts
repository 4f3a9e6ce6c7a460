import { expect, test } from "vitest";
import { formName, isBeyond } from "../src/gallery";
import { Session } from "../src/session";
import { madeHero } from "./made";

function shown(): { session: Session; hero: ReturnType<typeof madeHero> } {
  const [session, hero] = [new Session(), madeHero([], false, ["blob", "arm"])];
  session.show(hero);
  return { session, hero };
}

test("a hero that has only shapes is shown in them, and one that has nothing is refused", () => {
  const { session } = shown();
  expect([session.mode, session.modes, session.performer]).toEqual(["shape", ["shape"], undefined]);
  expect(session.shownName).toBe("blob");
  expect(() => new Session().show(madeHero([]))).toThrow("neither verbs nor shapes");
});

test("a hero with verbs begins with them; shapes are a choice, also those of another hero", () => {
  const session = new Session();
  session.show(madeHero(["walk"], true), madeHero([], false, ["blob"]));
  expect([session.mode, session.modes]).toEqual(["actor", ["actor", "verb", "shape"]]);
  session.mode = "shape";
  expect(session.adverbs.map(({ name }) => name)).toEqual(["bend", "thickness", "smile", "jawOpen"]);
  session.mode = "verb";
  expect(session.adverbs.map(({ name }) => name)).toEqual(["happiness", "walkness"]);
});

test("adjectives and features are knobs, and their form follows", () => {
  const { session } = shown();
  session.turn(0, -0.5);
  session.turn(2, 0.75);
  session.turn(3, 9); // beyond its limit
  session.tick(1 / 60);
  const form = session.gallery.form()!;
  expect([...form.positions().slice(0, 3)]).toEqual([-0.5, 0, 0.75]);
  expect(session.actual(3)).toBe(1);
  expect([...session.weights]).toEqual([1.5, -0.5, 0]);
});

test("a form is made anew only when something was turned", () => {
  const { session, hero } = shown();
  session.tick(1 / 60);
  const { shaped } = hero.sculptures[0]!;
  for (let i = 0; i < 10; i++) session.tick(1 / 60);
  expect(hero.sculptures[0]!.shaped).toBe(shaped);
  session.turn(0, 0.1);
  session.tick(1 / 60);
  expect(hero.sculptures[0]!.shaped).toBe(shaped + 1);
});

test("knobs leave their ranges only where that is wanted, and it is told", () => {
  const { session } = shown();
  session.turn(0, 1.5);
  expect([session.actual(0), session.gallery.extrapolated]).toEqual([1, false]);
  session.setBeyond(true);
  expect(session.adverbs[0]).toMatchObject({ low: -2, high: 2, within: [-1, 1] });
  session.turn(0, 1.5);
  expect([session.actual(0), session.gallery.extrapolated]).toEqual([1.5, true]);
  session.setBeyond(false);
  expect([session.actual(0), session.gallery.extrapolated]).toEqual([1, false]);
  expect(isBeyond({ name: "x", low: 0, high: 1, default: 0 }, 7)).toBe(false);
});

test("a link beyond the range leads there", () => {
  const { session } = shown();
  session.recall(new Map([["thickness", 1.25]]), undefined, "arm", "shape");
  expect([session.shownName, session.actual(1), session.gallery.extrapolated]).toEqual(["arm", 1.25, true]);
});

test("playing turns a knob up and down from where it is, until a hand takes it", () => {
  const { session } = shown();
  session.turn(0, 0.5);
  session.change({ playing: true });
  const seen: number[] = [];
  for (let i = 0; i < 400; i++) {
    session.tick(1 / 60);
    seen.push(session.actual(0));
  }
  expect(seen[0]!).toBeGreaterThan(0.5);
  expect(seen[0]!).toBeLessThan(0.55);
  expect([Math.min(...seen), Math.max(...seen)].map((value) => Number(value.toFixed(2)))).toEqual([-1, 1]);
  session.turn(1, 0.3);
  expect(session.playing).toBe(true);
  session.turn(0, 0.3);
  expect(session.playing).toBe(false);
});

test("a point is gone to in a while, and exactly", () => {
  const { session } = shown();
  session.goTo(new Map([[0, 1], [1, 0.5]]));
  session.tick(0.1);
  expect(session.actual(0)).toBeGreaterThan(0);
  expect(session.actual(0)).toBeLessThan(1);
  for (let i = 0; i < 20; i++) session.tick(0.1);
  expect([session.actual(0), session.actual(1)]).toEqual([1, 0.5]);
});

test("a hero that is built anew keeps shape and knobs, and what was before it is let go", () => {
  const { session, hero } = shown();
  session.chooseShape(1);
  session.turn(0, 0.25);
  session.show(madeHero([], false, ["sphere", "arm"]));
  expect([session.shownName, session.actual(0)]).toEqual(["arm", 0.25]);
  expect(hero.sculptures.every(({ freed }) => freed)).toBe(true);
});

test("forms are called without what tells their kind of file", () => {
  expect(["blob_straight.ply", "forms/bent.glb", "face.glb#jawOpen", "rest"].map(formName)).toEqual(["blob_straight", "bent", "jawOpen", "rest"]);
});
