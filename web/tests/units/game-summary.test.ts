import { expect, test } from "@playwright/test";
import { bySoonest } from "../../src/game/game-summary.ts";
import type { GameSummary } from "../../src/protocol.ts";

const HOUR = 3_600_000;
const NOW = 100 * HOUR;

function summary(given: Partial<GameSummary>): GameSummary {
  return {
    game: "abcdefgh",
    begun: false,
    recorded: false,
    white: "Anna",
    black: "Bert",
    clock: null,
    created: 0,
    one_board: false,
    open: null,
    plies: 0,
    result: "*",
    rules: "fide",
    stage: "live",
    turn: "white",
    updated: NOW - HOUR,
    you: null,
    ...given,
  };
}

test("games that have begun come before those that have not, then one's own turn, then the latest", () => {
  const games = [
    summary({ game: "not begun, mine", you: "white" }),
    summary({ game: "begun, theirs, late", begun: true, turn: "black", you: "white" }),
    summary({ game: "begun, mine", begun: true, you: "white", updated: 0 }),
    summary({ game: "begun, theirs, early", begun: true, turn: "black", you: "white", updated: 1 }),
  ];
  expect(games.sort(bySoonest).map(({ game }) => game)).toEqual([
    "begun, mine",
    "begun, theirs, late",
    "begun, theirs, early",
    "not begun, mine",
  ]);
});
