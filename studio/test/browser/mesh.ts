// A skinned mesh made for tests: the skeleton of a BVH file as GLB, with a spindle for every bone.

/** A joint of a BVH file, in its unit. */
interface MadeJoint {
  name: string;
  parent: number;
  offset: Point;
}

type Point = readonly [number, number, number];

/** The joints of a hierarchy, without end sites. */
function hierarchy(bvh: string): MadeJoint[] {
  const joints: MadeJoint[] = [];
  const open: number[] = [];
  for (const line of bvh.split("\n")) {
    const [word = "", ...rest] = line.trim().split(/\s+/);
    if (word === "MOTION") break;
    if (word === "ROOT" || word === "JOINT") {
      joints.push({ name: rest.join(" "), parent: open[open.length - 1] ?? -1, offset: [0, 0, 0] });
      open.push(joints.length - 1);
    }
    if (word === "End") open.push(-1);
    const top = joints[open[open.length - 1] ?? -1];
    if (word === "OFFSET" && top) top.offset = rest.map(Number) as unknown as Point;
    if (word === "}") open.pop();
  }
  return joints;
}

/** How the mesh differs from the skeleton of the file. */
export interface Made {
  /** Its unit in those of the file. */
  scale: number;
  name: (joint: string, index: number) => string;
  colour: readonly [number, number, number];
  /** As programs with Z up write characters: below a node that is turned and scaled to metres, the skin with a picture, and with it eyes by a
   * skin of their own and a hat that hangs from the head. */
  dressed?: boolean;
}

/** Four pixels, orange and yellow. */
const PICTURE = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAE0lEQVR4nGP4dafiWYAGAxADWQA19gdZyPK4/AAAAABJRU5ErkJggg==";

/** A GLB of the hierarchy of a BVH file. */
export function madeMesh(bvh: string, made: Made): Uint8Array {
  const turned = ([x, y, z]: Point): Point => (made.dressed ? [x, -z, y] : [x, y, z]);
  const joints = hierarchy(bvh).map((joint) => ({ ...joint, offset: turned(times(joint.offset, made.scale)) }));
  const places: Point[] = [];
  joints.forEach(({ parent, offset }, j) => (places[j] = parent < 0 ? offset : plus(places[parent]!, offset)));
  const tips = joints.map((_, j) => joints.flatMap((joint, c) => (joint.parent === j ? [places[c]!] : [])));
  const positions: number[] = [];
  const bones: number[] = [];
  tips.forEach((tips, j) => {
    for (const tip of tips.length > 0 ? tips : [plus(places[j]!, turned([0, 0, 8 * made.scale]))]) {
      for (const corner of spindle(places[j]!, tip)) positions.push(...corner);
      bones.push(...Array.from({ length: 24 }, () => j));
    }
  });
  const count = bones.length;
  const inverse = places.flatMap(([x, y, z]) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -x, -y, -z, 1]);
  const parts = [
    Float32Array.from(positions),
    Uint16Array.from(bones.flatMap((j) => [j, 0, 0, 0])),
    Float32Array.from(bones.flatMap(() => [1, 0, 0, 0])),
    Float32Array.from(inverse),
  ];
  const axis = (i: number) => positions.filter((_, at) => at % 3 === i);
  const least = [0, 1, 2].map((i) => Math.min(...axis(i)));
  const most = [0, 1, 2].map((i) => Math.max(...axis(i)));
  let end = 0;
  const bufferViews = parts.map(({ byteLength }) => ({ buffer: 0, byteOffset: (end += byteLength) - byteLength, byteLength }));
  const document = {
    asset: { version: "2.0" },
    scene: 0,
    scenes: [{ nodes: [0, joints.length] }],
    nodes: [
      ...joints.map(({ name, offset }, j) => {
        const children = joints.flatMap((joint, c) => (joint.parent === j ? [c] : []));
        return { name: made.name(name, j), translation: offset, ...(children.length > 0 ? { children } : {}) };
      }),
      { name: "Skin", mesh: 0, skin: 0 },
    ],
    meshes: [{ primitives: [{ attributes: { POSITION: 0, JOINTS_0: 1, WEIGHTS_0: 2 }, material: 0 }] }],
    materials: [{ pbrMetallicRoughness: { baseColorFactor: [...made.colour, 1], metallicFactor: 0 } }],
    skins: [{ joints: joints.map((_, j) => j), inverseBindMatrices: 3 }],
    accessors: [
      { bufferView: 0, componentType: 5126, count, type: "VEC3", min: least, max: most },
      { bufferView: 1, componentType: 5123, count, type: "VEC4" },
      { bufferView: 2, componentType: 5126, count, type: "VEC4" },
      { bufferView: 3, componentType: 5126, count: joints.length, type: "MAT4" },
    ],
    bufferViews,
    buffers: [{ byteLength: end }],
  };
  if (made.dressed) dress(document, parts, joints.findIndex(({ name }) => name === "Head"), places, turned);
  return glb(JSON.stringify(document), parts);
}

