import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { createBlockStream } from "../../src/transcript/block-stream.ts";
import { renderOpenText, renderText } from "../../src/transcript/render.ts";
import { cut, markdownText } from "./random-markdown.ts";

const style = createStyle({ colour: true });

/** What is live when so much of a text has come, without colours. */
function live(text: string, width = 200): string {
  return Bun.stripANSI(drawn(text, width).join("\n")).trimEnd();
}

function drawn(text: string, width = 200): string[] {
  const stream = createBlockStream();
  stream.push(text);
  return renderOpenText(stream.open(), { width, style, continued: true, rows: 30 }).map((line) =>
    line.replace(/^ {2}/, ""),
  );
}

describe("half-written marks", () => {
  test("strong, emphasised and struck text looks so from its first letter on", () => {
    expect(drawn("a **bo")).toEqual([`a ${style.bold("bo")}`]);
    expect(drawn("a *b")).toEqual([`a ${style.italic("b")}`]);
    expect(drawn("a ~~b")).toEqual([`a ${style.strike("b")}`]);
    expect(drawn("a **b *c")).toEqual([`a ${style.bold(`b ${style.italic("c")}`)}`]);
  });

  test("code, too, and what is in it is no mark", () => {
    expect(drawn("run `npm **t")).toEqual([`run ${style.code("npm **t")}`]);
  });

  test("marks that may become anything are not shown yet", () => {
    for (const text of ["a *", "a **", "a `", "a ``", "a ~~", "a \\", "a **`"]) expect(live(text)).toBe("a");
  });

  test("the first half of the marks that close does not show", () => {
    expect(drawn("a **b*")).toEqual([`a ${style.bold("b")}`]);
    expect(drawn("a ``b`")).toEqual([`a ${style.code("b")}`]);
  });

  test("a sign of multiplication and an underscore in a name are text", () => {
    expect(live("2 * 3 and snake_case_name")).toBe("2 * 3 and snake_case_name");
  });

  test("a link is text until its target begins, and then has the target that is written so far", () => {
    expect(live("see [the do")).toBe("see [the do");
    expect(live("see [the docs](")).toBe("see the docs");
    expect(live("see [the docs](https://exa")).toBe("see the docs (https://exa)");
    expect(live('see [the docs](https://example.com "Ti')).toBe("see the docs (https://example.com)");
  });

  test("a line of marks alone waits for what it becomes", () => {
    for (const line of ["-", "- [", "- [x]", "1.", "##", "---", "===", "```", "|---|:", ">"])
      expect(live(`text\n${line}`)).toBe("text");
  });

  test("the row of a table that is being written waits for its end", () => {
    const table = "| a | b |\n|---|---|\n| 1 | 2 |\n";
    expect(live(`${table}| three | fo`)).toBe(live(table));
  });

  test("code is shown as it comes, marks and all", () => {
    expect(live("```\n- a\n**b")).toBe("  **b");
    expect(live("- a\n  ```\n  **b")).toBe("    **b");
  });
});

test("while it comes in, nothing that was drawn moves", () => {
  const word = fc.constantFrom("plain", "word", "snake_case", "2 * 3", "é", "中文", "a.b", "x-y", "don't");
  const marked = fc.oneof(
    word,
    word.map((text) => `**${text}**`),
    word.map((text) => `*${text}*`),
    word.map((text) => `\`${text}\``),
    word.map((text) => `~~${text}~~`),
    fc.tuple(word, word).map(([one, other]) => `**${one} \`${other}\`**`),
  );
  fc.assert(
    fc.property(fc.array(marked, { minLength: 1, maxLength: 8 }), (words) => {
      const text = `Say ${words.join(" ")} now`;
      const whole = live(text);
      for (let end = 1; end <= text.length; end += 1) expect(whole).toStartWith(live(text.slice(0, end)));
    }),
  );
});

test("a frame paints no more of a line without end than it may show", () => {
  let painted = 0;
  const counting = {
    ...style,
    code(text: string) {
      painted += text.length;
      return text;
    },
  };
  for (const text of [
    `\`\`\`\n${"x=1;".repeat(250_000)}`,
    `\`\`\`js\n${"x=1;".repeat(250_000)}`,
    "`a` ".repeat(250_000),
  ]) {
    const stream = createBlockStream();
    stream.push(text);
    const options = { width: 80, style: counting, continued: true, rows: 7 };
    const lines = renderOpenText(stream.open(), options);
    expect([lines.length, painted < 10_000]).toEqual([7, true]);
    painted = 0;
  }
});

test("what is live never is wider or higher than it may be, whatever comes", () => {
  fc.assert(
    fc.property(markdownText, fc.integer({ min: 1, max: 60 }), fc.nat(), (text, width, at) => {
      const stream = createBlockStream();
      stream.push(text.slice(0, at % (text.length + 1)));
      const lines = renderOpenText(stream.open(), { width, style, continued: false, rows: 7 });
      expect(lines.length).toBeLessThanOrEqual(7);
      for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(width);
    }),
  );
});

test("printed as it comes, a text is printed as at once, at any width", () => {
  fc.assert(
    fc.property(
      markdownText,
      fc.array(fc.nat(), { maxLength: 12 }),
      fc.integer({ min: 1, max: 80 }),
      (text, places, width) => {
        const stream = createBlockStream();
        const lines: string[] = [];
        const print = (blocks: ReturnType<typeof stream.push>) =>
          lines.push(...renderText(blocks, { width, style, continued: lines.length > 0 }));
        for (const delta of cut(text, places)) {
          print(stream.push(delta));
          stream.open();
        }
        print(stream.end());
        const whole = createBlockStream();
        const blocks = [...whole.push(text), ...whole.end()];
        expect(lines).toEqual(renderText(blocks, { width, style, continued: false }));
      },
    ),
    { numRuns: 300 },
  );
});
