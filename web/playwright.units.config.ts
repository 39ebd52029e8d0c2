import { defineConfig } from "@playwright/test";

/** Tests of the page's logic: no browser, no server, and time passes when they say so. */
export default defineConfig({
  testDir: "tests/units",
  testMatch: "*.test.ts",
  workers: 1,
  timeout: 10_000,
  reporter: [["list"]],
});
