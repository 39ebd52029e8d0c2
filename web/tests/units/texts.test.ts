import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { analysisTexts } from "../../src/analysis/texts";
import { german as germanAnalysis } from "../../src/analysis/texts-de";
import { hostTexts } from "../../src/host/texts";
import { german as germanHost } from "../../src/host/texts-de";
import { firstKnown } from "../../src/language";
import { texts } from "../../src/texts";
import { german } from "../../src/texts-de";

const SOURCES = join(import.meta.dirname, "../../src");

/** The text of every source but those of the words themselves. */
const sources = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/texts(-\w+)?\.ts$/.test(name))
  .map((name) => readFileSync(join(SOURCES, name), "utf8"));

/** The paths of all words: `game.resign`. Lists count as one. */
function paths(value: object, before = ""): string[] {
  return Object.entries(value).flatMap(([name, below]) =>
    typeof below === "object" && !Array.isArray(below) ? paths(below, `${before}${name}.`) : [`${before}${name}`],
  );
}

/** What is asked for of some words, also by shorter names: after `const t = texts.game`, `t.resign` is `game.resign`. */
function asked(source: string, words: string): string[] {
  const names = new Map([[words, ""]]);
  const renamed = source.match(new RegExp(`${words} as (\\w+)`));
  if (renamed?.[1]) names.set(renamed[1], "");
  for (const [, name = "", base = "", path = ""] of source.matchAll(/const (\w+) = (\w+)((?:\.\w+)*);/g)) {
    const known = names.get(base);
    if (known !== undefined) names.set(name, known + path);
  }
  const text = source.replaceAll("...", " ");
  return [...names].flatMap(([name, path]) =>
    [...text.matchAll(new RegExp(`(?<![.\\w])${name}((?:\\??\\s*\\.\\s*\\w+)+)`, "g"))].map(([, chain = ""]) =>
      (path + chain.replaceAll(/[?\s]/g, "")).slice(1),
    ),
  );
}

/** Words that nobody asks for; where something is asked for as a whole, all of it may be meant. */
function unused(words: object, name: string): string[] {
  const wanted = sources.flatMap((source) => asked(source, name));
  const isAsked = (path: string): boolean => wanted.some((one) => one === path || path.startsWith(`${one}.`) || one.startsWith(`${path}.`));
  return paths(words).filter((path) => !isAsked(path));
}

test("every word of the page is asked for somewhere", () => {
  expect(unused(texts, "texts")).toEqual([]);
  expect(unused(hostTexts, "hostTexts")).toEqual([]);
  expect(unused(analysisTexts, "analysisTexts")).toEqual([]);
});

test("German has every word, in the order of English", () => {
  expect(paths(german)).toEqual(paths(texts));
  expect(paths(germanHost)).toEqual(paths(hostTexts));
  expect(paths(germanAnalysis)).toEqual(paths(analysisTexts));
  expect(german.games.headings).toHaveLength(texts.games.headings.length);
});

test("German words are bent as grammar wants them", () => {
  expect(german.man("white", "queen")).toBe("weiße Dame");
  expect(german.man("black", "pawn")).toBe("schwarzer Bauer");
  expect([0, 1, 2, 3, 4].map(german.home.moves)).toEqual(["nicht begonnen", "1 Zug", "1 Zug", "2 Züge", "2 Züge"]);
  expect(german.game.takebackAsked("black", 1)).toBe("Darf Schwarz den letzten Zug zurücknehmen?");
  expect([1, 2].map(germanHost.people.title)).toEqual(["1 Person hier", "2 Personen hier"]);
});

test("the language is the first that the page speaks", () => {
  expect(firstKnown(["de-AT", "en"])).toBe("de");
  expect(firstKnown(["fr", "en-GB", "de"])).toBe("en");
  expect(firstKnown(["den", "fr"])).toBe("en");
  expect(firstKnown([])).toBe("en");
});
