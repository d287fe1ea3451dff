/** bash: one shell command, to its end, its time limit, or into the background. */
import { z } from "zod";
import type { ToolResult } from "../protocol/tool-result.ts";
import { needsTerminal } from "../process/needs-terminal.ts";
import { defaultTimeoutMs, maxTimeoutMs } from "../process/run-command.ts";
import { startInBackground } from "./bash-background.ts";
import { resultOf } from "./bash-result.ts";
import { type ConfinedResult, runConfined } from "./confined-command.ts";
import { oneLine } from "./failures.ts";
import { plainOutput } from "./plain-output.ts";
import { inheritsFor, type SessionShell } from "./session-shell.ts";
import { folderName, leadsToItself } from "./shell-folder.ts";
import { startFailure } from "./start-failure.ts";
import { type Tool, type ToolRun, ToolError } from "./tool.ts";
import { say } from "../words/say.ts";

const schema = z.object({
  command: z.string(),
  timeout_ms: z
    .number()
    .int()
    .min(1)
    .max(maxTimeoutMs)
    .optional()
    .describe(`Time limit, default ${defaultTimeoutMs}.`),
  run_in_background: z.boolean().optional().describe("Returns at once with a job id; for servers."),
  description: z.string().optional().describe("What it does, in a few words."),
});
type Input = z.infer<typeof schema>;

export const bashTool: Tool<Input> = {
  name: "bash",
  aliases: ["shell", "Bash", "run_command", "execute"],
  description:
    "Runs a shell command, without a terminal or input; returns its exit code and output (both streams; beginning and end when it is long). " +
    "Starts in the project folder; `cd` inside it lasts.",
  risk: "execute",
  schema,
  title: ({ command, run_in_background: background }) =>
    background === true ? say`${oneLine(command)} (in the background)` : oneLine(command),
  async prepare(input, { shell }) {
    const { command, run_in_background: background = false } = input;
    if (command.trim() === "") throw new ToolError("command is empty; nothing was run.");
    if (command.includes("\0")) throw new ToolError("command contains a NUL character; nothing was run.");
    const terminal = needsTerminal(command);
    if (terminal !== null) throw new ToolError(`Not run: ${terminal}`);
    // Whether there is a sandbox is known before anybody decides.
    await shell.confinement?.sandbox.probe();
    const gone = shell.folder.gone();
    const cwd = shell.folder.current();
    const how = [whereOf(cwd, gone, shell), background ? say`in the background` : ""]
      .filter((part) => part !== "")
      .join(say`, `);
    const access = { type: "execute", command, cwd } as const;
    const preview = { type: "command", command, cwd, ...(how === "" ? {} : { how }) } as const;
    const allowed = commandHash(access);
    return {
      accesses: [access],
      preview,
      async run(run) {
        requireAllowed(allowed, [access, preview, { command: input.command, cwd }]);
        requireFolder(cwd, shell);
        shell.folder.started(cwd);
        const result = background
          ? await startInBackground(command, cwd, shell, run)
          : await execute(input, cwd, shell, run);
        return gone === null
          ? result
          : withNote(
              result,
              `${folderName(shell.folder, gone)} is gone; the command ran in the project folder.`,
            );
      },
    };
  },
};

async function execute(input: Input, cwd: string, shell: SessionShell, run: ToolRun): Promise<ToolResult> {
  const { command } = input;
  const timeoutMs = input.timeout_ms ?? defaultTimeoutMs;
  let ran: ConfinedResult;
  try {
    ran = await shell.foreground((moveToBackground) =>
      runConfined(shell.confinement, run, {
        command,
        cwd,
        inherits: inheritsFor(run.class, shell),
        signal: run.signal,
        timeoutMs,
        onOutput: (text, skipped) => run.onOutput(text, skipped),
        onTimeLimit: shell.onTimeLimit,
        jobs: shell.jobs,
        moveToBackground,
        ...(shell.outputFolder === undefined ? {} : { spillFolder: shell.outputFolder }),
      }),
    );
  } catch (thrown) {
    if (thrown instanceof ToolError) throw thrown;
    throw startFailure(command, thrown);
  }
  const { result, notes } = ran;
  // Of an interrupted one the model is not told where it ended.
  if (result.endedIn !== null && !result.aborted) shell.folder.ended(result.endedIn);
  return resultOf(
    { ...result, output: plainOutput(result.output) },
    { command, cwd, timeoutMs, folder: shell.folder, notes },
  );
}

type Placed = { readonly command: string; readonly cwd: string };

/** SHA-256, hexadecimal, of a command and its folder. */
function commandHash({ command, cwd }: Placed): string {
  return new Bun.CryptoHasher("sha256").update(JSON.stringify([command, cwd])).digest("hex");
}

/** Asked just before a process starts: what was decided on, what was shown and what would run are one command. */
function requireAllowed(allowed: string, commands: readonly Placed[]): void {
  if (commands.every((one) => commandHash(one) === allowed)) return;
  throw new ToolError(
    "This is not the command that was allowed: it was changed behind the back of whoever allowed it. Nothing was run.",
  );
}

/** What the user is shown of the folder; nothing for the project's own. */
function whereOf(cwd: string, gone: string | null, shell: SessionShell): string {
  if (gone !== null) return say`in the project folder (${folderName(shell.folder, gone)} is gone)`;
  return cwd === shell.folder.root ? "" : say`in ${folderName(shell.folder, cwd)}`;
}

/** Between the question and its answer the folder may have been moved away, or a link may have taken its place. */
function requireFolder(cwd: string, shell: SessionShell): void {
  if (leadsToItself(cwd)) return;
  throw new ToolError(
    `The folder ${folderName(shell.folder, cwd)}, in which this was allowed to run, is gone. Nothing was run.`,
  );
}

function withNote(result: ToolResult, note: string): ToolResult {
  return result.ok
    ? { ...result, text: `[${note}]\n${result.text}` }
    : { ...result, message: `[${note}]\n${result.message}` };
}
