// Hands at keys, gamepad and touch, as one wish.

import { Gamepads, type Handled } from "./gamepad";
import { NO_WISH, type Wish } from "./steering";
import { Stick } from "./stick";

const AHEAD = ["w", "arrowup"];
const LEFT = ["a", "arrowleft"];
const RIGHT = ["d", "arrowright"];
const BACK = ["s", "arrowdown"];
const FAST = "shift";
const STEERING = new Set([...AHEAD, ...LEFT, ...RIGHT, ...BACK, FAST]);

export class Controls {
  readonly stick = new Stick();
  private readonly held = new Set<string>();
  private readonly gamepads = new Gamepads();

  /** `listening`: whether keys steer now. */
  constructor(private readonly listening: () => boolean) {
    window.addEventListener("keydown", (event) => this.press(event));
    window.addEventListener("keyup", (event) => this.held.delete(event.key.toLowerCase()));
    // Keys that are let go elsewhere tell nobody here.
    window.addEventListener("blur", () => this.held.clear());
  }

  /** Once per frame. */
  read(): Handled {
    const pad = this.gamepads.read(navigator.getGamepads());
    const wishes = [keyWish(this.held), this.stick.wish, pad.wish];
    return { ...pad, wish: wishes.find((wish) => wish.ahead !== 0 || wish.turn !== 0) ?? NO_WISH };
  }

  private press(event: KeyboardEvent): void {
    const key = event.key.toLowerCase();
    if (!STEERING.has(key) || event.ctrlKey || event.metaKey || event.altKey || !this.listening()) return;
    const target = event.target instanceof Element ? event.target : document.body;
    // Arrows belong to the slider, list or pad that has the focus.
    if (key.startsWith("arrow") && target.matches("input, select, .field")) return;
    if (target.matches("select, textarea, input[type=search], dialog *")) return;
    if (key !== FAST) event.preventDefault();
    this.held.add(key);
  }
}

/** Keys that are held, as a wish. */
export function keyWish(held: ReadonlySet<string>): Wish {
  const any = (keys: readonly string[]) => keys.some((key) => held.has(key));
  const ahead = any(AHEAD) && !any(BACK);
  return { ahead: Number(ahead), fast: ahead && held.has(FAST), turn: Number(any(LEFT)) - Number(any(RIGHT)) };
}
