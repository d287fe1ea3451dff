/** A program of the user's own in rein's terminal: what it writes is shown, and kept as plain text. */
import { OutputBuffer } from "../../../process/output-buffer.ts";
import { runInTerminal } from "../../../process/run-in-terminal.ts";
import { createLeftOn } from "../../../terminal/modes/left-on.ts";
import { createOutputReader } from "../../../terminal/output-tokens.ts";
import type { TerminalOutput } from "../../../terminal/output.ts";
import { recordText } from "../../../terminal/recorded-text.ts";
import { environmentOf } from "./own-environment.ts";

export type UserProgramRequest = {
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** Rein's own environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: TerminalOutput;
};

export type UserProgramEnd = {
  /** 128 + n after signal n; null when it was ended together with its terminal. */
  readonly exitCode: number | null;
  readonly durationMs: number;
  /** Plain text: the beginning and the end when it was too much. */
  readonly output: string;
  /** What was typed for it and it did not read. */
  readonly unread: string;
  /** As `toRest` of the program. */
  readonly toRest: string;
};

export type UserProgram = {
  readonly ended: Promise<UserProgramEnd>;
  write(bytes: Uint8Array): void;
  resize(columns: number, rows: number): void;
  /** The bytes that bring the terminal to rest, whatever it left on, with the cursor on a line of its own below. */
  toRest(): string;
  /** Ends it. Synchronous; nothing of what it still writes is shown. */
  hangUp(): void;
};

/** Starts it. Throws a `UserError` when that fails. */
export function startUserProgram({ command, cwd, env, terminal }: UserProgramRequest): UserProgram {
  const kept = new OutputBuffer();
  const leftOn = createLeftOn();
  const record = recordText(terminal.rows, (text) => kept.append(Buffer.from(text)));
  const reader = createOutputReader((token) => {
    leftOn.see(token);
    record.see(token);
  });
  const decoder = new TextDecoder();
  let isHungUp = false;
  const run = runInTerminal({
    command,
    cwd,
    env: environmentOf(env),
    columns: terminal.columns,
    rows: terminal.rows,
    onOutput(bytes) {
      if (isHungUp) return;
      terminal.write(bytes);
      reader.push(decoder.decode(bytes, { stream: true }));
    },
  });
  const toRest = () => leftOn.restoration() + record.toFreshLine();
  const end = async (): Promise<UserProgramEnd> => {
    const { exitCode, durationMs, unread } = await run.ended;
    const rest = toRest();
    record.end();
    return { exitCode, durationMs, unread, toRest: rest, output: kept.read(null).text };
  };
  return {
    ended: end(),
    write: (bytes) => run.write(bytes),
    resize: (columns, rows) => run.resize(columns, rows),
    toRest,
    hangUp() {
      isHungUp = true;
      run.hangUp();
    },
  };
}
