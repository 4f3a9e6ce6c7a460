// Words beside the points of the pad: where there is room, and none where there is room for few.

import type { Point } from "./outline";

/** Points closer than this share a label. */
const SAME_PLACE = 9;
const LETTER = 6.9;
const HEIGHT = 13;
/** Half of what a point takes. */
const DOT = 6;
/** With fewer labels than this share, one would take them for those of other points. */
const ENOUGH = 0.8;

export interface Named {
  at: Point;
  name: string;
}

export interface Box extends Point {
  width: number;
  height: number;
}

export interface Label extends Box {
  text: string;
}

/** Points at one place, with all their names. */
export interface Group {
  at: Point;
  names: string[];
}

export function groups(named: readonly Named[]): Group[] {
  const found: Group[] = [];
  for (const { at, name } of named) {
    const near = found.find((group) => Math.hypot(group.at.x - at.x, group.at.y - at.y) < SAME_PLACE);
    if (near) near.names.push(name);
    else found.push({ at, names: [name] });
  }
  return found;
}

/** Labels within a box that cover neither points, nor each other, nor what is `taken`; none where many have no room. */
export function labels(all: readonly Group[], within: Box, taken: readonly Box[]): Label[] {
  const dots = all.map(({ at }) => ({ x: at.x - DOT, y: at.y - DOT, width: 2 * DOT, height: 2 * DOT }));
  const placed: Label[] = [];
  for (const { at, names } of all) {
    const text = names.length > 2 ? `${names[0]} +${names.length - 1}` : names.join(", ");
    const width = LETTER * text.length;
    const [middle, above, below] = [at.x - width / 2, at.y - 13 - HEIGHT, at.y + 13];
    const sites = [
      [at.x + 13, at.y - HEIGHT / 2], [at.x - 13 - width, at.y - HEIGHT / 2],
      [middle, above], [middle, below],
      [at.x + 2, above], [at.x - width - 2, above], [at.x + 2, below], [at.x - width - 2, below],
    ].map(([x, y]) => ({ x: x!, y: y!, width, height: HEIGHT }));
    const site = sites.find((place) => inside(place, within) && ![...dots, ...placed, ...taken].some((other) => overlap(place, other)));
    if (site) placed.push({ ...site, text });
  }
  return placed.length < ENOUGH * all.length ? [] : placed;
}

/** An example's name without that of its verb, which is told elsewhere. */
export function shortName(name: string, verb: string): string {
  const rest = name.slice(verb.length);
  return name.startsWith(verb) && /^[-_ ]./.test(rest) ? rest.slice(1) : name;
}

function inside(box: Box, around: Box): boolean {
  return box.x >= around.x && box.y >= around.y && box.x + box.width <= around.x + around.width && box.y + box.height <= around.y + around.height;
}

function overlap(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}
