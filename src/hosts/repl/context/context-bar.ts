/** The whole window as one bar, by kinds of parts: a letter a kind, so that it needs no colour. */
import type { ContextLook, PartKind } from "../../../app/context-parts.ts";
import { kindWords } from "../../../app/context-words.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine } from "../../../terminal/width.ts";
import { formatTokens } from "../../../transcript/format.ts";
import { say } from "../../../words/say.ts";

type Group = { readonly sign: string; readonly words: string; readonly kinds: readonly PartKind[] };

/** In the order of a request. */
const groups: readonly Group[] = [
  { sign: "s", words: kindWords.system, kinds: ["system"] },
  { sign: "i", words: kindWords.instructions, kinds: ["instructions"] },
  { sign: "t", words: kindWords.tools, kinds: ["tools"] },
  { sign: "m", words: kindWords.summary, kinds: ["summary"] },
  { sign: "y", words: kindWords.user, kinds: ["user"] },
  { sign: "a", words: kindWords.answer, kinds: ["answer"] },
  { sign: "c", words: kindWords.call, kinds: ["call"] },
  { sign: "o", words: say`other`, kinds: ["notice", "command"] },
];

/** What each kind takes, and what is free; tokens. */
export type Bar = {
  readonly parts: readonly { readonly group: Group; readonly tokens: number }[];
  /** 0 where nobody knows the window. */
  readonly free: number;
};

/** The sums of a look, to be drawn at any width. */
export function barOf({ parts, total, window }: ContextLook): Bar {
  const sums = new Map<PartKind, number>();
  for (const { kind, tokens } of parts) sums.set(kind, (sums.get(kind) ?? 0) + tokens);
  const all = groups.map((group) => ({
    group,
    tokens: group.kinds.reduce((sum, kind) => sum + (sums.get(kind) ?? 0), 0),
  }));
  return { parts: all.filter(({ tokens }) => tokens > 0), free: Math.max(0, (window ?? total) - total) };
}

/** The bar, and the line that says what its letters stand for. */
export function barLines(bar: Bar, columns: number, style: Style): [bar: string, legend: string] {
  const width = Math.max(1, columns - 2);
  const cells = cellsOf([...bar.parts.map(({ tokens }) => tokens), bar.free], width);
  const filled = bar.parts.map(({ group }, at) => group.sign.repeat(cells[at] ?? 0)).join("");
  const free = style.dim("·".repeat(Math.max(0, width - filled.length)));
  const legend = [
    ...bar.parts.map(({ group, tokens }) => `${group.sign} ${group.words} ${formatTokens(tokens)}`),
    ...(bar.free === 0 ? [] : [say`· free ${formatTokens(bar.free)}`]),
  ];
  return [`[${filled}${free}]`, style.dim(truncateLine(legend.join("  "), columns))];
}

/** So many cells of `width` for each amount, all together `width`; what there is of gets one at least, as far as there is room. */
function cellsOf(amounts: readonly number[], width: number): number[] {
  const whole = amounts.reduce((sum, amount) => sum + amount, 0);
  if (whole === 0) return amounts.map(() => 0);
  const cells = amounts.map((amount) =>
    amount === 0 ? 0 : Math.max(1, Math.floor((amount / whole) * width)),
  );
  for (let over = cells.reduce((sum, count) => sum + count, 0) - width; over !== 0; over -= Math.sign(over)) {
    const at = cells.indexOf(Math.max(...cells));
    cells[at] = Math.max(0, (cells[at] ?? 0) - Math.sign(over));
  }
  return cells;
}
