import { defineConfig } from "@playwright/test";

/** What analyses whole games. */
const THINKING = "analysis.spec.ts";

/** Tests of the page in Debian's Chromium without its windows, against the real program. Nothing is downloaded. */
export default defineConfig({
  testDir: "tests",
  // Each worker has a server of its own; many tests only wait, so there are twice as many as the smallest machine has cores; more take as long. Where
  // the computer thinks all the time, there are as many as cores.
  workers: 4,
  projects: [
    { name: "thinking", testMatch: THINKING, workers: 2, timeout: 240_000 },
    { name: "page", testMatch: "*.spec.ts", testIgnore: THINKING },
  ],
  fullyParallel: true,
  // Far more than any takes on a quiet machine.
  timeout: 120_000,
  expect: { timeout: 10_000 },
  // A machine that is busy with other things may miss a moment; what passes at the second try is told as flaky.
  retries: 1,
  reporter: [["list"]],
  use: {
    browserName: "chromium",
    viewport: { width: 1280, height: 800 },
    // Whatever the machine speaks.
    locale: "en-US",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        ...(process.env.TABIYA_DIST ? ["--disable-features=LocalNetworkAccessChecks"] : []),
      ],
    },
    permissions: ["clipboard-read", "clipboard-write"],
    // Tests look at what the page asks for; the test of what is kept for a server that is away allows it.
    serviceWorkers: "block",
  },
});
