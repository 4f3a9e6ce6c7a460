// The page: a stage, panels around it, and the loop that moves them.

import type { Sight } from "./camera";
import { Character } from "./character";
import { Controls } from "./controls";
import { el } from "./dom";
import { startEngine } from "./engine";
import { Exhibit } from "./exhibit";
import { Gestures } from "./gestures";
import { GraphView } from "./graph";
import { Keys } from "./keys";
import { fromHash, toHash } from "./link";
import { Looks } from "./looks";
import { Modes } from "./mode";
import { fatal, message, Notices } from "./notice";
import { Pad } from "./pad";
import { Readout } from "./readout";
import { Session } from "./session";
import { ShapeView } from "./shape-view";
import { Sliders } from "./sliders";
import { acceptDrops, fetchHero, fetchShapes, listen, tellWarnings } from "./source";
import { Stage } from "./stage";
import { Transport } from "./transport";
import { Verbs } from "./verbs";

const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const notices = new Notices();
const session = new Session();

const canvas = el("canvas", { class: "stage", "aria-label": "The figure; drag to look around" });
let stage: Stage;

async function main(): Promise<void> {
  document.body.append(canvas);
  try {
    stage = new Stage(canvas, calm);
  } catch {
    return fatal("This browser shows no 3D", "The studio draws with WebGL, which is missing or switched off here. Another browser, or hardware acceleration in this one's settings, will help.");
  }
  // For the curious at the console, and for tests.
  Object.assign(window, { studio: session, stage });
  let loadHero;
  let pack;
  let shapes;
  try {
    [loadHero, pack, shapes] = await Promise.all([startEngine(), fetchHero(), fetchShapes()]);
  } catch (problem) {
    return fatal("The studio cannot start", message(problem));
  }

  let waiting = 0;
  /** The address follows when the hand rests: browsers limit how often it may change. */
  function keep(): void {
    clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      const mode = session.modes.length > 1 ? session.mode : undefined;
      const shape = session.mode === "shape" ? session.shownName : undefined;
      const verb = session.mode === "shape" ? undefined : session.shownName || undefined;
      const state = { mode, verb, shape, pad: pad.names, knobs: new Map(session.knobs) };
      history.replaceState(null, "", toHash(state));
    }, 200);
  }

  const kept = fromHash(location.hash);
  const pad: Pad = new Pad(session, keep);

  const sliders = new Sliders(session);
  const features = new Sliders(session, true);
  const exhibit = new Exhibit();
  const looks = new Looks(session, exhibit);
  const view = new ShapeView(session, stage, exhibit, looks, pad, calm);
  const gestures = new Gestures(session);
  const request = (verb: number) => gestures.request(verb);
  const verbs = new Verbs(session, request);
  const graph = new GraphView(session, request);
  const modes = new Modes(session);
  const controls = new Controls(() => session.mode === "actor" && !keys.dialog.open);
  const restart = () => {
    session.restart();
    if (session.performer) stage.jump(session.performer);
  };
  stage.onDrag = (point) => session.reach?.move(point, session);
  const transport = new Transport(session, stage.view, restart);
  const readout = new Readout(session);
  const title = el("h1", {}, "adverb ", el("span", {}, "studio"));
  const hero = el("p", { class: "hero" });
  const keys: Keys = new Keys([
    { key: "1 … 9", keys: [..."123456789"], of: "figure", does: "a gesture, in the order of their buttons", run: (key) => acting() && gestures.begin(Number(key) - 1) },
    { key: "e", of: "figure", does: "reach for the point, which can be dragged", run: () => acting() && gestures.reach() },
    { key: "m", does: "an actor on the graph, one verb, or shapes", run: () => modes.toggle() },
    { key: " ", does: "play or pause; a shape's knob goes up and down", run: () => session.change({ playing: !session.playing }) },
    { key: ".", of: "figure", does: "one frame", run: () => session.stepOnce() },
    { key: "[", does: "slower", run: () => transport.faster(-1) },
    { key: "]", does: "faster", run: () => transport.faster(1) },
    { key: "r", does: "from the beginning", run: restart },
    { key: "0", does: "all knobs to their defaults", run: () => session.toDefaults() },
    { key: "c", of: "figure", does: "hold planted feet, or not", run: () => session.change({ feetHeld: !session.feetHeld }) },
    { key: "l", of: "figure", does: "look at the pointer, or ahead", run: () => session.change({ looking: !session.looking }) },
    { key: "f", of: "figure", does: "camera follows, or stays", run: () => transport.toggleFollow() },
    { key: "t", of: "figure", does: "camera turns with the figure, or not", run: () => transport.toggleTurn() },
    { key: "v", does: "camera back to the figure's front", run: () => stage.home() },
    { key: "w", of: "shape", does: "edges of triangles, or not", run: () => sculpting() && looks.wired() },
    { key: "n", of: "shape", does: "colours tell normals, or not", run: () => sculpting() && looks.painted("normals") },
    { key: "s", of: "shape", does: "colours tell velocities, or not", run: () => sculpting() && looks.painted("velocity") },
    { key: "b", of: "shape", does: "knobs beyond their ranges, or not", run: () => sculpting() && looks.extrapolated() },
    { key: "p", of: "shape", does: "one with a skin is moved by the verb, or not", run: () => sculpting() && looks.followed() },
  ], [
    { key: "w a d ↑ ← →", of: "figure", does: "go, and turn left or right, while held" },
    { key: "shift", of: "figure", does: "with them: run" },
  ]);
  const brand = el("header", { class: "brand" }, el("div", {}, title, hero), readout.object, keys.button);
  const panel = el("main", { class: "panel" }, modes.object, verbs.object, looks.object, pad.object, sliders.object, features.object);
  const course = el("aside", { class: "side" }, graph.object, gestures.object, view.sheet.object);
  const panels = { panel, brand, course, transport: transport.object };
  document.body.append(brand, course, panel, transport.object, controls.stick.object, notices.object, keys.dialog);

  /** Everything that depends on who is on the stage. */
  function stageChanged(newHero: boolean): void {
    document.body.classList.toggle("acting", acting());
    document.body.classList.toggle("sculpting", sculpting());
    course.setAttribute("aria-label", sculpting() ? "Sheet" : "Actor");
    controls.stick.object.hidden = !session.steering?.works;
    modes.show();
    verbs.show();
    pad.show(pad.names ?? kept.pad);
    sliders.show();
    features.show();
    looks.show();
    transport.show();
    const performer = session.performer;
    if (performer && newHero) stage.cast(session.joints, performer);
    if (sculpting()) view.show();
    else if (performer && view.leave()) stage.perform(performer);
    else if (performer && !newHero) stage.jump(performer);
    resize(panels);
  }

  session.onChange((change) => {
    if (change === "hero") {
      graph.show();
      gestures.show();
      hero.textContent = session.heroName;
      document.title = `${session.heroName} · adverb studio`;
    }
    if (change === "hero" || change === "mode" || change === "verb") stageChanged(change === "hero");
    if (change === "played") {
      verbs.mark();
      pad.show(pad.names);
      sliders.mark();
    }
    if (change === "transport") transport.show();
    keep();
  });

  const take = (bytes: Uint8Array, from: string) => {
    try {
      session.show(loadHero(bytes));
      notices.drop("hero");
      notices.say("loaded", "news", `${session.heroName} from ${from}`);
    } catch (problem) {
      notices.say("hero", "problem", `${from} cannot be played`, message(problem));
    }
  };
  /** The project's mesh stands for the figure, if it has one. */
  const dress = async () => {
    try {
      stage.dress(await Character.fetch(() => session.hero));
      notices.drop("character");
    } catch (problem) {
      stage.dress(undefined);
      notices.say("character", "problem", "The project's mesh cannot be shown", message(problem));
    }
  };
  void dress();
  try {
    session.show(loadHero(pack), shapes && loadHero(shapes));
  } catch (problem) {
    notices.say("hero", "problem", "The hero cannot be played", message(problem));
  }
  if (location.hash.length > 1) session.recall(kept.knobs, kept.verb, kept.shape, kept.mode ?? session.mode);
  pad.show(kept.pad);
  if (calm) session.change({ playing: false });
  window.addEventListener("resize", () => resize(panels));
  window.addEventListener("hashchange", () => {
    const asked = fromHash(location.hash);
    session.recall(asked.knobs, asked.verb, asked.shape, asked.mode ?? session.mode);
    pad.show(asked.pad);
  });
  gaze();
  acceptDrops((bytes, from) => {
    take(bytes, from);
    stage.dress(undefined);
  }, notices);
  listen((bytes, from) => {
    take(bytes, from);
    void dress();
  }, notices);
  void tellWarnings(notices);

  let last = performance.now();
  let held = 0;
  const frame = (now: number) => {
    const seconds = Math.max(0, now - last) / 1000;
    last = now;
    const hands = controls.read();
    if (acting()) {
      session.steer(hands.wish);
      hands.gestures.forEach((gesture) => gestures.begin(gesture));
      if (hands.reach) gestures.reach();
    }
    const played = session.tick(seconds);
    if (sculpting()) view.update(seconds);
    else if (session.performer) stage.pose(session.performer, played, session.slope);
    const reach = acting() && session.reach?.works ? session.reach : undefined;
    stage.mark(reach?.point(session), reach?.active ?? false);
    stage.render(Math.min(seconds, 0.1), acting() && played > 0 ? sight() : undefined);
    if (acting()) {
      graph.update();
      gestures.update();
    }
    pad.update();
    sliders.update();
    features.update();
    looks.update();
    readout.update(now);
    if (held++ === 1) document.body.dataset["ready"] = String(Math.round(performance.now()));
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** Who is slower stands, metres per second: no camera turns with him. */
const GOING = 0.3;
const NARROW = "(max-width: 640px), (max-width: 960px) and (min-height: 501px) and (orientation: landscape)";
const acting = () => session.mode === "actor";
const sculpting = () => session.mode === "shape";

/** What of the actor is worth seeing. */
function sight(): Sight | undefined {
  if (session.travelSpeed > GOING) return "way";
  return session.reach?.active ? "hands" : undefined;
}

interface Panels {
  panel: HTMLElement;
  brand: HTMLElement;
  course: HTMLElement;
  transport: HTMLElement;
}

/** What of the window the panels leave free is where the figure belongs. */
function resize({ panel, brand, course, transport }: Panels): void {
  const { innerWidth: width, innerHeight: height } = window;
  // On a phone and in a small window the graph has no room beside the figure: it is the first thing in the panel.
  const narrow = window.matchMedia(NARROW).matches;
  if (narrow && course.parentElement !== panel) panel.prepend(course);
  if (!narrow && course.parentElement === panel) document.body.append(course);
  const box = panel.getBoundingClientRect();
  const below = box.left < width / 3; // a panel at the bottom rather than at the side
  const left = (acting() || sculpting()) && !narrow ? course.getBoundingClientRect().right : 0;
  const top = brand.getBoundingClientRect().bottom;
  const bottom = transport.getBoundingClientRect().top;
  stage.resize(width, height, { left, top, width: (below ? width : box.left) - left, height: Math.max(bottom - top, 80) });
}

/** The figure looks at the pointer while that is wanted. */
function gaze(): void {
  window.addEventListener("pointermove", (event) => {
    const { performer } = session;
    if (!session.looking || !performer) return;
    const point = stage.pointed(event.clientX, event.clientY, performer.world());
    if (point) performer.lookAt(point.x, point.y, point.z);
  });
}

void main();
