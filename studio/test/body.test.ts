import { Vector3 } from "three";
import { expect, test } from "vitest";
import { hullOf } from "../src/balls";
import { flesh } from "../src/body";
import type { Joint } from "../src/engine";
import { Roles } from "../src/roles";

const CMU = "Hips LHipJoint LeftUpLeg LeftLeg LeftFoot LeftToeBase RHipJoint RightUpLeg RightLeg RightFoot RightToeBase LowerBack Spine Spine1 Neck Neck1 Head LeftShoulder LeftArm LeftForeArm LeftHand LThumb RightShoulder RightArm RightForeArm RightHand RThumb".split(" ");
const BANDAI = "Hips Spine Chest Neck Head Shoulder_L UpperArm_L LowerArm_L Hand_L Shoulder_R UpperArm_R LowerArm_R Hand_R UpperLeg_L LowerLeg_L Foot_L Toes_L UpperLeg_R LowerLeg_R Foot_R Toes_R".split(" ");

test("names of several schemes tell roles and sides", () => {
  for (const [names, expected] of [
    [CMU, { upleg: "LeftUpLeg", knee: "LeftLeg", foot: "LeftFoot", arm: "LeftArm", elbow: "LeftForeArm", hand: "LeftHand" }],
    [BANDAI, { upleg: "UpperLeg_L", knee: "LowerLeg_L", foot: "Foot_L", arm: "UpperArm_L", elbow: "LowerArm_L", hand: "Hand_L" }],
    [["mixamorig:Hips", "mixamorig:LeftUpLeg", "mixamorig:LeftLeg"], { upleg: "mixamorig:LeftUpLeg", knee: "mixamorig:LeftLeg" }],
  ] as const) {
    const roles = new Roles(names);
    for (const [role, name] of Object.entries(expected)) {
      expect(names[roles.joint(role as "foot", "left") ?? -1], role).toBe(name);
    }
  }
  expect(new Roles(["LThumb", "RThumb", "Head"]).sides).toEqual(["left", "right", "middle"]);
});

/** A chain of bones along z: nobody who stands. */
function snake(length: number): [Joint[], Vector3[]] {
  const joints = Array.from({ length }, (_, j) => ({ name: `b${j}`, parent: j - 1, end: j === length - 1 }));
  return [joints, joints.map((_, j) => new Vector3(0, 0, j === 0 ? 0 : 0.2))];
}

test("every skeleton has a body, every bone a part", () => {
  const [joints, offsets] = snake(9);
  const body = flesh(joints, offsets);
  expect(body.parts).toHaveLength(8);
  expect(body.height).toBeCloseTo(1.2 * 1.6, 5);
  joints[0]!.name = "Armature_root";
  expect(flesh(joints, offsets).parts).toHaveLength(7);
  const alone = flesh([{ name: "root", parent: -1, end: false }], [new Vector3()]);
  expect(alone.parts).toHaveLength(1);
  expect(alone.height).toBeGreaterThan(0);
});

test("a hull of balls is smooth and as large as they are", () => {
  const geometry = hullOf([{ at: new Vector3(0, 0, 0), radius: 0.1 }, { at: new Vector3(0, 1, 0), radius: 0.05 }]);
  geometry.computeBoundingBox();
  const box = geometry.boundingBox!;
  expect(box.min.y).toBeCloseTo(-0.1, 5);
  expect(box.max.y).toBeCloseTo(1.05, 5);
  expect(box.max.x).toBeGreaterThan(0.098);
  const normals = geometry.getAttribute("normal");
  for (let i = 0; i < normals.count; i++) expect(new Vector3().fromBufferAttribute(normals, i).length()).toBeCloseTo(1, 5);
});
