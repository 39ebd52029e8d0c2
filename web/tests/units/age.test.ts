import { expect, test } from "@playwright/test";
import { texts } from "../../src/texts.ts";
import { ageOf } from "../../src/ui/age.ts";

test("how old something is, is told in the largest unit that has passed", () => {
  const minute = 60_000;
  const told = (passed: number): string => ageOf(1_000_000, 1_000_000 + passed, "en");
  expect(told(0)).toBe(texts.home.justNow);
  // Clocks may differ.
  expect(told(-5 * minute)).toBe(texts.home.justNow);
  expect(told(minute)).toBe("1 minute ago");
  expect(told(59 * minute)).toBe("59 minutes ago");
  expect(told(60 * minute)).toBe("1 hour ago");
  expect(told(24 * 60 * minute)).toBe("yesterday");
  expect(told(72 * 60 * minute)).toBe("3 days ago");
});
