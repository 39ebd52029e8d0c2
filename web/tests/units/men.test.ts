import { expect, test } from "@playwright/test";
import { takenFrom } from "../../src/game/men.ts";

const PAWN = "7k/P7/8/8/8/8/p7/q6K w - - 0 1";
const QUEEN = "Q6k/8/8/8/8/8/p7/q6K b - - 0 1";

test("a pawn that became a queen was not taken", () => {
  expect(takenFrom([PAWN, QUEEN], "white")).toEqual([]);
  expect(takenFrom([PAWN, QUEEN], "black")).toEqual([]);
});

test("what was taken is told as it was when it was taken", () => {
  // The queen that was a pawn takes one, and is taken.
  const took = "8/8/8/8/8/7k/Q7/q6K b - - 0 2";
  const gone = "8/8/8/8/8/7k/q7/7K w - - 0 3";
  expect(takenFrom([PAWN, QUEEN, took, gone], "black")).toEqual(["pawn"]);
  expect(takenFrom([PAWN, QUEEN, took, gone], "white")).toEqual(["queen"]);
  // Taken with the move with which a pawn becomes something.
  expect(takenFrom(["1r5k/P7/8/8/8/8/8/7K w - - 0 1", "1Q5k/8/8/8/8/8/8/7K b - - 0 1"], "black")).toEqual(["rook"]);
  // The old queen is gone, and a new one is there.
  const lost = "7k/P7/8/8/8/8/8/q6K w - - 0 1";
  expect(takenFrom(["6Qk/P7/8/8/8/8/8/q6K b - - 0 1", lost, "Q6k/8/8/8/8/8/8/q6K b - - 0 2"], "white")).toEqual(["queen"]);
  expect(takenFrom([lost], "white")).toEqual([]);
});
