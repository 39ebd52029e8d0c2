import { begin, expect, expectMan, test, texts } from "./support.ts";

type TraceEvent = {
  name: string;
  ph: string;
  ts: number;
  dur?: number;
  tdur?: number;
  tid: number;
  pid: number;
  args?: { data?: { type?: string; url?: string; functionName?: string } };
};

const LIMIT = 8;

/**
 * A figure, not an assertion of time: it is reported. On a busy machine a task also waits for its turn, so that beside the time
 * that passed there is the time that the processor worked for it.
 */
test("a drag shifts nothing and holds up nothing", async ({ page, browser }) => {
  await begin(page, texts.home.here);
  await page.waitForTimeout(500);
  const box = await page.locator(".board-ground").boundingBox();
  if (!box) throw new Error("no board");
  const size = box.width / 8;
  const x = box.x + 4.5 * size;
  const from = box.y + 6.5 * size;
  await browser.startTracing(page, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline", "loading", "toplevel"] });
  await page.mouse.move(x, from);
  await page.mouse.down();
  for (let step = 0; step <= 120; step++) {
    await page.mouse.move(x + Math.sin(step / 9) * size * 2, from - (2 * size * step) / 120);
    await page.waitForTimeout(8);
  }
  await page.mouse.move(x, from - 2 * size);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  await page.mouse.up();
  await expectMan(page, "e4", "white pawn");
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  const all = trace.traceEvents;
  const moment = (type: string): number =>
    all.find((event) => event.name === "EventDispatch" && event.args?.data?.type === type)?.ts ?? Number.NaN;
  const [down, up] = [moment("mousedown"), moment("mouseup")];
  const events = all.filter((event) => event.ts >= down && event.ts <= up);
  const scripts = ["FunctionCall", "EventDispatch", "FireAnimationFrame", "TimerFire", "EvaluateScript"];
  const took = events
    .filter((event) => scripts.includes(event.name) && event.dur !== undefined)
    .map((event) => ({
      name: `${event.name} ${event.args?.data?.type ?? event.args?.data?.functionName ?? ""} ${event.args?.data?.url ?? ""}`.trim(),
      ms: (event.dur ?? 0) / 1000,
      worked: (event.tdur ?? event.dur ?? 0) / 1000,
    }));
  const longest = took.reduce((worst, task) => (task.ms > worst.ms ? task : worst), { name: "none", ms: 0, worked: 0 });
  const hardest = took.reduce((worst, task) => (task.worked > worst.worked ? task : worst), longest);
  const over = took.filter((task) => task.ms > LIMIT).length;
  const shifts = events.filter((event) => event.name === "LayoutShift");
  const layouts = events.filter((event) => event.name === "Layout" && event.dur !== undefined);
  console.log(
    `drag: ${took.length} script tasks, longest ${longest.ms.toFixed(2)} ms (${longest.name}), ${over} over ${LIMIT} ms; most work ${hardest.worked.toFixed(2)} ms (${hardest.name}); ${shifts.length} layout shifts; ${layouts.length} layouts`,
  );
  for (const task of took.toSorted((a, b) => b.ms - a.ms).slice(0, 5))
    console.log(`  ${task.ms.toFixed(2)} ms, worked ${task.worked.toFixed(2)} ms  ${task.name}`);
  expect(took.length).toBeGreaterThan(50);
  expect(shifts).toHaveLength(0);
});
