/** A program of rein's own install whose output is worked on while it comes. */

export type StreamedEnd = {
  readonly exitCode: number;
  /** The signal that ended it, by name where it has one; null when it ended by itself. */
  readonly signalCode: string | number | null;
  /** What it wrote to its error stream: the first of it. */
  readonly errors: string;
};

/** More than this of the error stream is not kept, UTF-16 units. */
const mostErrors = 64 * 1024;

/** Those that run: none outlives rein. */
const running = new Set<Bun.Subprocess>();

function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

/**
 * Runs it and hands each piece of its output to `onOutput`. Its environment is empty and its folder the root: nothing
 * of the user's changes what it does. It is for programs that start none of their own, so it needs no group. Killed when
 * the signal fires. Rejects with the signal's reason then, and with what `onOutput` throws.
 */
export async function streamProgram(
  program: string,
  args: readonly string[],
  { signal, onOutput }: { readonly signal: AbortSignal; readonly onOutput: (bytes: Uint8Array) => void },
): Promise<StreamedEnd> {
  signal.throwIfAborted();
  const child = Bun.spawn([program, ...args], {
    cwd: "/",
    env: {},
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  if (running.size === 0) process.on("exit", killAll);
  running.add(child);
  const stop = () => child.kill("SIGKILL");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const errors = textOf(child.stderr);
    for await (const bytes of child.stdout) onOutput(bytes);
    const exitCode = await child.exited;
    signal.throwIfAborted();
    return { exitCode, signalCode: child.signalCode, errors: await errors };
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
    running.delete(child);
    if (running.size === 0) process.off("exit", killAll);
  }
}

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    if (text.length < mostErrors) text += decoder.decode(bytes, { stream: true });
  }
  return text;
}
