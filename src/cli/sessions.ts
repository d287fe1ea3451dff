/** `rein sessions`: the saved sessions, listed, searched, shown, exported, renamed and removed. */
import { parseArgs } from "node:util";
import { UserError } from "../protocol/error.ts";
import { findSession, removedWords, removeSession } from "../sessions/list.ts";
import { dataPaths } from "../sessions/paths.ts";
import { lookAtLog } from "../sessions/read-log.ts";
import { readSession } from "../sessions/session-store.ts";
import { plainParts } from "../transcript/plain.ts";
import { settledItems } from "../transcript/settled-items.ts";
import { renderTrace, traceOf } from "../transcript/trace.ts";
import { isUncertain } from "../settings/load.ts";
import { userSettingsFile } from "../settings/paths.ts";
import { printable } from "../terminal/sanitize.ts";
import { currentFolder } from "./current-folder.ts";
import { knownPrices } from "./known-prices.ts";
import { savedSession } from "./named-session.ts";
import { print, printParts, stdoutColumns, stdoutIsTerminal, tell } from "./output.ts";
import { settingsHere } from "./settings-here.ts";
import { renameCommand, sessionList } from "./sessions-list.ts";
import { say } from "../words/say.ts";
import { readArguments, usageErrors } from "./usage-error.ts";

const help = say`Usage:
  rein sessions list [--all]          this folder's sessions, or all, the last used first
      --json                          a session a line, for a program
  rein sessions search WORDS [--all]  where all the words were said or printed; re:PATTERN for a regular expression
      --json                          a hit a line, for a program
  rein sessions show ID [--trace]     what was said; --trace: times, tokens, costs, calls and outcomes
      --tree                          its turns on all branches, in place of what was said on the last one
      --context                       what fills the model's window, part by part
  rein sessions export ID             write it to a file of this folder, without its secrets
      --format md|html|json           Markdown (as is), one HTML page, or JSON of messages
      --output FILE                   that file or folder; “-” is stdout. Nothing is overwritten
      --with-secrets                  leave the texts as the log has them
  rein sessions rename ID WORDS       give a session a name; “-” for the title by its first message
  rein sessions import                sessions of other programs on this disk, of this folder; --all for all
  rein sessions import FILE|ID        make one of them a session, to go on with; the other program's file stays as it is
      --tool NAME                     only those of claude-code, codex, gemini-cli, opencode or pi
      --again                         once more, though it was imported before and has not grown
  rein sessions watch ID [--full]     follow a session that is open in another place, read-only
  rein sessions rm ID                 move a session to the trash
  rein sessions gc [--dry-run]        remove what is kept of changed files and no session needs any more
      --trash                         also sessions that have been in the trash for 30 days

ID is a session's id or the beginning of it.

With --json a line of the list is an object of: session, title, named (somebody gave it the title), createdAt and updatedAt
(ISO 8601, UTC), size (bytes), cwd, branch, model, cost (US dollars by today's prices; null: not known), unpriced (models
without a price), inputTokens, outputTokens, lastWords, forkedFrom, readable (by this version), file. A hit is one of:
session, title, cwd, who (user, assistant or tool), at, text, hits (where in the text: from, to).`;
const usageError = usageErrors(help);

/** Runs one of the subcommands and returns the exit code. Throws a `UserError` for wrong usage. */
export async function runSessions(argv: readonly string[], version: string): Promise<number> {
  const { values, positionals } = parse(argv);
  const [command, id, ...more] = positionals;
  if (values.help === true) return print(help);
  if (command === "search") return search(positionals.slice(1).join(" "), values);
  if (command === "rename") return print(await renameCommand(required(id, "rename"), wordsOf(more)));
  if (more.length > 0) throw usageError(say`There is one session too many: ${more.join(" ")}.`);
  switch (command) {
    case undefined:
    case "list":
      if (id !== undefined) throw usageError(say`“list” takes no “${id}”.`);
      return print(await sessionList({ all: values.all ?? false, json: values.json ?? false }));
    case "show":
      if (values.tree === true) return print(await showTree(required(id, "show")));
      if (values.context === true) return print(await showContext(required(id, "show")));
      return show(required(id, "show"), values.trace ?? false);
    case "export": {
      const { exportSession } = await import("./sessions-export.ts");
      const { format, output, "with-secrets": withSecrets = false } = values;
      return exportSession(required(id, "export"), { format, output, withSecrets });
    }
    case "import": {
      const { importCommand } = await import("./sessions-import.ts");
      const { all = false, again = false, json = false, tool } = values;
      return importCommand({ wanted: id, tool, all, again, json }, version);
    }
    case "gc": {
      if (id !== undefined) throw usageError(say`“gc” takes no “${id}”.`);
      const { collectGarbage } = await import("./sessions-gc.ts");
      const { "dry-run": dryRun = false, trash = false } = values;
      const maxBytes = await checkpointLimit();
      return print(await collectGarbage(dataPaths(process.env), { dryRun, trash, maxBytes }, Date.now()));
    }
    case "watch": {
      const { watchCommand } = await import("./replay.ts");
      return watchCommand(required(id, "watch"), version, values.full ?? false);
    }
    case "rm":
      return print(await remove(required(id, "rm")));
    default:
      throw usageError(say`There is no “rein sessions ${command}”.`);
  }
}

