/**
 * The one way to stdout and stderr where there is no screen. A lint rule keeps every other file from writing there, so
 * that what rein says is made printable once, here.
 */
import { inBlocks, joined } from "../app/export/text-blocks.ts";
import { beginTurn } from "../app/export/turns.ts";
import { UserError } from "../protocol/error.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { say } from "../words/say.ts";

/** Prints lines for a person: whatever foreign text is in them does nothing to a terminal. Returns 0, for the exit code. */
export async function print(text: string): Promise<0> {
  await write(process.stdout, withEnd(sanitize(text, "output")));
  return 0;
}

/** As `print`, for what does not fit into memory: each part is whole lines. */
export async function printParts(parts: Iterable<string>): Promise<0> {
  await printPieces(printable(joined(parts)));
  return 0;
}

/** The parts of a text without what could move a cursor: each is whole lines. */
export async function* printable(parts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  for await (const part of parts) yield sanitize(part, "output");
}

/** Prints to the byte what a program is to read. It is the caller who knows that it may be shown on a terminal. */
export async function printExactly(text: string): Promise<void> {
  await write(process.stdout, text);
}

/** The same piece by piece: what comes next is asked for when all before is out, and no more where nobody reads any more. */
export async function printPieces(pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
  const turn = beginTurn();
  for await (const block of inBlocks(pieces)) {
    if (!(await write(process.stdout, block))) return;
    if (turn.isOver()) await turn.rest();
  }
}

/** Prints an answer of a model, as it is for a pipe or a file; for a terminal without what could move its cursor. */
export async function printAnswer(text: string): Promise<void> {
  if (stdoutIsTerminal()) await print(text);
  else if (text !== "") await printExactly(withEnd(text));
}

/** Says one line or several on stderr. Resolves when they are out; a stderr that is closed or full is no reason to stop. */
export async function tell(text: string): Promise<void> {
  try {
    await write(process.stderr, `${sanitize(text, "output")}\n`);
  } catch {
    // There is no other place to say that this could not be said.
  }
}

/** Whether somebody sees what is printed. */
export function stdoutIsTerminal(): boolean {
  return process.stdout.isTTY;
}

/**
 * Asks for a line on the terminal and returns it, or null for an empty one and at the end of the input. The question is
 * made printable here. Nothing else goes on meanwhile: it reads as a shell's `read` does.
 */
export function askLine(question: string): string | null {
  return prompt(sanitize(question, "output"));
}

/** The width of what it is printed on, columns; 80 where it has none. */
export function stdoutColumns(): number {
  return process.stdout.columns ?? 80;
}

/** The height of what it is printed on, rows; 24 where it has none. */
export function stdoutRows(): number {
  return process.stdout.rows ?? 24;
}

export type LineOutput = {
  /** Takes one line, without its end, that may be shown on a terminal; see `jsonLine`. Never waits, never throws. */
  readonly write: (line: string) => void;
  /** What waits to be read, bytes. */
  readonly waiting: () => number;
  /** Resolves when everything is out, or when nobody reads any more. */
  readonly end: () => Promise<void>;
};

/** Prints lines for a program as they come. When nobody reads any more `onGone` is told, and what follows goes nowhere. */
export function openLineOutput(onGone: () => void): LineOutput {
  const { stdout } = process;
  const gone = Promise.withResolvers<void>();
  let isGone = false;
  stdout.on("error", (cause: NodeJS.ErrnoException) => {
    if (!isGone && cause.code !== "EPIPE")
      void tell(say`rein: The output could not be written: ${cause.message}.`);
    isGone = true;
    gone.resolve();
    onGone();
  });
  return {
    write(line) {
      if (!isGone) stdout.write(`${line}\n`);
    },
    waiting: () => stdout.writableLength,
    end: () =>
      Promise.race([gone.promise, new Promise<void>((resolve) => stdout.write("", () => resolve()))]),
  };
}

function withEnd(text: string): string {
  return text === "" || text.endsWith("\n") ? text : `${text}\n`;
}

/** True when it is out, false where its reader has gone (`| head`), which is no error; others reject with a `UserError`. */
function write(stream: NodeJS.WriteStream, text: string | Uint8Array): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (cause: NodeJS.ErrnoException) => {
      if (cause.code === "EPIPE") resolve(false);
      else reject(new UserError(say`The output could not be written: ${cause.message}.`, { cause }));
    };
    stream.once("error", onError);
    stream.write(text, (error) => {
      // A failed write is told here and then once more as an event, which must find its listener.
      if (error !== null && error !== undefined) return onError(error);
      stream.off("error", onError);
      resolve(true);
    });
  });
}
