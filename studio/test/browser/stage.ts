// The built-in character with a graph, in a folder of its own.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { required } from "./served";

/** Calls back with the project's folder, and leaves nothing behind. */
export function staged(): { project: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), "adverb-stage-"));
  const project = join(folder, "hero");
  cpSync(required("HERO"), project, { recursive: true });
  const file = join(project, "adverb.toml");
  const text = readFileSync(file, "utf8");
  if (!/^\[graph\./m.test(text)) writeFileSync(file, text + readFileSync(join(import.meta.dirname, "graph.toml"), "utf8"));
  return { project, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
