// A figure that walks, in three.js: give it a pack with a walk in it (adverb demo hero; adverb build hero -o hero.adverb).
import init, { Hero } from "adverb-wasm";
import * as THREE from "three";

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 100);
const grid = new THREE.GridHelper(6, 6, 0xb0bace, 0xb0bace);
const scene = new THREE.Scene().add(grid);
scene.background = new THREE.Color(0xeef2f8);

const { memory } = await init();
const hero = Hero.load(new Uint8Array(await (await fetch("hero.adverb")).arrayBuffer()));
const actor = hero.play("walk");
// Bones as the pack has them: parents come first, and what has no parent is placed in the world.
const bones = hero.joints().map(() => new THREE.Bone());
hero.joints().forEach(({ parent }, i) => (parent < 0 ? scene : bones[parent]).add(bones[i]));
step(0);
for (const { parent, position } of bones.filter((bone) => bone.parent.isBone)) {
  const limb = new THREE.Mesh(new THREE.CapsuleGeometry(0.05, position.length()), new THREE.MeshNormalMaterial());
  limb.position.copy(position).multiplyScalar(0.5);
  limb.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), position.clone().normalize());
  parent.add(limb);
}
function step(seconds) {
  actor.step(seconds);
  const pose = new Float32Array(memory.buffer, actor.localsAddress(), 7 * bones.length);
  bones.forEach((bone, i) => (bone.position.fromArray(pose, 7 * i), bone.quaternion.fromArray(pose, 7 * i + 3)));
}
const timer = new THREE.Timer();
renderer.setAnimationLoop((now) => {
  actor.turn("happiness", Math.sin(now / 3000)); // a knob, from sad to happy and back
  step(timer.update(now).getDelta());
  const [x, z] = actor.placement();
  grid.position.set(Math.round(x), 0, Math.round(z));
  camera.position.set(x + 3.2, 1.6, z + 3.2);
  camera.lookAt(x, 0.9, z);
  renderer.render(scene, camera);
});
