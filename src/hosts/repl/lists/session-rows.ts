/** Sessions as lines of a list, to read and to choose from. */
import type { SessionInfo } from "../../../sessions/glance.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import { formatAge } from "../../../transcript/format.ts";
import { say } from "../../../words/say.ts";

/** The most sessions that /sessions prints. */
const mostRows = 20;

/** One printable line: id, age, first words, model. `now` is in ms since 1970. */
export function sessionRow(info: SessionInfo, now: number): string {
  return `${sanitize(info.id, "approval_inline")}  ${sessionHelp(info, now)}`;
}

/** The same without the id. */
export function sessionHelp({ updatedAt, title, model }: SessionInfo, now: number): string {
  const age = formatAge(now - Date.parse(updatedAt)).padStart(4);
  const words = title === "" ? say`(nothing said)` : title;
  return sanitize(`${age}  ${words} · ${model ?? say`no model`}`, "approval_inline");
}

/** What /sessions prints. */
export function sessionsText(sessions: readonly SessionInfo[], now: number): string {
  if (sessions.length === 0) return say`There are no saved sessions of this folder.`;
  const rows = sessions.slice(0, mostRows).map((info) => `  ${sessionRow(info, now)}`);
  const hidden = sessions.length - rows.length;
  const more = hidden > 0 ? [say`  … and ${hidden} more: rein sessions list`] : [];
  return [say`Sessions of this folder:`, ...rows, ...more].join("\n");
}
