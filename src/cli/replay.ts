/**
 * `rein replay`: a session is shown again as it happened, from its log alone; or its engine is driven again with a
 * recording.
 */
import { parseArgs } from "node:util";
import { findLog, type FoundLog, sessionFile } from "../app/replay/find-log.ts";
import { placeOf } from "../hosts/replay/turns.ts";
import { UserError } from "../protocol/error.ts";
import { openWhere } from "../sessions/elsewhere.ts";
import { isBeginningOfId } from "../sessions/list.ts";
import { dataPaths } from "../sessions/paths.ts";
import { wantsAccessible } from "../settings/accessible.ts";
import { plainParts } from "../transcript/plain.ts";
import { settledItems } from "../transcript/settled-items.ts";
import { say } from "../words/say.ts";
import { currentFolder } from "./current-folder.ts";
import { print, printParts, stdoutIsTerminal, tell } from "./output.ts";
import { readArguments, usageErrors } from "./usage-error.ts";

const help = say`Usage:
  rein replay SESSION           show a session again as it happened: nothing is run, nobody is asked
      --speed N                 N times as fast; 0 waits for nothing
      --step                    begin paused: the right arrow key shows the next step
      --until TURN|TIME         end after that turn, or at that time, as in 10:32
      --max-pause SECONDS       how long a pause between messages is at most (2)
      --full                    on the whole window, also where the settings do not say so
      --recording FILE          drive the engine again with what rein --record wrote, and show the first difference

SESSION is an id or the beginning of it, words said in it, or the file of a log or of a bug report.
Keys: space pauses, → one step, { } turns, + − speed, g G beginning and end, ctrl+o transcript, f go on from here in a
copy, q leave. Where it is piped, the session is printed at once.`;
const usageError = usageErrors(help);

const defaultPause = 2;
const mostSpeed = 1000;

/** Runs it and returns the exit code. Throws a `UserError` for wrong usage. */
export async function runReplayCommand(argv: readonly string[], version: string): Promise<number> {
  const { values, positionals } = parse(argv);
  if (values.help === true) return print(help);
  const cwd = currentFolder();
  const paths = dataPaths(process.env);
  const name = positionals.join(" ").trim();
  if (name === "") throw usageError(say`Which session? rein replay SESSION`);
  const log = await findLog(await nameHere(name), { paths, cwd });
  if (values.recording !== undefined) {
    const { redriveCommand } = await import("./redrive.ts");
    return redriveCommand(log, values.recording);
  }
  const speed = numberOf(values.speed, "--speed", 1, mostSpeed);
  const maxPauseMs = numberOf(values["max-pause"], "--max-pause", defaultPause, 3600) * 1000;
  const end = endOf(values.until, log);
  if (!process.stdin.isTTY || !stdoutIsTerminal() || (await wantsAccessible(process.env)))
    return printAtOnce(log, end);
  const { replayInTurn } = await import("./in-turn.ts");
  return replayInTurn(
    {
      env: process.env,
      cwd,
      paths,
      log,
      speed,
      isStepped: values.step ?? false,
      maxPauseMs,
      isFull: values.full ?? false,
      ...(end === undefined ? {} : { end }),
    },
    version,
  );
}

/** `rein sessions watch`: follows a session that is open in another place. Throws a `UserError` where it is in none. */
export async function watchCommand(name: string, version: string, isFull: boolean): Promise<number> {
  const paths = dataPaths(process.env);
  const { id } = await sessionFile(await nameHere(name), { paths, cwd: currentFolder() });
  if (openWhere(paths, id) === null)
    throw new UserError(
      say`Session ${id} is not open in another place. rein -r ${id} goes on with it, rein replay ${id} shows it again.`,
      { exitCode: 2 },
    );
  if (!process.stdin.isTTY || !stdoutIsTerminal())
    throw new UserError(
      say`This is not a terminal, so there is nobody to watch it. rein sessions show ${id} prints what was said.`,
      { exitCode: 2 },
    );
  if (await wantsAccessible(process.env))
    throw new UserError(
      say`Watching draws on the screen as it changes, which accessible mode does not do. rein sessions show ${id} prints what was said.`,
      { exitCode: 2 },
    );
  const { watchInTurn } = await import("./in-turn.ts");
  return watchInTurn(id, version, isFull);
}

/** The name itself, or the id of what was made of another program's session. Throws a `UserError` where nothing was yet. */
async function nameHere(name: string): Promise<string> {
  if (/\s/.test(name) || isBeginningOfId(dataPaths(process.env), name)) return name;
  const [{ looksForeign }, { importedAs }] = await Promise.all([
    import("../app/foreign-session.ts"),
    import("./foreign-id.ts"),
  ]);
  return looksForeign(name) ? importedAs(name) : name;
}

/** The same in lines, for a pipe. */
async function printAtOnce({ header, entries, notes }: FoundLog, end: number | undefined): Promise<number> {
  for (const note of notes) await tell(`rein: ${note}`);
  let isSilent = true;
  function* said() {
    let blank = "";
    for (const part of plainParts(settledItems(entries.slice(0, end), { root: header.cwd }))) {
      blank += part;
      if (isSilent && blank.trim() === "") continue;
      isSilent = false;
      yield blank;
      blank = "";
    }
  }
  await printParts(said());
  return isSilent ? print(say`Nothing was said in this session.`) : 0;
}

function parse(argv: readonly string[]) {
  const options = {
    speed: { type: "string" },
    step: { type: "boolean" },
    full: { type: "boolean" },
    until: { type: "string" },
    "max-pause": { type: "string" },
    recording: { type: "string" },
    help: { type: "boolean", short: "h" },
  } as const;
  return readArguments(usageError, () => parseArgs({ args: [...argv], options, allowPositionals: true }));
}

function numberOf(text: string | undefined, name: string, usual: number, most: number): number {
  if (text === undefined) return usual;
  const number = /^\d{1,6}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(number <= most)) throw usageError(say`${name} takes a number from 0 to ${most}, not “${text}”.`);
  return number;
}

function endOf(until: string | undefined, { entries }: FoundLog): number | undefined {
  if (until === undefined) return undefined;
  const end = placeOf(until, entries);
  if (end === null)
    throw usageError(say`--until takes the number of a turn or a time, as in 3 or 10:32, not “${until}”.`);
  return end;
}
