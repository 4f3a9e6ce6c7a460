// The formulas of docs/pose-contract.md, as written there.

import { Matrix4, Quaternion, Vector3 } from "three";
import { expect, test } from "vitest";

/** Unreal's axes: ahead, right, up. */
const unrealPlace = (p: Vector3) => new Vector3(100 * p.z, -100 * p.x, 100 * p.y);
const unrealRotation = (q: Quaternion) => new Quaternion(-q.z, q.x, -q.y, q.w);
const M = new Matrix4().set(0, 0, 1, 0, -1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1);

/** Rotations all over the sphere, and places. */
const rotations = Array.from({ length: 40 }, (_, i) => new Quaternion(Math.sin(i), Math.cos(2.3 * i), Math.sin(0.7 * i + 1), Math.cos(5 * i)).normalize());
const places = rotations.map((_, i) => new Vector3(Math.sin(3 * i), Math.cos(1.7 * i), Math.sin(0.3 * i)));

const near = (a: Vector3, b: Vector3) => expect(a.distanceTo(b)).toBeLessThan(1e-9);

test("the map to Unreal's axes mirrors", () => {
  expect(M.determinant()).toBeCloseTo(-1, 12);
  for (const place of places) near(unrealPlace(place), place.clone().applyMatrix4(M).multiplyScalar(100));
});

test("turning and then going over to Unreal's axes is going over and then turning", () => {
  rotations.forEach((rotation, i) => {
    const place = places[i]!;
    near(unrealPlace(place.clone().applyQuaternion(rotation)), unrealPlace(place).applyQuaternion(unrealRotation(rotation)));
  });
});

test("Unreal's quaternion is that of M R M⁻¹", () => {
  for (const rotation of rotations) {
    const conjugated = M.clone().multiply(new Matrix4().makeRotationFromQuaternion(rotation)).multiply(M.clone().invert());
    const expected = new Quaternion().setFromRotationMatrix(conjugated);
    expect(Math.abs(expected.dot(unrealRotation(rotation)))).toBeCloseTo(1, 9);
  }
});

test("chains of joints go over joint by joint", () => {
  const [p, q] = [rotations[3]!, rotations[8]!];
  const whole = p.clone().multiply(q);
  const apart = unrealRotation(p).multiply(unrealRotation(q));
  expect(Math.abs(unrealRotation(whole).dot(apart))).toBeCloseTo(1, 12);
});

test("a turn to the left is a negative yaw: what was ahead is to the left", () => {
  const left = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2);
  const turned = unrealRotation(left);
  expect(turned.z).toBeLessThan(0);
  near(new Vector3(1, 0, 0).applyQuaternion(turned), new Vector3(0, -1, 0));
});

test("the file's own axes: local turns lead to world_from_joint · a", () => {
  const [rootLocal, childLocal, aRoot, aChild] = rotations as [Quaternion, Quaternion, Quaternion, Quaternion];
  const rootRig = rootLocal.clone().multiply(aRoot);
  const childRig = aRoot.clone().invert().multiply(childLocal).multiply(aChild);
  const expected = rootLocal.clone().multiply(childLocal).multiply(aChild);
  expect(Math.abs(rootRig.clone().multiply(childRig).dot(expected))).toBeCloseTo(1, 12);
  const [place] = places as [Vector3];
  near(place.clone().applyQuaternion(aRoot.clone().invert()).applyQuaternion(rootRig), place.clone().applyQuaternion(rootLocal));
});
