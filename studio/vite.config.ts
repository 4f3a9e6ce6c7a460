// The page as a handful of files with fixed names, so that the `adverb` command can hold them. The bundler (rolldown) is pinned in
// package.json to a release that is there for every platform.
import { defineConfig } from "vitest/config";

export default defineConfig({
  base: "./",
  // The npm package's helper for three.js, which tests take from its folder, takes ours.
  resolve: { dedupe: ["three"] },
  build: {
    // The folder of the command's package; every name below is fixed, so nothing stale stays in it.
    outDir: "../crates/adverb-cli/page",
    emptyOutDir: false,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: false,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        entryFileNames: "studio.js",
        assetFileNames: (asset) => (asset.names[0]?.endsWith(".css") ? "studio.css" : "[name][extname]"),
        codeSplitting: false,
      },
    },
  },
  test: { include: ["test/*.test.ts"] },
});
