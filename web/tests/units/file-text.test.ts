import { expect, test } from "@playwright/test";
import { textOf } from "../../src/file-text.ts";

test("a file is read in whichever letters it was written", () => {
  const name = "Müller – Løvdal";
  expect(textOf(new TextEncoder().encode(name))).toBe(name);
  expect(textOf(Uint8Array.from([0xef, 0xbb, 0xbf, ...new TextEncoder().encode(name)]))).toBe(name);
  expect(textOf(Uint8Array.from([0xff, 0xfe, 0x4d, 0, 0xfc, 0]))).toBe("Mü");
  expect(textOf(Uint8Array.from([0xfe, 0xff, 0, 0x4d, 0, 0xfc]))).toBe("Mü");
  // Node takes Windows' own signs (0x80 to 0x9f) for control characters; browsers do not.
  expect(textOf(Uint8Array.from([0x4d, 0xfc, 0x6c]))).toBe("Mül");
  expect(textOf(new Uint8Array())).toBe("");
});
