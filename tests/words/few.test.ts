import { expect, test } from "bun:test";
import { firstFew } from "../../src/words/few.ts";

test("of many sentences the first are said, and how many more there are", () => {
  const sentences = Array.from({ length: 3000 }, (_, at) => `Fault ${at}.`);
  expect(firstFew(sentences.slice(0, 6), "/doctor")).toEqual(sentences.slice(0, 6));
  expect(firstFew(sentences, "/doctor")).toEqual([
    ...sentences.slice(0, 5),
    "… and 2995 more like these; /doctor lists them.",
  ]);
});
