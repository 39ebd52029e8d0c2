import { expect, test } from "@playwright/test";
import { bySoonest, isForgotten } from "../../src/game/game-summary.ts";
import type { GameSummary } from "../../src/protocol.ts";

const HOUR = 3_600_000;
const NOW = 100 * HOUR;

function summary(given: Partial<GameSummary>): GameSummary {
  return {
    game: "abcdefgh",
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

test("a game in which nobody made a move is offered for a day", () => {
  const cases: [given: Partial<GameSummary>, isForgotten: boolean][] = [
    [{}, false],
    [{ updated: NOW - 25 * HOUR }, true],
    [{ updated: NOW - 25 * HOUR, stage: "open", open: "black" }, true],
    [{ updated: NOW - 25 * HOUR, plies: 1 }, false],
    // One that was ended before it began never comes back, unless it has a result.
    [{ stage: "over" }, true],
    [{ stage: "over", result: "0-1", updated: 0 }, false],
  ];
  for (const [given, expected] of cases) expect(isForgotten(summary(given), NOW), JSON.stringify(given)).toBe(expected);
});

test("games that have begun come before those that have not, then one's own turn, then the latest", () => {
  const games = [
    summary({ game: "not begun, mine", you: "white" }),
    summary({ game: "begun, theirs, late", plies: 3, turn: "black", you: "white" }),
    summary({ game: "begun, mine", plies: 4, you: "white", updated: 0 }),
    summary({ game: "begun, theirs, early", plies: 3, turn: "black", you: "white", updated: 1 }),
  ];
  expect(games.sort(bySoonest).map(({ game }) => game)).toEqual([
    "begun, mine",
    "begun, theirs, late",
    "begun, theirs, early",
    "not begun, mine",
  ]);
});
