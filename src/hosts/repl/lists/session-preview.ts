/** What stands below the list of sessions: where the chosen one was, what it took, and how it ended or what was found in it. */
import type { SessionInfo } from "../../../sessions/glance.ts";
import type { Hit } from "../../../sessions/index/search.ts";
import { lastExchange } from "../../../sessions/last-exchange.ts";
import { printable } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { formatBytes } from "../../../transcript/format.ts";
import type { PriceOf } from "../../../transcript/usage.ts";
import { say } from "../../../words/say.ts";
import { sessionCost } from "./session-rows.ts";

/** So much of a message is looked at for its lines, UTF-16 units. */
const mostShown = 2_000;
const mostAnswerLines = 3;
const mostHits = 4;

export type PreviewOptions = {
  readonly style: Style;
  readonly priceOf: PriceOf;
  /** What was found in it, in place of its end. */
  readonly hits?: readonly Hit[];
};

/** A few printable lines, not cut to any width. Reads the end of the log. */
export function sessionPreview(info: SessionInfo, { style, priceOf, hits }: PreviewOptions): string[] {
  const facts = [
    info.cwd,
    info.branch ?? "",
    info.model ?? "",
    formatBytes(info.size),
    sessionCost(info, priceOf),
    info.forkedFrom === null ? "" : say`a copy of ${info.forkedFrom}`,
  ];
  const place = style.dim(
    facts
      .filter((fact) => fact !== "")
      .map(printable)
      .join(" · "),
  );
  if (hits !== undefined) return [place, ...hitLines(hits, style)];
  try {
    const { user, assistant } = lastExchange(info.file);
    const said = [...linesOf(user, 1).map((line) => `> ${line}`), ...linesOf(assistant, mostAnswerLines)];
    return [place, ...said.map((line) => style.dim(line))];
  } catch {
    // Removed since it was listed, or not ours to read: opening it says which.
    return [place];
  }
}

const speakers: Readonly<Record<Hit["who"], string>> = {
  user: say`you`,
  assistant: say`model`,
  tool: say`tool`,
};

/** Hits are told by their look, and by marks where there are no looks. */
function hitLines(hits: readonly Hit[], style: Style): string[] {
  const mark = (text: string) => (style.attributes ? style.selection(text) : `«${text}»`);
  const lines = hits.slice(0, mostHits).map(({ who, snippet }) => {
    const words = snippet
      .map(({ text, isHit }) => (isHit ? mark(printable(text)) : style.dim(printable(text))))
      .join("");
    return `${style.dim(`${speakers[who]}:`)} ${words}`;
  });
  const more = hits.length - lines.length;
  return more > 0 ? [...lines, style.dim(say`… and ${more} more`)] : lines;
}

function linesOf(text: string, most: number): string[] {
  return text
    .slice(0, mostShown)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, most)
    .map(printable);
}
