/** A screen in an emulated window, in one process: no program, no pseudo-terminal, and a clock that the test turns. */
import {
  openScreen,
  type Screen,
  steadyWrappedMs,
  type ViewChange,
} from "../../src/hosts/repl/screen/screen.ts";
import type { Timers } from "../../src/hosts/repl/screen/flusher.ts";
import type { TerminalOutput } from "../../src/terminal/output.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { Emulator } from "../support/emulator.ts";

/** A bit more than Ink waits for at most between two frames, ms. */
const inkWaits = 12;

export interface WindowOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** What the screen asks for when the window has another size. */
  readonly onResize?: () => ViewChange;
  /** @default the inline screen */
  readonly open?: typeof openScreen;
}

export function openWindow({
  columns = 80,
  rows = 24,
  onResize = () => ({}),
  open = openScreen,
}: WindowOptions = {}) {
  return new Window(columns, rows, onResize, open);
}

export class Window implements Disposable {
  readonly emulator: Emulator;
  readonly screen: Screen;
  readonly clock = new TestClock();
  readonly #terminal;
  readonly #written: string[] = [];
  #resized: () => void = () => {};
  #whileDrawing: { looks: number; readonly change: () => void } | undefined;
  #parsed = Promise.resolve();

  constructor(columns: number, rows: number, onResize: () => ViewChange, open: typeof openScreen) {
    this.emulator = new Emulator({
      cols: columns,
      rows,
      kittyKeyboard: false,
      background: undefined,
      reply: (bytes) => this.#answer(bytes),
    });
    this.#terminal = {
      columns,
      rows,
      changes: 0,
      measure: () => this.#measure(),
      write: (text: string) => this.#write(text),
      on: (_event: "resize", listener: () => void) => {
        this.#resized = listener;
      },
      off: () => {
        this.#resized = () => {};
      },
    } satisfies TerminalOutput;
    const modes = {
      enterAlternateScreen: () => this.#write("\x1b[?1049h"),
      leaveAlternateScreen: () => this.#write("\x1b[?1049l"),
    };
    this.screen = open({
      terminal: this.#terminal,
      modes,
      style: plainStyle,
      timers: this.clock.timers,
      first: () => ({}),
      onResize,
    });
    // What xterm.js says of itself.
    this.screen.learn({ kind: "device-attributes", level: 2, params: [0, 276, 0] });
  }

  get raw(): string {
    return this.#written.join("");
  }

  /** Until everything is drawn that was asked for. A size that was heard of stays for as long as it takes. */
  async drawn(): Promise<void> {
    this.clock.pass(steadyWrappedMs);
    for (let before = -1; before !== this.#written.length;) {
      before = this.#written.length;
      await Bun.sleep(0);
      await Bun.sleep(inkWaits);
    }
    await this.#allParsed();
  }

  /** As a terminal does it: what stands there is wrapped first, then the program hears of it. */
  async resize(columns: number, rows: number): Promise<void> {
    await this.resizeUnheard(columns, rows);
    this.hear(columns, rows);
  }

  /** The first half of a resize. */
  async resizeUnheard(columns: number, rows: number): Promise<void> {
    await this.#allParsed();
    this.emulator.resize(columns, rows);
  }

  /** The window changes after the next frame is begun and before it is written; that is heard of when the size is read. */
  async resizeWhileDrawing(columns: number, rows: number): Promise<void> {
    await this.drawn();
    const change = () => {
      this.emulator.resize(columns, rows);
      this.hear(columns, rows);
    };
    this.#whileDrawing = { looks: 2, change };
  }

  /** Sizes that follow each other so fast that the program is told several times, and finds the last one each time. */
  async burst(sizes: readonly (readonly [columns: number, rows: number])[]): Promise<void> {
    for (const [columns, rows] of sizes) {
      await this.resizeUnheard(columns, rows);
      this.#terminal.changes += 1;
    }
    const [columns, rows] = sizes.at(-1) ?? [this.#terminal.columns, this.#terminal.rows];
    this.hear(columns, rows, 0);
  }

  /** The other half. */
  hear(columns: number, rows: number, told = this.#terminal.columns === columns ? 0 : 1): void {
    const changes = this.#terminal.changes + told;
    Object.assign(this.#terminal, { columns, rows, changes });
    this.#resized();
  }

  /** The whole main screen with its history, wrapped lines in one piece. */
  text(): string[] {
    return this.emulator.scrollback(true);
  }

  [Symbol.dispose](): void {
    this.screen.close();
    this.emulator.dispose();
  }

  #write(text: string): void {
    this.#written.push(text);
    // A terminal's driver makes CR LF of a line end.
    const bytes = Buffer.from(text.replaceAll("\n", "\r\n"));
    this.#parsed = new Promise((resolve) => this.emulator.write(bytes, resolve));
  }

  #measure(): void {
    if (this.#whileDrawing === undefined || --this.#whileDrawing.looks > 0) return;
    const { change } = this.#whileDrawing;
    this.#whileDrawing = undefined;
    change();
  }

  async #allParsed(): Promise<void> {
    for (let last; last !== this.#parsed;) {
      last = this.#parsed;
      await last;
    }
  }

  #answer(bytes: string): void {
    // eslint-disable-next-line no-control-regex -- DECXCPR
    const [, row = "", column = ""] = /^\x1b\[\?(\d+);(\d+)R$/.exec(bytes) ?? [];
    if (row !== "") this.screen.learn({ kind: "cursor-position", row: Number(row), column: Number(column) });
  }
}

/** Time that stands still until it is told to go on. */
export class TestClock {
  #now = 0;
  #waiting: { readonly at: number; readonly callback: () => void }[] = [];

  readonly timers: Timers = {
    now: () => this.#now,
    after: (ms, callback) => {
      const entry = { at: this.#now + ms, callback };
      this.#waiting.push(entry);
      return () => {
        this.#waiting = this.#waiting.filter((other) => other !== entry);
      };
    },
  };

  /** How many timers run. */
  get waiting(): number {
    return this.#waiting.length;
  }

  /** Lets time pass; what is due is called, in order. */
  pass(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const [next] = this.#waiting
        .filter(({ at }) => at <= until)
        .toSorted((one, other) => one.at - other.at);
      if (next === undefined) break;
      this.#waiting = this.#waiting.filter((entry) => entry !== next);
      this.#now = next.at;
      next.callback();
    }
    this.#now = until;
  }
}

/** All that stands in the window, as one text. */
export const printed = (window: Window) => window.text().join("\n");

/** Text for `print` that is the same at every width. */
export const lines =
  (...all: string[]) =>
  () =>
    all;
