/** The ripgrep that came with the install, and how it is run. */
import { accessSync, constants } from "node:fs";
import { createRequire } from "node:module";
import { streamProgram } from "../process/stream-program.ts";
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
  /** What it complained about, the first of it. */
  readonly trouble: string;
};

/**
 * Runs ripgrep and hands each piece of its output to `onOutput`.
 *
 * @throws the signal's reason when it fires; ToolError when ripgrep did not come to its end.
 */
export async function runRipgrep(
  program: string,
  args: readonly string[],
  options: { readonly signal: AbortSignal; readonly onOutput: (bytes: Uint8Array) => void },
): Promise<RipgrepEnd> {
  const { exitCode, signalCode, errors } = await streamProgram(program, ["--no-config", ...args], options);
  if (exitCode === 0 || exitCode === 1 || exitCode === 2) return { exitCode, trouble: errors };
  throw new ToolError(
    `The search broke off: ripgrep ended with ${signalCode ?? exitCode}. Search again. ${errors}`.trim(),
  );
}
