import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { isPdf, readPdfText } from "../../src/workspace/pdf.ts";
import { pdf } from "./make-pdf.ts";

const { signal } = new AbortController();

describe("the text of a PDF", () => {
  test("comes page by page, line by line", async () => {
    const file = pdf(["Hello\nworld", "", "The (third) page"]);
    expect(await readPdfText(file, signal)).toEqual({
      ok: true,
      pageCount: 3,
      pages: ["Hello\nworld", "", "The (third) page"],
    });
  });

  test("is read without taking the caller's bytes away", async () => {
    const file = pdf(["one"]);
    const before = Buffer.from(file);
    await readPdfText(file, signal);
    expect(file.equals(before)).toBe(true);
  });

  test("of all pages comes whole, however fast the reader ends", async () => {
    const file = pdf(Array.from({ length: 60 }, (_, at) => `page ${at + 1}`));
    const outcome = await readPdfText(file, signal);
    expect(outcome).toMatchObject({ ok: true, pageCount: 60 });
    expect(outcome.ok && outcome.pages.at(-1)).toBe("page 60");
  });

  test("that is locked with a password is said to be", async () => {
    expect(await readPdfText(pdf(["secret"], { encrypted: true }), signal)).toMatchObject({
      ok: false,
      why: "encrypted",
    });
  });

  test("stops at a limit, and what was read until then counts", async () => {
    const file = pdf(["a".repeat(40), "b".repeat(40), "c".repeat(40)]);
    const cut = await readPdfText(file, signal, { ms: 30_000, length: 50 });
    expect(cut).toEqual({ ok: true, pageCount: 3, pages: ["a".repeat(40), "b".repeat(40)] });
    expect(await readPdfText(file, signal, { ms: 0, length: 50 })).toMatchObject({
      ok: false,
      why: "too_slow",
    });
  });

  test("ends at once when it is aborted", async () => {
    const early = AbortSignal.abort(new Error("stop"));
    await expect(readPdfText(pdf(["one"]), early)).rejects.toThrow("stop");
    const abort = new AbortController();
    const reading = readPdfText(pdf(Array.from({ length: 500 }, () => "a page")), abort.signal);
    abort.abort(new Error("stop"));
    await expect(reading).rejects.toThrow("stop");
  });
});

test("a damaged PDF never makes the reader fail otherwise than in words", async () => {
  const whole = pdf(["Hello", "world"]);
  expect(await readPdfText(Buffer.from("%PDF-1.7 and no more"), signal)).toMatchObject({
    ok: false,
    why: "broken",
  });
  const damage = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
  await fc.assert(
    fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 8 }), async (changes) => {
      const file = Buffer.from(whole);
      for (const [at, byte] of changes) file[at] = byte;
      const outcome = await readPdfText(file, signal);
      if (outcome.ok) expect(outcome.pages.length).toBeLessThanOrEqual(outcome.pageCount);
      else expect(outcome.detail).not.toBe("");
    }),
    { numRuns: 15 },
  );
}, 60_000);

test("a PDF is known by its first bytes", () => {
  expect(isPdf(pdf(["x"]))).toBe(true);
  expect(isPdf(Buffer.from("# about %PDF-1.4"))).toBe(false);
  expect(isPdf(new Uint8Array())).toBe(false);
});
