// The page's state in its address, so that a reload, a bookmark or a copied link returns to the same place.
//
// #mode=actor&verb=walk&pad=happiness,energy&knob.happiness=0.5&knob.speed=1.2
// #mode=shape&shape=blob&pad=bend,thickness&knob.bend=0.5

import type { Mode } from "./session";

export interface State {
  mode: Mode | undefined;
  verb: string | undefined;
  shape: string | undefined;
  /** The adverbs from left to right and from below to above. */
  pad: [string, string] | undefined;
  knobs: Map<string, number>;
}

/** A knob may be called like a word of the address. */
const KNOB = "knob.";

export function toHash(state: State): string {
  const words = new URLSearchParams();
  if (state.mode !== undefined) words.set("mode", state.mode);
  if (state.verb !== undefined) words.set("verb", state.verb);
  if (state.shape !== undefined) words.set("shape", state.shape);
  if (state.pad) words.set("pad", state.pad.map(encodeURIComponent).join(","));
  for (const [name, value] of state.knobs) words.set(KNOB + name, String(Number(value.toPrecision(5))));
  return `#${words}`;
}

/** Whatever of it can be understood. */
export function fromHash(hash: string): State {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const knobs = new Map<string, number>();
  for (const [name, text] of words) {
    const value = Number(text);
    if (name.startsWith(KNOB) && text.trim() !== "" && Number.isFinite(value)) knobs.set(name.slice(KNOB.length), value);
  }
  const [x, y] = (words.get("pad") ?? "").split(",").map(decoded);
  const mode = (["actor", "verb", "shape"] as const).find((known) => known === words.get("mode"));
  return { mode, verb: words.get("verb") ?? undefined, shape: words.get("shape") ?? undefined, pad: x && y ? [x, y] : undefined, knobs };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return "";
  }
}
