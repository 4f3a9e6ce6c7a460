// A hero made for tests: two adverbs, three examples, a body of three joints that goes straight ahead.

import type { Hero, Player } from "../src/engine";

export class MadePlayer implements Player {
  phase = 0;
  duration = 2;
  freed = false;
  held = true;
  private readonly wanted = [0, 0];
  private readonly now = [0, 0];
  private z = 0;

  setKnob(adverb: number, value: number): void {
    this.wanted[adverb] = value;
  }
  setKnobs(values: Float32Array): void {
    values.forEach((value, i) => (this.wanted[i] = this.now[i] = value));
  }
  knob(adverb: number): number {
    return this.now[adverb]!;
  }
  step(seconds: number): void {
    this.phase = (this.phase + seconds / this.duration) % 1;
    this.z += 1.5 * seconds;
    this.wanted.forEach((value, i) => (this.now[i]! += Math.sign(value - this.now[i]!) * Math.min(seconds, Math.abs(value - this.now[i]!))));
  }
  weights(): Float32Array {
    return Float32Array.of(1 - this.now[0]! - this.now[1]!, this.now[0]!, this.now[1]!);
  }
  world(): Float32Array {
    return Float32Array.from([0, 1, 2].flatMap((y) => [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, y, this.z]));
  }
  feet() {
    return [{ joint: 2, planted: true }];
  }
  placement(): Float32Array {
    return Float32Array.of(0, this.z, 0);
  }
  setConstraints(on: boolean): void {
    this.held = on;
  }
  lookAt(): void {}
  lookAhead(): void {}
  free(): void {
    this.freed = true;
  }
}

const adverb = (name: string) => ({ name, low: -1, high: 1, default: 0 });

export function madeHero(verbs: string[]): Hero & { players: MadePlayer[] } {
  const players: MadePlayer[] = [];
  return {
    name: "made",
    players,
    joints: () => [0, 1, 2].map((j) => ({ name: `b${j}`, parent: j - 1, end: j === 2 })),
    verbs: () =>
      verbs.map((name) => ({
        name, cyclic: true, keys: [],
        adverbs: [adverb("happiness"), adverb(`${name}ness`)],
        examples: [[0, 0], [1, 0], [0, 1]].map((at, i) => ({ name: `e${i}`, at })),
      })),
    play: () => {
      players.push(new MadePlayer());
      return players[players.length - 1]!;
    },
    free: () => undefined,
  };
}
