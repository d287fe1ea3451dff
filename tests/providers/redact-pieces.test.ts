/** Keys in what is recorded, however a server's pieces cut them. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createPieceRedactor } from "../../src/providers/redact-pieces.ts";

const key = "sk-secret-0123456789abcdef";

describe("keys in pieces", () => {
  const through = (pieces: readonly Uint8Array[]): Uint8Array[] => {
    const given: Uint8Array[] = [];
    const redactor = createPieceRedactor([key], ({ bytes }) => given.push(bytes));
    pieces.forEach((bytes, index) => redactor.add({ bytes, at: `${index}` }));
    redactor.end();
    return given;
  };

  test("are found wherever they are cut", () => {
    const secretly = new TextEncoder().encode(`${"x".repeat(700)} ${key} ünd ${"y".repeat(700)}`);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }), (sizes) => {
        const pieces: Uint8Array[] = [];
        for (let at = 0, n = 0; at < secretly.length; n += 1) {
          const size = sizes[n % sizes.length] ?? 1;
          pieces.push(secretly.subarray(at, at + size));
          at += size;
        }
        expect(Buffer.concat(through(pieces)).toString()).toBe(
          `${"x".repeat(700)} [removed] ünd ${"y".repeat(700)}`,
        );
      }),
    );
  });

  test("are all that changes: any other bytes keep their cuts", () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 300 })), (pieces) => {
        const hex = (all: readonly Uint8Array[]) => all.map((bytes) => bytes.toHex());
        expect(hex(through(pieces))).toEqual(hex(pieces));
      }),
    );
  });
});
