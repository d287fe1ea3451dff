/** What power cuts, editors, sync tools and other programs do to the bytes of a log, and what has to survive that. */
import type { Random } from "../../fuzz/random.ts";

/** A line of a log without its end; `id` is null for the header. */
export type LogLine = { readonly id: string | null; readonly text: string };

export type Damaged = {
  readonly bytes: Uint8Array;
  /** Ids of the entries whose lines were left whole. */
  readonly kept: readonly string[];
  /** Something that was there is gone or cannot be read, and that can be known. */
  readonly mustSay: boolean;
  /** What it did, to see it again. */
  readonly where: string;
};

type Damage = (lines: readonly LogLine[], random: Random) => Damaged;

const garbage = [
  "{broken",
  "null",
  "[1,2]",
  '"text"',
  '{"id":7}',
  '{"id":"x"}',
  "<<<<<<< HEAD",
  "[".repeat(100_000),
  "\x1b[2J\u0007",
  '{"type":"user","id":"odd","parentId":null,"at":7}',
];

export const damages: Readonly<Record<string, Damage>> = {
  "torn tail": (lines, random) => tornAt(lines, random.below(bytesOf(lines).length)),

  "NUL run inserted"(lines, random) {
    const bytes = bytesOf(lines);
    const at = random.below(bytes.length);
    const run = Buffer.alloc(1 + random.below(5_000));
    return damaged(lines, at, at, Buffer.concat([bytes.subarray(0, at), run, bytes.subarray(at)]), true);
  },

  "NUL run over bytes"(lines, random) {
    const bytes = Buffer.from(bytesOf(lines));
    const from = random.below(bytes.length);
    const to = Math.min(bytes.length, from + 1 + random.below(1_000));
    bytes.fill(0, from, to);
    return damaged(lines, from, to, bytes, true);
  },

  "bad line"(lines, random) {
    const texts = lines.map(({ text }) => text);
    const at = random.below(texts.length + 1);
    const text = random.pick(garbage);
    texts.splice(at, 0, text);
    return whole(lines, texts, true, `${text.slice(0, 20)} at line ${at}`);
  },

  "line deleted"(lines, random) {
    const at = 1 + random.below(lines.length - 1);
    const left = lines.filter((_, line) => line !== at);
    // Of the last one nothing is left that could tell.
    return { ...whole(left, textsOf(left), at < lines.length - 1, `line ${at}`) };
  },

  "bytes flipped"(lines, random) {
    const bytes = Buffer.from(bytesOf(lines));
    const { start, end } = random.pick(placesOf(lines).slice(1));
    const at = start + random.below(end - start);
    bytes[at] = random.below(256);
    return damaged(lines, at, at + 1, bytes, false);
  },

  "no UTF-8"(lines, random) {
    const bytes = bytesOf(lines);
    const { start, end } = random.pick(placesOf(lines));
    const at = start + 1 + random.below(end - start - 1);
    const odd = Buffer.from([0xff, 0xc3]);
    return damaged(lines, at, at, Buffer.concat([bytes.subarray(0, at), odd, bytes.subarray(at)]), true);
  },

  CRLF: (lines) => ({ ...whole(lines, textsOf(lines), false, ""), bytes: bytesOf(lines, "\r\n") }),

  "byte order mark and blank lines"(lines, random) {
    const texts = textsOf(lines).flatMap((text) => (random.chance(30) ? ["", " \t", text] : [text]));
    return whole(lines, [`\ufeff${texts[0] ?? ""}`, ...texts.slice(1)], false, "");
  },

  "lines twice": (lines, random) =>
    whole(
      lines,
      textsOf(lines).flatMap((text) => (random.chance(30) ? [text, text] : [text])),
      false,
      "",
    ),

  "whole log twice": (lines) => whole(lines, [...textsOf(lines), ...textsOf(lines)], false, ""),

  "bare line separators": (lines) =>
    whole(
      lines,
      textsOf(lines).map((text) => text.replaceAll(/\\u(2028|2029|0085)/g, (_, code: string) => char(code))),
      false,
      "",
    ),
};

/** A log that ends after so many bytes. */
export function tornAt(lines: readonly LogLine[], at: number): Damaged {
  const bytes = bytesOf(lines).subarray(0, at);
  const places = placesOf(lines);
  const kept = places.filter(({ end }) => end <= at).flatMap(({ id }) => (id === null ? [] : [id]));
  // Between two lines nothing is left that could tell.
  const isTorn = places.some(({ start, end }) => start < at && at < end) || at === 0;
  return { bytes, kept, mustSay: isTorn, where: `at byte ${at}` };
}

/** Lines that touch [from, to) are not whole any more; with `from === to`, the line that this stands inside of. */
function damaged(
  lines: readonly LogLine[],
  from: number,
  to: number,
  bytes: Uint8Array,
  mustSay: boolean,
): Damaged {
  const kept = placesOf(lines).filter(({ start, end }) =>
    from === to ? from <= start || from >= end : to <= start || from >= end,
  );
  const ids = kept.flatMap(({ id }) => (id === null ? [] : [id]));
  return { bytes, kept: ids, mustSay, where: `bytes ${from} to ${to}` };
}

function whole(
  lines: readonly LogLine[],
  texts: readonly string[],
  mustSay: boolean,
  where: string,
): Damaged {
  const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(""));
  return { bytes, kept: lines.flatMap(({ id }) => (id === null ? [] : [id])), mustSay, where };
}

type Place = { readonly id: string | null; readonly start: number; readonly end: number };

/** Where each line stands, without its end. */
function placesOf(lines: readonly LogLine[]): Place[] {
  let start = 0;
  return lines.map(({ id, text }) => {
    const place = { id, start, end: start + Buffer.byteLength(text) };
    start = place.end + 1;
    return place;
  });
}

export function bytesOf(lines: readonly LogLine[], lineEnd = "\n"): Buffer {
  return Buffer.from(lines.map(({ text }) => text + lineEnd).join(""));
}

const textsOf = (lines: readonly LogLine[]): string[] => lines.map(({ text }) => text);
const char = (code: string): string => String.fromCharCode(Number.parseInt(code, 16));
