// A figure that walks, in three.js: give it a pack with a walk in it (adverb demo hero; adverb build hero -o hero.adverb).
import init, { Hero } from "adverb-wasm";
import { Figure } from "adverb-wasm/three";
import * as THREE from "three";

const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
const camera = new THREE.PerspectiveCamera(40, innerWidth / innerHeight, 0.1, 100);
const grid = new THREE.GridHelper(6, 6, 0xb0bace, 0xb0bace);
const scene = new THREE.Scene().add(grid);
scene.background = new THREE.Color(0xeef2f8);

await init();
const hero = Hero.load(await (await fetch("hero.adverb")).arrayBuffer());
const actor = hero.play("walk");
const figure = new Figure(hero); // or new Figure(hero, gltf.scene): a skinned mesh with the hero's joints
scene.add(figure.object);
for (const { parent, position } of figure.bones.filter((bone) => bone.parent.isBone)) {
  const limb = new THREE.Mesh(new THREE.CapsuleGeometry(0.05, position.length()), new THREE.MeshNormalMaterial());
  limb.position.copy(position).multiplyScalar(0.5);
  limb.quaternion.setFromUnitVectors(new THREE.Vector3(0, 1, 0), position.clone().normalize());
  parent.add(limb);
}
const timer = new THREE.Timer();
renderer.setAnimationLoop((now) => {
  actor.setKnob("happiness", Math.sin(now / 3000)); // from sad to happy and back
  actor.step(timer.update(now).getDelta());
  figure.pose(actor);
  grid.position.set(Math.round(actor.x), 0, Math.round(actor.z));
  camera.position.set(actor.x + 3.2, 1.6, actor.z + 3.2);
  camera.lookAt(actor.x, 0.9, actor.z);
  renderer.render(scene, camera);
});
