import { expect, test } from "@playwright/test";
import { readSettings } from "../../src/settings.ts";

test("settings that were kept before there were others are read, and the rest is as usual", () => {
  const kept = readSettings(JSON.stringify({ coordinates: true, theme: "dark", lastChoice: { rules: "hong" } }));
  expect([kept.coordinates, kept.theme, kept.autoQueen, kept.premoves, kept.confirmsMoves]).toEqual([
    "inside",
    "dark",
    "premove",
    true,
    false,
  ]);
  expect([kept.lastChoice.rules, kept.lastChoice.level]).toEqual(["hong", 800]);
  expect(readSettings(JSON.stringify({ coordinates: false })).coordinates).toBe("none");
  expect(readSettings(JSON.stringify({ coordinates: "outside", isZen: true }))).toMatchObject({ coordinates: "outside", isZen: true });
});

test("settings that cannot be read are as usual", () => {
  expect(readSettings("{")).toEqual(readSettings(null));
});
