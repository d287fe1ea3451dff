/** `rein sessions`: the saved sessions, listed, shown and removed. */
import { parseArgs } from "node:util";
import { messageOf, UserError } from "../protocol/error.ts";
import { ownFamilies } from "../providers/own-providers.ts";
import { priceOf } from "../providers/price-of.ts";
import { loadPublishedModels } from "../providers/published-models.ts";
import { findSession, listSessions, removeSession } from "../sessions/list.ts";
import { dataPaths } from "../sessions/paths.ts";
import { readSession } from "../sessions/session-store.ts";
import { loadSettings } from "../settings/load.ts";
import { formatAge, formatBytes } from "../transcript/format.ts";
import { toPlainText } from "../transcript/plain.ts";
import { project } from "../transcript/project.ts";
import { renderTrace, traceOf } from "../transcript/trace.ts";
import type { PriceOf } from "../transcript/usage.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { padLine, truncateLine } from "../terminal/width.ts";
import { currentFolder } from "./current-folder.ts";
import { print, tell } from "./output.ts";
import { say } from "../words/say.ts";

const help = say`Usage:
  rein sessions list [--all]          this folder's sessions, or all, the last used first
  rein sessions show ID [--trace]     what was said; --trace: times, tokens, costs, calls and outcomes
  rein sessions rm ID                 move a session to the trash

ID is a session's id or the beginning of it.`;

/** Runs one of the subcommands and returns the exit code. Throws a `UserError` for wrong usage. */
export async function runSessions(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parse(argv);
  const [command, id, ...more] = positionals;
  if (values.help === true) return print(help);
  if (more.length > 0) throw usageError(say`There is one session too many: ${more.join(" ")}.`);
  switch (command) {
    case undefined:
    case "list":
      if (id !== undefined) throw usageError(say`“list” takes no “${id}”.`);
      return print(list(values.all ?? false));
    case "show":
      return print(await show(required(id, "show"), values.trace ?? false));
    case "rm":
      return print(remove(required(id, "rm")));
    default:
      throw usageError(say`There is no “rein sessions ${command}”.`);
  }
}

function parse(argv: readonly string[]) {
  const options = {
    all: { type: "boolean" },
    trace: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (thrown) {
    throw usageError(messageOf(thrown));
  }
}

function list(all: boolean): string {
  const paths = dataPaths(process.env);
  const sessions = listSessions(paths, all ? {} : { cwd: currentFolder() });
  if (sessions.length === 0)
    return all
      ? say`There are no sessions yet.\n`
      : say`There are no sessions of this folder yet; --all lists those of others.\n`;
  const now = Date.now();
  const rows = sessions.map(({ id, updatedAt, size, model, title, cwd }) =>
    [
      id,
      padLine(formatAge(now - Date.parse(updatedAt)), 8, "right"),
      padLine(formatBytes(size), 9, "right"),
      padLine(truncateLine(printable(model ?? "–"), 28), 28),
      ...(all ? [printable(cwd)] : []),
      printable(title),
    ].join("  "),
  );
  return `${rows.join("\n")}\n`;
}

async function show(prefix: string, trace: boolean): Promise<string> {
  const { session, notes } = readSession(findSession(dataPaths(process.env), prefix).file);
  for (const note of notes) await tell(`rein: ${note}`);
  const { header, entries } = session;
  const head = say`session ${header.sessionId} · ${printable(header.createdAt)} · ${printable(header.cwd)}`;
  const body = trace
    ? renderTrace(traceOf(entries, await knownPrices())).join("\n")
    : toPlainText(project(entries));
  return `${head}\n\n${body}\n`;
}

/** The prices that rein comes with, and those of the user's own providers. */
async function knownPrices(): Promise<PriceOf> {
  await loadPublishedModels();
  const { settings } = loadSettings({ env: process.env, project: currentFolder() });
  const { families } = ownFamilies(settings.providers ?? {});
  return (model) => priceOf(model, families);
}

function remove(prefix: string): string {
  const paths = dataPaths(process.env);
  const info = findSession(paths, prefix);
  const target = removeSession(paths, info, Date.now());
  return say`Session ${info.id} is in the trash: ${target}\n`;
}

function required(id: string | undefined, command: string): string {
  if (id === undefined) throw usageError(say`Which session? rein sessions ${command} ID`);
  return id;
}

function printable(text: string): string {
  return sanitize(text, "approval_inline");
}

function usageError(message: string): UserError {
  return new UserError(`${message}\n${help}`, { exitCode: 2 });
}
