/**
 * Runs a program in a pseudo-terminal with an emulated screen, for tests that use it as a person would.
 *
 *     await using terminal = launch({ command: "rein", env: project.env, cwd: project.folder });
 *     await terminal.ready();
 *     await terminal.waitFor("> ");
 *     terminal.type("hello");
 *     terminal.press("enter");
 *     await terminal.waitFor(/● .*hello/, { what: "the answer" });
 *
 * Nothing here sleeps for a guessed time. Waiting is for a condition, looked at again after each output; a deadline
 * only says when to give up, and then the error shows the screen.
 */

import { constants } from "node:os";
import { Emulator, type TerminalModes } from "./emulator.ts";
import { FrameFeed } from "./frame-feed.ts";
import { keyBytes, pasteBytes } from "./keys.ts";
import { TtyBarrier } from "./tty-barrier.ts";
import { hasProc, sleepMark } from "./processes.ts";

export interface LaunchOptions {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** Added to a bare environment (PATH, TERM, LANG); nothing else of the test's own environment gets through. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cols?: number;
  readonly rows?: number;
  readonly kittyKeyboard?: boolean;
  readonly background?: "dark" | "light";
  /** The terminal draws sixel, in cells of so many pixels. */
  readonly sixel?: { readonly width: number; readonly height: number };
  /** How long an answer of the terminal is on its way, ms: a terminal at the end of a slow line. @default 0 */
  readonly lag?: number;
}

export interface WaitOptions {
  /** What is being waited for, for the error message. */
  readonly what?: string;
  /** Milliseconds until the wait is given up; 15,000 if not given. */
  readonly within?: number;
}

type Truthy<T> = Exclude<T, false | undefined | null | 0 | "">;

const DEADLINE = 15_000;
/** Conditions may be about things that make no output (files, terminal flags), so they are looked at this often too. */
const LOOK_AGAIN = 10;
/** How long the end of output is waited for after the program's end, if something else holds its terminal open. */
const LAST_OUTPUT = 1_000;
/** How long a program may take to tidy up after its terminal is gone. */
const HANG_UP = 1_000;
/** The c_lflag bit of line mode; it is off in raw mode. */
const ICANON = process.platform === "darwin" ? 0x100 : 0x2;
/** How often a program that is never at rest is looked at before its window changes all the same. */
const RESTLESS = 500;

type Signal = keyof typeof constants.signals;

/** Starts the program at once. Use it with `await using`, which ends the program and all that it started. */
export function launch(options: LaunchOptions): TestTerminal {
  return new TestTerminal(options);
}

export class TestTerminal implements AsyncDisposable {
  /** What the terminal shows and has been told: also clipboard, title, bells and how far the cursor climbed. */
  readonly emulator: Emulator;
  readonly #process: Bun.Subprocess;
  readonly #pty: Bun.Terminal;
  readonly #feed: FrameFeed;
  readonly #barrier: TtyBarrier;
  readonly #decoder = new TextDecoder();
  readonly #received: string[] = [];
  readonly #outputEnded = Promise.withResolvers<void>();
  readonly #command: string;
  #heldAnswers: string[] | undefined;
  #lastOutputAt: number | undefined;

