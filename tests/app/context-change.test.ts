/** What a change of the window comes to, and changing it with words. */
import { describe, expect, test } from "bun:test";
import { changeBetween } from "../../src/app/context-change.ts";
import { editContext } from "../../src/app/context-command.ts";
import type { ShortPart } from "../../src/app/context-surgeon.ts";
import { changeWords } from "../../src/app/context-words.ts";
import { textOfPart } from "../../src/app/part-text.ts";
import type { ContextEdit } from "../../src/context/edits.ts";
import { shortenedTo } from "../../src/context/shorter-text.ts";
import { estimateText } from "../../src/context/tokens.ts";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { said } from "../sessions/data-folder.ts";
import { model, answer, story, look, lookOf, edit, summary, call } from "./context-scene.ts";

describe("what a change comes to", () => {
  const prices = { input: 3, output: 15, cacheRead: 0.3, cacheWrite: 3.75 };
  const before = look(story);

  test("is what it saves with every request, and once what a cache held behind the first changed place", () => {
    const after = look(story, [{ ...call, action: "exclude", tokens: 6_000 }]);
    const change = changeBetween(before, after, prices);
    const behind = after.parts.slice(5).reduce((sum, { tokens }) => sum + tokens, 0);
    expect(change).toMatchObject({ parts: 1, before: before.total, after: after.total, anew: behind });
    expect(change.dollars).toBeCloseTo((behind * (3.75 - 0.3)) / 1_000_000, 12);
    expect(changeWords(change)).toMatch(
      /^Requests get shorter by [\d.]+k tokens \(.+ → .+\)\. The next one reads/,
    );
  });

  test("is more the earlier the first changed place is", () => {
    const early = changeBetween(before, look(story, [{ entryId: "e0", action: "exclude" }]), prices);
    const late = changeBetween(before, look(story, [{ entryId: "e5", action: "exclude" }]), prices);
    expect(early.anew).toBeGreaterThan(5_000);
    expect(late.anew).toBe(0);
  });

  test("is said to be too much where the model's window does not hold it, as a summary that is taken back", () => {
    const within = (...more: NewEntry[]) => lookOf(chained([...story, ...more]), model, 3_000);
    const small = within(summary);
    const whole = within(summary, edit({ entryId: "e6", action: "exclude" }));
    expect(changeWords(changeBetween(small, whole, prices))).toMatch(
      /longer by .* more than the model's window/,
    );
    expect(changeWords(changeBetween(whole, small, prices))).not.toContain("window");
  });

  test("is said without dollars where no price is known, and to be nothing where nothing changes", () => {
    const after = look(story, [{ ...call, action: "exclude" }]);
    expect(changeWords(changeBetween(before, after, undefined))).toContain("what that costs is not known");
    expect(changeWords(changeBetween(before, before, prices))).toMatch(/^Requests stay at [\d.]+k tokens\.$/);
  });
});

describe("/context with words", () => {
  function open(contents: readonly NewEntry[], written: readonly ShortPart[] = []) {
    const left = [...written];
    const applied: ContextEdit[][] = [];
    const context: Parameters<typeof editContext>[1] = {
      look: (edits = []) => look(contents, edits),
      compare: (one, other) => changeBetween(one, other, undefined),
      shorten: ({ place }, tokens) =>
        place === null ? "" : shortenedTo(textOfPart(chained(contents), place).said, tokens, estimateText),
      text: ({ place }) => textOfPart(chained(contents), place ?? { entryId: "" }),
      summarise: async () => left.shift() ?? { type: "interrupted" },
      apply: (edits) => applied.push([...edits]),
    };
    return { context, applied };
  }

  test("leaves several parts out at once", async () => {
    const { context, applied } = open(story);
    expect((await editContext("exclude 4,6-7", context)).level).toBe("info");
    expect(applied).toMatchObject([
      [
        { entryId: "e0", action: "exclude" },
        { ...call, action: "exclude" },
        { entryId: "e3", action: "exclude" },
      ],
    ]);
  });

  test("shortens to a size, and keeps the beginning and the end", async () => {
    const { context, applied } = open([said(`FIRST ${"word ".repeat(3_000)} LAST`), answer("x")]);
    expect((await editContext("shorten 4 to 100", context)).level).toBe("info");
    const text = applied[0]?.[0]?.text ?? "";
    expect(estimateText(text)).toBeLessThanOrEqual(100);
    expect(text).toMatch(/^FIRST[^]* characters left out [^]*LAST$/);
  });

  test("has parts summarised, says what stands in their place, and how they come back", async () => {
    const written = ["less", "even\u001b[31m less"].map(
      (words) => ({ type: "summary", text: words }) as const,
    );
    const { context, applied } = open([said("word ".repeat(300)), answer("long ".repeat(300))], written);
    const { text, level } = await editContext("summarise 4-5", context);
    expect(level).toBe("info");
    expect(text).toMatch(
      /^Part 4 is this now, \/context restore 4 puts it back: less\nPart 5 .*: even less\nRequests get shorter/,
    );
    expect(applied).toMatchObject([
      [
        { entryId: "e0", action: "summarise", text: "less" },
        { entryId: "e1", action: "summarise", text: "even\u001b[31m less" },
      ],
    ]);
  });

  test("changes nothing where one of several summaries does not come", async () => {
    const { context, applied } = open(story, [{ type: "summary", text: "less" }]);
    expect(await editContext("summarise 4 6", context)).toEqual({
      text: "Stopped; nothing was changed.",
      level: "warning",
    });
    expect(applied).toEqual([]);
  });

  test.each([
    ["summarise 1", /is in every request/],
    ["exclude 1", /is in every request/],
    ["exclude 99", /There is no part 99/],
    ["exclude", /Which parts\?/],
    ["exclude 7-4", /Which parts\?/],
    ["forget 4", /takes nothing, or exclude/],
    ["restore 4", /is as it was said/],
    ["shorten 4", /has \d+ tokens only/],
  ])("%s: says what is not right, and changes nothing", async (words, told) => {
    const { context, applied } = open(story);
    const { text, level } = await editContext(words, context);
    expect(text).toMatch(told);
    expect(level).toBe("warning");
    expect(applied).toEqual([]);
  });

  test("says how to get at a part that a summary stands for", async () => {
    const { context } = open([...story, summary]);
    const { text } = await editContext("exclude 7", context);
    expect(text).toContain("/context pin 7 brings it back word for word, /context exclude 4");
  });
});
