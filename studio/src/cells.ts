// Where the cells of a sheet are: over two knobs, or one.

import type { Adverb, Example } from "./engine";
import { BEYOND, isBeyond } from "./gallery";

/** Cells along an axis. */
const ALONG = 5;

/** A knob that may be a ring. */
type Axis = Adverb & { periodic?: boolean };

export interface Cell {
  /** Values of the knobs that the sheet is over, by their index. */
  at: ReadonlyMap<number, number>;
  /** The example that stands there, if one does. */
  example: string | undefined;
  /** Not within what knobs are meant for. */
  beyond: boolean;
}

/** The values of an axis from its lower end; one that goes beyond its range has its ends among them. */
export function valuesAlong(knob: Adverb): number[] {
  const [low, high] = knob.within ?? [knob.low, knob.high];
  const [from, to] = knob.within ? [-BEYOND, 1 + BEYOND] : [0, 1];
  return Array.from({ length: ALONG }, (_, i) => low + (high - low) * (from + ((to - from) * i) / (ALONG - 1)));
}

/** From the upper left, row by row. `axes`: the knobs from left to right and from below to above; they are the same where there is one.
 * `now`: where all knobs are; an example is in a cell if it is nowhere else in the other knobs either. */
export function cellsOf(knobs: readonly Axis[], axes: readonly [number, number], examples: readonly Example[], now: readonly number[]): Cell[] {
  const [x, y] = axes;
  const rows = x === y ? [undefined] : valuesAlong(knobs[y]!).reverse();
  return rows.flatMap((up) =>
    valuesAlong(knobs[x]!).map((across) => {
      const at = new Map([[x, across]]);
      if (up !== undefined) at.set(y, up);
      const stands = ({ at: own }: Example) => knobs.every((knob, i) => isAt(knob, at.get(i) ?? now[i] ?? 0, own[i] ?? 0));
      return { at, example: examples.find(stands)?.name, beyond: [...at].some(([i, value]) => isBeyond(knobs[i]!, value)) };
    }),
  );
}

/** Whether two values of a knob are the same; on a ring its ends are. */
function isAt({ low, high, periodic }: Axis, a: number, b: number): boolean {
  const [apart, range] = [Math.abs(a - b), high - low || 1];
  return Math.min(apart, periodic ? Math.abs(range - apart) : Infinity) <= 1e-3 * range;
}

/** Where on an axis a value is, in cells from the middle of the first. */
export function placeAlong(knob: Adverb, value: number): number {
  const values = valuesAlong(knob);
  const [first, last] = [values[0]!, values[values.length - 1]!];
  return last === first ? 0 : ((value - first) / (last - first)) * (values.length - 1);
}
