/** A command of the user's own, in a pseudo-terminal of its own: it may ask, draw and take every key. */
import { writeSync } from "node:fs";
import { basename, isAbsolute } from "node:path";
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { isExecutable } from "./executable.ts";
import { shellArguments } from "./shell.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export type TerminalRequest = {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** All of the command's environment. Its `SHELL` runs the command. */
  readonly env: Environment;
  readonly columns: number;
  readonly rows: number;
  /** What it writes to its terminal, as it comes. */
  readonly onOutput: (bytes: Uint8Array) => void;
};

export type TerminalEnd = {
  /** As the shell tells it: 128 + n after signal n. Null when it was ended together with its terminal. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** What was typed for it and it did not read. */
  readonly unread: string;
};

export type TerminalRun = {
  /** Keys for it, as the terminal sends them. */
  write(bytes: Uint8Array): void;
  resize(columns: number, rows: number): void;
  readonly ended: Promise<TerminalEnd>;
  /** Hangs its terminal up and ends what does not go by itself. Synchronous; done within about 100 ms. */
  hangUp(): void;
};

/**
 * Stays with the terminal while the command runs, and gives back what was typed and not read: the terminal forgets that
 * when its first process ends. It says when the command is over and waits for an answer, so that no key is on its way any
 * more when it looks. Ctrl+C and the like are for the command only.
 */
const keeper = [
  "trap : INT QUIT TSTP",
  // gpg's agent asks for passphrases in the terminal that is named here.
  'if [ -n "$GPG_TTY" ]; then GPG_TTY=$(command -p tty); fi',
  '"$@" 3>&- 4<&-',
  "code=$?",
  "trap '' INT QUIT TSTP",
  "printf . >&3",
  "read -r _ <&4",
  "command -p stty -icanon min 0 time 0 2>&-",
  "command -p dd bs=65536 count=1 2>&- >&3",
  "exit $code",
].join("\n");

/** Shells that only say that nobody may log in. */
const noShells = new Set(["nologin", "false", "true"]);

/** What it wrote last is there when it has ended; for so long the end of it is waited for, ms. */
const lastOutputMs = 500;

/** What was typed for it goes out with the next turn of the loop, unless the terminal holds no more; waited for, ms. */
const lastInputMs = 100;

/** How often and how many times a terminal that was hung up is looked at, ms. */
const lookEveryMs = 10;
const mostLooks = 10;

/** Starts the command. Throws a `UserError` when that fails. */
export function runInTerminal(request: TerminalRequest): TerminalRun {
  const { command, cwd, env, columns, rows, onOutput } = request;
  const startedAt = performance.now();
  const outputEnded = Promise.withResolvers<void>();
  /** Resolves when what was written has gone out: Bun takes bytes at once, and hands them to the system later. */
  let writing: PromiseWithResolvers<void> | undefined;
  const start = () =>
    Bun.spawn(["/bin/sh", "-c", keeper, "rein", ...shellOf(command, env)], {
      cwd,
      env: { ...env },
      stdio: [null, null, null, "pipe", "pipe"],
      // Only a terminal that is made here becomes the controlling one.
      terminal: {
        cols: columns,
        rows,
        name: env["TERM"] ?? "dumb",
        data: (_, bytes) => onOutput(bytes),
        exit: () => outputEnded.resolve(),
        drain: () => {
          writing?.resolve();
          writing = undefined;
        },
      },
    });
  let child: ReturnType<typeof start>;
  try {
    child = start();
  } catch (thrown) {
    throw new UserError(say`The command could not be started in ${cwd}: ${messageOf(thrown)}.`, {
      cause: thrown,
    });
  }
  const { terminal } = child;
  if (terminal === undefined)
    throw new UserError(say`This system gives no pseudo-terminal; the command was not run.`);
  let isHungUp = false;
  let isOver = false;
  /** Came when the command was over. */
  const late: Uint8Array[] = [];
  const over = async () => {
    isOver = true;
    // The keeper would look for it before it is there.
    if (writing !== undefined) await Promise.race([writing.promise, Bun.sleep(lastInputMs)]);
    answer(child.stdio[4]);
  };
  const unread = readBack(child.stdio[3], over);

  const end = async (): Promise<TerminalEnd> => {
    const exitCode = await child.exited;
    const durationMs = performance.now() - startedAt;
    await Promise.race([outputEnded.promise, Bun.sleep(lastOutputMs)]);
    terminal.close();
    const left = await unread;
    return {
      exitCode: isHungUp || child.signalCode !== null ? null : exitCode,
      durationMs,
      unread: Buffer.concat([left, ...late]).toString(),
    };
  };

  return {
    write(bytes) {
      if (isOver) return void late.push(bytes);
      if (terminal.closed) return;
      writing ??= Promise.withResolvers();
      terminal.write(bytes);
    },
    resize(newColumns, newRows) {
      if (!terminal.closed) terminal.resize(newColumns, newRows);
    },
    ended: end(),
    hangUp() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      isHungUp = true;
      signalGroup(child.pid, "SIGHUP");
      if (!terminal.closed) terminal.close();
      for (let looks = 0; looks < mostLooks && signalGroup(child.pid, 0); looks += 1)
        Bun.sleepSync(lookEveryMs);
      signalGroup(child.pid, "SIGKILL");
    },
  };
}

/** The arguments that run `command` in the user's own shell, or in bash where there is none to speak of. */
function shellOf(command: string, env: Environment): string[] {
  const shell = env["SHELL"] ?? "";
  const isShell = isAbsolute(shell) && !noShells.has(basename(shell)) && isExecutable(shell);
  return isShell ? [shell, "-c", command] : shellArguments(command);
}

/** The keeper leads its session and its group. False when nobody is left in it. */
function signalGroup(leader: number, signal: "SIGHUP" | "SIGKILL" | 0): boolean {
  try {
    process.kill(-leader, signal);
    return true;
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "ESRCH") return false;
    // Who runs as somebody else, as behind sudo, is only told by the terminal that it is gone.
    if (code === "EPERM") return true;
    throw thrown;
  }
}

/** What the keeper gives back behind its word that the command is over. */
async function readBack(descriptor: unknown, onOver: () => Promise<void>): Promise<Buffer> {
  if (typeof descriptor !== "number") return Buffer.alloc(0);
  const pieces: Uint8Array[] = [];
  for await (const piece of Bun.file(descriptor).stream()) {
    if (pieces.length === 0) await onOver();
    pieces.push(piece);
  }
  return Buffer.concat(pieces).subarray(1);
}

/** Lets the keeper go on. It may be gone already, hung up with its terminal. */
function answer(descriptor: unknown): void {
  if (typeof descriptor !== "number") return;
  try {
    writeSync(descriptor, "\n");
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code !== "EPIPE") throw thrown;
  }
}
