/** What Ink is given in place of the process's streams. */
import { PassThrough, Writable } from "node:stream";
import { widthOf } from "../../terminal/width.ts";

/** The part of a terminal's output stream that the screen uses. */
export type TerminalOutput = {
  readonly columns: number;
  readonly rows: number;
  write(text: string): unknown;
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
};

/** What stands on screen below the scrollback: its lines as they were drawn, and the cursor's place in them. */
export type Frame = {
  readonly lines: readonly string[];
  readonly cursorRow: number;
  readonly cursorColumn: number;
};

export type InkOutput = {
  readonly stream: NodeJS.WriteStream;
  /**
   * The window has another size: `standing` is what Ink drew last. When the window gets narrower, every terminal wraps
   * the lines that stand there again, so the frame grows by rows that Ink does not know of and would leave behind:
   * they are erased here, before Ink draws the frame anew.
   */
  resized(standing: Frame | null): void;
};

/** Standard output for one Ink root. Each root needs one of its own: Ink keeps one renderer a stream. */
export function createInkOutput(terminal: TerminalOutput): InkOutput {
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      terminal.write(chunk);
      done();
    },
  });
  let { columns, rows } = terminal;
  const shape = {
    isTTY: { get: () => true },
    columns: { get: () => columns },
    rows: { get: () => rows },
  };
  // Ink asks for a tty.WriteStream and uses of it what is here.
  const stream = Object.defineProperties(output, shape) as unknown as NodeJS.WriteStream;
  return {
    stream,
    resized(standing) {
      if (standing !== null && terminal.columns < columns)
        terminal.write(gatherWrapped(standing, terminal.columns));
      ({ columns, rows } = terminal);
      stream.emit("resize");
    },
  };
}

/**
 * The bytes that turn a wrapped frame back into what Ink believes stands there: everything from the frame's first row
 * down is erased, and the cursor is put as many rows below that row as Ink counts.
 */
export function gatherWrapped({ lines, cursorRow, cursorColumn }: Frame, columns: number): string {
  const rowsOf = (line: string) => Math.max(1, Math.ceil(widthOf(line) / columns));
  const above = lines.slice(0, cursorRow).reduce((sum, line) => sum + rowsOf(line), 0);
  const up = above + Math.floor(cursorColumn / columns);
  return `${up > 0 ? `\u001b[${up}A` : ""}\r\u001b[J${"\n".repeat(cursorRow)}`;
}

/** A stdin that never says anything: rein reads the keys itself, and Ink must not take them. */
export function createSilentInput(): NodeJS.ReadStream {
  const stream = new PassThrough();
  const quiet = { isTTY: true, setRawMode: () => stream, ref: () => stream, unref: () => stream };
  return Object.assign(stream, quiet) as unknown as NodeJS.ReadStream;
}
