/** What fills the window, in words: a line a part, and what a change of it comes to. */
import { sanitize } from "../terminal/sanitize.ts";
import { truncateLine } from "../terminal/width.ts";
import { formatMoney, formatTokens } from "../transcript/format.ts";
import { say, sayCount } from "../words/say.ts";
import type { ContextChange } from "./context-change.ts";
import type { ContextLook, ContextPart, PartKind } from "./context-parts.ts";

export const kindWords: Readonly<Record<PartKind, string>> = {
  system: say`system`,
  instructions: say`instructions`,
  tools: say`tools`,
  summary: say`summary`,
  user: say`you`,
  answer: say`answer`,
  call: say`call`,
  notice: say`notice`,
  command: say`your command`,
};

/** How much of a title is shown at most, UTF-16 units. */
const longestTitle = 96;

/** What a part begins with, on one line, printable. */
export function titleOf({ title }: Pick<ContextPart, "title">): string {
  const whole = title.trimStart();
  if (whole.length <= longestTitle) return sanitize(whole.toWellFormed(), "approval_inline").trim();
  // Not in the middle of a character.
  const head = whole.slice(0, longestTitle).replace(/[\ud800-\udbff]$/, "");
  return `${sanitize(head.toWellFormed(), "approval_inline").trim()}…`;
}

/** `you`, or the tool's name, printable. */
export function nameOf({ kind, source }: Pick<ContextPart, "kind" | "source">): string {
  return source === "" ? kindWords[kind] : sanitize(source, "approval_inline");
}

/** What holds for it besides that it is there; empty for nothing. */
export function stateWords({
  kind,
  state,
  isPinned,
}: Pick<ContextPart, "kind" | "state" | "isPinned">): string {
  const words = {
    in: "",
    left_out: kind === "summary" ? say`taken back` : say`left out`,
    shortened: say`shortened`,
    summarised: say`summarised`,
    refused: say`left out: the server refused it`,
    compacted: say`in the summary`,
  }[state];
  return [words, isPinned ? say`pinned` : ""].filter((word) => word !== "").join(", ");
}

export function ageWords(turnsAgo: number): string {
  if (turnsAgo === 0) return say`last turn`;
  return turnsAgo === 1 ? say`1 turn ago` : say`${turnsAgo} turns ago`;
}

/** The share of the window, or of the whole where nobody knows the window. */
export function shareOf(tokens: number, { window, total }: Pick<ContextLook, "window" | "total">): number {
  const whole = window ?? total;
  return whole === 0 ? 0 : tokens / whole;
}

export function shareWords(share: number): string {
  const percent = Math.round(share * 100);
  return percent === 0 && share > 0 ? "<1%" : `${percent}%`;
}

/** `61.2k of 200.0k tokens (31%)`. */
export function totalWords(look: Pick<ContextLook, "total" | "window">): string {
  const { total, window } = look;
  if (window === undefined) return say`${formatTokens(total)} tokens`;
  const share = shareWords(shareOf(total, look));
  return say`${formatTokens(total)} of ${formatTokens(window)} tokens (${share})`;
}

/** What a change comes to: how much shorter or longer requests get, and what of a cache is lost. */
export function changeWords({ before, after, anew, dollars, isTooMuch }: ContextChange): string {
  const sizes = [formatTokens(before), formatTokens(after)] as const;
  const size =
    after === before
      ? say`Requests stay at ${sizes[0]} tokens.`
      : after < before
        ? say`Requests get shorter by ${formatTokens(before - after)} tokens (${sizes[0]} → ${sizes[1]}).`
        : say`Requests get longer by ${formatTokens(after - before)} tokens (${sizes[0]} → ${sizes[1]}).`;
  const sentences = [
    size,
    isTooMuch ? say`That is more than the model's window holds: it will have to be summarised.` : "",
    anew === 0 ? "" : anewWords(formatTokens(anew), dollars),
  ];
  return sentences.filter((sentence) => sentence !== "").join(" ");
}

function anewWords(anew: string, dollars: number | null): string {
  if (dollars === null)
    return say`The next one reads up to ${anew} tokens anew that a cache may hold; what that costs is not known.`;
  return dollars === 0
    ? say`The next one reads up to ${anew} tokens anew that a cache may hold, which costs nothing more.`
    : say`The next one reads up to ${anew} tokens anew that a cache may hold: up to ${formatMoney(dollars)} more, once.`;
}

/** All of it as lines: what a summary stands for is told with it. */
export function contextLines(look: ContextLook): string[] {
  const hidden = look.parts.filter(({ state }) => state === "compacted").length;
  return [
    say`The context of ${sanitize(look.model, "approval_inline")}: ${totalWords(look)}, estimated.`,
    ...look.parts
      .filter(({ state }) => state !== "compacted")
      .map((part) => partLine(part, look, part.kind === "summary" && part.state !== "left_out" ? hidden : 0)),
  ];
}

/** How much of a title a line has, columns. */
const titleColumns = 48;

function partLine(part: ContextPart, look: ContextLook, standsFor: number): string {
  const [now, whole] = [formatTokens(part.tokens), formatTokens(part.whole)];
  const facts = [
    part.tokens === part.whole ? say`${now} tokens` : say`${now} tokens in place of ${whole}`,
    part.tokens === 0 ? "" : shareWords(shareOf(part.tokens, look)),
    part.turnsAgo === null ? "" : ageWords(part.turnsAgo),
    standsFor === 0 ? "" : say`stands for ${sayCount(standsFor, "part")}`,
    stateWords(part),
  ].filter((fact) => fact !== "");
  const title = truncateLine(titleOf(part), titleColumns);
  const hasTitle = title !== "" && part.kind !== "system" && part.kind !== "instructions";
  return `${part.number}: ${nameOf(part)}${hasTitle ? ` “${title}”` : ""}, ${facts.join(", ")}`;
}
