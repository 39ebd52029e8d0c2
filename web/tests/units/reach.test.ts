import { expect, test } from "@playwright/test";
import { Reach } from "../../src/game/reach.ts";

const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

test("targets are those of one's own men where they stand, asked for once", async () => {
  let asked = 0;
  const reach = new Reach(() => {
    asked += 1;
    return Promise.resolve({ men: { p: { e7: "e5d6e6f6" }, n: { g8: "e7f6h6" } } });
  });
  expect(reach.of(START, "black")).toBeNull();
  await reach.learn("black");
  await reach.learn("black");
  expect(asked).toBe(1);
  const targets = reach.of(START, "black");
  expect(targets?.e7).toBe("e5d6e6f6");
  expect(targets?.g8).toBe("e7f6h6");
  expect(targets?.e2).toBeUndefined();
  expect(reach.of(START, "black")).toBe(targets);
  expect(reach.of(START, "white")).toBeNull();
});

test("where it cannot be had it is asked for again", async () => {
  let asked = 0;
  const reach = new Reach(() => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error("away")) : Promise.resolve({ men: {} });
  });
  await reach.learn("white");
  expect(reach.of(START, "white")).toBeNull();
  await reach.learn("white");
  expect(reach.of(START, "white")).not.toBeNull();
});
