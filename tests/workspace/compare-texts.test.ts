import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { FileChange } from "../../src/protocol/tool-result.ts";
import { compareTexts } from "../../src/workspace/compare-texts.ts";

/** Puts a change's hunks upon the lines of `before`, as any reader of a unified diff does. */
function applied(before: string, change: FileChange): string {
  const old = before.split(/(?<=\n)/);
  const result: string[] = [];
  let at = 0;
  for (const { oldStart, newStart, lines } of change.hunks) {
    const from = Math.max(0, oldStart - 1);
    result.push(...old.slice(at, from));
    expect(result.length).toBe(Math.max(0, newStart - 1));
    at = from;
    for (const [index, line] of lines.entries()) {
      const end = lines[index + 1]?.startsWith("\\") === true ? "" : "\n";
      const text = line.slice(1) + end;
      if (line.startsWith("+")) result.push(text);
      if (line.startsWith(" ")) result.push(text);
      if (!line.startsWith(" ") && !line.startsWith("-")) continue;
      expect(old[at]).toBe(text);
      at += 1;
    }
  }
  return [...result, ...old.slice(at)].join("");
}

const line = fc.constantFrom("a", "b", "c", "", "\t x", "- minus", "+ plus", "\\ no", "é😀", "same");
const lineEnd = fc.constantFrom("\n", "\n", "\n", "\r\n", "\r");
/** Lines with any ends, the last one with or without. */
const anyText = fc.array(fc.tuple(line, lineEnd), { maxLength: 30 }).chain((lines) =>
  fc.boolean().map((ends) =>
    lines
      .map(([text, end]) => text + end)
      .join("")
      .slice(0, ends ? undefined : -1),
  ),
);
const lfText = anyText.map((text) => text.replaceAll("\r", "x"));

