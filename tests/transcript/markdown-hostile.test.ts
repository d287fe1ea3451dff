/** Markdown that means harm, has no end, or is made at random: nothing foreign reaches the terminal, and no word is lost. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { widthOf } from "../../src/terminal/width.ts";
import { createBlockStream } from "../../src/transcript/block-stream.ts";
import { renderBlock, renderMarkdown } from "../../src/transcript/markdown.ts";
import { plain, style, styled } from "./drawn-markdown.ts";
import { cut, markdownText } from "./random-markdown.ts";

const esc = "\u001b";
const ours = new RegExp(`${esc}(?:\\[\\d+m|\\]8;;[!-~]*${esc}\\\\)`, "g");

describe("hostile text", () => {
  test("escape sequences of the model are not sent to the terminal", () => {
    expect(plain("a\u001b[2Jb \u001b]52;c;eA==\u0007c")).toBe("ab c");
  });

  test("a character reference cannot smuggle one in", () => {
    expect(plain("a &#27;[31mred &#x202e;x [l](https://e.com/&#27;[0m)")).not.toMatch(
      /[\u202e[\p{Cc}--\n]]/v,
    );
  });

  test("hidden characters are spelled out", () => {
    expect(plain("pass\u200bword")).toBe("pass\\u{200b}word");
  });

  test("nesting without end is shown as text and ends nothing", () => {
    expect(plain(`${">".repeat(20_000)}x`, 1000)).toEndWith("x");
  });

  test.each([
    ["an item", `- a\n${"  word word\n".repeat(15_000)}`, /^• a\n {2}word word\n/],
    ["a paragraph", "word ".repeat(38_000), /^(?:word ){99}word\n/],
    ["emphasis in emphasis", `${"*a ".repeat(600)}a${"*".repeat(600)}`, /^a a a /],
    ["a word", "a_".repeat(90_000), /^(?:a_){250}\n/],
    ["a line of dashes and a letter", `${"-".repeat(1_000_000)}a`, /^-{500}\n/],
  ])("%s without end is drawn all the same", (_, text, beginning) => {
    expect(plain(text, 500).slice(0, 1000)).toMatch(beginning);
  });

  test("emphasis in emphasis is no other look", () => {
    expect(styled("*a **b *c* b** a*")).toBe(style.italic(`a ${style.bold("b c b")} a`));
  });

  test("no line is wider than the screen and none holds a foreign control character", () => {
    fc.assert(
      fc.property(markdownText, fc.integer({ min: 1, max: 90 }), (text, width) => {
        for (const line of renderMarkdown(text, { width, style })) {
          expect(widthOf(line)).toBeLessThanOrEqual(width);
          expect(line.replace(ours, "")).not.toMatch(/\p{Cc}/u);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("every word is shown, and only once, whole or broken over lines", () => {
    fc.assert(
      fc.property(markdownText, fc.integer({ min: 1, max: 120 }), (text, width) => {
        let count = 0;
        const numbered = text.replace(
          /\b(?:words|here|bold|half|two|text|gone|note|red)\b/g,
          () => `W${count++}Q`,
        );
        const shown = plain(numbered, width).replaceAll(/[\s│]/g, "");
        // Where a table has no room each of its rows begins its cells with the names in its head.
        const heads = Array.from(numbered.matchAll(/^(.*)\r?\n[ >]*\|---/gm), ([, head]) => head).join();
        for (let word = 0; word < count; word += 1) {
          const times = shown.split(`W${word}Q`).length - 1;
          expect(heads.includes(`W${word}Q`) ? Math.min(times, 1) : times).toBe(1);
        }
      }),
      { numRuns: 300 },
    );
  });

  test("drawn block by block it looks as drawn at once", () => {
    fc.assert(
      fc.property(markdownText, fc.array(fc.nat(), { maxLength: 10 }), (text, places) => {
        const stream = createBlockStream();
        const blocks = [...cut(text, places).flatMap((delta) => stream.push(delta)), ...stream.end()];
        const options = { width: 50, style };
        expect(blocks.flatMap((block) => renderBlock(block, options))).toEqual(renderMarkdown(text, options));
      }),
    );
  });
});
