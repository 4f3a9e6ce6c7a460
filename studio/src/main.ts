// The page: a stage, panels around it, and the loop that moves them.

import { el } from "./dom";
import { startEngine } from "./engine";
import { Keys } from "./keys";
import { fromHash, toHash } from "./link";
import { fatal, message, Notices } from "./notice";
import { Pad } from "./pad";
import { Readout } from "./readout";
import { Session } from "./session";
import { Sliders } from "./sliders";
import { acceptDrops, fetchHero, listen, tellWarnings } from "./source";
import { Stage } from "./stage";
import { Transport } from "./transport";
import { Verbs } from "./verbs";

const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
const notices = new Notices();
const session = new Session();
// For the curious at the console, and for tests.
Object.assign(window, { studio: session });

const canvas = el("canvas", { class: "stage", "aria-label": "The figure; drag to look around" });
let stage: Stage;

async function main(): Promise<void> {
  document.body.append(canvas);
  try {
    stage = new Stage(canvas, calm);
  } catch {
    return fatal("This browser shows no 3D", "The studio draws with WebGL, which is missing or switched off here. Another browser, or hardware acceleration in this one's settings, will help.");
  }
  let loadHero;
  let pack;
  try {
    [loadHero, pack] = await Promise.all([startEngine(), fetchHero()]);
  } catch (problem) {
    return fatal("The studio cannot start", message(problem));
  }

  let waiting = 0;
  /** The address follows when the hand rests: browsers limit how often it may change. */
  function keep(): void {
    clearTimeout(waiting);
    waiting = window.setTimeout(() => {
      const state = { verb: session.verbs[session.verb]?.name, pad: pad.names, knobs: new Map(session.knobs) };
      history.replaceState(null, "", toHash(state));
    }, 200);
  }

  const kept = fromHash(location.hash);
  const pad: Pad = new Pad(session, keep);

  const sliders = new Sliders(session);
  const verbs = new Verbs(session);
  const restart = () => {
    session.restart();
    if (session.player) stage.jump(session.player);
  };
  const transport = new Transport(session, stage.view, restart);
  const readout = new Readout(session);
  const title = el("h1", {}, "adverb ", el("span", {}, "studio"));
  const hero = el("p", { class: "hero" });
  const keys = new Keys([
    { key: " ", does: "play or pause", run: () => session.change({ playing: !session.playing }) },
    { key: ".", does: "one frame", run: () => session.stepOnce() },
    { key: "[", does: "slower", run: () => transport.faster(-1) },
    { key: "]", does: "faster", run: () => transport.faster(1) },
    { key: "r", does: "from the beginning", run: restart },
    { key: "d", does: "all adverbs to their defaults", run: () => session.toDefaults() },
    { key: "c", does: "hold planted feet, or not", run: () => session.change({ feetHeld: !session.feetHeld }) },
    { key: "l", does: "look at the pointer, or ahead", run: () => session.change({ looking: !session.looking }) },
    { key: "f", does: "camera follows, or stays", run: () => transport.toggleFollow() },
    { key: "v", does: "camera back to where it was", run: () => stage.home() },
  ]);
  const brand = el("header", { class: "brand" }, el("div", {}, title, hero), readout.object, keys.button);
  const panel = el("main", { class: "panel" }, verbs.object, pad.object, sliders.object);
  document.body.append(brand, panel, transport.object, notices.object, keys.dialog);

  session.onChange((change) => {
    if (change === "hero" || change === "verb") {
      verbs.show();
      pad.show(pad.names ?? kept.pad);
      sliders.show();
      const player = session.player;
      if (player && change === "hero") stage.cast(session.joints, player);
      else if (player) stage.jump(player);
      hero.textContent = session.heroName;
      document.title = `${session.heroName} · adverb studio`;
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
  resize(panel, brand, transport.object);
  try {
    session.show(loadHero(pack));
  } catch (problem) {
    notices.say("hero", "problem", "The hero cannot be played", message(problem));
  }
  if (kept.knobs.size > 0 || kept.verb !== undefined) session.recall(kept.knobs, kept.verb);
  pad.show(kept.pad);
  if (calm) session.change({ playing: false });
  window.addEventListener("resize", () => resize(panel, brand, transport.object));
  window.addEventListener("hashchange", () => {
    const asked = fromHash(location.hash);
    session.recall(asked.knobs, asked.verb);
    pad.show(asked.pad);
  });
  gaze();
  acceptDrops(take, notices);
  listen(take, notices);
  void tellWarnings(notices);

  let last = performance.now();
  let held = 0;
  const frame = (now: number) => {
    const seconds = Math.max(0, now - last) / 1000;
    last = now;
    const played = session.tick(seconds);
    const player = session.player;
    if (player) stage.pose(player, played);
    stage.render(Math.min(seconds, 0.1));
    pad.update();
    sliders.update();
    readout.update(now);
    if (held++ === 1) document.body.dataset["ready"] = String(Math.round(performance.now()));
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}

/** What of the window the panels leave free is where the figure belongs. */
function resize(panel: HTMLElement, brand: HTMLElement, transport: HTMLElement): void {
  const { innerWidth: width, innerHeight: height } = window;
  const box = panel.getBoundingClientRect();
  const below = box.left < width / 3; // a panel at the bottom rather than at the side
  const top = brand.getBoundingClientRect().bottom;
  const bottom = transport.getBoundingClientRect().top;
  stage.resize(width, height, { left: 0, top, width: below ? width : box.left, height: Math.max(bottom - top, 80) });
}

/** The figure looks at the pointer while that is wanted. */
function gaze(): void {
  window.addEventListener("pointermove", (event) => {
    const player = session.player;
    if (!session.looking || !player) return;
    const point = stage.pointed(event.clientX, event.clientY, player.world());
    if (point) player.lookAt(point.x, point.y, point.z);
  });
}

void main();
