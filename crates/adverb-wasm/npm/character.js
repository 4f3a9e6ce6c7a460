// A character of any proportions in three.js: its bind pose and its skin are read off its skinned meshes, the engine binds it to a hero,
// and its bones follow an actor.

import { Matrix4, Quaternion, Vector3 } from "three";

/** Numbers per joint of a pose: the translation, then the quaternion. */
const STRIDE = 7;
/** Joints that hold a vertex. */
const HELD = 4;
/** Of meshes with more vertices, every second, third … is looked at. */
const MOST_VERTICES = 60_000;

/** See three.d.ts. */
export class Character {
  constructor(hero, object, { joints = {} } = {}) {
    if (!object?.isObject3D) throw new TypeError("a Character needs an Object3D, such as gltf.scene");
    const meshes = [];
    object.traverse((node) => node.isSkinnedMesh && meshes.push(node));
    if (meshes.length === 0) throw new Error("the object has no skinned mesh");
    this.object = object;
    object.updateMatrixWorld(true);
    const inverse = object.matrixWorld.clone().invert();
    const inObject = (node) => new Matrix4().multiplyMatrices(inverse, node.matrixWorld);
    this.bones = jointsOf(object, meshes);
    const binds = bindPose(this.bones, meshes, inObject);
    const scales = binds.map((bind) => bind.getMaxScaleOnAxis());
    // How large a unit of the bind pose is drawn.
    const first = this.bones.findIndex((bone) => meshes[0].skeleton.bones.includes(bone));
    const unit = inObject(this.bones[first]).getMaxScaleOnAxis() / scales[first];
    this.parents = this.bones.map((bone) => this.bones.indexOf(bone.parent));
    this.rigs = this.bones.map((bone, i) => {
      const above = inObject(bone.parent);
      return { size: unit / above.getMaxScaleOnAxis(), above: this.parents[i] < 0 ? above.invert() : undefined };
    });
    this.rigs.forEach((rig) => {
      if (!rig.above) return;
      rig.turn = new Quaternion().setFromRotationMatrix(new Matrix4().extractRotation(rig.above));
      rig.above.multiply(new Matrix4().makeScale(unit, unit, unit));
    });
    const body = hero.body();
    try {
      describe(body, this.bones, this.parents, binds, joints);
      addSkin(body, this.bones, meshes, inObject);
      this.wearer = hero.wear(body);
    } finally {
      body.dispose();
    }
    this.missing = this.wearer.missing;
    this.still = this.wearer.still;
    this.object.scale.setScalar(1 / (this.wearer.scale * unit));
    // Their bounds are those of the bind pose.
    for (const mesh of meshes) mesh.frustumCulled = false;
  }

  /** Takes on the pose of an actor, and stands at its origin. */
  pose(actor, seconds, ground) {
    if (typeof actor.originX !== "number") throw new TypeError("pose() takes an actor");
    this.wearer.pose(actor, seconds, ground);
    const locals = this.wearer.locals();
    this.bones.forEach((bone, i) => {
      const { above, turn, size } = this.rigs[i];
      bone.position.fromArray(locals, STRIDE * i);
      bone.quaternion.fromArray(locals, STRIDE * i + 3);
      if (above) {
        bone.position.applyMatrix4(above);
        bone.quaternion.premultiply(turn);
      } else bone.position.multiplyScalar(size);
    });
    this.object.position.set(actor.originX, actor.originY, actor.originZ);
    this.object.rotation.set(0, actor.originHeading, 0);
  }

  /** Forgets where feet stood. */
  reset() {
    this.wearer.reset();
  }

  /** Frees what the engine holds. */
  dispose() {
    this.wearer.dispose();
  }
}

/** As the file has it: loaders leave out what three.js cannot have in a name. */
const nameOf = (node) => node.userData.name ?? node.name;

/** The bones of all meshes, and the nodes between them; parents first. */
function jointsOf(object, meshes) {
  const bones = new Set(meshes.flatMap(({ skeleton }) => skeleton.bones));
  const between = new Set(bones);
  for (const bone of bones) {
    const way = [];
    for (let node = bone.parent; node && node !== object; node = node.parent) {
      if (bones.has(node)) {
        way.forEach((passed) => between.add(passed));
        break;
      }
      way.push(node);
    }
  }
  const joints = [];
  object.traverse((node) => between.has(node) && joints.push(node));
  if (!joints.some((joint) => bones.has(joint))) throw new Error("the bones of the skinned meshes are not below the object");
  return joints;
}

