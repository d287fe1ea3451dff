import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { parsePatch, PatchError } from "../../src/workspace/patch-format.ts";

const patch = (...lines: string[]) => ["*** Begin Patch", ...lines, "*** End Patch"].join("\n");

function faultOf(text: string): string {
  try {
    parsePatch(text);
  } catch (thrown) {
    if (thrown instanceof PatchError) return thrown.message;
    throw thrown;
  }
  throw new Error("it is a patch");
}

/** The hunks of a patch with one update. */
function hunksOf(...lines: string[]) {
  const [section] = parsePatch(patch("*** Update File: a", ...lines));
  if (section?.type !== "update") throw new Error("no update");
  return section.hunks;
}

const everyKind = patch(
  "*** Add File: new.py",
  "+abc",
  "+",
  "*** Delete File: old.py",
  "*** Update File: a.py",
  "*** Move to: b.py",
  "@@ def f():",
  "-    pass",
  "+    return 1",
);
const everyKindRead = [
  { type: "add", path: "new.py", text: "abc\n\n" },
  { type: "delete", path: "old.py" },
  {
    type: "update",
    path: "a.py",
    moveTo: "b.py",
    hunks: [
      {
        at: 8,
        headers: ["def f():"],
        lines: [
          { sign: "-", text: "    pass" },
          { sign: "+", text: "    return 1" },
        ],
        atEnd: false,
      },
    ],
  },
] as const;

