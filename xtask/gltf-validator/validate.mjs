// Holds GLB files against Khronos' validator: not one error, warning, info or hint, but for texture coordinates and tangents that no
// texture uses yet: they are the user's, who may give the mesh another material.
// node validate.mjs FILE…
import { readFile } from "node:fs/promises";
import { validateBytes } from "gltf-validator";

let failed = 0;
for (const file of process.argv.slice(2)) {
  const { issues } = await validateBytes(new Uint8Array(await readFile(file)));
  const unused = ({ code, pointer }) =>
    (code === "UNUSED_OBJECT" && /\/attributes\/TEXCOORD_\d+$/.test(pointer)) || code === "UNUSED_MESH_TANGENT";
  const messages = issues.messages.filter((issue) => !unused(issue));
  for (const { severity, code, message, pointer } of messages) {
    console.error(`${file}: ${["error", "warning", "info", "hint"][severity]}: ${pointer}: ${code}: ${message}`);
  }
  failed += messages.length > 0;
}
console.log(`${process.argv.length - 2 - failed} of ${process.argv.length - 2} files clean`);
process.exitCode = failed > 0 ? 1 : 0;
