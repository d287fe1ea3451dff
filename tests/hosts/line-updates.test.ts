/** A line that changes shows what it would show if it were drawn anew, in every script. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { writing } from "../components/views.ts";
import { openWindow } from "./window.ts";

const seed = 20_261_005;

const texts = [
  "hello ",
  "日本語",
  "👩‍👩‍👧‍👦",
  "👍🏽",
  "🇩🇪🇯🇵",
  "e\u0301",
  "נמשלום",
  "नमस्ते",
  "दंष्ट्रा",
  "क्‍ष",
  "স্তে",
  "ஸ்தே",
  "ക്ഷ",
  "క్ష",
  "ស្ត្រ",
  "กำ",
  "각",
];

/** What the window shows after the texts have stood in the composer one after another. */
async function shownAfter(...written: readonly string[]): Promise<readonly string[]> {
  using window = openWindow();
  for (const text of written) {
    window.screen.set({ composer: writing(text, 74) });
    await window.drawn();
  }
  return window.text();
}

test("what is written behind, before or in place of any of them", async () => {
  const some = fc.array(fc.constantFrom(...texts), { maxLength: 4 }).map((all) => all.join(""));
  await fc.assert(
    fc.asyncProperty(some, some, some, some, async (start, gone, put, end) => {
      const changed = await shownAfter(start + gone + end, start + put + end);
      expect(changed).toEqual([...(await shownAfter(start + put + end))]);
    }),
    { seed, numRuns: 25 },
  );
});

test.each(texts)("%s with a letter behind it, as one types", async (text) => {
  expect(await shownAfter(text, `${text}x`)).toEqual([...(await shownAfter(`${text}x`))]);
});

test("nothing of how a line is written as a whole reaches the terminal", async () => {
  using window = openWindow();
  window.screen.set({ composer: writing("नमस्ते", 74), status: "👍🏽 the status" });
  await window.drawn();
  window.screen.set({ composer: writing("नमस्ते x", 74) });
  await window.drawn();
  expect(window.raw).not.toContain("\u001b]8");
});
