import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { letterPiece, shapePiece } from "./piece-shapes.ts";

const NAME = "virtual:piece-sets.css";
const COLORS = ["white", "black"] as const;
const ROLES = ["pawn", "knight", "bishop", "rook", "queen", "king"] as const;

export type PieceColor = (typeof COLORS)[number];
export type PieceRole = (typeof ROLES)[number];

/** One style sheet with all piece sets: chessground's, and our own. */
export function pieceSets(): Plugin {
  return {
    name: "piece-sets",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load: (id) => (id === `\0${NAME}` ? `${cburnett()}\n${own("shapes", shapePiece)}\n${own("letters", letterPiece)}` : undefined),
  };
}

/** The pieces of Colin M. L. Burnett, which come with chessground. */
function cburnett(): string {
  const path = createRequire(import.meta.url).resolve("@lichess-org/chessground/assets/chessground.cburnett.css");
  const css = readFileSync(path, "utf8");
  return css.replaceAll(".cg-wrap piece", ':root[data-pieces="cburnett"] piece');
}

function own(set: string, draw: (role: PieceRole, color: PieceColor) => string): string {
  const rules = COLORS.flatMap((color) =>
    ROLES.map((role) => {
      const image = Buffer.from(draw(role, color)).toString("base64");
      return `:root[data-pieces="${set}"] piece.${role}.${color}{background-image:url("data:image/svg+xml;base64,${image}")}`;
    }),
  );
  return rules.join("\n");
}
