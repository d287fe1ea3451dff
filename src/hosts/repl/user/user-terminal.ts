/** Commands of the user's own. Each has the terminal to itself until it ends; what it printed stays in the scrollback. */
import type { Input } from "../../../terminal/input/reader.ts";
import type { Modes } from "../../../terminal/modes.ts";
import { writeNow } from "../../../terminal/modes/write-now.ts";
import type { TerminalOutput } from "../../../terminal/output.ts";
import type { Screen } from "../screen/screen.ts";
import type { UserProgram, UserProgramEnd } from "./user-program.ts";

export type UserTerminalOptions = {
  readonly input: Input;
  readonly modes: Modes;
  readonly terminal: TerminalOutput;
  readonly screen: Pick<Screen, "lend" | "takeBack">;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Waits for answers of the terminal that are on their way: they are rein's. */
  readonly answered: () => Promise<void>;
  /** Takes what was sent to a command that did not read it: keys as the terminal sends them, its answers as well. */
  readonly onUnread: (sent: string) => void;
};

export type UserTerminalRequest = {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** The lines above its output, for so many columns, and those below it. */
  readonly head: (columns: number) => readonly string[];
  readonly foot: (end: UserTerminalEnd, columns: number) => readonly string[];
};

/** How it ended, and what it printed. */
export type UserTerminalEnd = Pick<UserProgramEnd, "exitCode" | "durationMs" | "output">;

export type UserTerminal = {
  /** Runs a command; one at a time. Rejects with a `UserError` when it could not be started. */
  run(request: UserTerminalRequest): Promise<UserTerminalEnd>;
  readonly isRunning: boolean;
  /** Rein was stopped and goes on: a shell may have changed the terminal meanwhile. */
  retake(): void;
  /** Ends the command that runs, and brings the terminal to rest. Synchronous, for ways out. */
  hangUp(): void;
};

type Running = { program: UserProgram | undefined; isHungUp: boolean };

const notStarted: UserTerminalEnd = { exitCode: null, durationMs: 0, output: "" };

export function createUserTerminal(options: UserTerminalOptions): UserTerminal {
  const { input, modes, terminal, screen, env } = options;
  let running: Running | undefined;
  let passOn: ((bytes: Uint8Array) => void) | undefined;

  const write = (lines: readonly string[]) => terminal.write(lines.map((line) => `${line}\r\n`).join(""));

  return {
    async run({ command, cwd, head, foot }) {
      await options.answered();
      const now: Running = { program: undefined, isHungUp: false };
      running = now;
      const early: Uint8Array[] = [];
      passOn = (bytes) => void (now.program === undefined ? early.push(bytes) : now.program.write(bytes));
      input.passOn(passOn);
      screen.lend();
      modes.release();
      write(head(terminal.columns));
      const resize = () => now.program?.resize(terminal.columns, terminal.rows);
      terminal.on("resize", resize);
      let unread = "";
      try {
        const { startUserProgram } = await import("./user-program.ts");
        if (now.isHungUp) return notStarted;
        const program = startUserProgram({ command, cwd, env, terminal });
        now.program = program;
        for (const bytes of early) program.write(bytes);
        const end = await program.ended;
        if (now.isHungUp) return end;
        ({ unread } = end);
        terminal.write(end.toRest);
        write(foot(end, terminal.columns));
        return end;
      } finally {
        terminal.off("resize", resize);
        running = undefined;
        modes.retake();
        screen.takeBack();
        // What is read from here on was typed at the composer, which stands there again.
        if (unread !== "") options.onUnread(unread);
        input.resume();
      }
    },
    get isRunning() {
      return running !== undefined;
    },
    retake() {
      if (passOn !== undefined) input.passOn(passOn);
    },
    hangUp() {
      if (running === undefined || running.isHungUp) return;
      const { program } = running;
      running.isHungUp = true;
      program?.hangUp();
      if (program !== undefined) writeNow(1)(program.toRest());
    },
  };
}
