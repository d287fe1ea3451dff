/** Runs a program without a terminal. */

export type Ended = {
  /** From its start to its end, ms. */
  readonly wall: number;
  readonly stdout: string;
};

/** Waits for its end. Throws when its exit code is not 0, with what it said on stderr. */
export async function runToEnd(
  command: readonly string[],
  { cwd, env }: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<Ended> {
  const from = performance.now();
  const child = Bun.spawn([...command], { cwd, env, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const exitCode = await child.exited;
  const wall = performance.now() - from;
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if (exitCode !== 0) throw new Error(`${command.join(" ")} ended with ${exitCode}: ${stderr}`);
  return { wall, stdout };
}
