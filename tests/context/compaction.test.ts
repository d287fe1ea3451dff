import { expect, test } from "bun:test";
import { needsCompaction } from "../../src/context/compaction.ts";

test("a conversation is compacted from 80 percent of the window on", () => {
  expect(needsCompaction({ inputTokens: 12_000, outputTokens: 400 }, 100_000)).toEqual({
    needed: false,
    percent: 12,
  });
  expect(needsCompaction({ inputTokens: 79_000, outputTokens: 999 }, 100_000)).toEqual({
    needed: false,
    percent: 80,
  });
  expect(needsCompaction({ inputTokens: 79_000, outputTokens: 1_000 }, 100_000)).toEqual({
    needed: true,
    percent: 80,
  });
  expect(needsCompaction({ inputTokens: 150_000, outputTokens: 0 }, 100_000)).toEqual({
    needed: true,
    percent: 150,
  });
});

test("nothing is claimed when the window or the use is unknown", () => {
  expect(needsCompaction(undefined, 100_000)).toEqual({ needed: false, percent: null });
  expect(needsCompaction({ inputTokens: 1, outputTokens: 1 }, undefined)).toEqual({
    needed: false,
    percent: null,
  });
});
