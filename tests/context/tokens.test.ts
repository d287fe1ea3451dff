/** Estimates of tokens: never less for more, and near what servers count. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { mostTokens, mostTokensOfFrame } from "../../src/context/most-tokens.ts";
import { createTokenScale } from "../../src/context/token-scale.ts";
import { estimateImage, estimateMessage, estimateRequest, estimateText } from "../../src/context/tokens.ts";
import { keptEntries } from "../../src/context/kept.ts";
import { buildRequest } from "../../src/context/request.ts";
import { png } from "../workspace/make-images.ts";
import { anyLongBranch, anyRequest, models } from "./random-history.ts";

const image = (width: number, height: number) => ({
  mediaType: "image/png",
  data: png(width, height).toString("base64"),
});

describe("an estimate", () => {
  test("is never negative, and every message makes the request longer", () => {
    fc.assert(
      fc.property(anyRequest, anyRequest, (one, other) => {
        const longer = { ...one, messages: [...one.messages, ...other.messages] };
        const added = other.messages.reduce((sum, message) => sum + estimateMessage(message), 0);
        expect(added).toBeGreaterThanOrEqual(0);
        expect(estimateRequest(longer)).toBe(estimateRequest(one) + added);
      }),
    );
  });

  test("is the same whether a text was estimated before or not", () => {
    const long = "some words, and more of them; ".repeat(100);
    expect(estimateText(long)).toBe(estimateText(long));
    expect(estimateText(long)).toBeGreaterThan(estimateText(long.slice(0, 1_500)));
  });

  test.each([
    ["English", "The quick brown fox jumps over the lazy dog. ".repeat(40), 400],
    ["Chinese", "敏捷的棕色狐狸跳过了懒狗。".repeat(40), 500],
    [
      "code",
      "export function add(one: number, other: number): number {\n  return one + other;\n}\n".repeat(40),
      880,
    ],
    ["base64", Buffer.from("x".repeat(3_000)).toString("base64"), 1_500],
  ])("of %s is within a half of what tokenizers make of it", (_, text, counted) => {
    expect(estimateText(text)).toBeGreaterThan(counted * 0.5);
    expect(estimateText(text)).toBeLessThan(counted * 1.6);
  });

  test("of an image goes by its size, up to that at which servers shrink it", () => {
    expect(estimateImage(image(4, 4))).toBe(85);
    expect(estimateImage(image(750, 100))).toBe(100);
    expect(estimateImage(image(1_568, 300))).toBe(estimateImage(image(3_136, 600)));
    expect(estimateImage({ mediaType: "image/png", data: "AAAA" })).toBeGreaterThan(1_000);
  });
});

test("the quick bound is never below the estimate of a request", () => {
  fc.assert(
    fc.property(anyLongBranch, fc.constantFrom(...models), (entries, model) => {
      const frame = { system: "be good", tools: [{ name: "a", description: "b", parameters: {} }] };
      const request = buildRequest({ entries, ...frame, model });
      expect(mostTokens(keptEntries(entries)) + mostTokensOfFrame(frame)).toBeGreaterThanOrEqual(
        estimateRequest(request),
      );
    }),
    { numRuns: 500 },
  );
});

describe("a scale", () => {
  test("takes estimates as they are until a server has counted, and then follows its newest count", () => {
    const scale = createTokenScale();
    expect(scale.apply("a/b", 1_000)).toBe(1_000);
    scale.learn("a/b", 1_000, 1_200);
    scale.learn("a/b", 1_000, 1_500);
    expect(scale.apply("a/b", 2_000)).toBe(3_000);
    expect(scale.apply("c/d", 2_000)).toBe(2_000);
  });

  test("does not believe a count of something else, or one of a few tokens", () => {
    const scale = createTokenScale();
    scale.learn("a/b", 50_000, 100);
    scale.learn("a/b", 100, 400);
    scale.learn("a/b", 50_000, 0);
    scale.learn("a/b", 50_000, Number.NaN);
    expect(scale.apply("a/b", 1_000)).toBe(1_000);
  });
});
