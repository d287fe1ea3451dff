import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createBlockStream, splitBlocks } from "../../src/transcript/block-stream.ts";
import type { Block } from "../../src/transcript/block.ts";
import { cut, markdownText } from "./random-markdown.ts";

/** Pushes each part and returns what came out for it, as `kind:source`. */
function released(...parts: readonly string[]): string[][] {
  const stream = createBlockStream();
  return parts.map((part) => stream.push(part).map(named));
}

function named(block: Block): string {
  return `${block.kind}:${block.source}`;
}

function sourceOf(blocks: readonly Block[]): string {
  return blocks.map((block) => block.source).join("");
}

describe("when a block is printed", () => {
  test("a paragraph is complete at the blank line behind it, not before", () => {
    expect(released("one\ntwo\n", "\n", "three")).toEqual([[], ["markdown:one\ntwo\n"], []]);
  });

  test("a heading is complete at the end of its line and completes what stands before it", () => {
    expect(released("text\n# Title", "\n")).toEqual([[], ["markdown:text\n", "markdown:# Title\n"]]);
  });

  test("a line that may still become a heading waits for the next one", () => {
    expect(released("Title\n", "===\n")).toEqual([[], ["markdown:Title\n===\n"]]);
  });

  test("code flows out line by line while its fence is open", () => {
    expect(released("```ts\n", "a\n", "b\n", "```\n")).toEqual([
      [],
      ["code:```ts\na\n"],
      ["code:b\n"],
      ["code:```\n"],
    ]);
  });

  test("a list flows out item by item", () => {
    expect(released("- a\n", "  more\n- b\n", "\ntext\n")).toEqual([
      [],
      ["item:- a\n  more\n"],
      ["item:- b\n"],
    ]);
  });

  test("a nested list belongs to its item", () => {
    expect(released("1. a\n   - x\n   - y\n2. b\n")).toEqual([["item:1. a\n   - x\n   - y\n"]]);
  });

  test("a quote ends at a blank line and takes lazy lines with it", () => {
    expect(released("> a\nlazy\n\n")).toEqual([["markdown:> a\nlazy\n"]]);
  });

  test("a table is one block while it is short", () => {
    const table = "| a | b |\n|---|---|\n| 1 | 2 |\n";
    expect(released(table, "\n")).toEqual([[], [`table:${table}`]]);
  });

  test("a long table flows out row by row after its first twelve rows", () => {
    const head = "| a |\n|---|\n";
    const rows = "| 1 |\n".repeat(12);
    expect(released(head + rows.slice(6), "| 1 |\n", "| 13 |\n")).toEqual([
      [],
      [`table:${head}${rows}`],
      ["table:| 13 |\n"],
    ]);
  });

  test("maths between its marks flows out line by line, whatever stands in it", () => {
    expect(released("so\n$$\n", "a\n- b\n", "$$\n# c\n")).toEqual([
      ["markdown:so\n", "code:$$\n"],
      ["code:a\n", "code:- b\n"],
      ["code:$$\n", "markdown:# c\n"],
    ]);
  });

  test("maths that nothing ends has ended at a blank line", () => {
    expect(splitBlocks("\\[\nx\n\n- a\n").map((block) => block.kind)).toEqual(["code", "code", "item"]);
  });

  test("the paragraph above a table is not part of it", () => {
    expect(splitBlocks("Prices:\n| a | b |\n|---|---|\n| 1 | 2 |\n").map((block) => block.kind)).toEqual([
      "markdown",
      "table",
    ]);
  });

  test("code in an item flows out line by line, whatever stands in it, and the list goes on behind it", () => {
    expect(
      released("1. run\n   ```sh\n", "   # no heading\n", "   - no item\n\n", "   ```\n\n   so\n2. next\n\n"),
    ).toEqual([
      ["item:1. run\n"],
      ["code:   ```sh\n   # no heading\n"],
      ["code:   - no item\n", "code:\n"],
      ["code:   ```\n", "markdown:\n   so\n"],
    ]);
    const numbers = splitBlocks("1. a\n   ```\n   x\n   ```\n2. b\n").flatMap((block) =>
      block.kind === "item" ? [block.number] : [],
    );
    expect(numbers).toEqual([1, 2]);
  });

  test("code in a nested item flows out line by line, too, and the lists go on behind it", () => {
    expect(
      released(
        "1. a\n   1. b\n      ```\n",
        "      x\n",
        "      y\n",
        "      ```\n      more\n   1. c\n",
        "1. d\n",
      ),
    ).toEqual([
      ["item:1. a\n   1. b\n"],
      ["code:      ```\n      x\n"],
      ["code:      y\n"],
      ["code:      ```\n", "markdown:      more\n"],
      ["item:   1. c\n"],
    ]);
  });

  test("a long table in an item flows out row by row", () => {
    const head = "  | a |\n  |---|\n";
    const rows = "  | 1 |\n".repeat(12);
    expect(released(`- so:\n${head}${rows}`, "  | 13 |\n", "  | 14 |\n", "\n  end\n- next\n")).toEqual([
      ["item:- so:\n", `table:${head}${rows}`],
      ["table:  | 13 |\n"],
      ["table:  | 14 |\n"],
      ["markdown:\n  end\n"],
    ]);
  });

  test("code that is not indented as its item asks does not turn the rest of the text into code", () => {
    const blocks = splitBlocks("- run\n  ```sh\nnpm i\n  ```\n\nText after.\n\n# Title\n");
    expect(blocks.map((block) => block.kind)).toEqual(["item", "code", "code", "markdown", "markdown"]);
  });

  test("a fence of four ticks may hold one of three", () => {
    expect(splitBlocks("````\n```\n````\nx").map((block) => block.kind)).toEqual([
      "code",
      "code",
      "markdown",
    ]);
  });
});

