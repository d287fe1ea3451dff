/** How long a server asks us to wait before the next request: said in headers, in fields or in its words. */
import { isRecord, type JsonRecord, listOf, recordOf, textOf } from "./json.ts";

/** What an error's body says of it: a span in ms, or a time in ms since 1970. */
export type AskedWait = { readonly waitMs?: number; readonly waitUntil?: number };

/** The wait that an answer asks for, ms; undefined when it asks for none. `now` is ms since 1970. */
export function retryAfter(headers: Headers, body: AskedWait, now: () => number): number | undefined {
  const inMs = Number(headers.get("retry-after-ms") ?? Number.NaN);
  return positive(inMs) ?? positive(fromHeader(headers.get("retry-after"), now)) ?? fromBody(body, now);
}

/** The same, for an error inside a stream. */
export function fromBody({ waitMs, waitUntil }: AskedWait, now: () => number): number | undefined {
  return positive(waitMs) ?? positive(waitUntil === undefined ? undefined : waitUntil - now());
}

/** Seconds or a date: https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
function fromHeader(header: string | null, now: () => number): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  return Number.isNaN(seconds) ? Date.parse(header) - now() : seconds * 1000;
}

/** What an error object says: in fields (OpenAI, Google, OpenRouter), else in its words (OpenAI, Groq, Azure). */
export function waitIn(error: JsonRecord, words: string): AskedWait {
  const seconds = secondsOf(error["resets_in_seconds"]) ?? secondsOf(error["retry_after"]);
  if (seconds !== undefined) return { waitMs: seconds * 1000 };
  for (const detail of listOf(error["details"])) {
    const delay = spanIn(textOf(recordOf(detail)["retryDelay"]));
    if (delay !== undefined) return { waitMs: delay };
  }
  const headers = recordOf(recordOf(error["metadata"])["headers"]);
  const reset = isRecord(headers) ? Number(headers["X-RateLimit-Reset"]) : Number.NaN;
  if (Number.isFinite(reset) && reset > 0) return { waitUntil: reset };
  const asked = /(?:try again|retry) (?:in|after) ((?:\d+(?:\.\d+)? ?[a-z]+[ ,]{0,2}){1,4})/i.exec(
    words,
  )?.[1];
  const span = asked === undefined ? undefined : spanIn(asked);
  return span === undefined ? {} : { waitMs: span };
}

const units: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** "7m12.5s", "34s", "20 seconds", "3 hours", in ms. Other units, other words: undefined. */
function spanIn(text: string): number | undefined {
  let span: number | undefined;
  for (const [, amount = "", word = ""] of text.matchAll(/(\d+(?:\.\d+)?) ?([a-z]+)/gi)) {
    const unit = /^(ms|milliseconds?|s|m|h|d|sec(?:ond)?s?|min(?:ute)?s?|hours?|days?)$/i.exec(word)?.[1];
    if (unit === undefined) break;
    const name = /^m(?:s$|illi)/i.test(unit) ? "ms" : unit.slice(0, 1).toLowerCase();
    span = (span ?? 0) + Number(amount) * (units[name] ?? 0);
  }
  return span;
}

function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return typeof seconds === "number" ? positive(seconds) : undefined;
}

/** The longest wait that makes sense, ms: quotas begin anew with the month. What is longer is no time at all. */
const longestWait = 31 * 86_400_000;

function positive(value: number | undefined): number | undefined {
  return value !== undefined && value > 0 && value <= longestWait ? value : undefined;
}
