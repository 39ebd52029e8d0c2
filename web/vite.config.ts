import { defineConfig } from "vite";
import { packedFiles } from "./build/packed-files.ts";
import { pieceSets } from "./build/piece-sets.ts";
import { sizeReport } from "./build/size-report.ts";

export default defineConfig({
  plugins: [pieceSets(), sizeReport(), packedFiles()],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 8192,
  },
});
