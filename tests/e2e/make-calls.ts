/** Lets a scripted model make tool calls through the real program, without a terminal, and tells what came back. */
import { call, serveModel, text } from "../support/model-server.ts";
import type { TestProject } from "../support/project.ts";
import { resultsIn } from "./requests.ts";
import { type Run, runRein } from "./run-rein.ts";
import { accessTo } from "./start.ts";

export type ToolCall = readonly [name: string, input: Readonly<Record<string, unknown>>];

export type Made = {
  /** What the model was told of each call, in order. */
  readonly told: readonly string[];
  /** The whole body of the last request. */
  readonly lastRequest: string;
  readonly run: Run;
};

/** For calls that nobody should ask about. */
export const unasked = ["--permission-mode", "accept-edits", "--allow", "bash"] as const;

/** Makes each call in a step of its own, or all of `together` in one, and waits for the end of the program. */
export async function makeCalls(
  project: TestProject,
  calls: readonly ToolCall[],
  options: {
    readonly args?: readonly string[];
    readonly together?: boolean;
    readonly env?: Readonly<Record<string, string>>;
  } = {},
): Promise<Made> {
  const steps = calls.map(([name, input], index) => call(name, input, { id: `call_${index}` }));
  const script = options.together === true ? [steps] : steps.map((step) => [step]);
  await using server = await serveModel([...script, [text("done")]]);
  const env = { ...accessTo(server), ...options.env };
  const run = await runRein(["-p", "go", ...(options.args ?? unasked)], { project, env });
  const last = await server.nextRequest(script.length);
  const results = resultsIn(last);
  return { told: calls.map((_, index) => results[`call_${index}`] ?? ""), lastRequest: last.bodyText, run };
}
