import { expect, test } from "@playwright/test";
import { isSamePage } from "../../src/net/page-version.ts";

const HTML = '<script type="module" src="/assets/index-A1.js"></script><link rel="stylesheet" href="/assets/index-B2.css">';

test("a page is the server's own for as long as the server names all of its files", () => {
  expect(isSamePage(HTML, ["/assets/index-A1.js", "/assets/index-B2.css"])).toBe(true);
  expect(isSamePage(HTML, ["/assets/index-A0.js", "/assets/index-B2.css"])).toBe(false);
  expect(isSamePage(HTML, ["/assets/index-A1.js", "/assets/index-B1.css"])).toBe(false);
  expect(isSamePage(HTML, ["/assets/index-A"])).toBe(false);
});
