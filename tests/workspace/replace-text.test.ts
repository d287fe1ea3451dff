import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { findPassages, lineNumbersAt, replacePassages } from "../../src/workspace/replace-text.ts";
import { decodeText, type Encoding, encodeText } from "../../src/workspace/text.ts";

const piece = fc.oneof(
  fc.constantFrom("\n", "\r\n", "\t", " ", "  ", "é", "日本", "😀", "👩‍👩‍👧", "\u00A0", "\\u00A0", "$&", "$1"),
  fc.string({ maxLength: 8 }).filter((text) => !text.includes("\0")),
);
const encoding = fc.constantFrom<Encoding>("utf-8", "utf-16le", "utf-16be");
const content = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));

function edit(text: string, wanted: string, replacement: string): string {
  return replacePassages(text, findPassages(text, wanted), replacement);
}

describe("replacing a passage", () => {
  test("bytes outside the edit stay identical, whatever the file holds", () => {
    fc.assert(
      fc.property(content, content, content, encoding, (before, after, replacement, encoding) => {
        const mark = "@unique-mark@";
        fc.pre(!`${before}${after}`.includes(mark));
        const style = { encoding, bom: encoding !== "utf-8" || before.startsWith("\uFEFF") };
        const bytes = encodeText({ ...style, text: before + mark + after });
        const decoded = decodeText(bytes);
        if (decoded === null) throw new Error("the text was not read back");
        const edited = encodeText({ ...decoded, text: edit(decoded.text, mark, replacement) });
        const head = encodeText({ ...style, text: before });
        const tail = encodeText({ ...style, text: after, bom: false });
        expect(edited.subarray(0, head.length)).toEqual(head);
        expect(edited.subarray(edited.length - tail.length)).toEqual(tail);
      }),
    );
  });

  test("lines named with LF are found in a CRLF file, and the rest of the file keeps its bytes", () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-zé😀 \t]{0,12}$/u), { minLength: 1 }),
        fc.nat(),
        (lines, pick) => {
          const at = pick % lines.length;
          const all = [...lines.slice(0, at), "first", "second", ...lines.slice(at)];
          const edited = edit(all.join("\r\n"), "first\nsecond", "one\ntwo\nthree");
          expect(edited).toBe(
            [...lines.slice(0, at), "one", "two", "three", ...lines.slice(at)].join("\r\n"),
          );
        },
      ),
    );
  });

  test("a one-line passage of a CRLF file takes CRLF when it becomes several lines", () => {
    expect(edit("a\r\nb\r\n", "b", "b\nc")).toBe("a\r\nb\r\nc\r\n");
  });

  test("in an LF file the new text is written exactly as given", () => {
    expect(edit("a\nb\n", "b", "x\r\ny")).toBe("a\nx\r\ny\n");
  });

  test("in a file with both line ends the passage's own are kept", () => {
    expect(edit("a\r\nb\nc\nd\r\ne\r\n", "b\nc", "x\ny")).toBe("a\r\nx\ny\nd\r\ne\r\n");
    expect(edit("a\nb\nc\r\nd\ne\n", "c\nd", "x\ny")).toBe("a\nb\nx\r\ny\ne\n");
  });

  test("new lines of a one-line passage take the line end that is usual around it", () => {
    const lf = "x\n".repeat(100_000);
    const crlf = "y\r\n".repeat(20_000);
    expect(edit(`${lf}${crlf}here\r\n${crlf}`, "here", "a\nb")).toBe(`${lf}${crlf}a\r\nb\r\n${crlf}`);
    expect(edit(`${crlf}here\n${lf}`, "here", "a\nb")).toBe(`${crlf}a\nb\n${lf}`);
  });

  test("places that differ in their line ends only look the same, so they are the same", () => {
    expect(findPassages("a\r\nb a\nb", "a\nb")).toEqual([
      { start: 0, end: 4 },
      { start: 5, end: 8 },
    ]);
    expect(edit("a\r\nb\r\na\nb\n", "a\nb", "x\ny")).toBe("x\r\ny\r\nx\ny\n");
    expect(findPassages("a\r\nb", "\nb")).toEqual([{ start: 2, end: 4 }]);
  });

  test("whoever names CRLF means it, where there is any", () => {
    expect(findPassages("a\r\nb a\nb", "a\r\nb")).toEqual([{ start: 0, end: 4 }]);
    expect(findPassages("a\nb", "a\r\nb")).toEqual([{ start: 0, end: 3 }]);
  });

  test("what is found can be replaced all at once, whatever the line ends", () => {
    const text = (...pieces: string[]) =>
      fc.array(fc.constantFrom(...pieces), { maxLength: 14 }).map((all) => all.join(""));
    fc.assert(
      fc.property(text("a", "\n", "\r\n", "\r"), text("a", "\n", "\r\n"), (text, wanted) => {
        const places = findPassages(text, wanted);
        const plain = (one: string) => one.replaceAll("\r\n", "\n");
        for (const [index, { start, end }] of places.entries()) {
          expect(start).toBeGreaterThanOrEqual(places[index - 1]?.end ?? 0);
          expect(plain(text.slice(start, end))).toBe(plain(wanted));
        }
        if (wanted !== "" && text.includes(wanted)) expect(places).not.toHaveLength(0);
      }),
      { numRuns: 1_000 },
    );
  });

  test("`$&` and backslashes in the new text mean themselves", () => {
    expect(edit("x = 1", "1", String.raw`$& \u00A0 $1`)).toBe(String.raw`x = $& \u00A0 $1`);
  });

  test("all places are found in order, without overlaps", () => {
    expect(findPassages("aaaa", "aa")).toEqual([
      { start: 0, end: 2 },
      { start: 2, end: 4 },
    ]);
    expect(findPassages("a\r\nb\r\na\r\nb", "a\nb").length).toBe(2);
  });

  test("line numbers count from one", () => {
    expect(lineNumbersAt("a\nb\nc", [0, 1, 2, 4])).toEqual([1, 1, 2, 3]);
  });
});
