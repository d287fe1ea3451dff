/** An export as Markdown: readable, and what anybody said ends where it ends. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { containedMarkdown } from "../../../src/transcript/export/contained-markdown.ts";
import { fenced, markdownWriter } from "../../../src/transcript/export/markdown.ts";
import { codeBlocksOf, linksIn, parseMarkdown, typesIn } from "../../../src/transcript/markdown-tokens.ts";
import { assistant, calls, log, ran, says, toolResult, turnEnd, turnStart, user } from "../log.ts";
import { documentOf, entriesSaying, written } from "./saying.ts";

const exported = (entries: Parameters<typeof documentOf>[0]) => written(markdownWriter, documentOf(entries));

test("a session reads as a conversation, its calls folded with what came of them", () => {
  const text = exported(
    log(
      user("List it\nplease"),
      turnStart,
      assistant([says("I *look*."), calls("c1")]),
      toolResult("c1", ran),
      turnEnd(),
    ),
  );
  expect(text).toStartWith("# List it\n\n- Session: abc123\n");
  expect(text).toContain("\n> List it\n> please\n");
  expect(text).toContain("\nI *look*.\n");
  expect(text).toContain(
    "<details><summary>● bash ls · exit 0 · 40ms</summary>\n\nAsked:\n\n```bash\nls\n```\n\nOutput:\n\n```\na\n```\n\n</details>",
  );
});

test("a turn that is under way is not told as one that was cut off", () => {
  const entries = log(user("go"), turnStart, assistant([calls("c1")]));
  expect(exported(entries)).toContain("This turn was cut off");
  const running = written(markdownWriter, documentOf(entries, { isRunning: true }));
  expect(running).not.toContain("cut off");
  expect(running).toContain("◌ bash");
});

test("a change is a diff", () => {
  expect(exported(entriesSaying("x"))).toContain("x → x · changed:\n\n```diff\n@@ -1 +1 @@\n x\n-x\n+x\n```");
});

test("a code block's fence is longer than any in it, so that it ends where it should", () => {
  const line = fc.constantFrom("```", "````", "~~~", "text", "``````js", "", "> ```");
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
      const text = `${lines.join("\n")}\nend`;
      expect(codeBlocksOf(`${fenced(text, "js")}\n\nbehind`)).toEqual([{ lang: "js", text }]);
    }),
  );
});

describe("somebody's Markdown in ours", () => {
  test("stays as it was written where it is plain", () => {
    const plain =
      "# A\n\nb < c && d > e [site](https://example.org) <https://example.org>\n\n```html\n<b>![x](y)</b>\n```\n\n`<i>`";
    expect(containedMarkdown(plain)).toBe(plain);
  });

  test("has its tags, its pictures and its other links as text, and keeps its code as it is", () => {
    expect(containedMarkdown("a <script>x</script> `<i>`\n\n```\n<b>\n```")).toBe(
      "a &lt;script>x&lt;/script> `<i>`\n\n```\n<b>\n```",
    );
    expect(containedMarkdown("![p](https://evil.example/p.png)")).toBe(
      "&#33;[p](https://evil.example/p.png)",
    );
    expect(linksIn(containedMarkdown("[a](javascript:x) [b][c]\n\n[c]: data:text/html,x"))).toEqual([]);
  });

  test("never holds more than it should, and never swallows what comes behind", () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "<script>",
        "</details>",
        "<!--",
        "![a](b)",
        "[a](javascript:b)",
        "[x]: data:a",
        "```",
        "~~~~",
        "`",
        "\n",
        "\n\n",
        "    ",
        "> ",
        "- ",
        "<a href='x'>",
        "\\",
        "&lt;",
        "<java",
        "script:x>",
      ),
      fc.string({ maxLength: 8 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = containedMarkdown(pieces.join(""));
        const types = typesIn(text);
        expect([...types].filter((type) => type === "html" || type === "image")).toEqual([]);
        expect(linksIn(text).filter((href) => /^\s*(?:javascript|data|vbscript|file):/i.test(href))).toEqual(
          [],
        );
        expect(parseMarkdown(`${text}\n\n## behind`).at(-1)).toMatchObject({
          type: "heading",
          text: "behind",
        });
      }),
      { numRuns: 300 },
    );
  });
});
