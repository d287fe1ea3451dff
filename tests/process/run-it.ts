/** Runs a command where it does not matter in which folder. */
import { type CommandRequest, runCommand } from "../../src/process/run-command.ts";

export function run(command: string, more: Partial<CommandRequest> = {}) {
  return runCommand({ command, cwd: "/", signal: new AbortController().signal, ...more });
}
