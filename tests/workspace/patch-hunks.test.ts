import { describe, expect, test } from "bun:test";
import { structuredPatch } from "diff";
import * as fc from "fast-check";
import { parsePatch } from "../../src/workspace/patch-format.ts";
import { applyHunks } from "../../src/workspace/patch-hunks.ts";
import { withLineEnd } from "../../src/workspace/text.ts";

function apply(text: string, ...lines: string[]) {
  const [section] = parsePatch(
    ["*** Begin Patch", "*** Update File: a", ...lines, "*** End Patch"].join("\n"),
  );
  if (section?.type !== "update") throw new Error("no update");
  return applyHunks(text, section.hunks);
}

function textAfter(text: string, ...lines: string[]): string {
  const applied = apply(text, ...lines);
  if (applied.type !== "applied") throw new Error(applied.problem);
  return applied.text;
}

function notesOn(text: string, ...lines: string[]): readonly string[] {
  const applied = apply(text, ...lines);
  if (applied.type !== "applied") throw new Error(applied.problem);
  return applied.notes;
}

describe("placing hunks", () => {
  test("each is sought after the one before it", () => {
    expect(textAfter("x\na\nx\nb\nx\n", "@@", " a", "-x", "+1", "@@", "-x", "+2")).toBe("x\na\n1\nb\n2\n");
  });

  test("lines that repeat themselves are found where they stand first", () => {
    const line = fc.constantFrom("a", "b");
    const lines: fc.Arbitrary<string[]> = fc.array(line, { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(lines, fc.array(line, { minLength: 1, maxLength: 6 }), (file, wanted) => {
        const at = file.findIndex((_, index) => wanted.every((one, offset) => file[index + offset] === one));
        const applied = apply(`${file.join("\n")}\n`, "@@", ...wanted.map((one) => ` ${one}`), "+NEW");
        if (at === -1) return expect(applied.type).toBe("not_placed");
        const after = file.toSpliced(at + wanted.length, 0, "NEW");
        return expect(applied).toMatchObject({ type: "applied", text: `${after.join("\n")}\n` });
      }),
      { numRuns: 500 },
    );
  });

  test("looking for many equal lines among very many takes no longer than reading them", () => {
    const wanted = Array.from({ length: 60_000 }, () => " x");
    expect(apply("x\n".repeat(300_000), "@@", ...wanted, "-y")).toMatchObject({ type: "not_placed" });
  });

  test("letters and accents fit however they are composed, and lines that stay are not written anew", () => {
    expect(textAfter("cafe\u0301\nx\n", "@@", " caf\u00E9", "-x", "+y")).toBe("cafe\u0301\ny\n");
  });

  test("the first place that fits is taken, and the other is named", () => {
    const lines = ["@@", "-x", "+1"];
    expect(textAfter("x\na\nx\n", ...lines)).toBe("1\na\nx\n");
    expect(notesOn("x\na\nx\n", ...lines)).toEqual([
      "Hunk 1 was placed at line 1, the first place that fits; its lines also stand at line 3.",
    ]);
    expect(notesOn("x\na\n", ...lines)).toEqual([]);
  });

  const twoClasses = "class A\n  f()\n    x\n  g()\n    x\nclass B\n  f()\n    x\n  g()\n    x\n";

  test("@@ lines lead to the place, one after the other", () => {
    const changed = textAfter(twoClasses, "@@ class B", "@@   g()", "-    x", "+    y");
    expect(changed).toBe(`${twoClasses.slice(0, -2)}y\n`);
  });

  test("an @@ line may be the beginning of a line that is the only one of its kind", () => {
    expect(textAfter("class A(Base):\n  x\n", "@@ class A", "-  x", "+  y")).toBe("class A(Base):\n  y\n");
    expect(apply("class A(B):\nclass A(C):\n  x\n", "@@ class A", "-  x")).toMatchObject({
      type: "not_placed",
      problem: "the line that its @@ names does not stand in the file",
      sought: ["class A"],
    });
  });

  test("the line of the @@ may come again as the first line of the hunk", () => {
    const text = "f()\n  x\nf()\n  x\n";
    expect(textAfter(text, "@@ f()", " f()", "-  x", "+  y")).toBe("f()\n  y\nf()\n  x\n");
  });

  test("an end-of-file hunk is placed at the end though its lines come earlier too", () => {
    expect(textAfter("x\na\nx\n", "@@", "-x", "+1", "*** End of File")).toBe("x\na\n1\n");
  });

  test("an end-of-file hunk that is not at the end is placed where it fits, and that is said", () => {
    const lines = ["@@", "-x", "+1", "*** End of File"];
    expect(textAfter("x\na\n", ...lines)).toBe("1\na\n");
    expect(notesOn("x\na\n", ...lines)).toEqual([
      "Hunk 1 was placed at line 1, which is not the end of the file.",
    ]);
  });

  test("lines are only added: below the @@ line, or else at the end", () => {
    expect(textAfter("a\nb\n", "@@ a", "+1", "+2")).toBe("a\n1\n2\nb\n");
    expect(textAfter("a\nb\n", "@@", "+1")).toBe("a\nb\n1\n");
    expect(textAfter("a\nb\n", "@@ a", "+1", "*** End of File")).toBe("a\nb\n1\n");
    expect(textAfter("", "@@", "+1")).toBe("1\n");
    expect(textAfter("a\nb\n", "@@", "+1", "@@", "-a", "@@", "+2")).toBe("b\n1\n2\n");
  });

  test("a blank line that only separates two hunks need not be in the file", () => {
    expect(textAfter("a\nb\nc\n", "@@", "-a", "", "@@", "-c", "", "")).toBe("b\n");
    expect(textAfter("a\n\nb\n", "@@", " a", "", "-b")).toBe("a\n\n");
  });

  test.each([
    ["blanks at line ends", "a  \nb\t\nc\n", " a", "-b", "+2", "a  \n2\nc\n", "blanks at the ends of lines"],
    ["indentation", "\ta\n\tb\nc\n", " a", "-b", "+\t2", "\ta\n\t2\nc\n", "indentation"],
    ["dashes and quotes", "a – ‘b’\nc\n", " a - 'b'", "-c", "+2", "a – ‘b’\n2\n", "kinds of dashes"],
    [
      "no-break spaces",
      "a\u00A0b\nc\n",
      " a b",
      "-c",
      "+2",
      "a\u00A0b\n2\n",
      "kinds of dashes, quotes and blanks",
    ],
  ])(
    "%s may differ; the lines that stay keep their own, and it is said",
    (_, text, stays, goes, comes, after, note) => {
      expect(textAfter(text, stays, goes, comes)).toBe(after);
      expect(notesOn(text, stays, goes, comes)[0]).toContain(`ignoring ${note}`);
    },
  );

  test("an exact place is preferred to a loose one before it", () => {
    expect(textAfter("  x\nx\n", "-x", "+1")).toBe("  x\n1\n");
  });

  test("added lines take the line ends of those around them", () => {
    expect(textAfter("a\r\nb\r\n", " a", "+1", "-b", "+2")).toBe("a\r\n1\r\n2\r\n");
    expect(textAfter("a\r\nb\r\nc\nd\ne\r\n", " c", "+1", " d")).toBe("a\r\nb\r\nc\n1\nd\ne\r\n");
    expect(textAfter("a\r\nb", "@@", "+1")).toBe("a\r\nb\r\n1\r\n");
  });

  test("a last line without a line break keeps that only while nothing follows it or replaces it", () => {
    expect(textAfter("a\nb", "-a", "+1", " b")).toBe("1\nb");
    expect(textAfter("a\nb", " a", "-b", "+1", "+2")).toBe("a\n1\n2\n");
    expect(textAfter("a", "@@", "+1")).toBe("a\n1\n");
    expect(textAfter("a\nb\n", " a", "-b", "+1", "\\ No newline at end of file")).toBe("a\n1");
    expect(textAfter("a\nb", " a", "-b")).toBe("a\n");
    expect(textAfter("a\n", "-a")).toBe("");
  });

  test("lines that are not there are told, with where they were looked for", () => {
    expect(apply("a\nb\n", "@@ a", " x", "-y")).toEqual({
      type: "not_placed",
      hunk: 1,
      problem: "its lines do not stand in the file after line 1",
      sought: ["x", "y"],
    });
  });

  test("hunks in the wrong order are told as such", () => {
    expect(apply("a\nb\nc\n", "@@", "-b", "@@", "-a")).toMatchObject({
      hunk: 2,
      problem:
        "its lines do not stand in the file after line 2 (only at line 1: give the hunks in the order of the file)",
    });
  });
});

const line = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom("", "a", "b", "}", "  x", "\ty", "*** End Patch", "@@ a", "+1", "-1", "\\"),
  },
  fc.string({ maxLength: 6 }).map((text) => text.replaceAll(/[\r\n]/g, "")),
);
const text = fc
  .tuple(fc.array(line, { maxLength: 20 }), fc.boolean())
  .map(([lines, ends]) => lines.join("\n") + (ends && lines.length > 0 ? "\n" : ""));

