// Runs the laws in WebAssembly and prints their report: node run.mjs adverb_laws.wasm
import { readFileSync } from "node:fs";

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { memory, report, report_length } = instance.exports;
const [start, length] = [report(), report_length()]; // in this order: the second measures what the first has made
process.stdout.write(new TextDecoder().decode(new Uint8Array(memory.buffer, start >>> 0, length >>> 0)));
