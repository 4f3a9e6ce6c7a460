// Where heroes come from: the server that serves the page, which tells when the project has changed, and files dropped here.

import { message, type Notices } from "./notice";

export type Take = (pack: Uint8Array, from: string) => void;

/** Which of the server's packs is shown, by its entity tag. */
let shown: string | null = null;

/** The hero of the server. Throws in words. */
export async function fetchHero(): Promise<Uint8Array> {
  const answer = await fetch("./hero.adverb", { cache: "no-store" });
  if (!answer.ok) throw new Error((await answer.text()) || `the server answers ${answer.status}`);
  shown = answer.headers.get("etag");
  return new Uint8Array(await answer.arrayBuffer());
}

/** Shapes that the server has besides the hero's: the built-in ones with the built-in character, else none. */
export async function fetchShapes(): Promise<Uint8Array | undefined> {
  const answer = await fetch("./shapes.adverb", { cache: "no-store" }).catch(() => undefined);
  const bytes = answer?.ok ? new Uint8Array(await answer.arrayBuffer()) : undefined;
  return bytes && bytes.length > 0 ? bytes : undefined;
}

/** What the project gave cause for when it was built, a line each. */
export async function tellWarnings(notices: Notices): Promise<void> {
  const answer = await fetch("./warnings", { cache: "no-store" }).catch(() => undefined);
  const lines = answer?.ok ? (await answer.text()).trim() : "";
  if (lines === "") notices.drop("warnings");
  else notices.say("warnings", "problem", "Built, with something to look at", lines);
}

/** Takes the hero again whenever the server has built it anew; says what hinders it. */
export function listen(take: Take, notices: Notices): void {
  let events: EventSource | undefined;
  // A browser keeps few connections to one server: a page that nobody sees holds none of them.
  const follow = () => {
    events?.close();
    events = document.hidden ? undefined : hear(take, notices);
  };
  document.addEventListener("visibilitychange", follow);
  follow();
}

function hear(take: Take, notices: Notices): EventSource {
  const events = new EventSource("./events");
  events.addEventListener("pack", (event: MessageEvent<string>) => {
    notices.drop("server");
    notices.drop("build");
    if (event.data === shown) return;
    fetchHero()
      .then((pack) => take(pack, "the project"))
      .then(() => tellWarnings(notices))
      .catch((problem: unknown) => notices.say("build", "problem", "The hero cannot be fetched", message(problem)));
  });
  events.addEventListener("problem", (event: MessageEvent<string>) => {
    notices.say("build", "problem", "The project cannot be built; this is still the hero from before", event.data);
  });
  events.addEventListener("error", () => {
    notices.say("server", "news", "The server has gone; the page goes on with what it has");
  });
  return events;
}

/** Files dropped anywhere on the page. */
export function acceptDrops(take: Take, notices: Notices): void {
  const over = (on: boolean) => document.body.classList.toggle("dropping", on);
  window.addEventListener("dragover", (event) => {
    event.preventDefault();
    over(true);
  });
  window.addEventListener("dragleave", (event) => event.relatedTarget === null && over(false));
  window.addEventListener("drop", (event) => {
    event.preventDefault();
    over(false);
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    file
      .arrayBuffer()
      .then((bytes) => take(new Uint8Array(bytes), file.name))
      .catch((problem: unknown) => notices.say("drop", "problem", `${file.name} cannot be read`, message(problem)));
  });
}
