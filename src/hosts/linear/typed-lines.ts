/** What the user types, line by line, with the terminal's own line editing: nothing about the terminal is changed. */
import { createEscapeStripper } from "../../terminal/escape-sequences.ts";
import { plainText } from "../../terminal/input/plain-text.ts";
import type { Timers } from "../repl/screen/flusher.ts";

export type Typed = {
  /** One line, or several with line breaks between them: those that came together, or were joined by a backslash. */
  readonly text: string;
  /** When its first line was read, elapsed ms. */
  readonly at: number;
  /** Its lines came faster than a person types: they were pasted, or had been waiting. */
  readonly isTogether: boolean;
  /** One of its lines is as long as a terminal lets a line be: what was typed behind that is gone. */
  readonly isCut: boolean;
};

export type TypedLinesOptions = {
  readonly timers: Timers;
  readonly onTyped: (typed: Typed) => void;
};

/** Lines that follow each other faster than this belong together, ms: nobody types a line in so short a time. */
const togetherMs = 100;
/** What Linux keeps of a line in its own line editing, bytes (N_TTY_BUF_SIZE - 1); macOS lets nobody type as many. */
const longestLine = 4095;

type Gathered = {
  readonly lines: string[];
  readonly at: number;
  isTogether: boolean;
  isCut: boolean;
  /** The last line ended with a backslash: the next one belongs to it, whenever it comes. */
  isContinued: boolean;
};

/** Makes lines of what is read, and hands them on once it is plain what belongs together. */
export class TypedLines {
  readonly #options: TypedLinesOptions;
  readonly #decoder = new TextDecoder();
  #rest = "";
  #gathered: Gathered | undefined;
  #cancel: (() => void) | undefined;

  constructor(options: TypedLinesOptions) {
    this.#options = options;
  }

  push(bytes: Uint8Array): void {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#take(line);
  }

  /** Takes what was read of a line that is not whole yet, so that nothing goes on from it. */
  takeBegun(): string {
    const begun = clean(this.#rest);
    this.#rest = "";
    return begun;
  }

  /** Nothing more comes. Hands on what is whole, and returns what was begun and never sent; empty for nothing. */
  end(): string {
    const { isContinued = false, lines = [] } = this.#gathered ?? {};
    if (isContinued) this.#gathered = undefined;
    this.#give();
    const unsent = [...(isContinued ? lines : []), clean(this.#rest)].join("\n").trim();
    this.#rest = "";
    return unsent;
  }

  #take(line: string): void {
    const { timers } = this.#options;
    const isCut = Buffer.byteLength(line) >= longestLine;
    const text = clean(line);
    const isContinued = text.endsWith("\\");
    const told = isContinued ? text.slice(0, -1) : text;
    this.#cancel?.();
    const open = this.#gathered;
    if (open === undefined) {
      this.#gathered = { lines: [told], at: timers.now(), isTogether: false, isCut, isContinued };
    } else {
      open.lines.push(told);
      open.isTogether ||= !open.isContinued;
      open.isCut ||= isCut;
      open.isContinued = isContinued;
    }
    this.#cancel = isContinued ? undefined : timers.after(togetherMs, () => this.#give());
  }

  #give(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const gathered = this.#gathered;
    this.#gathered = undefined;
    if (gathered === undefined) return;
    const { lines, at, isTogether, isCut } = gathered;
    this.#options.onTyped({ text: lines.join("\n"), at, isTogether, isCut });
  }
}

/** A key that is no letter, as an arrow, reaches a line as an escape sequence: it goes. */
function clean(line: string): string {
  const stripper = createEscapeStripper();
  return plainText(stripper.push(line) + stripper.end()).replace(/\n$/, "");
}