describe("reading a patch", () => {
  test("each kind of section is read", () => {
    expect(parsePatch(everyKind)).toEqual([...everyKindRead]);
  });

  test.each([
    ["a blank before and behind the markers", everyKind.replaceAll(/^\*\*\* (Begin|End).*$/gm, "  $&  ")],
    ["blanks around the headers of files", everyKind.replaceAll(/^\*\*\* (Add|Delete|Move).*$/gm, " $& ")],
    ["CRLF", everyKind.replaceAll("\n", "\r\n")],
    ["blank lines around it", `\n\n${everyKind}\n \n`],
    ["a byte order mark", `\uFEFF${everyKind}`],
    ["a here-document", `<<'EOF'\n${everyKind}\nEOF\n`],
    ["a here-document with double quotes", `<<"EOF"\n${everyKind}\nEOF`],
    ["a here-document of the command", `apply_patch <<PATCH\n${everyKind}\nPATCH`],
    ["a here-document without its end", `<<EOF\n${everyKind}`],
    ["a code fence", `\`\`\`diff\n${everyKind}\n\`\`\``],
    ["blank lines between sections", everyKind.replaceAll("\n*** Delete", "\n\n*** Delete")],
  ])("%s makes no difference", (_, text) => {
    const withoutPlaces = JSON.stringify(parsePatch(text)).replace(/"at":\d+/g, "");
    expect(withoutPlaces).toBe(JSON.stringify(everyKindRead).replace(/"at":\d+/g, ""));
  });

  test("a first hunk needs no @@, and a blank line in a hunk is a blank line of the file", () => {
    expect(hunksOf(" one", "", "-two")[0]?.lines).toEqual([
      { sign: " ", text: "one" },
      { sign: " ", text: "" },
      { sign: "-", text: "two" },
    ]);
  });

  test("several @@ lines narrow down one hunk", () => {
    const [hunk, ...more] = hunksOf("@@ class A", "@@   def f", "-x");
    expect(hunk?.headers).toEqual(["class A", "  def f"]);
    expect(more).toEqual([]);
  });

  test("blank lines alone do not make a place", () => {
    expect(hunksOf("@@ class A", "", "@@ def f", "-x")[0]?.headers).toEqual(["class A", "def f"]);
    expect(hunksOf("@@ class A", "", "+x", "")[0]?.lines).toEqual([{ sign: "+", text: "x" }]);
  });

  test("the line numbers of a unified diff are not taken for a line of the file", () => {
    expect(hunksOf("@@ -1,2 +1,2 @@ f()", " a", "-b")[0]?.headers).toEqual([]);
    expect(faultOf(patch("*** Update File: a", "@@ -3,0 +4,1 @@", "+new"))).toContain("only line numbers");
  });

  test("the end of the file is marked, and a missing last line break", () => {
    const [first, second] = hunksOf(
      "-a",
      "+b",
      "\\ No newline at end of file",
      "*** End of File",
      "@@",
      "+c",
    );
    expect(first).toMatchObject({ atEnd: true, lines: [{ text: "a" }, { text: "b", endless: true }] });
    expect(second?.atEnd).toBe(false);
    expect(parsePatch(patch("*** Add File: a", "+x", "\\ No newline at end of file"))).toEqual([
      { type: "add", path: "a", text: "x" },
    ]);
  });

  test("a file is added empty, and moved without a change", () => {
    expect(parsePatch(patch("*** Add File: a", "*** Update File: b", "*** Move to: c"))).toEqual([
      { type: "add", path: "a", text: "" },
      { type: "update", path: "b", moveTo: "c", hunks: [] },
    ]);
  });

  test("lines of a hunk that look like padded markers are lines, unless asked for as markers", () => {
    const text = patch("*** Update File: a", "-x", " *** Delete File: b", " *** End Patch");
    expect(parsePatch(text)).toHaveLength(1);
    expect(() => parsePatch(text, { paddedMarkers: true })).toThrow("Text stands after");
    const other = patch("*** Update File: a", "-x", "  *** End of File", "  *** Delete File: b");
    expect(parsePatch(other, { paddedMarkers: true })).toMatchObject([
      { type: "update", hunks: [{ atEnd: true }] },
      { type: "delete", path: "b" },
    ]);
  });

  test.each([
    ["nothing", "", 'The first line of a patch is "*** Begin Patch". The form is:'],
    ["words before it", `Here it is:\n${everyKind}`, 'The first line of a patch is "*** Begin Patch"'],
    ["no end", everyKind.slice(0, -13), "it may have been cut off"],
    ["an end that is cut off", everyKind.slice(0, -1), "it may have been cut off"],
    ["words after it", `${everyKind}\nDone.`, 'Text stands after "*** End Patch": line 12, "Done."'],
    ["two patches", `${everyKind}\n${everyKind}`, 'Text stands after "*** End Patch": line 12'],
    ["no section", patch(), "names no file"],
    ["an unknown section", patch("*** Rename File: a"), 'Line 2 of the patch, "*** Rename File: a"'],
    ["a section without a path", patch("*** Delete File:"), "names no file"],
    [
      "lines below a deletion",
      patch("*** Delete File: a", "-x"),
      'Line 3 of the patch, "-x", is not expected',
    ],
    ["an update without hunks", patch("*** Update File: a"), "has no hunks"],
    ["a hunk without lines", patch("*** Update File: a", "@@ f"), "where the lines of a hunk should be"],
    ["only the end of a file", patch("*** Update File: a", "@@", "*** End of File"), "where the lines of"],
    [
      "a line without its sign",
      patch("*** Update File: a", "-x", "y"),
      'Line 4 of the patch, "y", begins with',
    ],
    ["an added line without its sign", patch("*** Add File: a", "+x", "y"), 'Line 4 of the patch, "y"'],
    ["a blank among added lines", patch("*** Add File: a", "+x", "", "+y"), 'every line begins with "+"'],
    ["a move in the middle", patch("*** Update File: a", "-x", "*** Move to: b"), "is not expected here"],
    ["a second hunk without @@", patch("*** Update File: a", "-x", "*** End of File", "-y"), "with @@"],
  ])("%s is refused", (_, text, fault) => {
    expect(faultOf(text)).toContain(fault);
  });

  test("a patch that is cut off anywhere is refused", () => {
    fc.assert(
      fc.property(fc.nat({ max: everyKind.length - 1 }), (length) => {
        expect(() => parsePatch(everyKind.slice(0, length))).toThrow(PatchError);
      }),
    );
  });

  test("whatever the text is, it is a patch or a PatchError", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "*** Begin Patch",
        "*** End Patch",
        "*** Update File: a",
        " *** Add File: b",
        "@@",
        "@@ x",
      ),
      fc.constantFrom(
        "*** End of File",
        "*** Move to: c",
        "+a",
        "-b",
        " c",
        "",
        "EOF",
        "<<EOF",
        "```",
        "\\ No newline",
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 12 }), fc.boolean(), (lines, paddedMarkers) => {
        try {
          parsePatch(patch(...lines), { paddedMarkers });
          parsePatch(lines.join("\n"), { paddedMarkers });
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(PatchError);
        }
      }),
    );
  });
});
