import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { FileChange } from "../../src/protocol/tool-result.ts";
import { createStyle, plainStyle } from "../../src/terminal/style.ts";
import { widthOf } from "../../src/terminal/width.ts";
import { diffCounts, diffFile } from "../../src/transcript/diff.ts";
import { renderDiff } from "../../src/transcript/render-diff.ts";

function change(before: string | null, after: string): FileChange {
  return { type: "diff", path: "/project/a.ts", before, after };
}

function drawn(before: string | null, after: string, width = 60): string[] {
  return renderDiff(change(before, after), { width, style: plainStyle });
}

const numbered = (count: number): string =>
  Array.from({ length: count }, (_, line) => `line ${line + 1}\n`).join("");

function noise(seed: number): string {
  return Array.from({ length: 6000 }, (_, line) => `${(line * seed) % 9973} ${seed}\n`).join("");
}

describe("comparing", () => {
  test("counts what was added and removed", () => {
    expect(diffCounts(diffFile(change("a\nb\n", "a\nc\nd\n")))).toBe("+2 −1");
    expect(diffCounts(diffFile(change(null, "a\nb\n")))).toBe("+2");
    expect(diffCounts(diffFile(change("a", "a")))).toBe("unchanged");
    expect(diffCounts(diffFile(change("a\n", "")))).toBe("+0 −1");
  });

  test("a new empty file has no lines", () => {
    expect(diffFile(change(null, ""))).toEqual({ kind: "created", added: 0, removed: 0, hunks: [] });
  });

  test("files too different to be compared in time are replaced as a whole", () => {
    const diff = diffFile(change(noise(7919), noise(104_729)));
    expect(diff).toMatchObject({ kind: "replaced", added: 6000, removed: 6000 });
  });

  test("every changed line is counted as it is drawn", () => {
    const text = fc
      .array(fc.constantFrom("a", "b", "c", ""), { maxLength: 12 })
      .map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const diff = diffFile(change(before, after));
        const lines = diff.hunks.flat();
        expect(lines.filter((line) => line.type === "added")).toHaveLength(diff.added);
        const old = before.split("\n");
        const now = after.split("\n");
        for (const line of lines) {
          if (line.type === "removed") expect(old[line.number - 1]).toBe(line.text);
          if (line.type === "added" || line.type === "context") expect(now[line.number - 1]).toBe(line.text);
        }
      }),
    );
  });
});

describe("drawing", () => {
  test("has numbers and signs, so that colour is not the only difference", () => {
    expect(drawn("a\nif (x = 1) {\n", "a\nif (x === 1) {\n")).toEqual([
      "1   a",
      "2 − if (x = 1) {",
      "2 + if (x === 1) {",
    ]);
  });

  test("shows three lines around a change and a gap between two", () => {
    const before = numbered(40);
    const lines = drawn(before, before.replace("line 10\n", "").replace("line 30\n", "x\n"));
    expect(lines[0]).toBe(" 7   line 7");
    expect(lines.filter((line) => line.includes("⋯"))).toHaveLength(1);
  });

  test("says when the last line has no end", () => {
    expect(drawn("a\n", "a").at(-1)).toContain("no line break at the end");
  });

  test("Windows line ends are no change and no noise", () => {
    expect(drawn("a\r\nb\r\n", "a\r\nc\r\n")).toEqual(["1   a", "2 − b", "2 + c"]);
  });

  test("a change of the line ends themselves is shown in a question", () => {
    const lines = renderDiff(change("a\nb\n", "a\r\nb\n"), {
      width: 60,
      style: plainStyle,
      mode: "approval",
    });
    expect(lines).toContain("1 + a\\r");
  });

  test("a long line goes on below", () => {
    expect(drawn(null, "abcdefghijklmnopqrstuvwxyz\n", 24)).toEqual([
      "1 + abcdefghijklmnopqrst",
      "    uvwxyz",
    ]);
  });

  test("is folded with a count", () => {
    const lines = renderDiff(change(null, numbered(30)), { width: 60, style: plainStyle, maxLines: 10 });
    expect(lines).toHaveLength(11);
    expect(lines.at(-1)).toBe("… 20 more lines (ctrl+o)");
  });

  test("marks the words that changed", () => {
    const style = createStyle({ colour: true });
    const lines = renderDiff(change("const user = get(id);\n", "const user = find(id);\n"), {
      width: 60,
      style,
    });
    expect(lines[0]).toContain(style.inverse("get"));
    expect(lines[1]).toContain(style.inverse("find"));
  });

  test("marks nothing where the lines have little in common", () => {
    const style = createStyle({ colour: true });
    const lines = renderDiff(change("alpha beta\n", "something else here\n"), { width: 60, style }).join("");
    expect(lines).not.toContain("\u001b[7m");
  });

  test("fits any width and lets no control character through", () => {
    const text = fc.array(fc.constantFrom("a\t日本", "\u001b[2Jx", "y".repeat(50), "👨‍👩‍👧", ""), {
      maxLength: 8,
    });
    fc.assert(
      fc.property(text, text, fc.integer({ min: 1, max: 60 }), (before, after, width) => {
        const both = change(before.join("\n"), after.join("\n"));
        for (const mode of ["output", "approval"] as const) {
          for (const line of renderDiff(both, { width, style: plainStyle, mode })) {
            expect(widthOf(line)).toBeLessThanOrEqual(width);
            expect(line).not.toMatch(/\p{Cc}/u);
          }
        }
      }),
    );
  });
});
