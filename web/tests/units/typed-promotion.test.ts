import { expect, test } from "@playwright/test";
import { typedPromotion } from "../../src/game/typed-promotion.ts";

const PROMOTIONS = ["a7a8", "a7b8", "c7b8", "g2g1"];

test("a promotion that is typed without a piece is found among those that can be made", () => {
  const typed = (text: string): string | null => {
    const squares = typedPromotion(text, PROMOTIONS);
    return squares && squares.from + squares.to;
  };
  for (const text of ["a8", "a7a8", "a7-a8", " a8+ ", "a8#", "a8!?"]) expect(typed(text), text).toBe("a7a8");
  for (const text of ["axb8", "ab8", "a7xb8", "a7b8"]) expect(typed(text), text).toBe("a7b8");
  expect([typed("cxb8"), typed("g1"), typed("g2g1")]).toEqual(["c7b8", "g2g1", "g2g1"]);
  // With a piece, of another man, where none can be made, or no move at all: the server judges.
  for (const text of ["a8=Q", "a8q", "a7a8n", "Ra8", "b8", "h8", "a6a8", "e4", "O-O", "", "nonsense"]) expect(typed(text), text).toBeNull();
});
