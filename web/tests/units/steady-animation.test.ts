import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { expect, test } from "@playwright/test";
import { steadied } from "../../build/steady-animation.ts";

type Piece = { role: string; color: string };
type Plan = { anims: Map<string, [number, number, number, number]> };
type Animated = { pieces: Map<string, Piece>; animation: { enabled: boolean; duration: number; current?: { start: number; plan: Plan } } };
type Anim = (change: (state: Animated) => void, state: Animated & { dom: object }) => void;

/** Chessground's animation as it is built into the page. */
async function builtAnimation(): Promise<Anim> {
  const path = createRequire(import.meta.url).resolve("@lichess-org/chessground/anim");
  const util = pathToFileURL(path.replace(/anim\.js$/, "util.js")).href;
  const code = steadied(readFileSync(path, "utf8")).replace("./util.js", util);
  const { anim } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { anim: Anim };
  return anim;
}

test("a man whose first frame began before it was moved stands where it came from, and goes nowhere else", async () => {
  const anim = await builtAnimation();
  const steps: ((now: number) => void)[] = [];
  Object.assign(globalThis, { requestAnimationFrame: (step: (now: number) => void) => steps.push(step) });
  const pieces = new Map([["g1", { role: "knight", color: "white" }]]);
  const dom = { redraw: () => undefined, redrawNow: () => undefined };
  const state: Animated & { dom: object } = { pieces, animation: { enabled: true, duration: 180 }, dom };
  anim(({ pieces }) => {
    pieces.delete("g1");
    pieces.set("f3", { role: "knight", color: "white" });
  }, state);
  const { start, plan } = state.animation.current ?? { start: 0, plan: { anims: new Map() } };
  const places = [-100, -1, 0, 90, 180].map((after) => {
    steps.shift()?.(start + after);
    return state.animation.current ? plan.anims.get("f3")?.slice(2) : "there";
  });
  expect(places).toEqual([[1, -2], [1, -2], [1, -2], [0.5, -1], "there"]);
});
