import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { letterPiece, shapePiece } from "./piece-shapes.ts";
import { stauntonPiece } from "./staunton-pieces.ts";

const NAME = /^virtual:pieces\/([a-z]+)\.css$/;
const COLORS = ["white", "black"] as const;
const ROLES = ["pawn", "knight", "bishop", "rook", "queen", "king"] as const;

export type PieceColor = (typeof COLORS)[number];
export type PieceRole = (typeof ROLES)[number];

/** The style sheet of each set: chessground's, and our own. */
const SHEETS: Record<string, () => string> = {
  cburnett,
  shapes: () => drawn("shapes", shapePiece),
  letters: () => drawn("letters", letterPiece),
  staunton: () => drawn("staunton", stauntonPiece),
};

/** A style sheet for each set of men, so that only those are loaded that somebody looks at. */
export function pieceSets(): Plugin {
  return {
    name: "piece-sets",
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : undefined),
    load: (id) => {
      const set = NAME.exec(id.slice(1))?.[1];
      return set === undefined ? undefined : SHEETS[set]?.();
    },
  };
}

/** The men of a set: on the whole page where it is chosen, and in a picture of it wherever that is. */
function selector(set: string, man: string): string {
  return `:root[data-pieces="${set}"] piece${man},:root .piece-set[data-set="${set}"] piece${man}`;
}

/** The pieces of Colin M. L. Burnett, which come with chessground. */
function cburnett(): string {
  const path = createRequire(import.meta.url).resolve("@lichess-org/chessground/assets/chessground.cburnett.css");
  const css = readFileSync(path, "utf8");
  const asText = (_: string, packed: string): string => `url("${pictureOf(Buffer.from(packed, "base64").toString())}")`;
  return css
    .replace(/\.cg-wrap piece((?:\.\w+)+)/g, (_, man: string) => selector("cburnett", man))
    .replace(/url\(['"]?data:image\/svg\+xml;base64,([^'")]+)['"]?\)/g, asText);
}

/** A drawing as an address, as text: that is packed better on its way than numbers are. */
function pictureOf(svg: string): string {
  const inline = svg.replace(/\s+/g, " ").replaceAll("> <", "><").trim();
  return `data:image/svg+xml,${inline.replace(/["%#<>]/g, (sign) => (sign === '"' ? "'" : encodeURIComponent(sign)))}`;
}

function drawn(set: string, draw: (role: PieceRole, color: PieceColor) => string): string {
  const rules = COLORS.flatMap((color) =>
    ROLES.map((role) => {
      return `${selector(set, `.${role}.${color}`)}{background-image:url("${pictureOf(draw(role, color))}")}`;
    }),
  );
  return rules.join("\n");
}
