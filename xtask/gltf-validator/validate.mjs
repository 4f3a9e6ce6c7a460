// Holds GLB files against Khronos' validator: not one error, warning, info or hint.
// node validate.mjs FILE…
import { readFile } from "node:fs/promises";
import { validateBytes } from "gltf-validator";

let failed = 0;
for (const file of process.argv.slice(2)) {
  const { issues } = await validateBytes(new Uint8Array(await readFile(file)));
  for (const { severity, code, message, pointer } of issues.messages) {
    console.error(`${file}: ${["error", "warning", "info", "hint"][severity]}: ${pointer}: ${code}: ${message}`);
  }
  failed += issues.messages.length > 0;
}
console.log(`${process.argv.length - 2 - failed} of ${process.argv.length - 2} files clean`);
process.exitCode = failed > 0 ? 1 : 0;
