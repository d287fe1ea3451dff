/** Compressed answers, unpacked by rein itself. */
import type { Fetch } from "./wire.ts";

/** By the name that stands in `content-encoding`. */
const formats: ReadonlyMap<string, Bun.CompressionFormat> = new Map([
  ["gzip", "gzip"],
  ["x-gzip", "gzip"],
  ["deflate", "deflate"],
  ["br", "brotli"],
  ["zstd", "zstd"],
]);

/** True for the error of a compressed body that ended too early, whatever the format: Bun 1.4.5 has no code for it. */
export function isCutInPacking(thrown: unknown): boolean {
  return thrown instanceof TypeError && thrown.message === "unexpected end of file";
}

/**
 * `fetch`, whose answers come unpacked, as they do anyway. But what is wrongly called compressed becomes an error alone:
 * Bun 1.4.5 also writes a line to the terminal, in the middle of the screen.
 */
export function withUnpacking(fetch: Fetch): Fetch {
  return async (input, init) => {
    const request: BunFetchRequestInit = { ...init, decompress: false };
    const response = await fetch(input, request);
    const { body, status, statusText } = response;
    const format = formats.get(response.headers.get("content-encoding")?.trim().toLowerCase() ?? "");
    if (format === undefined || body === null) return response;
    const headers = new Headers(response.headers);
    headers.delete("content-encoding");
    headers.delete("content-length");
    return new Response(body.pipeThrough(new DecompressionStream(format)), { status, statusText, headers });
  };
}