/** Adds the node above, eyes, a hat and a picture to a document of joints and one skin. */
function dress(document: any, parts: ArrayBufferView[], head: number, places: readonly Point[], turned: (at: Point) => Point): void {
  const { nodes, meshes, materials, skins, accessors, bufferViews, buffers } = document;
  const add = (type: string, values: Float32Array | Uint16Array, width: number): number => {
    const [byteOffset, byteLength] = [buffers[0].byteLength, values.byteLength];
    bufferViews.push({ buffer: 0, byteOffset, byteLength });
    buffers[0].byteLength += byteLength;
    parts.push(values);
    const componentType = values instanceof Float32Array ? 5126 : 5123;
    accessors.push({ bufferView: bufferViews.length - 1, componentType, count: values.length / width, type });
    return accessors.length - 1;
  };
  const corners = (spindles: readonly (readonly [Point, Point])[]): number => {
    const points = spindles.flatMap(([from, to]) => spindle(from, to));
    const accessor = add("VEC3", Float32Array.from(points.flat()), 3);
    const axis = (i: number) => points.map((point) => point[i]!);
    accessors[accessor].min = [0, 1, 2].map((i) => Math.min(...axis(i)));
    accessors[accessor].max = [0, 1, 2].map((i) => Math.max(...axis(i)));
    return accessor;
  };
  const at = places[head]!;
  const eye = (x: number): readonly [Point, Point] => [plus(at, turned([x, 8, 6])), plus(at, turned([x, 8, 14]))];
  const eyes = corners([eye(-4), eye(4)]);
  const held = { JOINTS_0: add("VEC4", new Uint16Array(4 * 48), 4), WEIGHTS_0: add("VEC4", Float32Array.from({ length: 192 }, (_, i) => (i % 4 === 0 ? 1 : 0)), 4) };
  const bound = add("MAT4", Float32Array.from([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -at[0], -at[1], -at[2], 1]), 16);
  skins.push({ joints: [head], inverseBindMatrices: bound });
  const hat = corners([[turned([0, 0, 0]), turned([0, 30, 0])]]);
  meshes.push({ primitives: [{ attributes: { POSITION: eyes, ...held }, material: 1 }] }, { primitives: [{ attributes: { POSITION: hat }, material: 2 }] });
  const plain = (colour: readonly number[]) => ({ pbrMetallicRoughness: { baseColorFactor: [...colour, 1], metallicFactor: 0 } });
  materials.push(plain([0.1, 0.3, 0.8]), plain([0.2, 0.6, 0.2]));
  const skin = meshes[0].primitives[0];
  const count = accessors[skin.attributes.POSITION].count;
  skin.attributes.TEXCOORD_0 = add("VEC2", Float32Array.from({ length: 2 * count }, (_, i) => ([0, 0, 1, 0, 1, 1][i % 6]!)), 2);
  materials[0] = { pbrMetallicRoughness: { baseColorTexture: { index: 0 }, metallicFactor: 0 } };
  Object.assign(document, { textures: [{ source: 0 }], images: [{ uri: PICTURE }] });
  nodes.push({ name: "Eyes", mesh: 1, skin: 1 }, { name: "Hat", mesh: 2, translation: turned([0, 18, 0]) });
  nodes[head].children = [...(nodes[head].children ?? []), nodes.length - 1];
  const children = [...document.scenes[0].nodes, nodes.length - 2];
  nodes.push({ name: "Armature", children, rotation: [-Math.SQRT1_2, 0, 0, Math.SQRT1_2], scale: [0.01, 0.01, 0.01] });
  document.scenes[0].nodes = [nodes.length - 1];
}

/** The eight faces of a spindle along a bone, three corners each. */
function spindle(from: Point, to: Point): Point[] {
  const along = plus(to, times(from, -1));
  const length = Math.hypot(...along);
  const side = times(unit(Math.abs(along[1]) < 0.9 * length ? cross(along, [0, 1, 0]) : cross(along, [1, 0, 0])), 0.13 * length);
  const other = times(unit(cross(along, side)), 0.13 * length);
  const belt = [side, other, times(side, -1), times(other, -1)].map((way) => plus(plus(from, times(along, 0.25)), way));
  return belt.flatMap((corner, i) => {
    const next = belt[(i + 1) % 4]!;
    return [from, next, corner, to, corner, next];
  });
}

const plus = (a: Point, b: Point): Point => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
const times = (a: Point, by: number): Point => [a[0] * by, a[1] * by, a[2] * by];
const cross = (a: Point, b: Point): Point => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const unit = (a: Point): Point => times(a, 1 / Math.max(Math.hypot(...a), 1e-9));

/** The parts are whole words each. */
function glb(json: string, parts: readonly ArrayBufferView[]): Uint8Array {
  const text = new TextEncoder().encode(json + " ".repeat((4 - (json.length % 4)) % 4));
  const size = parts.reduce((sum, part) => sum + part.byteLength, 0);
  const bytes = new Uint8Array(28 + text.length + size);
  const view = new DataView(bytes.buffer);
  const words = (at: number, ...values: number[]) => values.forEach((value, i) => view.setUint32(at + 4 * i, value, true));
  words(0, 0x46546c67, 2, bytes.length, text.length, 0x4e4f534a);
  bytes.set(text, 20);
  words(20 + text.length, size, 0x004e4942);
  let at = 28 + text.length;
  for (const part of parts) {
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at);
    at += part.byteLength;
  }
  return bytes;
}
