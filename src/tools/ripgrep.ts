/** The ripgrep that came with the install, and how it is run. */
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { ToolError } from "./tool.ts";

let found: string | null | undefined;

/**
 * The absolute path of the bundled ripgrep; null on a platform that it is not built for. One on the PATH does not
 * count: it may be of any version, or the project's own.
 */
export function findRipgrep(): string | null {
  found ??= resolveRipgrep();
  return found;
}

function resolveRipgrep(): string | null {
  const name = process.platform === "win32" ? "rg.exe" : "rg";
  try {
    // The binaries are dependencies of this package, so they are looked for from where it lies.
    const bundle = createRequire(import.meta.url).resolve("@vscode/ripgrep");
    const program = createRequire(bundle).resolve(
      `@vscode/ripgrep-${process.platform}-${process.arch}/bin/${name}`,
    );
    accessSync(program, constants.X_OK);
    return program;
  } catch {
    // No such package, as there are platforms without one, or no program that may run. Our own search takes over.
    return null;
  }
}

export type RipgrepEnd = {
  /** 0: found; 1: nothing found; 2: trouble, which may be as small as one file without permission. */
  readonly exitCode: 0 | 1 | 2;
  /** What it complained about, the first few KB. */
  readonly trouble: string;
};

/** Those that run: none outlives rein. */
const running = new Set<Bun.Subprocess>();

function killAll(): void {
  for (const child of running) child.kill("SIGKILL");
}

/**
 * Runs ripgrep and hands each piece of its output to `onOutput`. Its environment is empty: nothing of the user's
 * changes what is found. Kills it when the signal fires. It starts no processes, so it needs no group of its own.
 *
 * @throws the signal's reason when it fires; ToolError when ripgrep did not come to its end.
 */
export async function runRipgrep(
  program: string,
  args: readonly string[],
  options: {
    readonly signal: AbortSignal;
    readonly onOutput: (bytes: Uint8Array) => void;
  },
): Promise<RipgrepEnd> {
  const { signal, onOutput } = options;
  signal.throwIfAborted();
  const child = Bun.spawn([program, "--no-config", ...args], {
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
    const trouble = textOf(child.stderr);
    for await (const bytes of child.stdout) onOutput(bytes);
    const exitCode = await child.exited;
    signal.throwIfAborted();
    if (exitCode === 0 || exitCode === 1 || exitCode === 2) return { exitCode, trouble: await trouble };
    throw new ToolError(
      `The search broke off: ripgrep ended with ${child.signalCode ?? exitCode}. Search again. ${await trouble}`.trim(),
    );
  } finally {
    signal.removeEventListener("abort", stop);
    stop();
    running.delete(child);
    if (running.size === 0) process.off("exit", killAll);
  }
}

/** More complaints than these are not kept, UTF-16 units. */
const maxTrouble = 64 * 1024;

async function textOf(stream: AsyncIterable<Uint8Array>): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    if (text.length < maxTrouble) text += decoder.decode(bytes, { stream: true });
  }
  return text;
}
