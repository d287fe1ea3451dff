/** Starts the real program without a terminal, as scripts and pipes do. */
import type { TestProject } from "../support/project.ts";
import { COMPILED, NODE, REIN } from "./start.ts";

export type RunOptions = {
  readonly project: TestProject;
  readonly env?: Readonly<Record<string, string>>;
  /** What is piped in. @default nothing: stdin is at its end at once */
  readonly stdin?: string;
};

export type Run = { readonly out: string; readonly err: string; readonly code: number };

/** Runs the program to its end. */
export async function runRein(args: readonly string[], options: RunOptions): Promise<Run> {
  const child = startRein(args, options);
  if (options.stdin !== undefined) await child.stdin.write(options.stdin);
  await child.stdin.end();
  return endOf(child);
}

/** Starts it with a pipe as stdin that stays open until somebody ends it. */
export function startRein(args: readonly string[], { project, env = {} }: RunOptions) {
  return Bun.spawn([NODE, REIN, ...args], {
    cwd: project.folder,
    env: { ...project.env, ...COMPILED, ...env },
    stdin: "pipe",
    stdout: "pipe",
    stderr: "pipe",
  });
}

/** Waits for the end of a started program and all it has said. */
export async function endOf(child: ReturnType<typeof startRein>): Promise<Run> {
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, code };
}