/** A text, and the same with some lines gone and some come. */
const edited = fc
  .tuple(text, fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.array(line, { maxLength: 3 }))))
  .map(([before, edits]) => {
    const lines = before.split("\n");
    for (const [at, count, added] of edits) lines.splice(at % (lines.length + 1), count, ...added);
    return [before, lines.join("\n")] as const;
  });

function hunkLines(before: string, after: string, context: number): string[] {
  const { hunks } = structuredPatch("", "", before, after, "", "", { context });
  return hunks.flatMap(({ lines }) => ["@@"].concat(lines));
}

describe("hunks of any two texts", () => {
  test("applied to the first they give the second", () => {
    fc.assert(
      fc.property(edited, ([before, after]) => {
        fc.pre(before !== after);
        expect(textAfter(before, ...hunkLines(before, after, Infinity))).toBe(after);
      }),
    );
  });

  test("the same in several hunks with little context, where no line is like another", () => {
    const numbered = (lines: readonly string[]) => lines.map((one, index) => `${index} ${one}`);
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 3 }), fc.array(line, { maxLength: 3 })));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 60 }), edits, (lines, edits) => {
        const old = numbered(lines);
        const now = [...old];
        for (const [at, count, added] of edits) now.splice(at % (now.length + 1), count, ...added);
        const [before, after] = [old.join("\n"), now.join("\n")];
        fc.pre(before !== after);
        expect(textAfter(before, ...hunkLines(before, after, 1))).toBe(after);
      }),
    );
  });

  test("the same in a CRLF file, which stays one", () => {
    fc.assert(
      fc.property(edited, ([before, after]) => {
        fc.pre(before !== after && before.includes("\n"));
        const lines = hunkLines(before, after, Infinity);
        expect(textAfter(withLineEnd(before, "\r\n"), ...lines)).toBe(withLineEnd(after, "\r\n"));
      }),
    );
  });

  test("nothing outside a hunk changes by one character, whatever its line ends and blanks are", () => {
    const mixed = fc
      .array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 12 })
      .map((lines) => lines.map(([one, lineEnd]) => one + lineEnd).join(""));
    fc.assert(
      fc.property(mixed, mixed, fc.boolean(), (head, tail, ends) => {
        const mark = ["@mark one@", "@mark two@"] as const;
        const last = ends ? tail : `${tail}last`;
        const after = textAfter(
          `${head}${mark[0]}\r\n${mark[1]}\r\n${last}`,
          ` ${mark[0]}`,
          `-${mark[1]}`,
          "+new",
        );
        expect(after).toBe(`${head}${mark[0]}\r\nnew\r\n${last}`);
      }),
    );
  });
});