  constructor(options: LaunchOptions) {
    const { command, args = [], cwd, env, cols = 80, rows = 24, kittyKeyboard = false, background } = options;
    const { lag = 0, sixel } = options;
    this.#command = [command, ...args].join(" ");
    this.emulator = new Emulator({
      cols,
      rows,
      kittyKeyboard,
      background,
      sixel,
      reply: (text) => {
        if (lag === 0) this.#answer(text);
        else setTimeout(() => this.#answer(text), lag);
      },
    });
    this.#feed = new FrameFeed(this.emulator);
    this.#process = Bun.spawn([command, ...args], {
      ...(cwd === undefined ? {} : { cwd }),
      env: { PATH: process.env["PATH"] ?? "", TERM: "xterm-256color", LANG: "C.UTF-8", ...env },
      // Only a terminal that is made here, not before, becomes the controlling one, with SIGWINCH and SIGHUP.
      terminal: {
        cols,
        rows,
        name: env?.["TERM"] ?? "xterm-256color",
        data: (_, bytes) => this.#take(bytes),
        exit: () => this.#outputEnded.resolve(),
      },
    });
    const pty = this.#process.terminal;
    if (pty === undefined) throw new Error("this platform has no pseudo-terminals");
    this.#pty = pty;
    this.#barrier = new TtyBarrier(this.#process.pid);
    void this.#process.exited.then(() => this.#feed.wake()).then(() => this.#barrier.open());
  }

  /** Sends text in one piece, as a fast typist or an input method does. Enter is `press("enter")`. */
  type(text: string): void {
    this.bytes(text);
  }

  /** Sends keys by name, in order: `press("ctrl+a", "x", "shift+tab")`. See `keys.ts`. */
  press(...keys: readonly string[]): void {
    for (const key of keys) {
      const { kittyFlags } = this.emulator.modes();
      this.bytes(keyBytes(key, { applicationCursor: this.emulator.applicationCursor, kittyFlags }));
    }
  }

  /** Pastes as a terminal does: in brackets if the program has asked for them. */
  paste(text: string): void {
    this.bytes(pasteBytes(text, this.emulator.modes().bracketedPaste));
  }

  /**
   * A left click, or a turn of the wheel, at a cell (from 0), in SGR encoding.
   *
   * @throws {Error} if the program has not asked for the mouse: a real terminal would send nothing.
   */
  mouse(action: "click" | "wheelup" | "wheeldown", x: number, y: number): void {
    if (this.emulator.modes().mouse === "none") throw new Error("the program has not turned the mouse on");
    const cell = `${x + 1};${y + 1}`;
    if (action === "click") this.bytes(`\x1b[<0;${cell}M\x1b[<0;${cell}m`);
    else this.bytes(`\x1b[<${action === "wheelup" ? 64 : 65};${cell}M`);
  }

  /** What the terminal has to answer waits until the task is done: what it sends as a whole it does not interrupt. */
  async uninterrupted(task: () => Promise<void>): Promise<void> {
    this.#heldAnswers = [];
    try {
      await task();
    } finally {
      const held = this.#heldAnswers;
      this.#heldAnswers = undefined;
      for (const text of held) this.bytes(text);
    }
  }

  /** Sends bytes as they are. */
  bytes(raw: string | Uint8Array): void {
    if (!this.#pty.closed) this.#pty.write(raw);
  }

  /**
   * Gives the window a new size, re-wraps what it shows and tells the program (SIGWINCH), while the program sleeps and
   * nothing is under way: what is would come into the wrong window, which no program can help. `isMeant` is asked then;
   * the window stays as it is when it says no. Returns what it has said.
   */
  async resize(cols: number, rows: number, isMeant: () => unknown = () => true): Promise<boolean> {
    for (let left = hasProc ? RESTLESS : 0; ; left -= 1) {
      const mark = sleepMark(this.pid);
      await this.#barrier.passed();
      await this.#feed.parsed();
      const isNow = Boolean(await isMeant());
      const isAtRest = mark !== undefined && mark === sleepMark(this.pid) && !this.modes().synchronizedOutput;
      if (isAtRest || left <= 0 || this.#ended()) {
        for (const window of isNow ? [this.emulator, this.#pty] : []) window.resize(cols, rows);
        return isNow;
      }
      await Bun.sleep(1);
    }
  }

  /** Sends a signal to the started process alone. */
  signal(name: Signal): void {
    this.#process.kill(constants.signals[name]);
  }

  /** The lines of the window, top to bottom, without the blanks at their ends. */
  screen(): string[] {
    return this.emulator.screen();
  }

  /** The main screen with its whole history, even while the alternate screen shows. */
  scrollback(options: { readonly joinWrapped?: boolean } = {}): string[] {
    return this.emulator.scrollback(options.joinWrapped ?? false);
  }

  /** The cell of the cursor in the window, from 0. */
  cursor(): { readonly x: number; readonly y: number } {
    return this.emulator.cursor();
  }

  /** Everything that the program has written so far. */
  raw(): string {
    return this.#received.join("");
  }

  /** How many pieces of output have come so far: says cheaply whether anything was written. */
  get outputs(): number {
    return this.#received.length;
  }

  /** What the program has switched on in the terminal; `AT_REST` of `emulator.ts` after a clean end. */
  modes(): TerminalModes {
    return this.emulator.modes();
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Null while the program runs, and after an end by signal. */
  get exitCode(): number | null {
    return this.#process.exitCode;
  }

  /** The name of the signal that ended the program. */
  get signalCode(): string | null {
    const { signalCode } = this.#process;
    return signalCode === null ? null : String(signalCode);
  }

  /** True if the program reads keys one by one, without the terminal's own echo and line editing. */
  isRaw(): boolean {
    return !this.#pty.closed && (this.#pty.localFlags & ICANON) === 0;
  }

  /**
   * Waits for raw mode, the moment from which keys reach the program as keys. A text on the screen does not show
   * that: programs paint before they read.
   */
  async ready(options: WaitOptions = {}): Promise<void> {
    await this.waitFor(() => this.isRaw(), { what: "raw mode", ...options });
  }

  /**
   * Waits until the window shows a text or pattern, or until a function returns something truthy, and returns that.
   *
   * @throws {Error} with the screen in it after the deadline, or as soon as the program has ended without the text.
   */
  async waitFor<T>(condition: () => T | Promise<T>, options?: WaitOptions): Promise<Truthy<T>>;
  async waitFor(condition: string | RegExp, options?: WaitOptions): Promise<true>;
  async waitFor<T>(
    condition: string | RegExp | (() => T | Promise<T>),
    options: WaitOptions = {},
  ): Promise<unknown> {
    const isText = typeof condition !== "function";
    const look = isText ? () => shows(this.screen(), condition) : condition;
    const { what = isText ? String(condition) : "fulfilled condition", within = DEADLINE } = options;
    const deadline = performance.now() + within;
    this.#feed.watchers += 1;
    using _ = { [Symbol.dispose]: () => (this.#feed.watchers -= 1) };
    for (;;) {
      const output = this.#feed.next;
      const ended = this.#ended();
      if (ended) await this.#lastOutput();
      // A terminal shows a frame when it is whole; before, it is only half parsed here too.
      const isWhole = ended || !this.modes().synchronizedOutput;
      const value = isWhole && (await look());
      if (value) return value;
      if (ended && isText) throw this.#failure(`the program ended without ${what}`);
      if (performance.now() > deadline) throw this.#failure(`no ${what} within ${within} ms`);
      await Promise.race([output, Bun.sleep(LOOK_AGAIN)]);
    }
  }

  /** Waits for the program's end and its last output. Returns the exit code, 128 + n for signal n. */
  async waitForExit(options: WaitOptions = {}): Promise<number> {
    await this.waitFor(() => this.#ended(), { what: "end of the program", ...options });
    return this.#process.exited;
  }

  /**
   * Waits until the program has written something since its start and then nothing more for `quiet` milliseconds,
   * counted from this call at the earliest. This is about output: a program that thinks without painting is idle too.
   * Where a text or state can be waited for, wait for that.
   */
  async idle(quiet = 100, options: WaitOptions = {}): Promise<void> {
    const from = performance.now();
    const since = () => performance.now() - Math.max(from, this.#lastOutputAt ?? Infinity);
    await this.waitFor(() => since() >= quiet, { what: `${quiet} ms without output`, ...options });
  }

  /** Takes the terminal away and nothing else: the end of the program is its own doing. */
  hangUp(): void {
    if (!this.#pty.closed) this.#pty.close();
  }

  /** Takes the terminal away (SIGHUP), waits a moment for the program to tidy up, then kills what is left of it. */
  async close(): Promise<void> {
    this.hangUp();
    await Promise.race([this.#process.exited, Bun.sleep(HANG_UP)]);
    try {
      process.kill(-this.#process.pid, "SIGKILL"); // the terminal made it the leader of its group
    } catch {
      // the group is empty
    }
    await this.#process.exited;
    await this.#feed.parsed();
    this.emulator.dispose();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  #take(arrived: Uint8Array): void {
    const bytes = this.#barrier.take(arrived);
    if (bytes.length === 0) return;
    this.#received.push(this.#decoder.decode(bytes, { stream: true }));
    this.#lastOutputAt = performance.now();
    this.#feed.take(bytes);
  }

  #answer(text: string): void {
    if (this.#heldAnswers === undefined) this.bytes(text);
    else this.#heldAnswers.push(text);
  }

  async #lastOutput(): Promise<void> {
    await Promise.race([this.#outputEnded.promise, Bun.sleep(LAST_OUTPUT)]);
    await this.#feed.parsed();
  }

  #ended(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  #failure(message: string): Error {
    const { x, y } = this.cursor();
    const state = this.signalCode ?? this.exitCode ?? "running";
    const what = `${message} (${this.#command}: ${state}, cursor at ${x},${y})`;
    const screen = this.screen().map((line) => `│ ${line}`);
    return new Error([what, ...screen, `last bytes: ${JSON.stringify(this.raw().slice(-400))}`].join("\n"));
  }
}

function shows(screen: readonly string[], wanted: string | RegExp): boolean {
  const text = screen.join("\n");
  return typeof wanted === "string" ? text.includes(wanted) : wanted.test(text);
}
