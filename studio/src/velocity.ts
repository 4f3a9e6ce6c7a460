// How fast vertices move while knobs turn, as colours (principal-animation-components, figure 7.7): grey stands, red is fast.

/** Over which speeds are averaged, seconds. */
const CALM = 0.12;
/** In which the scale forgets what was faster, seconds of movement. */
const FORGETS = 4;
/** Light, not bytes of the screen. */
const STILL = [0.48, 0.49, 0.52] as const;
const FAST = [0.9, 0.01, 0.01] as const;

export class Speeds {
  /** Of each vertex, units of length per second. */
  readonly speeds: Float32Array;
  private readonly before: Float32Array;
  private fastest = 0;

  constructor(positions: Float32Array) {
    this.before = positions.slice();
    this.speeds = new Float32Array(positions.length / 3);
  }

  /** So many seconds later vertices are there. */
  update(positions: Float32Array, seconds: number): void {
    if (seconds <= 0) return;
    const ease = 1 - Math.exp(-seconds / CALM);
    const { before, speeds } = this;
    let [most, moved] = [0, 0];
    for (let v = 0; v < speeds.length; v++) {
      const [x, y, z] = [positions[3 * v]! - before[3 * v]!, positions[3 * v + 1]! - before[3 * v + 1]!, positions[3 * v + 2]! - before[3 * v + 2]!];
      const speed = Math.sqrt(x * x + y * y + z * z) / seconds;
      moved = Math.max(moved, speed);
      speeds[v]! += (speed - speeds[v]!) * ease;
      most = Math.max(most, speeds[v]!);
    }
    before.set(positions);
    if (moved > 0) this.fastest *= Math.exp(-seconds / FORGETS);
    this.fastest = Math.max(this.fastest, most);
  }

  /** What red means, units of length per second; 0 where nothing has moved yet. */
  get scale(): number {
    return this.fastest > 0 ? roundAbove(this.fastest) : 0;
  }

  /** Three numbers of light for each vertex. */
  colour(out: Float32Array): void {
    const { speeds, scale } = this;
    for (let v = 0; v < speeds.length; v++) {
      const share = scale > 0 ? Math.min(speeds[v]! / scale, 1) : 0;
      for (let c = 0; c < 3; c++) out[3 * v + c] = STILL[c]! + (FAST[c]! - STILL[c]!) * share;
    }
  }
}

/** A number that can be read, a little above. */
function roundAbove(speed: number): number {
  const power = 10 ** Math.floor(Math.log10(speed));
  const lead = [1, 1.5, 2, 3, 4, 6, 8].find((step) => step * power >= speed) ?? 10;
  return lead * power;
}
