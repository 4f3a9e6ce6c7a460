// Actors in three.js: a skinned mesh with the hero's proportions, bones alone, or a character of any proportions follow what the engine
// computes.

import { Bone, Group, Matrix4, PropertyBinding, Quaternion, Vector3 } from "three";

export { Character } from "./character.js";

/** Numbers per joint of a pose: the translation, then the quaternion. */
const STRIDE = 7;

/** See three.d.ts. */
export class Figure {
  constructor(hero, object, { axes = "file" } = {}) {
    if (object && !object.isObject3D) throw new TypeError("a Figure needs an Object3D, such as gltf.scene");
    this.joints = hero.joints();
    this.object = object ?? makeBones(this.joints);
    this.bones = findBones(this.joints, this.object);
    this.missing = this.joints.filter(({ end }, i) => !end && !this.bones[i]).map(({ name }) => name);
    if (!this.bones.some(Boolean)) throw new Error(`no bone of the object is called like a joint: ${this.missing.join(", ")}`);
    this.object.updateMatrixWorld(true);
    const inverse = this.object.matrixWorld.clone().invert();
    this.rigs = this.joints.map((joint, i) => rig(joint, i, this.bones, this.object, inverse, object ? axes : "bind"));
    this.size = sizeOf(this.joints, this.bones, inverse);
    this.object.scale.setScalar(1 / this.size);
  }

  /** Takes on the pose of an actor, and stands at its origin. */
  pose(actor) {
    if (typeof actor.originX !== "number") throw new TypeError("pose() takes an actor; poseCrowd() takes a crowd");
    this.write(actor.locals(), 0);
    this.stand(actor.originX, actor.originY, actor.originZ, actor.originHeading);
  }

  /** Stands at an origin. */
  stand(x, y, z, heading) {
    this.object.position.set(x, y, z);
    this.object.rotation.set(0, heading, 0);
  }

  /** Takes on the pose that begins at an offset: 7 numbers per joint. */
  write(locals, offset) {
    for (let i = 0; i < this.joints.length; i++) {
      const own = this.rigs[i];
      const at = offset + STRIDE * i;
      const { parent } = this.joints[i];
      // The joint in the world, and then in the axes of the mesh.
      own.turn.fromArray(locals, at + 3);
      if (parent >= 0) own.turn.premultiply(this.rigs[parent].turn);
      own.world.copy(own.turn).multiply(own.axes);
      const bone = this.bones[i];
      if (!bone) continue;
      above.copy(own.above < 0 ? IDENTITY : this.rigs[own.above].world).multiply(own.between).invert();
      bone.quaternion.copy(above).multiply(own.world);
      place.fromArray(locals, at);
      if (parent < 0) {
        bone.position.copy(place).multiplyScalar(this.size).applyMatrix4(own.inverse);
      } else {
        // Bones keep the length that the mesh gives them; what slides moves by as much as the joint does.
        place.sub(own.offset).applyQuaternion(this.rigs[parent].turn).applyQuaternion(above).multiplyScalar(this.size / own.scale);
        bone.position.copy(own.rest).add(place);
      }
    }
  }
}

/** All figures take on the poses of a crowd, one each. */
export function poseCrowd(crowd, figures) {
  if (figures.length > crowd.length) throw new RangeError(`${figures.length} figures for a crowd of ${crowd.length}`);
  if (figures.length === 0) return;
  const size = STRIDE * figures[0].joints.length;
  const locals = crowd.locals();
  figures.forEach((figure, i) => figure.write(locals, size * i));
  const origins = crowd.origins();
  figures.forEach((figure, i) => figure.stand(origins[4 * i], origins[4 * i + 1], origins[4 * i + 2], origins[4 * i + 3]));
}

const IDENTITY = new Quaternion();
const above = new Quaternion();
const place = new Vector3();

/** Bones with the names and parents of the joints. */
function makeBones(joints) {
  const group = new Group();
  const bones = joints.map(({ name }) => Object.assign(new Bone(), { name }));
  bones.forEach((bone, i) => bone.position.fromArray(joints[i].offset));
  bones.forEach((bone, i) => (joints[i].parent < 0 ? group : bones[joints[i].parent]).add(bone));
  return group;
}

/**
 * The node of each joint. Loaders leave out what three.js cannot have in a name; either side may have a namespace, such as `mixamorig:`,
 * before every name. Bones come before other nodes.
 */
function findBones(joints, object) {
  const plain = (name) => PropertyBinding.sanitizeNodeName(name);
  const found = new Map();
  object.traverse((node) => {
    if (node === object) return; // it stands at the origin
    const name = plain(node.name);
    if (!found.has(name) || (node.isBone && !found.get(name).isBone)) found.set(name, node);
  });
  const bare = joints.map(({ name }) => plain(name.slice(name.lastIndexOf(":") + 1)));
  const before = [...found.keys()].filter((name) => name.endsWith(bare[0])).map((name) => name.slice(0, name.length - bare[0].length));
  const spellings = [joints.map(({ name }) => plain(name)), ...["", ...before].map((prefix) => bare.map((name) => prefix + name))];
  const matches = spellings.map((names) => names.map((name) => found.get(name)));
  const count = (bones) => bones.filter(Boolean).length;
  return matches.reduce((best, bones) => (count(bones) > count(best) ? bones : best));
}

/** How long the object's bones are beside the hero's: the median. */
function sizeOf(joints, bones, inverse) {
  const placed = bones.map((bone) => bone && new Vector3().setFromMatrixPosition(bone.matrixWorld).applyMatrix4(inverse));
  const ratios = joints.flatMap(({ parent, offset }, i) => {
    const length = Math.hypot(...offset);
    return parent >= 0 && placed[i] && placed[parent] && length > 0.01 ? [placed[i].distanceTo(placed[parent]) / length] : [];
  });
  return ratios.sort((a, b) => a - b)[ratios.length >> 1] || 1;
}

/** What posing a bone needs to know about where it hangs. */
function rig({ rigAxes, offset }, i, bones, object, inverse, axes) {
  const bone = bones[i];
  const own = { axes: new Quaternion().fromArray(rigAxes), turn: new Quaternion(), world: new Quaternion(), above: -1 };
  if (!bone) return own;
  const below = new Matrix4().multiplyMatrices(inverse, bone.matrixWorld);
  if (axes === "bind") own.axes.setFromRotationMatrix(new Matrix4().extractRotation(below));
  own.rest = bone.position.clone();
  own.offset = new Vector3().fromArray(offset);
  // Nodes between it and the next joint above, or the object.
  own.between = new Quaternion();
  let node = bone.parent;
  for (; node !== object && (own.above = bones.indexOf(node)) < 0; node = node.parent) own.between.premultiply(node.quaternion);
  const holder = new Matrix4().multiplyMatrices(inverse, bone.parent.matrixWorld);
  own.inverse = holder.clone().invert();
  own.scale = holder.getMaxScaleOnAxis();
  return own;
}
