/** Real sandboxes, where this machine can make them. */
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { hiddenPlaces, namesToKeepAway } from "../../src/permissions/hidden-places.ts";
import { writeProtection } from "../../src/permissions/sensitive-paths.ts";
import { type CommandRequest, type CommandResult, runCommand } from "../../src/process/run-command.ts";
import type { Finding, SandboxStatus } from "../../src/process/sandbox/sandbox.ts";
import type { AfterCommand, CommandPolicy, ConfinedCall } from "../../src/process/sandbox/sandbox.ts";
import { createSrtSandbox, type SrtOptions, type SrtSandbox } from "../../src/process/sandbox/srt.ts";
import { findRipgrep } from "../../src/tools/ripgrep.ts";
import type { TestProject } from "./project.ts";

/** bubblewrap and socat are here, and the system lets them work. */
export const hasSandbox =
  process.platform === "linux" &&
  Bun.which("bwrap") !== null &&
  Bun.which("socat") !== null &&
  Bun.spawnSync([
    "bwrap",
    "--unshare-user",
    "--unshare-pid",
    "--ro-bind",
    "/",
    "/",
    "--proc",
    "/proc",
    "true",
  ]).exitCode === 0;

if (!hasSandbox)
  console.warn("Tests of the sandbox are skipped: bwrap or socat is missing, or may not work here.");

export type TestSandbox = AsyncDisposable & {
  readonly sandbox: SrtSandbox;
  readonly findings: Finding[];
  readonly statuses: SandboxStatus[];
  readonly said: string[];
  /** Runs a command to its end, confined. */
  run(
    command: string,
    options?: Partial<CommandPolicy> &
      Pick<ConfinedCall, "onConnect"> & { readonly request?: Partial<CommandRequest> },
  ): Promise<CommandResult & AfterCommand>;
};

/** A sandbox for a project, as a session has one. */
export function sandboxOf(project: TestProject, more: Partial<SrtOptions> = {}): TestSandbox {
  const root = project.folder;
  const findings: Finding[] = [];
  const statuses: SandboxStatus[] = [];
  const said: string[] = [];
  const scratch = join(project.home, "scratch");
  mkdirSync(scratch, { recursive: true });
  const sandbox = createSrtSandbox({
    root,
    scratch,
    hidden: hiddenPlaces(project.home),
    shown: [],
    guarded: [],
    absent: namesToKeepAway,
    env: { ...project.env, TMPDIR: process.env["TMPDIR"] },
    ripgrep: findRipgrep(),
    protection: (path) => writeProtection(path, root),
    onFindings: (some) => findings.push(...some),
    onIncomplete: (sentence) => said.push(sentence),
    onStatus: (status) => statuses.push(status),
    ...more,
  });
  return {
    sandbox,
    findings,
    statuses,
    said,
    async run(command, { onConnect, request, kind = "project", ...policy } = {}) {
      const wrapped = await sandbox.wrap(
        { command, ...(onConnect === undefined ? {} : { onConnect }) },
        { kind, ...policy },
      );
      if (wrapped === null) throw new Error("it was not wrapped");
      const result = await runCommand({
        command,
        cwd: root,
        signal: new AbortController().signal,
        env: project.env,
        wrapped,
        ...request,
      });
      const after = wrapped.after();
      await sandbox.probe();
      return { ...result, ...after };
    },
    async [Symbol.asyncDispose]() {
      sandbox.close();
    },
  };
}

/** A folder with scripts in the place of programs, to be put before the PATH. */
export function fakePrograms(project: TestProject, programs: Readonly<Record<string, string>>): string {
  const folder = join(project.home, "fake");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(programs))
    writeFileSync(join(folder, name), text, { mode: 0o755 });
  return `${folder}${delimiter}${project.env["PATH"] ?? ""}`;
}

/** A PATH with the usual programs, but without these. */
export function pathWithout(project: TestProject, ...missing: readonly string[]): string {
  const folder = join(project.home, "some-programs");
  mkdirSync(folder, { recursive: true });
  for (const name of ["bwrap", "socat", "bash", "sh", "cat", "ls", "touch", "git"]) {
    const found = Bun.which(name);
    const link = join(folder, name);
    if (found !== null && !missing.includes(name) && !existsSync(link)) symlinkSync(found, link);
  }
  return folder;
}
