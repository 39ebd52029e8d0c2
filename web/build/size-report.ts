import { brotliCompressSync } from "node:zlib";
import type { Plugin, Rollup } from "vite";

type OutputBundle = Rollup.OutputBundle;

/** What a first visit may weigh, compressed. */
export const LIMIT = 100_000;

/** The words of another language than English, which its readers need at once. */
const LANGUAGE = /\/src\/texts-\w+\.ts$/;

/** What only pages need that few people see: all that hangs on chunks that are not part of the first page. */
function loadedLater(bundle: OutputBundle): Set<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
  const html = bundle["index.html"];
  const page = html?.type === "asset" ? html.source.toString() : "";
  const first = new Set<string>();
  const visit = (name: string): void => {
    const chunk = chunks.find((one) => one.fileName === name);
    if (!chunk || first.has(name)) return;
    first.add(name);
    chunk.imports.forEach(visit);
  };
  for (const { fileName } of chunks) if (page.includes(`"/${fileName}"`)) visit(fileName);
  const styles = chunks.filter((chunk) => first.has(chunk.fileName)).flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
  const early = new Set([...first, ...styles]);
  // A style sheet that is fetched alone, such as a set of men, hangs on no chunk.
  const all = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name) || name === "away.html");
  return new Set(all.filter((name) => !early.has(name)));
}

/** Tells what a first visit weighs, and fails where it is too much. */
export function sizeReport(): Plugin {
  return {
    name: "size-report",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      let total = 0;
      let language = 0;
      const later = loadedLater(bundle);
      for (const file of Object.values(bundle)) {
        const content = file.type === "chunk" ? file.code : file.source;
        const size = brotliCompressSync(content).length;
        const isLater = later.has(file.fileName);
        if (!isLater) total += size;
        if (file.type === "chunk" && LANGUAGE.test(file.facadeModuleId ?? "")) language = Math.max(language, size);
        console.log(`${file.fileName.padEnd(34)}${String(size).padStart(8)} bytes compressed${isLater ? ", when it is needed" : ""}`);
      }
      total += language;
      console.log(`${"first load".padEnd(34)}${String(total).padStart(8)} bytes compressed (limit ${LIMIT})`);
      if (total > LIMIT) this.error(`the first load is ${total} bytes compressed, more than ${LIMIT}`);
    },
  };
}
