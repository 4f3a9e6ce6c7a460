// Runs laws in WebAssembly and prints their report: node run.mjs laws.wasm [FOLDER OF RECORDINGS]
import { readFileSync } from "node:fs";
import { join } from "node:path";

const [module, folder] = process.argv.slice(2);
let held;
const text = (start, length) => new TextDecoder().decode(new Uint8Array(memory.buffer, start >>> 0, length >>> 0));
// The laws of authoring read recordings; those of the runtime import nothing.
const env = {
  open(start, length) {
    try {
      held = folder && readFileSync(join(folder, text(start, length)));
    } catch {
      held = undefined;
    }
    return held?.length ?? -1;
  },
  copy: (to) => new Uint8Array(memory.buffer).set(held, to >>> 0),
};
const { instance } = await WebAssembly.instantiate(readFileSync(module), { env });
const { memory, report, report_length } = instance.exports;
const [start, length] = [report(), report_length()]; // in this order: the second measures what the first has made
process.stdout.write(text(start, length));
