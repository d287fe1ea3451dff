/** A program at its prompt, talking to a scripted model. */
import type { Answer } from "../../tests/support/model-server.ts";
import { serveModel } from "../../tests/support/model-server.ts";
import type { TestProject } from "../../tests/support/project.ts";
import { BenchTerminal } from "./bench-terminal.ts";
import { modelEnv } from "./programs.ts";
import { makeBenchProject } from "./project.ts";

export type PromptOptions = {
  /** What is on screen once the program has opened everything; the prompt if not given. */
  readonly opened?: string;
  /** Puts things into the folder and the home before the program starts. */
  readonly prepare?: (project: TestProject) => unknown;
};

/** What is done at the prompt. `openedAt`: when everything was open, on the clock of `performance.now()`. */
type Use<T> = (terminal: BenchTerminal, openedAt: number) => Promise<T>;

/** Starts it, waits until it stands at its prompt with nothing left to do, and ends it after `use`. */
export async function atPrompt<T>(
  command: readonly string[],
  answer: Extract<Answer, (...args: never) => unknown>,
  use: Use<T>,
  options: PromptOptions = {},
): Promise<T> {
  await using server = await serveModel(answer);
  return await atPromptOf(command, server.chatUrl, use, options);
}

/** The same with a server of the caller's. */
export async function atPromptOf<T>(
  command: readonly string[],
  chatUrl: string,
  use: Use<T>,
  { opened, prepare }: PromptOptions = {},
): Promise<T> {
  await using project = await makeBenchProject();
  await prepare?.(project);
  const env = { ...project.env, ...modelEnv(chatUrl) };
  await using terminal = new BenchTerminal({ command, cwd: project.folder, env });
  const open = opened === undefined ? undefined : terminal.shown(opened);
  const readyAt = await terminal.ready();
  const openedAt = await (open ?? readyAt);
  await terminal.quiet(500);
  return await use(terminal, openedAt);
}

/** Writes a line into the composer, as a person would: Enter comes a little later. Returns when Enter was sent. */
export async function sendLine(terminal: BenchTerminal, line: string): Promise<number> {
  terminal.send(line);
  await terminal.shown(line.slice(-1));
  await Bun.sleep(100);
  return terminal.send("\r");
}
