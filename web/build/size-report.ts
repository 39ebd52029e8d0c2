import { gzipSync } from "node:zlib";
import type { Plugin } from "vite";

/** What a first visit may weigh, compressed. */
export const LIMIT = 200_000;

/** Tells what a first visit weighs, and fails where it is too much. */
export function sizeReport(): Plugin {
  return {
    name: "size-report",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      let total = 0;
      for (const file of Object.values(bundle)) {
        const content = file.type === "chunk" ? file.code : file.source;
        const size = gzipSync(content).length;
        total += size;
        console.log(`${file.fileName.padEnd(34)}${String(size).padStart(8)} bytes compressed`);
      }
      console.log(`${"first load".padEnd(34)}${String(total).padStart(8)} bytes compressed (limit ${LIMIT})`);
      if (total > LIMIT) this.error(`the first load is ${total} bytes compressed, more than ${LIMIT}`);
    },
  };
}
