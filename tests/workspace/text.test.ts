import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { cutText, decodeText, dominantLineEnd, encodeText, linesOf } from "../../src/workspace/text.ts";

describe("decoding a file", () => {
  test("every byte comes back, whatever the text and whether it has a byte order mark", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.boolean(), (text, bom) => {
        fc.pre(!text.includes("\0"));
        const bytes = encodeText({ text, bom });
        const decoded = decodeText(bytes);
        expect(decoded).not.toBeNull();
        if (decoded !== null) expect(encodeText(decoded)).toEqual(bytes);
      }),
    );
  });

  test("bytes that are no UTF-8 are never guessed at", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), (bytes) => {
        const decoded = decodeText(bytes);
        if (decoded !== null) expect(encodeText(decoded)).toEqual(bytes);
      }),
    );
  });

  test.each([
    ["GBK", [0xd6, 0xd0, 0xce, 0xc4]],
    ["Latin-1", [0x63, 0x61, 0x66, 0xe9]],
    ["UTF-16", [0xff, 0xfe, 0x61, 0x00]],
    ["a surrogate written as UTF-8", [0xed, 0xa0, 0x80]],
    ["binary with a NUL", [0x61, 0x00, 0x62]],
  ])("%s is not taken for text", (_, bytes) => {
    expect(decodeText(Uint8Array.from(bytes))).toBeNull();
  });

  test("the byte order mark is not part of the text", () => {
    expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0x61))).toEqual({ text: "a", bom: true });
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
  });
});
