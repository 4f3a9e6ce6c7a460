// A mesh of a few nodes follows a pose of a few joints.

import { BoxGeometry, Group, Mesh, Object3D, Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";
import { Character, type Binding } from "../src/character";
import type { BoundLeg } from "../src/leg";

/** Hips, hip, knee, ankle and ball of one leg, all axes the world's. */
const PLACES = [[0, 1, 0], [0.1, -0.1, 0], [0, -0.4, 0], [0, -0.4, 0], [0, -0.08, 0.15]] as const;

/** A pose of that leg: its hips at a place, its thigh turned about x. */
function pose(x: number, z: number, thigh: number): Float32Array {
  const world: number[] = [];
  const at = new Vector3(x, 0, z);
  const turn = new Quaternion();
  PLACES.forEach((place, j) => {
    at.add(new Vector3(...place).applyQuaternion(turn));
    if (j === 1) turn.setFromAxisAngle(new Vector3(1, 0, 0), thigh);
    if (j === 2) turn.setFromAxisAngle(new Vector3(1, 0, 0), thigh + 0.2);
    if (j === 3) turn.identity();
    for (const axis of [new Vector3(1, 0, 0), new Vector3(0, 1, 0), new Vector3(0, 0, 1)]) world.push(...axis.applyQuaternion(turn));
    world.push(at.x, at.y, at.z);
  });
  return Float32Array.from(world);
}

/** The same leg, so many times as long, hanging from a node that is turned and scaled. */
function made(scale: number): { character: Character; nodes: Object3D[] } {
  const scene = new Group();
  const armature = new Object3D();
  armature.rotation.x = -Math.PI / 2;
  armature.scale.setScalar(0.01);
  scene.add(armature, new Mesh(new BoxGeometry()));
  const nodes = PLACES.map(() => new Object3D());
  nodes.forEach((node, j) => {
    (j === 0 ? armature : nodes[j - 1]!).add(node);
    node.position.fromArray(PLACES[j]!).multiplyScalar(100 * scale);
  });
  const rest: [number, number, number, number] = [0, 0, 0, 1];
  const joints = PLACES.map((place, j) => ({
    node: j,
    parent: j === 0 ? null : j - 1,
    source: j,
    turn: rest,
    rest,
    place: place.map((at) => at * scale) as [number, number, number],
  }));
  const chain: [number, number, number, number] = [1, 2, 3, 4];
  // The sole lies below the ball, by as much as that is high.
  const sole: BoundLeg["sole"] = [[[4, [0, -0.02 * scale, 0], 1]]];
  const legs: BoundLeg[] = [{ target: chain, source: chain, ball: [0, 0, 0], hinge: [1, 0, 0], sole, soft: 0.005 * scale, fore: false, step: null }];
  const ball: [number, number] = [0.02, 0.02 * scale];
  const binding: Binding = { joints, hips: 0, middle: [0.1 * scale, -0.1 * scale, 0], scale, ankle: [0.1, 0.1 * scale], ball, legs };
  return { character: new Character(binding, nodes, scene), nodes };
}

/** Where a node is drawn. */
function drawn(character: Character, node: Object3D): Vector3 {
  character.object.updateMatrixWorld(true);
  return node.getWorldPosition(new Vector3());
}

test("a mesh of any size is drawn where the skeleton is", () => {
  for (const scale of [1, 0.6, 40]) {
    const { character, nodes } = made(scale);
    const world = pose(2, -3, -0.3);
    character.pose(world, [{ joint: 4, planted: true }], () => 0, 0);
    nodes.forEach((node, j) => {
      const place = new Vector3().fromArray(world, 12 * j + 9);
      expect(drawn(character, node).distanceTo(place)).toBeLessThan(2e-4);
    });
  }
});

test("a foot stays where it stands while the body goes on", () => {
  const { character, nodes } = made(0.8);
  let placed: Vector3 | undefined;
  for (let frame = 0; frame <= 20; frame++) {
    // The feet of this pose slide along with it; the mesh's must not.
    character.pose(pose(0, 0.004 * frame, -0.3), [{ joint: 4, planted: true }], () => 0, 1 / 60);
    const ball = drawn(character, nodes[4]!).setY(0);
    placed ??= ball.clone();
    expect(ball.distanceTo(placed)).toBeLessThan(1e-3);
  }
});

test("no sole sinks into the ground, in the air or on a slope", () => {
  const { character, nodes } = made(1.3);
  for (const slope of [0, 0.2]) {
    for (const planted of [true, false]) {
      for (let frame = 0; frame < 60; frame++) {
        // Feet that the motion has as much as half a metre too low.
        character.pose(pose(0, 0.01 * frame, -0.3).map((value, i) => (i % 12 === 10 ? value - 0.02 * (frame % 25) : value)), [{ joint: 4, planted }], (_, z) => slope * z, 1 / 60);
        const { y, z } = drawn(character, nodes[4]!);
        expect(y - 0.02).toBeGreaterThan(slope * z - 1e-3);
      }
    }
  }
});
