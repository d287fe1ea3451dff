/** The start of a program in a terminal. */
import { BenchTerminal } from "./bench-terminal.ts";
import { modelEnv } from "./programs.ts";
import { makeBenchProject } from "./project.ts";

/** Nobody is asked anything here, so nobody needs to listen there. */
const nobody = modelEnv("http://127.0.0.1:9/v1");

export type Start = {
  /** To the composer on screen and the terminal in raw mode, ms. */
  readonly ready: number;
  /** To the echo of a key that was pressed at that moment. */
  readonly echo: number;
  /** To the text that was asked for. */
  readonly opened: number;
};

/** Starts it once. `cold`: as if it had never been started before. */
export async function timeStart(
  command: readonly string[],
  { opened = "", cold = false }: { readonly opened?: string; readonly cold?: boolean } = {},
): Promise<Start> {
  await using project = await makeBenchProject({ cold });
  const env = { ...project.env, ...nobody };
  await using terminal = new BenchTerminal({ command, cwd: project.folder, env });
  const open = terminal.shown(opened);
  const ready = await terminal.ready();
  terminal.send("Q");
  const echo = await terminal.shown("Q");
  const since = (at: number) => at - terminal.startedAt;
  return { ready: since(ready), echo: since(echo), opened: since(await open) };
}
