import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { ToolResult } from "../../src/protocol/tool-result.ts";
import { createStyle, plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { createBlockStream } from "../../src/transcript/block-stream.ts";
import type { Item } from "../../src/transcript/item.ts";
import {
  needsGap,
  renderBanner,
  renderItem,
  renderOpenText,
  renderText,
} from "../../src/transcript/render.ts";
import { call, draw, lines } from "./items.ts";
import { cut, markdownText } from "./random-markdown.ts";

describe("messages", () => {
  test("the user's words hang behind their sign", () => {
    expect(draw({ type: "user", id: "u", text: "one two three\nfour" }, 12)).toEqual([
      "> one two",
      "  three",
      "  four",
    ]);
  });

  test("a long paste is folded and can be opened", () => {
    const item = { type: "user", id: "u", text: lines(100) } as const;
    expect(draw(item)).toHaveLength(31);
    expect(draw(item).at(-1)).toBe("  … 70 more lines (ctrl+o)");
    expect(draw(item, 80, true)).toHaveLength(100);
  });

  test("assistant text has its sign once", () => {
    expect(draw({ type: "text", id: "a", text: "Hello.\n\n- a\n- b" })).toEqual([
      "● Hello.",
      "",
      "  • a",
      "  • b",
    ]);
  });

  test("a thought is one line until it is opened", () => {
    const item = { type: "reasoning", id: "r", text: "First.\nSecond." } as const;
    expect(draw(item)).toEqual(["○ First."]);
    expect(draw(item, 80, true)).toEqual(["○ First.", "  Second."]);
  });

  test("notices say by a sign how bad it is", () => {
    const levels = ["info", "warning", "error"] as const;
    const drawn = levels.map((level) => draw({ type: "notice", id: "n", level, text: "x" }));
    expect(drawn).toEqual([["· x"], ["! x"], ["✗ x"]]);
  });

  test("what belongs to a notice is counted, and shown where it is opened", () => {
    const details = "last output:\n  one\n\u001b[2Jtwo\n";
    const item = { type: "notice", id: "n", level: "info", text: "job-1 ended.", details } as const;
    expect(draw(item)).toEqual(["· job-1 ended. · … 3 lines (ctrl+o)"]);
    expect(draw(item, 80, true)).toEqual(["· job-1 ended.", "  last output:", "    one", "  two"]);
    expect(draw({ ...item, details: "" })).toEqual(["· job-1 ended."]);
  });

  test("text printed block by block is the text drawn at once", () => {
    fc.assert(
      fc.property(markdownText, fc.array(fc.nat(), { maxLength: 8 }), (text, places) => {
        const stream = createBlockStream();
        const printed: string[] = [];
        const print = (blocks: ReturnType<typeof stream.push>): void => {
          for (const block of blocks) {
            const continued = printed.length > 0;
            printed.push(...renderText([block], { width: 50, style: plainStyle, continued }));
          }
        };
        for (const delta of cut(text, places)) print(stream.push(delta));
        print(stream.end());
        expect(printed).toEqual(draw({ type: "text", id: "a", text }, 50));
      }),
    );
  });

  test("an open block of any length shows its end within the rows it has", () => {
    const stream = createBlockStream();
    stream.push(`Intro.\n\n${"word ".repeat(50_000)}the end`);
    const shown = renderOpenText(stream.open(), { width: 60, rows: 6, style: plainStyle, continued: true });
    expect(shown).toHaveLength(6);
    expect(shown.at(-1)).toEndWith("the end");
  });
});

test("the banner names version, model, folder and branch, and fits", () => {
  const banner = { version: "0.1.0", model: "demo/offline", cwd: "~/shop", branch: "main" };
  expect(renderBanner(banner, { width: 80, style: plainStyle })).toEqual([
    "  rein 0.1.0 · demo/offline · ~/shop · main",
  ]);
  for (const line of renderBanner(banner, { width: 20, style: plainStyle }))
    expect(widthOf(line)).toBeLessThanOrEqual(20);
});

test("panels stand together, messages apart", () => {
  const user: Item = { type: "user", id: "u", text: "x" };
  const text: Item = { type: "text", id: "t", text: "x" };
  expect(needsGap(undefined, user)).toBe(false);
  expect(needsGap(user, text)).toBe(true);
  expect(needsGap(text, call({}))).toBe(false);
  expect(needsGap(call({}), call({}))).toBe(false);
  expect(needsGap(call({}), text)).toBe(true);
});

describe("on every screen", () => {
  const foreign = fc.constantFrom(
    "",
    "short",
    "日本語 👨‍👩‍👧",
    "a\u001b[2Jb\r\nc\u0007",
    "x".repeat(90),
    lines(12),
    "\u202e\t|",
  );
  const view = fc.oneof(
    fc.record({
      type: fc.constant("command" as const),
      exitCode: fc.constantFrom(0, 1, null),
      output: foreign,
    }),
    fc.record({ type: fc.constant("text" as const), text: foreign }),
    fc.record({
      type: fc.constant("diff" as const),
      path: foreign,
      before: fc.option(foreign),
      after: foreign,
    }),
  );
  const result: fc.Arbitrary<ToolResult> = fc.oneof(
    fc.record({ ok: fc.constant(true as const), text: foreign, summary: foreign, view }),
    fc.record({ ok: fc.constant(true as const), text: foreign }),
    fc.record({
      ok: fc.constant(false as const),
      kind: fc.constantFrom("failed", "declined", "interrupted", "timeout", "not_allowed"),
      message: foreign,
    }),
  );
  const item: fc.Arbitrary<Item> = fc.oneof(
    fc.record({ type: fc.constantFrom("user", "text", "reasoning"), id: fc.constant("i"), text: foreign }),
    fc.record({
      type: fc.constant("notice" as const),
      id: fc.constant("i"),
      level: fc.constantFrom("info", "warning", "error"),
      text: foreign,
    }),
    fc.record(
      {
        type: fc.constant("call" as const),
        id: fc.constant("i"),
        name: foreign,
        title: foreign,
        status: fc.constantFrom(
          "pending",
          "awaiting_approval",
          "running",
          "done",
          "failed",
          "declined",
          "interrupted",
        ),
        argumentsText: fc.oneof(
          foreign,
          foreign.map((text) => JSON.stringify({ text, list: [text] })),
        ),
        result,
        output: foreign,
        durationMs: fc.nat(),
      },
      { requiredKeys: ["type", "id", "name", "title", "status", "argumentsText"] },
    ),
  );

  test("no item draws over the width or lets a control character through", () => {
    const style = createStyle({ colour: true });
    fc.assert(
      fc.property(item, fc.integer({ min: 1, max: 120 }), fc.boolean(), (one, width, expanded) => {
        for (const line of renderItem(one, { width, style, expanded })) {
          expect(widthOf(line)).toBeLessThanOrEqual(width);
          expect(Bun.stripANSI(line)).not.toMatch(/\p{Cc}/u);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