describe("comparing two texts", () => {
  test("the hunks make the new text from the old one, at the lines that they name", () => {
    fc.assert(
      fc.property(lfText, lfText, (before, after) => {
        const change = compareTexts("a", before, after);
        expect(applied(before, change)).toBe(after);
        expect(change.kind).toBe(before === after ? "unchanged" : "modified");
      }),
      { numRuns: 500 },
    );
  });

  test("so they do where line ends are mixed", () => {
    fc.assert(
      fc.property(anyText, anyText, (before, after) => {
        // A bare LF at the beginning makes the mixture certain, so that every CR belongs to its line.
        const [old, now] = [`\n${before}`, `\n${after}`];
        fc.pre(old.slice(1) !== now.slice(1));
        const change = compareTexts("a", `x${old}`, `y${now}`);
        expect(applied(`x${old}`, change)).toBe(`y${now}`);
      }),
    );
  });

  test("where both texts have CRLF only, lines are told without it", () => {
    fc.assert(
      fc.property(lfText, lfText, (before, after) => {
        const change = compareTexts("a", before.replaceAll("\n", "\r\n"), after.replaceAll("\n", "\r\n"));
        expect(change.hunks.flatMap(({ lines }) => lines).join("")).not.toContain("\r");
        expect(applied(before, change)).toBe(after);
      }),
    );
  });

  test("a change of the line ends alone is a change of the lines", () => {
    const { hunks } = compareTexts("a", "one\r\ntwo\r\n", "one\ntwo\n");
    expect(hunks).toEqual([{ oldStart: 1, newStart: 1, lines: ["-one\r", "-two\r", "+one", "+two"] }]);
  });

  test("one edit has three lines of context on each side and the numbers of its lines", () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index + 1}\n`);
    const after = lines.with(49, "new\nlines\n").join("");
    expect(compareTexts("a", lines.join(""), after).hunks).toEqual([
      {
        oldStart: 47,
        newStart: 47,
        lines: [
          " line 47",
          " line 48",
          " line 49",
          "-line 50",
          "+new",
          "+lines",
          " line 51",
          " line 52",
          " line 53",
        ],
      },
    ]);
  });

  test("an empty first line is context too", () => {
    expect(compareTexts("a", "\na\nb\nc\n", "\na\nb\nd\n").hunks[0]).toMatchObject({
      oldStart: 1,
      lines: [" ", " a", " b", "-c", "+d"],
    });
  });

  test("a line end that comes or goes at the end of the file is noted", () => {
    expect(compareTexts("a", "a", "a\n").hunks[0]?.lines).toEqual([
      "-a",
      "\\ No newline at end of file",
      "+a",
    ]);
    expect(compareTexts("a", null, "a").hunks[0]?.lines).toEqual(["+a", "\\ No newline at end of file"]);
  });

  test("new, deleted and empty files", () => {
    expect(compareTexts("a", null, "x\r\ny\r\n")).toEqual({
      path: "a",
      kind: "created",
      hunks: [{ oldStart: 0, newStart: 1, lines: ["+x", "+y"] }],
    });
    expect(compareTexts("a", "x\n", null)).toEqual({
      path: "a",
      kind: "deleted",
      hunks: [{ oldStart: 1, newStart: 0, lines: ["-x"] }],
    });
    expect(compareTexts("a", null, "")).toEqual({ path: "a", kind: "created", hunks: [] });
    expect(compareTexts("a", "x", "x")).toEqual({ path: "a", kind: "unchanged", hunks: [] });
  });

  test("one word replaced on every second of many lines is told line by line", () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, index) => `${index % 2 === 0 ? "old" : "same"} ${index}\n`,
    );
    const before = lines.join("");
    const change = compareTexts("a", before, before.replaceAll("old", "new"));
    expect(change.kind).toBe("modified");
    expect(applied(before, change)).toBe(before.replaceAll("old", "new"));
    expect(change.hunks[0]?.lines.slice(0, 4)).toEqual(["-old 0", "+new 0", " same 1", "-old 2"]);
  });

  test("texts too different to be compared in time are told as replaced, without what they have in common", () => {
    const lines = (word: string) =>
      Array.from({ length: 9_000 }, (_, index) => `${word} ${index}\n`).join("");
    const [before, after] = [`head\n${lines("old")}tail`, `head\n${lines("new")}more\ntail`];
    const change = compareTexts("a", before, after);
    expect(change.kind).toBe("replaced");
    expect(change.hunks[0]).toMatchObject({ oldStart: 2, newStart: 2 });
    expect(change.hunks[0]?.lines).toHaveLength(9_000 + 9_001);
    expect(applied(before, change)).toBe(after);
  });

  test("of the only line of a bundle, what differs is told, and how much stays", () => {
    const [head, tail] = ["x".repeat(2_500_000), "😀".repeat(1_000_000)];
    const { hunks } = compareTexts("a", `${head}old${tail}`, `${head}newer${tail}`);
    const [lines = []] = hunks.map((hunk) => hunk.lines);
    const leftOut = (count: number) => `[… ${count} characters that stay …]`;
    const around = (word: string) =>
      leftOut(2_499_000) + "x".repeat(1_000) + word + "😀".repeat(500) + leftOut(1_999_000);
    const note = "\\ No newline at end of file";
    expect(lines).toEqual([`-${around("old")}`, note, `+${around("newer")}`, note]);
  });

  test("what is left out of long lines is what both have, and nothing is cut in two", () => {
    const stretch = fc.constantFrom("a".repeat(3_000), "😀".repeat(1_500), "b", "😀", "cd");
    const text = fc.array(stretch, { maxLength: 8 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, text, text, text, (head, before, after, tail) => {
        fc.pre(before !== after);
        const change = compareTexts("a", `${head}${before}${tail}\n`, `${head}${after}${tail}\n`);
        const lines = change.hunks.flatMap((hunk) => hunk.lines);
        expect(lines.every((one) => one.isWellFormed())).toBeTrue();
        const [old = "", now = ""] = lines.map((one) => one.slice(1));
        const omitted = /\[… (\d+) characters that stay …\]/g;
        expect(old.match(omitted)).toEqual(now.match(omitted));
        const lengthOf = (one: string) =>
          one.replace(omitted, "").length +
          [...one.matchAll(omitted)].reduce((sum, [, count]) => sum + Number(count), 0);
        expect(lengthOf(old)).toBe(head.length + before.length + tail.length);
        expect(lengthOf(now)).toBe(head.length + after.length + tail.length);
      }),
    );
  });

  test("a long line that is new or gone is told whole", () => {
    const long = "x".repeat(20_000);
    expect(compareTexts("a", "a\n", `a\n${long}\n`).hunks[0]?.lines).toEqual([" a", `+${long}`]);
    expect(compareTexts("a", null, `${long}\n`).hunks[0]?.lines).toEqual([`+${long}`]);
  });

  test("an edit of a huge text is told by its few lines", () => {
    const half = "a line of a file that is much too long\n".repeat(500_000);
    const { kind, hunks } = compareTexts("a", `${half}one\n${half}`, `${half}two\n${half}`);
    expect(kind).toBe("modified");
    expect(hunks.map(({ oldStart, lines }) => [oldStart, lines.length])).toEqual([[499_998, 8]]);
  });
});
