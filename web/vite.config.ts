import { defineConfig } from "vite";
import { offlineShell } from "./build/offline-shell.ts";
import { packedFiles } from "./build/packed-files.ts";
import { pieceSets } from "./build/piece-sets.ts";
import { sizeReport } from "./build/size-report.ts";
import { steadyAnimation } from "./build/steady-animation.ts";

/** What is shown while the server is away: nothing else is kept then. */
const STANDS_ALONE = /\/(src\/away\/|away\.html)/;

export default defineConfig({
  plugins: [pieceSets(), steadyAnimation(), offlineShell(), sizeReport(), packedFiles()],
  build: {
    target: "es2022",
    modulePreload: { polyfill: false },
    assetsInlineLimit: 8192,
    rolldownOptions: {
      input: { index: "index.html", away: "away.html", sw: "src/away/service-worker.ts" },
      // A service worker has the page's right to all paths only at the root, and is always called the same.
      output: {
        // One file for all that the first page needs: each more costs its headers, and is packed worse.
        codeSplitting: { groups: [{ name: "index", tags: ["$initial"], test: (id) => !STANDS_ALONE.test(id) }] },
        entryFileNames: ({ name }) => (name === "sw" ? "sw.js" : "assets/[name]-[hash].js"),
        // The server knows the words of a language by this name, and tells who reads it of them with the page.
        chunkFileNames: ({ facadeModuleId }) =>
          facadeModuleId?.endsWith("/src/texts-de.ts") ? "assets/words-de-[hash].js" : "assets/[name]-[hash].js",
      },
    },
  },
});
