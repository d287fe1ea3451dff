/** A program at its prompt, talking to a scripted model. */
import type { Answer } from "../../tests/support/model-server.ts";
import { serveModel } from "../../tests/support/model-server.ts";
import { BenchTerminal } from "./bench-terminal.ts";
import { modelEnv } from "./programs.ts";
import { makeBenchProject } from "./project.ts";

/** Starts it, waits until it stands at its prompt with nothing left to do, and ends it after `use`. */
export async function atPrompt<T>(
  command: readonly string[],
  answer: Extract<Answer, (...args: never) => unknown>,
  use: (terminal: BenchTerminal) => Promise<T>,
): Promise<T> {
  await using project = await makeBenchProject();
  await using server = await serveModel(answer);
  const env = { ...project.env, ...modelEnv(server.chatUrl) };
  await using terminal = new BenchTerminal({ command, cwd: project.folder, env });
  await terminal.ready();
  await terminal.quiet(500);
  return await use(terminal);
}

/** Writes a line into the composer, as a person would: Enter comes a little later. Returns when Enter was sent. */
export async function sendLine(terminal: BenchTerminal, line: string): Promise<number> {
  terminal.send(line);
  await terminal.shown(line.slice(-1));
  await Bun.sleep(100);
  return terminal.send("\r");
}
