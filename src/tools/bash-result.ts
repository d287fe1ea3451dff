/** What is said of a command that has run. */
import type { ToolResult } from "../protocol/tool-result.ts";
import type { CommandResult } from "../process/run-command.ts";
import { drawsWords } from "../process/needs-terminal.ts";
import { wantsTerminal } from "../process/wants-terminal.ts";
import { say } from "../words/say.ts";
import { folderName, type ShellFolder } from "./shell-folder.ts";

export type RanCommand = {
  readonly command: string;
  /** Where it was started. */
  readonly cwd: string;
  readonly timeoutMs: number;
  /** Where the shell stands now. */
  readonly folder: ShellFolder;
  /** What else there is to know, a sentence each. */
  readonly notes?: readonly string[];
};

/** The result for the model: how it ended, where the shell is unless that is plain, the output, and what there is to know. */
export function resultOf(result: CommandResult, ran: RanCommand): ToolResult {
  const head = headOf(result, ran);
  const where = whereOf(result, ran);
  const output = result.output === "" ? "(no output)" : result.output;
  const notes = notesOf(result, ran).map((note) => `[${note}]`);
  const text = [`${head}${where}`, notes.length === 0 ? output : output.trimEnd(), ...notes].join("\n");
  const view = {
    type: "command",
    exitCode: result.exitCode,
    output: result.output,
    ...(result.endedIn === null ? {} : { endedIn: result.endedIn }),
  } as const;
  if (result.aborted) return { ok: false, kind: "interrupted", message: text, view };
  const id = result.movedToBackground;
  if (id !== null) return { ok: true, text, summary: say`goes on as ${id}`, view, job: { id, runs: true } };
  if (result.timedOut) return { ok: false, kind: "timeout", message: text, view };
  if (result.wantedTerminal !== null) return { ok: false, kind: "failed", message: text, view };
  const summary =
    result.signal === null ? say`exit ${result.exitCode ?? ""}` : say`killed by ${result.signal}`;
  return { ok: true, text, summary, view };
}

function headOf(result: CommandResult, { timeoutMs }: RanCommand): string {
  if (result.aborted) return "interrupted";
  if (result.wantedTerminal !== null)
    return `ended by rein, what follows was not run: ${drawsWords(result.wantedTerminal)}`;
  if (result.movedToBackground !== null) {
    const why = result.timedOut
      ? `still running after ${timeoutMs} ms,`
      : "sent to the background by the user:";
    return `${why} goes on in the background as ${result.movedToBackground}`;
  }
  if (result.timedOut) return `timed out after ${timeoutMs} ms`;
  return result.signal === null ? `exit code: ${result.exitCode}` : `killed by ${result.signal}`;
}

/** The folder of the next command, wherever that is not plain. */
function whereOf(result: CommandResult, { cwd, folder }: RanCommand): string {
  const { root } = folder;
  const now = folder.current();
  if (now !== root) return `\nin ${folderName(folder, now)}`;
  if (result.endedIn !== null && result.endedIn !== root)
    return `\nback in the project folder: ${result.endedIn} is outside of it`;
  const gone = folder.gone();
  if (gone !== null) return `\nback in the project folder: ${folderName(folder, gone)} is gone`;
  return cwd === root ? "" : "\nback in the project folder";
}

function notesOf(result: CommandResult, { command, notes: others = [] }: RanCommand): string[] {
  const { movedToBackground: job, exitCode, output } = result;
  const notes: string[] = [...others];
  if (job !== null) notes.push(readOn(job));
  else if (result.leftRunning)
    notes.push(
      "Something it started still runs in the background; its further output is not shown. It ends with rein.",
    );
  const isOver = job === null && !result.aborted && result.wantedTerminal === null;
  const hint = isOver ? wantsTerminal({ command, exitCode, output }) : null;
  if (hint !== null) notes.push(hint);
  return notes;
}

/** How the model goes on with a job. */
export function readOn(id: string): string {
  return `bash_output reads on ({"id":"${id}","wait_seconds":30} waits), bash_kill ends it; you are told when it ends.`;
}
