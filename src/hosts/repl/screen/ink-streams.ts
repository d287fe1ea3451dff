/** What Ink is given in place of the process's streams. */
import { PassThrough, Writable } from "node:stream";
import type { TerminalOutput } from "../../../terminal/output.ts";
import { eraseDown } from "./frame.ts";
import { createLineMarks } from "../transcript/line-marks.ts";
import { nearCursor } from "./near-cursor.ts";

export type InkOutput = {
  readonly stream: NodeJS.WriteStream;
  /** Lets Ink know the terminal's present size, with its next frame. */
  measure(): void;
  /**
   * Takes lines that are to be printed, and returns the mark that Ink prints instead. Ink would take every line apart
   * into cells, and cut it by its own idea of how wide characters are, which is not always ours and the terminal's.
   */
  mark(text: string): string;
  /** The same for a line of the live part: for as long as each frame that shows it marks it anew. */
  markLine(line: string): string;
  /** While true, nothing of what Ink writes reaches the terminal. */
  isMuted: boolean;
};

/** Ink's way to erase a frame, which is not used anywhere else. */
const inkErasesDown = "\u001b[J";

/**
 * A mark is one character, so that it fits any window: one of Unicode's last plane for private use. Those at its end
 * stand for what is printed, the others for lines of the live part.
 */
const anyMark = /[\u{100000}-\u{10fffd}]/gu;
const firstMark = 0x10f000;
const manyMarks = 0xffe;

/** How wide Ink takes the window for: a mark needs one column, and Ink makes objects of every cell of every frame. */
const layoutColumns = 2;

/** Standard output for one Ink root. Each root needs one of its own: Ink keeps one renderer a stream. */
export function createInkOutput(terminal: TerminalOutput): InkOutput {
  const marked = new Map<string, string>();
  let marks = 0;
  const liveLines = createLineMarks();
  const textOf = (mark: string) => {
    const text = liveLines.lineOf(mark) ?? marked.get(mark) ?? mark;
    marked.delete(mark);
    return text;
  };
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      if (!inkOutput.isMuted)
        terminal.write(nearCursor(chunk.replaceAll(inkErasesDown, eraseDown)).replaceAll(anyMark, textOf));
      done();
    },
  });
  let { columns, rows } = terminal;
  const shape = {
    isTTY: { get: () => true },
    columns: { get: () => layoutColumns },
    rows: { get: () => rows },
  };
  const inkOutput: InkOutput = {
    // Ink asks for a tty.WriteStream and uses of it what is here.
    stream: Object.defineProperties(output, shape) as unknown as NodeJS.WriteStream,
    measure() {
      ({ columns, rows } = terminal);
    },
    mark(text) {
      const mark = String.fromCodePoint(firstMark + (marks % manyMarks));
      marks += 1;
      marked.set(mark, text);
      return mark;
    },
    markLine: (line) => liveLines.mark(line, columns),
    isMuted: false,
  };
  return inkOutput;
}

/** A stdin that never says anything: rein reads the keys itself, and Ink must not take them. */
export function createSilentInput(): NodeJS.ReadStream {
  const stream = new PassThrough();
  const quiet = { isTTY: true, setRawMode: () => stream, ref: () => stream, unref: () => stream };
  return Object.assign(stream, quiet) as unknown as NodeJS.ReadStream;
}
