/** Sessions as lines of a list, to read and to choose from. */
import type { SessionInfo } from "../../../sessions/glance.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import { formatAge } from "../../../transcript/format.ts";
import { costOf, type PriceOf, usedFrom } from "../../../transcript/usage.ts";
import { say } from "../../../words/say.ts";
import { costWords } from "../commands/usage-words.ts";

/** The most sessions that /sessions prints. */
const mostRows = 20;

export type SessionRowOptions = {
  /** Ms since 1970. */
  readonly now: number;
  readonly priceOf: PriceOf;
  /** How far below its origin it stands. @default 0 */
  readonly depth?: number;
};

/** One printable line: id, age, title, model, cost. */
export function sessionRow(info: SessionInfo, options: SessionRowOptions): string {
  return `${sanitize(info.id, "approval_inline")}  ${sessionHelp(info, options)}`;
}

/** The same without the id. */
export function sessionHelp(info: SessionInfo, { now, priceOf, depth = 0 }: SessionRowOptions): string {
  const age = formatAge(now - Date.parse(info.updatedAt)).padStart(4);
  const branch = depth === 0 ? "" : `${"  ".repeat(depth - 1)}└ `;
  const facts = [sessionTitle(info), info.model ?? say`no model`, sessionCost(info, priceOf)];
  const words = sanitize(facts.filter((fact) => fact !== "").join(" · "), "approval_inline");
  return `${age}  ${branch}${words}`;
}

/** What it is called, printable. */
export function sessionTitle({ title }: Pick<SessionInfo, "title">): string {
  return title === "" ? say`(nothing said)` : sanitize(title, "approval_inline");
}

/** What it cost by today's prices; empty where that is not known. */
export function sessionCost({ used }: Pick<SessionInfo, "used">, priceOf: PriceOf): string {
  const counted = usedFrom(used);
  return counted === null ? "" : costWords(costOf(counted, priceOf));
}

/** What /sessions prints. */
export function sessionsText(sessions: readonly SessionInfo[], options: SessionRowOptions): string {
  if (sessions.length === 0) return say`There are no saved sessions of this folder.`;
  const rows = sessions.slice(0, mostRows).map((info) => `  ${sessionRow(info, options)}`);
  const hidden = sessions.length - rows.length;
  const more = hidden > 0 ? [say`  … and ${hidden} more: rein sessions list`] : [];
  return [say`Sessions of this folder:`, ...rows, ...more].join("\n");
}
