/** What Ink is given in place of the process's streams. */
import { PassThrough, Writable } from "node:stream";
import type { TerminalOutput } from "../../../terminal/output.ts";
import { eraseDown } from "./frame.ts";
import { createLineMarks } from "../transcript/line-marks.ts";
import { nearCursor } from "./near-cursor.ts";

export type InkOutput = {
  readonly stream: NodeJS.WriteStream;
  /** The next frame goes out together with this, which comes first. `onWritten` is called when it does. */
  precede(bytes: string, onWritten: () => void): void;
  /** Lets Ink know the terminal's present size, with its next frame. */
  measure(): void;
  /**
   * Takes lines that are to be printed, and returns the mark that Ink prints instead. Ink would take every line apart
   * into cells, and cut it by its own idea of how wide characters are, which is not always ours and the terminal's.
   */
  mark(text: string): string;
  /** The same for a line of the live part: for as long as each frame that shows it marks it anew. */
  markLine(line: string): string;
  /** While true, nothing of what Ink writes reaches the terminal, and what was to precede it is forgotten. */
  isMuted: boolean;
};

/** Synchronized output: Ink begins every frame with the one and ends it with the other. */
const beginUpdate = "\u001b[?2026h";
const endUpdate = "\u001b[?2026l";

/** What becomes of the frames. */
export type FrameWatch = {
  /** Asked just before a frame is written. */
  readonly mayWrite: () => boolean;
  readonly onDrawn: () => void;
  /** A frame was not written, and none will be until all is drawn anew. */
  readonly onDropped: () => void;
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

/**
 * Standard output for one Ink root. Each root needs one of its own: Ink keeps one renderer a stream. A frame goes out in
 * one write, and just before it `mayWrite` is asked whether it is still right; else it is dropped, and so is what follows:
 * the output is muted, which `onDropped` is told.
 */
export function createInkOutput(
  terminal: TerminalOutput,
  { mayWrite, onDropped }: Pick<FrameWatch, "mayWrite" | "onDropped">,
): InkOutput {
  const marked = new Map<string, string>();
  let marks = 0;
  const liveLines = createLineMarks();
  const textOf = (mark: string) => {
    const text = liveLines.lineOf(mark) ?? marked.get(mark) ?? mark;
    marked.delete(mark);
    return text;
  };
  const nothing = { bytes: "", onWritten: () => {} };
  let before = nothing;
  let isMuted = false;
  /** What Ink has written of a frame so far. */
  let frame = "";
  const deliver = () => {
    if (mayWrite()) {
      terminal.write(before.bytes === "" ? frame : beginUpdate + before.bytes + frame);
      before.onWritten();
      before = nothing;
    } else {
      inkOutput.isMuted = true;
      onDropped();
    }
    frame = "";
  };
  const output = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      if (!isMuted) {
        frame += nearCursor(chunk.replaceAll(inkErasesDown, eraseDown)).replaceAll(anyMark, textOf);
        if (!frame.startsWith(beginUpdate) || chunk === endUpdate) deliver();
      }
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
    precede(bytes, onWritten) {
      before = { bytes, onWritten };
    },
    get isMuted() {
      return isMuted;
    },
    set isMuted(isMute) {
      isMuted = isMute;
      before = nothing;
    },
  };
  return inkOutput;
}

/** A stdin that never says anything: rein reads the keys itself, and Ink must not take them. */
export function createSilentInput(): NodeJS.ReadStream {
  const stream = new PassThrough();
  const quiet = { isTTY: true, setRawMode: () => stream, ref: () => stream, unref: () => stream };
  return Object.assign(stream, quiet) as unknown as NodeJS.ReadStream;
}
