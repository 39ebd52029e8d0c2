import { createHash } from "node:crypto";
import type { Plugin, Rollup } from "vite";

/** The page that says that the server is away, and the script that keeps and shows it. */
const AWAY = "away.html";
const WORKER = "sw.js";

/** Tells the service worker what to keep, under a name that changes with every change of the page. */
export function offlineShell(): Plugin {
  return {
    name: "offline-shell",
    apply: "build",
    enforce: "post",
    generateBundle(_options, bundle) {
      const worker = bundle[WORKER];
      const away = Object.values(bundle).find((file) => file.type === "chunk" && file.facadeModuleId?.endsWith(AWAY));
      if (worker?.type !== "chunk" || away?.type !== "chunk") return this.error(`${WORKER} or ${AWAY} is missing`);
      const files = [AWAY, "icon.svg", away.fileName, ...(away.viteMetadata?.importedCss ?? [])];
      const shell = { name: `tabiya-${digest(bundle)}`, files: files.map((file) => `/${file}`) };
      worker.code = worker.code.replace("__SHELL__", JSON.stringify(shell));
    },
  };
}

function digest(bundle: Rollup.OutputBundle): string {
  const hash = createHash("sha256");
  for (const [name, file] of Object.entries(bundle).sort(([one], [other]) => (one < other ? -1 : 1))) {
    hash.update(name);
    hash.update(file.type === "chunk" ? file.code : file.source);
  }
  return hash.digest("hex").slice(0, 16);
}
