// Tests of the whole page in a browser: `cargo xtask test` says where the command, the browser and the hero are.
import { defineConfig } from "vitest/config";

export default defineConfig({
  // The npm package's helper for three.js, which a test takes from its folder, takes ours.
  resolve: { dedupe: ["three"] },
  test: {
    include: ["test/browser/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
