/** bash: one shell command, to its end. */
import { z } from "zod";
import { messageOf } from "../protocol/error.ts";
import type { ToolResult } from "../protocol/tool-result.ts";
import { type CommandResult, defaultTimeoutMs, maxTimeoutMs, runCommand } from "../process/run-command.ts";
import { oneLine } from "./failures.ts";
import { type Tool, type ToolRun, ToolError } from "./tool.ts";

const schema = z.object({
  command: z.string().describe("Runs in bash in the project folder, without a terminal and without input."),
  timeout_ms: z
    .number()
    .int()
    .min(1)
    .max(maxTimeoutMs)
    .optional()
    .describe(`Time limit, default ${defaultTimeoutMs}.`),
  description: z.string().optional().describe("What it does, in a few words."),
});
type Input = z.infer<typeof schema>;

export const bashTool: Tool<Input> = {
  name: "bash",
  aliases: ["shell", "Bash", "run_command", "execute"],
  description:
    "Runs a shell command and returns its exit code and output (both streams; beginning and end when it is long). " +
    "Each call starts in the project folder.",
  risk: "execute",
  schema,
  title: ({ command }) => oneLine(command),
  async prepare(input, context) {
    const { command } = input;
    if (command.trim() === "") throw new ToolError("command is empty; nothing was run.");
    if (command.includes("\0")) throw new ToolError("command contains a NUL character; nothing was run.");
    return {
      accesses: [{ type: "execute", command, cwd: context.cwd }],
      preview: { type: "command", command, cwd: context.cwd },
      run: (run) => execute(input, context.cwd, run),
    };
  },
};

async function execute(input: Input, cwd: string, run: ToolRun): Promise<ToolResult> {
  const timeoutMs = input.timeout_ms ?? defaultTimeoutMs;
  let result: CommandResult;
  try {
    const onOutput = (text: string) => run.onOutput(text);
    result = await runCommand({ command: input.command, cwd, signal: run.signal, timeoutMs, onOutput });
  } catch (thrown) {
    throw new ToolError(`The command could not be started: ${messageOf(thrown)}`);
  }
  const head = headOf(result, timeoutMs);
  const left = result.leftRunning
    ? "\n[Something it started still runs in the background; its further output is not shown. It ends with rein.]"
    : "";
  const text = `${head}\n${result.output === "" ? "(no output)" : result.output}${left}`;
  const view = { type: "command", exitCode: result.exitCode, output: result.output } as const;
  if (result.aborted) return { ok: false, kind: "interrupted", message: text, view };
  if (result.timedOut) return { ok: false, kind: "timeout", message: text, view };
  const summary = result.signal === null ? `exit ${result.exitCode}` : head;
  return { ok: true, text, summary, view };
}

function headOf(result: CommandResult, timeoutMs: number): string {
  if (result.aborted) return "interrupted";
  if (result.timedOut) return `timed out after ${timeoutMs} ms`;
  return result.signal === null ? `exit code: ${result.exitCode}` : `killed by ${result.signal}`;
}
