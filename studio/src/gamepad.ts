// A gamepad: its left stick steers, its buttons do.
//
// The numbers of buttons are those of the standard layout: 0 to 3 below the right thumb, 4 and 5 the shoulders, 12 to 15 the cross.

import { NO_WISH, type Wish } from "./steering";

/** What of the Gamepad API is looked at. */
export interface Pad {
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean }[];
}

/** A stick at rest is not quite in the middle. */
const DEAD = 0.18;
/** So far out it is meant to run. */
const FAR = 0.92;
const SHOULDERS = [4, 5];
/** The buttons of the first gestures. */
const GESTURES = [0, 1, 2, 3];

export interface Handled {
  wish: Wish;
  /** Gestures that were begun, by their places. */
  gestures: number[];
  /** Whether the point is to be reached for. */
  reach: boolean;
}

export class Gamepads {
  private held = new Set<number>();

  /** Once per frame, with what the browser knows. */
  read(pads: readonly (Pad | null)[]): Handled {
    const pad = pads.find((other) => other !== null);
    if (!pad) {
      this.held.clear();
      return { wish: NO_WISH, gestures: [], reach: false };
    }
    const held = new Set(pad.buttons.flatMap(({ pressed }, button) => (pressed ? [button] : [])));
    const pressed = (button: number) => held.has(button) && !this.held.has(button);
    const gestures = GESTURES.filter(pressed);
    const reach = SHOULDERS.some(pressed);
    this.held = held;
    return { wish: stickWish(pad.axes[0] ?? 0, pad.axes[1] ?? 0), gestures, reach };
  }
}

/** A stick to the right and down, each from −1 to 1, as a wish: ahead is up. */
export function stickWish(right: number, down: number): Wish {
  const length = Math.hypot(right, down);
  if (!(length > DEAD)) return NO_WISH;
  // Seldom is a stick pushed straight up: a little to the side means nothing.
  const turn = Math.abs(right) > DEAD ? -(Math.sign(right) * (Math.abs(right) - DEAD)) / (1 - DEAD) : 0;
  return { ahead: Math.min(Math.max(-down, 0), 1), fast: length >= FAR && -down > 0.5, turn: Math.min(Math.max(turn, -1), 1) };
}
