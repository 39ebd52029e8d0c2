import { expect, test } from "@playwright/test";
import { shownName, soughtName } from "../../src/game/player-name.ts";

test("a name is shown as it is, and the computer's by its level", () => {
  expect(["Ann", "Tabiya level 5", "Computer, level 3"].map(shownName)).toEqual(["Ann", "Tabiya level 5", "Tabiya level 3"]);
  // Nobody's own name is changed, however much it is like the computer's.
  expect(["Tabiya level 12", "My Tabiya level 5"].map(shownName)).toEqual(["Tabiya level 12", "My Tabiya level 5"]);
  expect(soughtName("Tabiya Level 5")).toBe("Tabiya level 5");
});
