import { expect, test } from "@playwright/test";
import { typedMove } from "../../src/game/typed-move.ts";
import { state } from "./game-views.ts";

const KNIGHTS = state({
  fen: "4k3/1P6/8/8/8/8/4P3/1N2K1N1 w - - 0 1",
  turn: "white",
  dests: { b1: "a3c3d2", g1: "f3h3", e2: "e3e4", b7: "b8", e1: "d2" },
  promotions: ["b7b8"],
});

test("a typed move is the one of those that men can make", () => {
  const read = ["e4", "Nf3", "Nf3+!", "N1f3", "Ngf3", "Kd2", "b8=Q", "b8N"].map((text) => typedMove(text, KNIGHTS, "en"));
  expect(read).toEqual(["e2e4", "g1f3", "g1f3", "g1f3", "g1f3", "e1d2", "b7b8q", "b7b8n"]);
});

test("what is no move, may be several, or is castling is not guessed", () => {
  const twins = state({ ...KNIGHTS, dests: { b1: "d2", g1: "d2" } });
  expect(typedMove("Nd2", twins, "en")).toBeNull();
  for (const text of ["", "e5", "O-O", "Sf3", "b8", "Nf3=Q", "nf3", "e2e4x"]) expect(typedMove(text, KNIGHTS, "en"), text).toBeNull();
});

test("German letters are read by those who read German", () => {
  expect(["Sf3", "b8D", "Nf3"].map((text) => typedMove(text, KNIGHTS, "de"))).toEqual(["g1f3", "b7b8q", "g1f3"]);
});
