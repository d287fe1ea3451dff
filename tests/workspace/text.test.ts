import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  cutStart,
  cutText,
  decodeText,
  dominantLineEnd,
  encodeText,
  type Encoding,
  linesOf,
  newText,
} from "../../src/workspace/text.ts";

const encoding = fc.constantFrom<Encoding>("utf-8", "utf-16le", "utf-16be");
const wellFormed = fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0"));

describe("decoding a file", () => {
  test("every byte comes back, whatever the text, its encoding and its byte order mark", () => {
    fc.assert(
      fc.property(wellFormed, encoding, fc.boolean(), (text, encoding, marked) => {
        const bytes = encodeText({ text, encoding, bom: marked || encoding !== "utf-8" });
        const decoded = decodeText(bytes);
        expect(decoded).not.toBeNull();
        if (decoded === null) return;
        expect(encodeText(decoded)).toEqual(bytes);
        if (marked || !text.startsWith("\uFEFF")) expect(decoded.text).toBe(text);
      }),
    );
  });

  test("bytes are decoded so that they come back, or not at all", () => {
    const beginning = fc.constantFrom<number[]>([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]);
    fc.assert(
      fc.property(beginning, fc.uint8Array({ maxLength: 40 }), (mark, rest) => {
        const bytes = Uint8Array.from([...mark, ...rest]);
        const decoded = decodeText(bytes);
        if (decoded !== null) expect(encodeText(decoded)).toEqual(bytes);
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ["GBK", [0xd6, 0xd0, 0xce, 0xc4]],
    ["Latin-1", [0x63, 0x61, 0x66, 0xe9]],
    ["UTF-16 without a mark", [0x61, 0x00, 0x62, 0x00]],
    ["UTF-16 with half a character", [0xff, 0xfe, 0x61]],
    ["UTF-16 with half a surrogate pair", [0xff, 0xfe, 0x3d, 0xd8, 0x61, 0x00]],
    ["UTF-16 with a NUL", [0xfe, 0xff, 0x00, 0x61, 0x00, 0x00]],
    ["UTF-32", [0xff, 0xfe, 0x00, 0x00, 0x61, 0x00, 0x00, 0x00]],
    ["a surrogate written as UTF-8", [0xed, 0xa0, 0x80]],
    ["an overlong slash", [0xc0, 0xaf]],
    ["binary with a NUL", [0x61, 0x00, 0x62]],
  ])("%s is not taken for text", (_, bytes) => {
    expect(decodeText(Uint8Array.from(bytes))).toBeNull();
  });

  test.each<[Encoding, number[]]>([
    ["utf-8", [0xef, 0xbb, 0xbf, 0x61]],
    ["utf-16le", [0xff, 0xfe, 0x61, 0x00]],
    ["utf-16be", [0xfe, 0xff, 0x00, 0x61]],
  ])("the byte order mark of %s is not part of the text", (encoding, bytes) => {
    expect(decodeText(Uint8Array.from(bytes))).toEqual({ text: "a", encoding, bom: true });
  });

  test("half a surrogate pair is not written as something else", () => {
    expect(() => encodeText(newText("a\ud83d"))).toThrow("surrogate");
  });
});

describe("lines", () => {
  test("a final line end does not begin another line", () => {
    expect(linesOf("a\r\nb\n")).toEqual(["a", "b"]);
    expect(linesOf("a\n\nb")).toEqual(["a", "", "b"]);
    expect(linesOf("")).toEqual([]);
  });

  test("the line end of most lines wins", () => {
    expect(dominantLineEnd("a\r\nb\r\nc\n")).toBe("\r\n");
    expect(dominantLineEnd("a\r\nb\n")).toBe("\n");
    expect(dominantLineEnd("a")).toBe("\n");
  });

  test("a cut never leaves half an emoji", () => {
    expect(cutText("ab😀c", 3)).toBe("ab");
    expect(cutText("ab😀c", 4)).toBe("ab😀");
    expect(cutStart("a😀bc", 3)).toBe("bc");
  });

  test("a cut leaves no half of a word, as far as there is another one near", () => {
    expect(cutText("one two-and-a-half three", 12)).toBe("one ");
    expect(cutText("one two-and-a-half three", 19)).toBe("one two-and-a-half ");
    expect(cutStart("one two-and-a-half three", 12)).toBe(" three");
    expect(cutText('{"key":"value","other":"more"}', 20)).toBe('{"key":"value","');
    expect(cutText("1,22,333,4444,55555", 11)).toBe("1,22,333,");
    expect(cutText("x".repeat(50), 20)).toBe("x".repeat(20));
    expect(cutStart("x".repeat(50), 20)).toBe("x".repeat(20));
  });

  test("a cut text is what it was cut from, from there on", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60, unit: "grapheme" }), fc.nat(70), (text, length) => {
        const [head, tail] = [cutText(text, length), cutStart(text, length)];
        expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
        for (const part of [head, tail]) {
          expect(part.length).toBeLessThanOrEqual(length);
          if (text.isWellFormed()) expect(part.isWellFormed()).toBe(true);
        }
      }),
    );
  });
});
