/** The shared cases: raw bytes and what may be seen of them. Skipped where the folder is absent. */
import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createSanitizer, safeUrl, sanitize } from "../../src/terminal/sanitize.ts";

const caseSchema = z.object({
  id: z.string(),
  mode: z.enum(["output", "approval", "approval_inline", "title", "url"]),
  bytes_base64: z.string().optional(),
  chunks_base64: z.array(z.string()).optional(),
  expect_visible: z.string().nullable(),
  alternative: z.array(z.string()).optional(),
  lenient: z.boolean().optional(),
  rule: z.enum(["refused", "shows_head_and_tail"]).optional(),
  must_contain: z.array(z.string()).optional(),
  why: z.string(),
});
type Case = z.infer<typeof caseSchema>;

const file = join(import.meta.dir, "../../../shared/cases/sanitize.jsonl");
const cases: readonly Case[] = existsSync(file)
  ? readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => caseSchema.parse(JSON.parse(line)))
  : [];

function chunksOf(one: Case): Buffer[] {
  const chunks = one.chunks_base64 ?? [one.bytes_base64 ?? ""];
  return chunks.map((chunk) => Buffer.from(chunk, "base64"));
}

function visible(one: Case): string | null {
  const chunks = chunksOf(one);
  if (one.mode === "output") {
    const sanitizer = createSanitizer();
    return chunks.map((chunk) => sanitizer.push(chunk)).join("") + sanitizer.end();
  }
  const text = Buffer.concat(chunks).toString("utf8");
  return one.mode === "url" ? safeUrl(text) : sanitize(text, one.mode);
}

describe.skipIf(cases.length === 0)("shared sanitize cases (skipped when the cases are absent)", () => {
  // Where there are no cases this one says that they were skipped.
  test("are of every mode", () => {
    expect([...new Set(cases.map(({ mode }) => mode))].toSorted()).toEqual([
      "approval",
      "approval_inline",
      "output",
      "title",
      "url",
    ]);
  });

  test.each(cases.map((one) => [`${one.id} ${one.mode}: ${one.why}`, one] as const))("%s", (_name, one) => {
    const seen = visible(one);
    if (one.rule === "refused") {
      expect(seen).toBeNull();
      return;
    }
    expect(seen ?? "").not.toMatch(/[\p{Cc}--\n]/v);
    for (const part of one.must_contain ?? []) expect(seen).toContain(part);
    if (one.rule === "shows_head_and_tail") {
      const text = Buffer.concat(chunksOf(one)).toString("utf8");
      expect(seen).toStartWith(text.slice(0, 1000));
      expect(seen).toEndWith(text.slice(-1000));
      expect(seen).toMatch(/⟨\d+ more⟩/);
      return;
    }
    if (one.lenient === true) return;
    expect([one.expect_visible, ...(one.alternative ?? [])]).toContain(seen);
  });
});
