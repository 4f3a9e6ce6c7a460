// A hero made for tests: two adverbs, three examples, a body of three joints that goes straight ahead; and an actor who does
// at once what it is asked for.

import type { Actor, GraphInfo, Hero, Performer, Point3, VerbInfo } from "../src/engine";
import type { Sculpture, ShapeInfo } from "../src/shape";

export class MadePlayer implements Performer {
  readonly climbed: number = 0;
  phase = 0;
  duration = 2;
  freed = false;
  held = true;
  private readonly wanted = [0, 0];
  private readonly now = [0, 0];
  protected z = 0;

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
  setFootPlanting(on: boolean): void {
    this.held = on;
  }
  lookAt(): void {}
  lookAhead(): void {}
  free(): void {
    this.freed = true;
  }
}

export class MadeActor extends MadePlayer implements Actor {
  verb = 0;
  constructor(readonly names: readonly string[]) {
    super();
  }
  readonly transition = undefined;
  reached: Point3 | undefined;
  request(verb: number): string | undefined {
    this.verb = verb;
    return undefined;
  }
  startGesture(): string | undefined {
    return "the arms are full";
  }
  gestureWeight(): number {
    return 0;
  }
  queue(): number[] {
    return [];
  }
  reach(_hand: number, point: Point3 | undefined): void {
    this.reached = point;
  }
  placeObject(): void {}
  start(verb: number, phase: number): void {
    [this.verb, this.phase] = [verb, phase];
  }
  place(_x: number, z: number): void {
    this.z = z;
  }
}

const adverb = (name: string) => ({ name, low: -1, high: 1, default: 0 });

export function madeVerb(name: string, adverbs: readonly string[]): VerbInfo {
  const examples = [[0, 0], [1, 0], [0, 1]].map((at, i) => ({ name: `e${i}`, at }));
  return { name, cyclic: true, keys: [], adverbs: adverbs.map(adverb), examples };
}

/** A graph of all verbs, with ways between neighbours. */
export function madeGraph(verbs: readonly VerbInfo[]): GraphInfo {
  const names = [...new Set(verbs.flatMap((verb) => verb.adverbs.map(({ name }) => name)))];
  const neighbours = verbs.slice(1).flatMap((_, i) => [[i, i + 1], [i + 1, i]] as const);
  return {
    name: "main",
    nodes: verbs.map((_, i) => i),
    starts: [0],
    ends: [],
    transitions: neighbours.map(([from, to]) => ({ from, to, likelihood: 0 })),
    gestures: [{ name: "wave", verb: 0 }],
    knobs: names.map(adverb),
    hands: [2],
    objects: [],
  };
}

/** A triangle over bend and thickness, with two features; its first corner is where the knobs are. */
export function madeShape(name: string): ShapeInfo {
  const adjective = (of: string, low: number) => ({ name: of, low, high: 1, default: 0, periodic: false, read: undefined });
  return {
    name,
    adjectives: [adjective("bend", -1), adjective("thickness", 0)],
    examples: [{ name: `${name}_straight.ply`, at: [0, 0] }, { name: "forms/bent.glb", at: [1, 0] }, { name: "face.glb#thick", at: [0, 1] }],
    features: ["smile", "jawOpen"],
    vertices: 3,
    triangles: Uint32Array.of(0, 1, 2),
    normals: { by: "normalised", ways: ["linear", "normalised"] },
    coloured: false,
  };
}

export class MadeSculpture implements Sculpture {
  readonly posed = false;
  freed = false;
  shaped = 0;
  private readonly now = [0, 0, 0, 0];
  private corners = new Float32Array(9);
  set(adjective: number, value: number): void {
    this.now[adjective] = value;
  }
  setFeature(feature: number, weight: number): void {
    this.now[2 + feature] = weight;
  }
  setNormals(): void {}
  follow(): void {}
  shape(): void {
    this.shaped++;
    this.corners = Float32Array.of(this.now[0]!, this.now[1]!, this.now[2]!, 0, 1, 0, 0, 0, 1);
  }
  point(): Float32Array {
    return Float32Array.from(this.now.slice(0, 2));
  }
  weights(): Float32Array {
    return Float32Array.of(1 - this.now[0]! - this.now[1]!, this.now[0]!, this.now[1]!);
  }
  positions(): Float32Array {
    return this.corners;
  }
  normals(): undefined {}
  colours(): undefined {}
  free(): void {
    this.freed = true;
  }
}

export interface MadeHero extends Hero {
  players: MadePlayer[];
  actors: MadeActor[];
  sculptures: MadeSculpture[];
}

export function madeHero(names: string[], withGraph = false, shapes: string[] = []): MadeHero {
  const sculptures: MadeSculpture[] = [];
  const players: MadePlayer[] = [];
  const actors: MadeActor[] = [];
  const verbs = names.map((name) => madeVerb(name, ["happiness", `${name}ness`]));
  return {
    name: "made",
    players,
    actors,
    sculptures,
    joints: () => [0, 1, 2].map((j) => ({ name: `b${j}`, parent: j - 1, end: j === 2 })),
    verbs: () => verbs,
    graphs: () => (withGraph ? [madeGraph(verbs)] : []),
    play: () => {
      players.push(new MadePlayer());
      return players[players.length - 1]!;
    },
    act: () => {
      actors.push(new MadeActor(names));
      return actors[actors.length - 1]!;
    },
    migrate: (actor) => {
      const [before, anew] = [actor as MadeActor, new MadeActor(names)];
      anew.setKnobs(new Float32Array(names.length + 1));
      anew.place(0, before.placement()[1]!);
      anew.start(names.indexOf(before.names[before.verb]!), before.phase);
      actors.push(anew);
      return anew;
    },
    travel: (verb) => ({ x: 0, z: verb, heading: 0, duration: 1 }),
    shapes: () => shapes.map(madeShape),
    sculpt: () => {
      sculptures.push(new MadeSculpture());
      return sculptures[sculptures.length - 1]!;
    },
    wear: () => {
      throw new Error("a made hero wears nothing");
    },
    free: () => undefined,
  };
}
