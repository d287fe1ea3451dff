/** `rein sessions list`: the saved sessions, for a person or a program; and giving one a name. */
import { renameSaved } from "../app/rename-saved.ts";
import type { SessionInfo } from "../sessions/glance.ts";
import { listIndexed } from "../sessions/index/indexed-sessions.ts";
import { findSession } from "../sessions/list.ts";
import { dataPaths } from "../sessions/paths.ts";
import { type UnreadLog, unreadLogsWords } from "../sessions/unread-logs.ts";
import { printable } from "../terminal/sanitize.ts";
import { padLine, truncateLine, widthOf } from "../terminal/width.ts";
import { formatAge, formatBytes, formatMoney } from "../transcript/format.ts";
import { type Cost, costOf, type PriceOf, totalOf, usedFrom } from "../transcript/usage.ts";
import { say } from "../words/say.ts";
import { currentFolder } from "./current-folder.ts";
import { knownPrices } from "./known-prices.ts";
import { tell } from "./output.ts";
import { settingsHere } from "./settings-here.ts";
import { tellLongReading } from "./sessions-search.ts";

export type ListOptions = {
  /** Those of other folders, too. */
  readonly all: boolean;
  /** A session a line, for a program. */
  readonly json: boolean;
};

/** The text of the list, which ends in a line end unless it is empty. */
export async function sessionList({ all, json }: ListOptions): Promise<string> {
  const unread: UnreadLog[] = [];
  const [sessions, priceOf] = await Promise.all([
    listIndexed(dataPaths(process.env), all ? {} : { cwd: currentFolder() }, {
      // Who asks once wants to know all of it.
      patienceMs: Number.POSITIVE_INFINITY,
      onRead: tellLongReading(),
      onUnread: (one) => unread.push(one),
    }),
    knownPrices(),
  ]);
  const words = unreadLogsWords(unread);
  if (words !== null) await tell(`rein: ${words}`);
  if (json) return sessions.map((info) => `${JSON.stringify(jsonOf(info, priceOf))}\n`).join("");
  if (sessions.length === 0)
    return all
      ? say`There are no sessions yet.\n`
      : say`There are no sessions of this folder yet; --all lists those of others.\n`;
  const now = Date.now();
  const costs = sessions.map((info) => costWords(costOfSession(info, priceOf)));
  const costWidth = Math.max(...costs.map(widthOf));
  const rows = sessions.map(({ id, updatedAt, size, model, title, cwd, branch }, at) =>
    [
      id,
      padLine(formatAge(now - Date.parse(updatedAt)), 4, "right"),
      padLine(formatBytes(size), 8, "right"),
      ...(costWidth === 0 ? [] : [padLine(costs[at] ?? "", costWidth, "right")]),
      padLine(truncateLine(printable(model ?? "–"), 28), 28),
      ...(all ? [printable(branch === null ? cwd : `${cwd} (${branch})`)] : []),
      printable(title),
    ].join("  "),
  );
  return `${rows.join("\n")}\n`;
}

/** Gives a session a name; “-” leads back to the title by rule. Throws a `UserError` when it is live elsewhere. */
export async function renameCommand(prefix: string, words: string): Promise<string> {
  const paths = dataPaths(process.env);
  const { settings } = await settingsHere();
  const options = { hidesSecrets: settings.secrets !== "off", env: process.env };
  const info = renameSaved(paths, findSession(paths, prefix), words.trim() === "-" ? "" : words, options);
  return say`Session ${info.id} is called “${printable(info.title)}” now.\n`;
}

function costOfSession({ used }: SessionInfo, priceOf: PriceOf): Cost | null {
  const counted = usedFrom(used);
  return counted === null ? null : costOf(counted, priceOf);
}

/** `$0.14`; `$0.14+` when that is not all of it; empty where nothing is known. */
function costWords(cost: Cost | null): string {
  if (cost === null || cost.dollars === null || (cost.dollars === 0 && cost.unpriced.length > 0)) return "";
  return `${formatMoney(cost.dollars)}${cost.unpriced.length === 0 ? "" : "+"}`;
}

/** The shape that programs read. `cost` is in US dollars, null where nothing is known of it; times are ISO 8601 in UTC. */
function jsonOf(info: SessionInfo, priceOf: PriceOf): unknown {
  const { id, file, title, named, createdAt, updatedAt, size, cwd, branch, model, lastWords } = info;
  const used = usedFrom(info.used);
  const cost = used === null ? null : costOf(used, priceOf);
  const total = used === null ? null : totalOf(used);
  return {
    session: id,
    title,
    named: (named ?? "") !== "",
    createdAt,
    updatedAt,
    size,
    cwd,
    branch,
    model,
    cost: cost?.dollars ?? null,
    unpriced: cost?.unpriced ?? [],
    inputTokens: total?.inputTokens ?? null,
    outputTokens: total?.outputTokens ?? null,
    lastWords,
    forkedFrom: info.forkedFrom,
    readable: info.readable,
    file,
  };
}
