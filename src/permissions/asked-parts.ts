/** The stretches of a command that a question shows: what asks, where it stands. Pure. */
import type { AskedPart } from "../protocol/approval.ts";
import type { Span } from "./shell-syntax.ts";

/** Nobody looks through more than these; the first are kept. */
const maxParts = 100;

/**
 * The parts in their order, without overlaps, inside `text` and without the blanks around them. Where one lies in
 * another, the outer one is cut around it, and what is left of it without a letter or digit is dropped.
 */
export function askedParts(found: readonly AskedPart[], text: string): readonly AskedPart[] {
  const parts = found
    .map(({ from, to, reason }) => ({ from: Math.max(0, from), to: Math.min(to, text.length), reason }))
    .filter(({ from, to }) => from < to)
    .slice(0, maxParts);
  const edges = [...new Set(parts.flatMap(({ from, to }) => [from, to]))].toSorted((a, b) => a - b);
  const pieces: { from: number; to: number; readonly of: AskedPart }[] = [];
  for (const [at, from] of edges.entries()) {
    const to = edges[at + 1];
    const of = to === undefined ? undefined : innermost(parts, from, to);
    if (to === undefined || of === undefined) continue;
    const last = pieces.at(-1);
    if (last?.of === of && last.to === from) last.to = to;
    else pieces.push({ from, to, of });
  }
  return pieces.flatMap(({ of, ...piece }) => {
    const { from, to } = withoutBlanks(piece, text);
    const isShown = isWhole(from, to, of, text) || /[\p{L}\p{N}]/u.test(text.slice(from, to));
    return isShown ? [{ from, to, reason: of.reason }] : [];
  });
}

/** The shortest part around a stretch; of several, the first. */
function innermost(parts: readonly AskedPart[], from: number, to: number): AskedPart | undefined {
  let found: AskedPart | undefined;
  for (const part of parts) {
    if (part.from > from || part.to < to) continue;
    if (found === undefined || part.to - part.from < found.to - found.from) found = part;
  }
  return found;
}

function isWhole(from: number, to: number, part: Span, text: string): boolean {
  const whole = withoutBlanks(part, text);
  return whole.from === from && whole.to === to;
}

/** What is nothing but blanks stays as it is. */
function withoutBlanks({ from, to }: Span, text: string): Span {
  const stretch = text.slice(from, to);
  const bare = stretch.trim();
  if (bare === "") return { from, to };
  const start = from + stretch.indexOf(bare);
  return { from: start, to: start + bare.length };
}