/** Where the joints were when the skins were bound, seen from the object. What no skin binds stands below its parent as its node does. */
function bindPose(joints, meshes, inObject) {
  const bound = new Map();
  for (const mesh of meshes) {
    const toObject = spaceOf(mesh, inObject);
    mesh.skeleton.bones.forEach((bone, i) => {
      const inverse = mesh.skeleton.boneInverses[i];
      if (!bound.has(bone) && isInvertible(inverse)) bound.set(bone, toObject.clone().multiply(inverse.clone().invert()));
    });
  }
  return joints.map((joint) => {
    if (!bound.has(joint)) {
      const above = bound.get(joint.parent);
      bound.set(joint, above ? above.clone().multiply(joint.matrix) : inObject(joint));
    }
    return bound.get(joint);
  });
}

const isInvertible = (matrix) => Math.abs(matrix.determinant()) > 1e-18;

/**
 * What takes the space in which a skin was bound to the object's. Exporters mean the transform of the mesh's node, or none: whichever leaves
 * the bones nearer to where they are; or what keeps the first bone where it is, if those are far off.
 */
function spaceOf(mesh, inObject) {
  const { bones, boneInverses } = mesh.skeleton;
  const sound = bones.map((_, i) => i).filter((i) => isInvertible(boneInverses[i]));
  const away = (toObject) =>
    sound.reduce((sum, i) => {
      place.setFromMatrixPosition(matrix.copy(boneInverses[i]).invert().premultiply(toObject));
      return sum + place.distanceTo(other.setFromMatrixPosition(inObject(bones[i])));
    }, 0);
  const none = new Matrix4();
  const node = inObject(mesh);
  const usual = away(node) <= away(none) ? node : none;
  const [top] = sound;
  if (top === undefined) return usual;
  const kept = inObject(bones[top]).multiply(boneInverses[top]);
  return away(kept) < 0.5 * away(usual) - 1e-9 ? kept : usual;
}

/** The joints as the engine wants them, and those that are to follow joints of the hero. */
function describe(body, bones, parents, binds, followed) {
  binds.forEach((bind, i) => {
    const local = parents[i] < 0 ? bind : rigid(binds[parents[i]]).invert().multiply(rigid(bind));
    local.decompose(place, rotation, other);
    body.joint(nameOf(bones[i]), parents[i] < 0 ? undefined : parents[i], [...place.toArray(), ...rotation.toArray()]);
  });
  for (const [heroJoint, name] of Object.entries(followed)) {
    const index = bones.findIndex((bone) => nameOf(bone) === name || bone.name === name);
    body.follow(heroJoint, index < 0 ? name : index);
  }
}

/** A matrix without its scale. */
function rigid(from) {
  from.decompose(place, rotation, other);
  return new Matrix4().compose(place, rotation, other.set(1, 1, 1));
}

/** The vertices of the meshes, where they were bound. */
function addSkin(body, bones, meshes, inObject) {
  const count = meshes.reduce((sum, { geometry }) => sum + (geometry.getAttribute("position")?.count ?? 0), 0);
  const step = Math.ceil(count / MOST_VERTICES) || 1;
  for (const mesh of meshes) {
    const [positions, indices, weights] = ["position", "skinIndex", "skinWeight"].map((name) => mesh.geometry.getAttribute(name));
    if (!positions || !indices || !weights) continue;
    const ours = mesh.skeleton.bones.map((bone) => bones.indexOf(bone));
    const toObject = spaceOf(mesh, inObject).multiply(mesh.bindMatrix);
    const places = [];
    const joints = [];
    const held = [];
    for (let v = 0; v < positions.count; v += step) {
      place.fromBufferAttribute(positions, v).applyMatrix4(toObject);
      places.push(place.x, place.y, place.z);
      for (let k = 0; k < HELD; k++) {
        const joint = ours[indices.getComponent(v, k)] ?? -1;
        joints.push(Math.max(joint, 0));
        held.push(joint < 0 ? 0 : weights.getComponent(v, k));
      }
    }
    body.vertices(Float32Array.from(places), Uint16Array.from(joints), Float32Array.from(held));
  }
}

const place = new Vector3();
const other = new Vector3();
const rotation = new Quaternion();
const matrix = new Matrix4();
