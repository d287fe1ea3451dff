/** The programs that a sandbox is made with. */
import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { delimiter, dirname, isAbsolute, join } from "node:path";
import { isExecutable } from "../executable.ts";

/** Absolute paths; null for one that is not there. */
export type SandboxTools = {
  readonly bwrap: string | null;
  readonly socat: string | null;
  /** It closes Unix sockets to the command, and with them the user's docker, ssh agent and desktop. */
  readonly seccomp: string | null;
};

/** Looks on `path`, as in the variable, but never in the project: a `bwrap` of a stranger's would confine nothing. */
export function findSandboxTools(path: string, project: string): SandboxTools {
  return {
    bwrap: findProgram("bwrap", path, project),
    socat: findProgram("socat", path, project),
    seccomp: findSeccompHelper(),
  };
}

function findProgram(name: string, path: string, project: string): string | null {
  for (const folder of path.split(delimiter)) {
    if (!isAbsolute(folder)) continue;
    try {
      const program = realpathSync(join(folder, name));
      if (!program.startsWith(`${project}/`) && isExecutable(program)) return program;
    } catch {
      // Not there.
    }
  }
  return null;
}

/** It lies in the runtime's package, or beside a program that everything was compiled into. */
function findSeccompHelper(): string | null {
  const places = [join(dirname(process.execPath), "apply-seccomp")];
  try {
    const main = createRequire(import.meta.url).resolve("@anthropic-ai/sandbox-runtime");
    places.unshift(join(main, "../../vendor/seccomp", process.arch, "apply-seccomp"));
  } catch {
    // Compiled: there are no packages.
  }
  return places.find(isExecutable) ?? null;
}
