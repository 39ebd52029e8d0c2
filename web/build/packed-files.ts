import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** Puts packed copies beside every file, so that the server need not pack anything: by Brotli, and by gzip for those who do not take that. */
export function packedFiles(): Plugin {
  let folder = "";
  return {
    name: "packed-files",
    apply: "build",
    configResolved: (config) => {
      folder = config.build.outDir;
    },
    closeBundle: () => {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!/\.(html|css|js|svg|webmanifest)$/.test(name)) continue;
        const path = join(folder, name);
        const content = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(content));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
