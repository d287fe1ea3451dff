/** A shell command that has been started, until it has ended. */
import { messageOf } from "../protocol/error.ts";
import { type ChildOptions, childEnvironment } from "./child-environment.ts";
import { CommandOutput, type OutputOptions } from "./command-output.ts";
import { killMarked, markedProcesses } from "./marked-processes.ts";
import { type Exit, type MergedGroup, releaseIfEnded, startMerged } from "./process-group.ts";
import { put, type Reading, readPipe, readStream } from "./read-pipe.ts";
import { trackFolder } from "./folder-track.ts";
import { innerVariables } from "./sandbox/inner-script.ts";
import type { WrappedCommand } from "./sandbox/sandbox.ts";
import { shellArguments } from "./shell.ts";
import { stopCommand } from "./stop-group.ts";
import { untilQuiet } from "./until-quiet.ts";

export type RunningCommand = {
  readonly command: string;
  readonly cwd: string;
  /** Stands in the environment of all that it starts; see marked-processes.ts. */
  readonly mark: string;
  readonly output: CommandOutput;
  /** Resolves when the shell has ended. */
  readonly exited: Promise<Exit>;
  /** Takes what it has printed and what nobody has looked at yet. */
  readonly look: () => void;
  /** After `exited`: resolves when its output is over, has been quiet, or has gone on for too long; see until-quiet.ts. */
  settled(): Promise<void>;
  /** TERM for everything that it started, KILL after `patienceMs`. Resolves when nothing is left of it. */
  stop(patienceMs: number): Promise<void>;
  /** KILL for everything that it started, at once. */
  kill(): void;
  /** True while something of its group lives, or something else that it started and that could still print. */
  isAlive(): boolean;
  /** To be called once, at the very end: the folder in which the shell ended, and nothing keeps rein running. */
  end(): string | null;
};

export type StartRequest = OutputOptions & {
  readonly command: string;
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** What of `env` it gets. */
  readonly inherits?: ChildOptions;
  /** The command in its sandbox; absent, nothing confines it. What it took is cleared away when it has ended. */
  readonly wrapped?: WrappedCommand;
};

/** @throws Error when it cannot be started; see `runCommand`. */
export function startCommand(request: StartRequest): RunningCommand {
  const { command, cwd, wrapped } = request;
  const folder = trackFolder(command, wrapped?.runFolder);
  const clean = childEnvironment(request.env ?? process.env, request.inherits);
  const group =
    wrapped === undefined
      ? startMerged(shellArguments(command), { cwd, env: { ...clean, ...folder?.env } })
      : startMerged(wrapped.argv, {
          cwd,
          env: { ...clean, ...envInside(wrapped, folder?.env) },
          sandboxed: true,
        });
  const output = new CommandOutput(request);
  const reading = read(group, output);
  let isOver = false;
  const over = reading.ended
    // What came before the trouble is still true, and the exit code comes from elsewhere.
    .catch((thrown: unknown) =>
      put(said(`the output could not be read further: ${messageOf(thrown)}`), output),
    )
    .then(() => {
      isOver = true;
    });
  return {
    command,
    cwd,
    mark: group.mark,
    output,
    exited: group.exited,
    look: () => void reading.look(),
    settled: () => untilQuiet(reading, () => output.total, over),
    stop: (patienceMs) => stopCommand(group, patienceMs),
    kill() {
      group.signal("SIGKILL");
      killMarked(group.mark);
    },
    // Whoever left the group and still has the pipe is looked for; looking costs some milliseconds.
    isAlive: () => group.isAlive() || (!isOver && markedProcesses(group.mark).length > 0),
    end() {
      reading.unref();
      group.unref();
      releaseIfEnded(group);
      const endedIn = folder?.end() ?? null;
      wrapped?.after();
      return endedIn;
    },
  };
}

/** bash reads the start file inside; around the sandbox there are shells too. */
function envInside(
  wrapped: WrappedCommand,
  folder: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const { BASH_ENV: startFile = "", ...others } = folder;
  return { ...wrapped.env, ...others, [innerVariables.startFile]: startFile };
}

function said(text: string): Uint8Array {
  return new TextEncoder().encode(`\n[${text}]\n`);
}

function read({ output }: MergedGroup, sink: CommandOutput): Reading {
  return "fd" in output ? readPipe(output, sink) : readStream(output, sink);
}
