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
}

/** A GLB of the hierarchy of a BVH file. */
export function madeMesh(bvh: string, made: Made): Uint8Array {
  const joints = hierarchy(bvh).map((joint) => ({ ...joint, offset: times(joint.offset, made.scale) }));
  const places: Point[] = [];
  joints.forEach(({ parent, offset }, j) => (places[j] = parent < 0 ? offset : plus(places[parent]!, offset)));
  const tips = joints.map((_, j) => joints.flatMap((joint, c) => (joint.parent === j ? [places[c]!] : [])));
  const positions: number[] = [];
  const bones: number[] = [];
  tips.forEach((tips, j) => {
    for (const tip of tips.length > 0 ? tips : [plus(places[j]!, [0, 0, 8 * made.scale])]) {
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
  return glb(JSON.stringify(document), parts);
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