/** Bytes; undefined for the default. Throws a `UserError` where nobody knows what the user has set. */
async function checkpointLimit(): Promise<number | undefined> {
  const loaded = await settingsHere();
  if (isUncertain(loaded, "checkpointLimit"))
    throw new UserError(
      say`What “checkpointLimit” says in ${userSettingsFile(process.env)} cannot be used, so nothing was removed: it may allow more than the default does. Repair it there first.`,
    );
  const { checkpointLimit: megabytes } = loaded.settings;
  return megabytes === undefined ? undefined : megabytes * 1_000_000;
}

function parse(argv: readonly string[]) {
  const options = {
    all: { type: "boolean" },
    json: { type: "boolean" },
    trace: { type: "boolean" },
    tree: { type: "boolean" },
    context: { type: "boolean" },
    tool: { type: "string" },
    again: { type: "boolean" },
    format: { type: "string" },
    output: { type: "string", short: "o" },
    "with-secrets": { type: "boolean" },
    "dry-run": { type: "boolean" },
    trash: { type: "boolean" },
    full: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  } as const;
  return readArguments(usageError, () => parseArgs({ args: [...argv], options, allowPositionals: true }));
}

async function search(
  query: string,
  { all = false, json = false }: { readonly all?: boolean | undefined; readonly json?: boolean | undefined },
): Promise<number> {
  if (query.trim() === "") throw usageError(say`What is to be found? rein sessions search WORDS`);
  const { searchCommand } = await import("./sessions-search.ts");
  return searchCommand(query, { json, ...(all ? {} : { cwd: currentFolder() }) });
}

async function show(prefix: string, trace: boolean): Promise<0> {
  const { session, notes } = readSession((await savedSession(prefix)).file);
  for (const note of notes) await tell(`rein: ${note}`);
  const { header, entries } = session;
  const head = say`session ${header.sessionId} · ${printable(header.createdAt)} · ${printable(header.cwd)}`;
  if (trace) return print(`${head}\n\n${renderTrace(traceOf(entries, await knownPrices())).join("\n")}\n`);
  function* parts() {
    yield `${head}\n\n`;
    yield* plainParts(settledItems(entries));
    yield "\n";
  }
  return printParts(parts());
}

async function showContext(prefix: string): Promise<string> {
  const { session, notes } = readSession((await savedSession(prefix)).file);
  for (const note of notes) await tell(`rein: ${note}`);
  const { storedContext } = await import("./sessions-context.ts");
  return `${(await storedContext(session.header, session.entries)).join("\n")}\n`;
}

async function showTree(prefix: string): Promise<string> {
  const { header, log, notes } = lookAtLog((await savedSession(prefix)).file, {});
  for (const note of notes) await tell(`rein: ${note}`);
  const [{ sessionTree }, { treeLines }] = await Promise.all([
    import("../sessions/tree.ts"),
    import("../transcript/render-tree.ts"),
  ]);
  const head = say`session ${header.sessionId} · ${printable(header.createdAt)} · ${printable(header.cwd)}`;
  const lines = treeLines(sessionTree(log.nodes), stdoutIsTerminal() ? stdoutColumns() : treeWidth);
  return `${[head, "", ...lines].join("\n")}\n`;
}

/** Where it is read by a program or kept in a file, columns. */
const treeWidth = 100;

async function remove(prefix: string): Promise<string> {
  const paths = dataPaths(process.env);
  const info = findSession(paths, prefix);
  const target = removeSession(paths, info, Date.now());
  // What was said in it goes from the index with that.
  const { listIndexed } = await import("../sessions/index/indexed-sessions.ts");
  await listIndexed(paths);
  return `${removedWords(info.id, target)}\n`;
}

function wordsOf(words: readonly string[]): string {
  const text = words.join(" ");
  if (text.trim() === "") throw usageError(say`What is it to be called? rein sessions rename ID WORDS`);
  return text;
}

function required(id: string | undefined, command: string): string {
  if (id === undefined) throw usageError(say`Which session? rein sessions ${command} ID`);
  return id;
}
