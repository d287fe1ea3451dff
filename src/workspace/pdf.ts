/** The text of a PDF, read in a thread of its own: no file can hold up the keys, and an abort ends the work at once. */
import { messageOf } from "../protocol/error.ts";
import type { PdfMessage } from "./pdf-worker.ts";

export type PdfText = {
  /** How many pages the document has. */
  readonly pageCount: number;
  /** The text of its first pages, in order; fewer than `pageCount` when a limit was reached. */
  readonly pages: readonly string[];
};

export type PdfOutcome =
  | ({ readonly ok: true } & PdfText)
  | { readonly ok: false; readonly why: "encrypted" | "broken" | "too_slow"; readonly detail: string };

/** `ms` for the whole document, `length` of all its text in UTF-16 units. */
export const pdfLimits = { ms: 30_000, length: 20_000_000 } as const;

/** True for bytes that begin as a PDF does; what stands before the mark in some files is a few blanks at most. */
export function isPdf(bytes: Uint8Array): boolean {
  return /^\s*%PDF-/.test(Buffer.from(bytes.subarray(0, 32)).toString("latin1"));
}

/**
 * Takes the text out of a PDF, page by page. Nothing in it is run, drawn or fetched.
 *
 * @throws the signal's reason
 */
export async function readPdfText(
  bytes: Uint8Array,
  signal: AbortSignal,
  limits: { readonly ms: number; readonly length: number } = pdfLimits,
): Promise<PdfOutcome> {
  // It takes 3 ms to load, and few sessions read a PDF.
  const { Worker } = await import("node:worker_threads");
  signal.throwIfAborted();
  const done = Promise.withResolvers<PdfOutcome>();
  const pages: string[] = [];
  let pageCount = 0;
  let length = 0;
  const soFar = (): PdfOutcome =>
    pages.length === 0
      ? { ok: false, why: "too_slow", detail: `no page was read in ${limits.ms / 1000} s` }
      : { ok: true, pageCount, pages };
  const take = (message: PdfMessage) => {
    switch (message.type) {
      case "open":
        pageCount = message.pageCount;
        break;
      case "page":
        if (length > limits.length) break;
        pages.push(message.text);
        length += message.text.length;
        if (length > limits.length) done.resolve(soFar());
        break;
      case "end":
        done.resolve({ ok: true, pageCount, pages });
        break;
      case "failed":
        // What was read before a broken page is worth more than none.
        done.resolve(pages.length > 0 ? soFar() : { ok: false, why: message.why, detail: message.detail });
        break;
      default:
        message satisfies never;
    }
  };
  // The reader takes its bytes over, and the caller's must stay as they are.
  const copy = new Uint8Array(bytes);
  const worker = new Worker(new URL("./pdf-worker.ts", import.meta.url), {
    workerData: copy,
    transferList: [copy.buffer],
    env: {},
  });
  worker.on("message", take);
  const fail = (detail: string) => take({ type: "failed", why: "broken", detail });
  worker.on("error", (error) => fail(messageOf(error)));
  worker.on("exit", () => fail("the reader stopped"));
  const onAbort = () => done.reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  const timer = setTimeout(() => done.resolve(soFar()), limits.ms);
  try {
    return await done.promise;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
    await worker.terminate();
  }
}
