/** `rein sessions`: the saved sessions, listed, searched, shown, exported and removed. */
import { parseArgs } from "node:util";
import { messageOf, UserError } from "../protocol/error.ts";
import { findSession, removeSession } from "../sessions/list.ts";
import { dataPaths } from "../sessions/paths.ts";
import { readSession } from "../sessions/session-store.ts";
import { formatAge, formatBytes } from "../transcript/format.ts";
import { toPlainText } from "../transcript/plain.ts";
import { project } from "../transcript/project.ts";
import { renderTrace, traceOf } from "../transcript/trace.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { padLine, truncateLine } from "../terminal/width.ts";
import { currentFolder } from "./current-folder.ts";
import { knownPrices } from "./known-prices.ts";
import { print, tell } from "./output.ts";
import { say } from "../words/say.ts";

const help = say`Usage:
  rein sessions list [--all]          this folder's sessions, or all, the last used first
  rein sessions search WORDS [--all]  where all the words were said or printed; re:PATTERN for a regular expression
      --json                          a hit a line, for a program
  rein sessions show ID [--trace]     what was said; --trace: times, tokens, costs, calls and outcomes
  rein sessions export ID             write it to a file of this folder, without its secrets
      --format md|html|json           Markdown (as is), one HTML page, or JSON of messages
      --output FILE                   that file or folder; “-” is stdout. Nothing is overwritten
      --with-secrets                  leave the texts as the log has them
  rein sessions rm ID                 move a session to the trash

ID is a session's id or the beginning of it.`;

/** Runs one of the subcommands and returns the exit code. Throws a `UserError` for wrong usage. */
export async function runSessions(argv: readonly string[]): Promise<number> {
  const { values, positionals } = parse(argv);
  const [command, id, ...more] = positionals;
  if (values.help === true) return print(help);
  if (command === "search") return search(positionals.slice(1).join(" "), values);
  if (more.length > 0) throw usageError(say`There is one session too many: ${more.join(" ")}.`);
  switch (command) {
    case undefined:
    case "list":
      if (id !== undefined) throw usageError(say`“list” takes no “${id}”.`);
      return print(await list(values.all ?? false));
    case "show":
      return print(await show(required(id, "show"), values.trace ?? false));
    case "export": {
      const { exportSession } = await import("./sessions-export.ts");
      const { format, output, "with-secrets": withSecrets = false } = values;
      return exportSession(required(id, "export"), { format, output, withSecrets });
    }
    case "rm":
      return print(await remove(required(id, "rm")));
    default:
      throw usageError(say`There is no “rein sessions ${command}”.`);
  }
}

function parse(argv: readonly string[]) {
  const options = {
    all: { type: "boolean" },
    json: { type: "boolean" },
    trace: { type: "boolean" },
    format: { type: "string" },
    output: { type: "string", short: "o" },
    "with-secrets": { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (thrown) {
    throw usageError(messageOf(thrown));
  }
}

async function search(
  query: string,
  { all = false, json = false }: { readonly all?: boolean | undefined; readonly json?: boolean | undefined },
): Promise<number> {
  if (query.trim() === "") throw usageError(say`What is to be found? rein sessions search WORDS`);
  const { searchCommand } = await import("./sessions-search.ts");
  return searchCommand(query, { json, ...(all ? {} : { cwd: currentFolder() }) });
}

async function list(all: boolean): Promise<string> {
  const { listIndexed } = await import("../sessions/index/indexed-sessions.ts");
  const sessions = await listIndexed(dataPaths(process.env), all ? {} : { cwd: currentFolder() });
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

async function remove(prefix: string): Promise<string> {
  const paths = dataPaths(process.env);
  const info = findSession(paths, prefix);
  const target = removeSession(paths, info, Date.now());
  // What was said in it goes from the index with that.
  const { listIndexed } = await import("../sessions/index/indexed-sessions.ts");
  await listIndexed(paths);
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
