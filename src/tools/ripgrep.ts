/** The ripgrep that came with the install, and how it is run. */
import { createRequire } from "node:module";
import { type ProcessGroup, startGroup } from "../process/process-group.ts";
import { stopGroup } from "../process/stop-group.ts";

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
    return createRequire(bundle).resolve(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/${name}`);
  } catch {
    // No such package: it is optional, and there are platforms without one. Our own search takes over.
    return null;
  }
}

export type RipgrepEnd = {
  /** 0: found; 1: nothing found; 2: trouble, which may be as small as one file without permission. Null: killed. */
  readonly exitCode: number | null;
  /** What it complained about, the first few KB. */
  readonly trouble: string;
};

/**
 * Runs ripgrep and hands each piece of its output to `onOutput`. Its environment is empty: nothing of the user's
 * changes what is found. Kills it when the signal fires.
 *
 * @throws the signal's reason when it fires.
 */
export async function runRipgrep(
  program: string,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly signal: AbortSignal;
    readonly onOutput: (bytes: Uint8Array) => void;
  },
): Promise<RipgrepEnd> {
  const { cwd, signal, onOutput } = options;
  signal.throwIfAborted();
  const group = startGroup([program, "--no-config", ...args], { cwd, env: {}, output: "separate" });
  const stop = () => group.signal("SIGKILL");
  signal.addEventListener("abort", stop, { once: true });
  try {
    const trouble = textOf(group.stderr);
    for await (const bytes of group.stdout) onOutput(bytes);
    signal.throwIfAborted();
    const { exitCode } = await group.exited;
    return { exitCode, trouble: await trouble };
  } finally {
    signal.removeEventListener("abort", stop);
    await stopGroup(group, 0);
  }
}

/** More complaints than these are not kept, UTF-16 units. */
const maxTrouble = 64 * 1024;

async function textOf(stream: ProcessGroup["stderr"]): Promise<string> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream ?? []) {
    if (text.length < maxTrouble) text += decoder.decode(bytes, { stream: true });
  }
  return text;
}
