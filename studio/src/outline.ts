// The convex hull of points in a plane, counter-clockwise (Andrew's monotone chain).

export interface Point {
  x: number;
  y: number;
}

export function outline(points: readonly Point[]): Point[] {
  const sorted = [...points].sort((a, b) => a.x - b.x || a.y - b.y);
  const lower = chain(sorted);
  const upper = chain(sorted.reverse());
  return [...lower, ...upper];
}

/** One side of the hull, without its last point, with which the other side begins. */
function chain(points: readonly Point[]): Point[] {
  const side: Point[] = [];
  for (const point of points) {
    while (side.length >= 2 && turn(side[side.length - 2]!, side[side.length - 1]!, point) <= 0) side.pop();
    side.push(point);
  }
  side.pop();
  return side;
}

function turn(a: Point, b: Point, c: Point): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
