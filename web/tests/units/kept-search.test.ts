import { expect, test } from "@playwright/test";
import { KeptSearch } from "../../src/kept-search.ts";

test("what was looked for is there again, for each of the two lists", () => {
  const kept = new Map<string, string>();
  const storage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) };
  const mine = { mine: "true", unfinished: "true" };
  expect([new KeptSearch(false, storage).search, new KeptSearch(true, storage).search]).toEqual([{}, mine]);
  new KeptSearch(false, storage).search = { player: "ünal", result: "1-0" };
  expect([new KeptSearch(false, storage).search, new KeptSearch(true, storage).search]).toEqual([{ player: "ünal", result: "1-0" }, mine]);
  for (const odd of ["{", '"x"', "[1]", '{"player":1}']) {
    kept.set("tabiya.search.all", odd);
    expect(new KeptSearch(false, storage).search, odd).toEqual({});
  }
});