describe("what a block carries", () => {
  test("items are counted from the first number on, as the whole list would be", () => {
    const numbers = splitBlocks("3. a\n3. b\n3. c\n").map((block) =>
      block.kind === "item" ? block.number : "?",
    );
    expect(numbers).toEqual([3, 4, 5]);
  });

  test("code lines know their language and their place", () => {
    const [first, second, last] = splitBlocks("```ts x\na\nb\n```\n");
    expect(first).toMatchObject({ lang: "ts", lines: ["a"], first: true, last: false });
    expect(second).toMatchObject({ lang: "ts", lines: ["b"], first: false, last: false });
    expect(last).toMatchObject({ lines: [], first: false, last: true });
  });

  test("an indented fence takes its indentation off its lines", () => {
    expect(
      splitBlocks("  ```\n    a\n b\n  ```\n").flatMap((block) => (block.kind === "code" ? block.lines : [])),
    ).toEqual(["  a", "b"]);
  });

  test("a blank line above is remembered, the first block has none", () => {
    expect(splitBlocks("\n\na\n\nb\n# c\n- d\n- e\n\n- f\n").map((block) => block.gap)).toEqual([
      false,
      true,
      true,
      false,
      false,
      true,
    ]);
  });
});

describe("the open end", () => {
  test("is shown as the block it would be if the text ended here", () => {
    const stream = createBlockStream();
    stream.push("done\n\n```ts\nfirst\nhalf a li");
    expect(stream.tail()).toBe("half a li");
    expect(stream.open()[0]).toMatchObject({ kind: "code", lang: "ts", lines: ["half a li"], first: false });
    stream.push("ne\n");
    expect(stream.tail()).toBe("");
  });

  test("does not show a fence that is still being written", () => {
    const stream = createBlockStream();
    stream.push("text\n\n``");
    expect(stream.open().map((block) => block.source.trim())).toEqual([""]);
    expect(sourceOf(stream.end())).toBe("\n``");
  });

  test("looking at it changes nothing", () => {
    const stream = createBlockStream();
    const looked = createBlockStream();
    const blocks = ["- a\n- b", "\n\n  c\n", "| x |\n"].flatMap((part) => {
      looked.open();
      const got = looked.push(part);
      looked.open();
      expect(got).toEqual(stream.push(part));
      return got;
    });
    expect(sourceOf([...blocks, ...looked.end()])).toBe("- a\n- b\n\n  c\n| x |\n");
  });
});

describe("for every text, however it comes in", () => {
  const places = fc.array(fc.nat(), { maxLength: 20 });

  test("the blocks together are the text, at every moment", () => {
    fc.assert(
      fc.property(markdownText, places, (text, at) => {
        const stream = createBlockStream();
        let seen = "";
        let out = "";
        for (const delta of cut(text, at)) {
          seen += delta;
          out += sourceOf(stream.push(delta));
          expect(out + stream.tail()).toBe(seen);
        }
        expect(out + sourceOf(stream.end())).toBe(text);
      }),
    );
  });

  test("the blocks are the same", () => {
    fc.assert(
      fc.property(markdownText, places, (text, at) => {
        const stream = createBlockStream();
        const blocks = cut(text, at).flatMap((delta) => stream.push(delta));
        expect([...blocks, ...stream.end()]).toEqual(splitBlocks(text));
      }),
    );
  });

  test("what was printed is never changed by what follows", () => {
    fc.assert(
      fc.property(markdownText, markdownText, (before, after) => {
        const printed = createBlockStream().push(before);
        expect(splitBlocks(before + after).slice(0, printed.length)).toEqual(printed);
      }),
    );
  });
});
