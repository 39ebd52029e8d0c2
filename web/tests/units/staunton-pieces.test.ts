import { expect, test } from "@playwright/test";
import { stauntonPiece, turned } from "../../build/staunton-pieces.ts";

test("what a lathe makes is the same on both sides", () => {
  expect(turned("M50 10L60 20C62 25 61 28 70 30L50 30")).toBe("M50 10L60 20C62 25 61 28 70 30L50 30L30 30C39 28 38 25 40 20L50 10Z");
});

test("every man is drawn in both colors, and none as another", () => {
  const roles = ["pawn", "knight", "bishop", "rook", "queen", "king"] as const;
  const drawn = roles.flatMap((role) => [stauntonPiece(role, "white"), stauntonPiece(role, "black")]);
  expect(new Set(drawn).size).toBe(12);
  for (const svg of drawn) expect(svg).not.toMatch(/NaN|undefined/);
});
