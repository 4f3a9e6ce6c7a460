// What a joint is for, by its name: the same words as in the authoring library, for drawing only.

export type Side = "left" | "right" | "middle";
export type Role =
  | "hips" | "spine" | "chest" | "neck" | "head"
  | "upleg" | "knee" | "foot" | "toe"
  | "shoulder" | "arm" | "elbow" | "hand";

/** How a role is called: names that are just that (=) or that hold that, best first. */
const CALLED: [Role, sided: boolean, string[]][] = [
  ["hips", false, ["=hips", "=pelvis", "=hip", "hips", "pelvis", "hip"]],
  ["spine", false, ["=lowerback", "=abdomen", "=spine", "spine", "abdomen"]],
  ["chest", false, ["=chest", "chest", "thorax"]],
  ["neck", false, ["=neck", "neck"]],
  ["head", false, ["=head", "head"]],
  ["upleg", true, ["upleg", "upperleg", "thigh", "=hip", "hip"]],
  ["knee", true, ["knee", "lowerleg", "lowleg", "calf", "shin", "=leg"]],
  ["foot", true, ["=ankle", "ankle", "=foot", "foot"]],
  ["toe", true, ["=toebase", "=toe", "=toes", "toe", "=ball"]],
  ["shoulder", true, ["collar", "clavicle", "shoulder"]],
  ["arm", true, ["upperarm", "uparm", "=arm", "=shldr", "shoulder"]],
  ["elbow", true, ["forearm", "lowerarm", "lowarm", "elbow"]],
  ["hand", true, ["=hand", "wrist", "hand"]],
];

const ORNAMENTS = new Set(["b", "j", "c", "bip", "biped", "skeleton", "def", "org", "mixamorig", "joint"]);

export class Roles {
  readonly sides: Side[];
  private readonly found = new Map<string, number>();

  /** The names of joints; an empty one has no role. */
  constructor(names: readonly string[]) {
    const stems = names.map(stem);
    this.sides = stems.map((s) => s.side);
    for (const [role, sided, called] of CALLED) {
      for (const side of sided ? (["left", "right"] as const) : (["middle"] as const)) {
        const joint = called
          .map((call) => stems.findIndex((s) => s.side === side && fits(s.text, call)))
          .find((index) => index >= 0);
        if (joint !== undefined) this.found.set(`${role} ${side}`, joint);
      }
    }
    for (const side of ["left", "right"] as const) {
      // A `shoulder` is an arm where no other joint is.
      if (this.joint("shoulder", side) === this.joint("arm", side)) this.found.delete(`shoulder ${side}`);
    }
  }

  joint(role: Role, side: Side = "middle"): number | undefined {
    return this.found.get(`${role} ${side}`);
  }

  pair(role: Role): [left: number, right: number] | undefined {
    const [left, right] = [this.joint(role, "left"), this.joint(role, "right")];
    return left === undefined || right === undefined ? undefined : [left, right];
  }

  /** The role of each joint that has one. */
  byJoint(): Map<number, Role> {
    return new Map([...this.found].map(([key, joint]) => [joint, key.split(" ")[0] as Role]));
  }
}

function fits(stem: string, call: string): boolean {
  if (call.startsWith("=")) return stem === call.slice(1);
  return stem.includes(call) && !(call === "foot" && stem.includes("toe"));
}

/** A name without name space, side, ornaments and numbers; and its side. */
function stem(name: string): { text: string; side: Side } {
  const bare = name.split(/[:|]/).pop() ?? name;
  const words = bare
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/\b([LRlr])([A-Z][a-z])/g, "$1 $2")
    .replace(/(\d+)/g, " $1 ")
    .toLowerCase()
    .replace(/\b(left|right)(?=[a-z])/g, "$1 ")
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
  const side = (word: string): Side | undefined =>
    word === "l" || word === "left" ? "left" : word === "r" || word === "right" ? "right" : undefined;
  const text = words.filter((word) => !side(word) && !ORNAMENTS.has(word) && !/^\d/.test(word)).join("");
  return { text, side: words.map(side).find((found) => found) ?? "middle" };
}
