/** `rein bug-report`: one file for whoever is to find a fault, shown before it is saved. */
import { parseArgs } from "node:util";
import { type BugReport, makeBugReport } from "../app/bug-report.ts";
import type { Check } from "../app/doctor/check.ts";
import { checkSummary } from "../app/doctor/lines.ts";
import { loadForDoctor } from "../app/doctor/settings.ts";
import { lookWithLabels } from "../app/export/look-with-labels.ts";
import { savedWords } from "../app/export/save-export.ts";
import { openFolder } from "../app/open-folder.ts";
import { UserError } from "../protocol/error.ts";
import { pagePieces } from "../process/page-text.ts";
import type { Entry } from "../protocol/entry.ts";
import { labelsIn } from "../secrets/label.ts";
import type { SessionInfo } from "../sessions/glance.ts";
import { latestSession } from "../sessions/list.ts";
import { dataPaths } from "../sessions/paths.ts";
import { formatBytes } from "../transcript/format.ts";
import { say, sayCount } from "../words/say.ts";
import { currentFolder } from "./current-folder.ts";
import { doctorChecks } from "./doctor-checks.ts";
import { endingTidily } from "./end-tidily.ts";
import { savedSession } from "./named-session.ts";
import { askLine, print, printable, printPieces, stdoutIsTerminal, tell } from "./output.ts";
import { saveOrLeaveNothing } from "./save-export.ts";
import { tellLost } from "./tell-lost.ts";
import { readArguments, usageErrors } from "./usage-error.ts";

const help = say`Usage:
  rein bug-report [ID]      put together what it takes to find a fault of rein's: version, system, what “rein doctor”
                            finds, settings, and a session: this folder's latest, or the one of that id
      --no-session          leave the session out
      --output FILE         that file or folder; “-” is stdout. Nothing is overwritten
      --yes                 save it unseen; without a terminal it is needed

Secrets have names in their place, and your home folder is “~”. It is shown before it is saved, and sent nowhere.`;
const usageError = usageErrors(help);

/** Makes, shows and saves the report, and returns the exit code. Throws a `UserError` for wrong usage. */
export async function runBugReport(argv: readonly string[], version: string): Promise<number> {
  const { values, positionals } = parse(argv);
  const [id, ...more] = positionals;
  if (values.help === true) return print(help);
  if (more.length > 0 || (id !== undefined && values["no-session"] === true))
    throw usageError(say`A report is about one session, or none.`);
  const asks = values.yes !== true && values.output !== "-";
  if (asks && !(process.stdin.isTTY && stdoutIsTerminal()))
    throw usageError(
      say`Nobody is there to look at the report: --yes saves it unseen, --output - prints it.`,
    );
  const cwd = currentFolder();
  const said = asks ? (askLine(say`What went wrong? In a line, or nothing:`) ?? "") : "";
  const checks = await doctorChecks(cwd, false);
  const info = values["no-session"] === true ? null : await chosen(id, cwd);
  const session = info === null ? undefined : await sessionOf(info);
  const report = await makeBugReport({
    now: Date.now(),
    version,
    env: process.env,
    cwd,
    said,
    checks,
    settings: loadForDoctor(process.env, cwd, openFolder({ cwd, env: process.env })).settings,
    ...(session === undefined ? {} : { session }),
  });
  if (values.output === "-") {
    await printPieces(report.pieces());
    if (session !== undefined) await tellLost(session);
    return 0;
  }
  if (asks) {
    const sums = await sumsOf(report);
    await print(overview(sums, checks, info, session?.entries ?? []));
    if (!(await agreed(report))) return notSaved();
  }
  const saved = await saveOrLeaveNothing({
    pieces: report.pieces(),
    fileName: report.fileName,
    cwd,
    home: process.env["HOME"],
    ...(values.output === undefined ? {} : { wanted: values.output }),
  });
  if (session !== undefined) await tellLost(session);
  return print(savedWords(saved));
}

function parse(argv: readonly string[]) {
  const options = {
    "no-session": { type: "boolean" },
    output: { type: "string", short: "o" },
    yes: { type: "boolean", short: "y" },
    help: { type: "boolean", short: "h" },
  } as const;
  return readArguments(usageError, () => parseArgs({ args: [...argv], options, allowPositionals: true }));
}

async function chosen(id: string | undefined, cwd: string): Promise<SessionInfo | null> {
  return id === undefined ? latestSession(dataPaths(process.env), cwd) : savedSession(id);
}

async function sessionOf({ file }: SessionInfo) {
  const { header, log, notes, hasLabels, lost } = lookWithLabels(file);
  for (const note of notes) await tell(`rein: ${note}`);
  return {
    header,
    entries: log.nodes.flatMap(({ entry }) => (entry === null ? [] : [entry])),
    hasLabels,
    lost,
  };
}

type Sums = {
  /** How long it is. */
  readonly bytes: number;
  /** How many different secrets have a name in their place. */
  readonly secrets: number;
};

async function sumsOf({ pieces }: BugReport): Promise<Sums> {
  let bytes = 0;
  const secrets = new Set<string>();
  for await (const piece of pieces()) {
    bytes += Buffer.byteLength(piece);
    for (const label of labelsIn(piece)) secrets.add(label);
  }
  return { bytes, secrets: secrets.size };
}

function overview(
  { bytes, secrets }: Sums,
  checks: readonly Check[],
  info: SessionInfo | null,
  entries: readonly Entry[],
): string {
  const pictures = entries.reduce((sum, entry) => sum + picturesOf(entry), 0);
  const hidden = secrets === 0 ? say`no secret was found` : say`${sayCount(secrets, "secret")} left out`;
  return [
    "",
    say`The report (${formatBytes(bytes)}, ${hidden}) holds:`,
    say`  version, system and terminal; your settings`,
    say`  what “rein doctor” finds: ${checkSummary(checks)}`,
    info === null
      ? say`  no session`
      : say`  session ${info.id}, all that was said and printed in it (${sayCount(entries.length, "entry", "entries")}): ${info.title}`,
    ...(pictures === 0
      ? []
      : [say`  ${sayCount(pictures, "picture")} in it, as they are: nobody looks for secrets in them`]),
    "",
  ].join("\n");
}

function picturesOf(entry: Entry): number {
  if (entry.type === "user") return entry.images?.length ?? 0;
  return entry.type === "tool_result" && entry.result.ok ? (entry.result.images?.length ?? 0) : 0;
}

/** Whether the user wants it saved, once they have seen of it what they like. */
async function agreed({ pieces }: BugReport): Promise<boolean> {
  while (true) {
    const answer = askLine(say`v view all of it · s save it in this folder · q leave:`)
      ?.trim()
      .toLowerCase();
    if (answer === "s") return true;
    if (answer === undefined || answer === "q") return false;
    if (answer === "v") await show(pieces);
  }
}

/** In the user's pager; where there is none, it is printed. */
async function show(pieces: BugReport["pieces"]): Promise<void> {
  let isPaged = false;
  async function* shown() {
    yield* printable(pieces());
    isPaged = true;
  }
  try {
    await endingTidily(
      () => pagePieces(shown(), process.env),
      () => isPaged,
    );
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    await tell(thrown.message);
    await printPieces(printable(pieces()));
  }
}

function notSaved(): Promise<0> {
  return print(say`Nothing was saved.`);
}
