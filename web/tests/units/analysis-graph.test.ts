import { expect, test } from "@playwright/test";
import { areaPath, knownRuns, linePath, plyAt } from "../../src/analysis/graph.ts";
import { scoreWords, shortScore } from "../../src/analysis/score.ts";
import { analysisTexts } from "../../src/analysis/texts.ts";
import type { ScoredPosition } from "../../src/protocol.ts";

const point = (chances: number): ScoredPosition => ({ pawns: 0, chances, says: "" });

test("what is not known yet is a gap in the graph", () => {
  const points = [point(0.5), point(1), null, point(0)];
  expect(knownRuns(points)).toEqual([[0, 1], [3]]);
  expect(linePath([0, 1], points)).toBe("M0 50L33.33 0");
  expect(areaPath([0, 1], points)).toBe("M0 50L33.33 0L33.33 100L0 100Z");
});

test("a place in the graph is the nearest position, and none beyond its ends", () => {
  expect([0, 0.49, 0.51, 1].map((part) => plyAt(part, 3))).toEqual([0, 1, 2, 3]);
  expect([plyAt(-1, 3), plyAt(2, 3), plyAt(0.5, 0)]).toEqual([0, 3, 0]);
});

test("a score is read out as who is better, and is short beside the board", () => {
  const t = analysisTexts.score;
  const scores: [Partial<ScoredPosition>, string, string][] = [
    [{ pawns: 0.351 }, t.whiteAhead("0.35"), "0.4"],
    [{ pawns: -12.3 }, t.blackAhead("12.30"), "12"],
    [{ pawns: 0 }, t.level, "0.0"],
    [{ mate: 3 }, t.whiteMates(3), "#3"],
    [{ mate: -1 }, t.blackMates(1), "#1"],
    [{ over: "1/2-1/2", says: "1/2-1/2" }, "1/2-1/2", "½"],
    [{ over: "1-0", says: "1-0" }, "1-0", "1-0"],
    [{ over: "0-1", says: "0-1" }, "0-1", "0-1"],
  ];
  for (const [given, words, short] of scores) {
    const score = { chances: 0.5, says: "", ...given };
    expect([scoreWords(score), shortScore(score)]).toEqual([words, short]);
  }
});
