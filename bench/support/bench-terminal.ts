/**
 * A terminal that takes times: it only keeps what it needs to see when a text is on screen. The one of the tests
 * emulates the whole screen, which costs more than what is measured here.
 */

export type BenchTerminalOptions = {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
};

type Watch = { readonly fits: (shown: string) => boolean; readonly found: (at: number) => void };

const columns = 120;
const rows = 40;
/** What is looked at when bytes come: a text may be spread over a few writes, but not over more than this. */
const kept = 16_384;
const longestWait = 60_000;
/** The c_lflag bit of line mode; it is off in raw mode. */
const ICANON = process.platform === "darwin" ? 0x100 : 0x2;
const ESC = "\x1b";
const escapeSequence = new RegExp(
  `${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${ESC}\x07]*(?:\x07|${ESC}\\\\)|[@-Z=>78])`,
  "g",
);

/** A program in a pseudo-terminal. Times are those of `performance.now()`. */
export class BenchTerminal implements AsyncDisposable {
  readonly startedAt = performance.now();
  readonly #process: Bun.Subprocess;
  readonly #pty: Bun.Terminal;
  readonly #decoder = new TextDecoder();
  #recent = "";
  readonly #watches = new Set<Watch>();
  #lastOutputAt = 0;
  /** Bytes that the program has written. */
  bytes = 0;
  /** How often the program has blanked the window or thrown the scrollback away (`ESC[2J`, `ESC[3J`). */
  clears = 0;

  constructor({ command, cwd, env }: BenchTerminalOptions) {
    this.#process = Bun.spawn([...command], {
      cwd,
      env: { TERM: "xterm-256color", LANG: "C.UTF-8", ...env },
      terminal: { cols: columns, rows, name: "xterm-256color", data: (_, bytes) => this.#take(bytes) },
    });
    if (this.#process.terminal === undefined) throw new Error("this platform has no pseudo-terminals");
    this.#pty = this.#process.terminal;
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** Sends keys; returns when. What was on screen before does not count for `shown` any more. */
  send(keys: string): number {
    this.forget();
    const at = performance.now();
    this.#pty.write(keys);
    return at;
  }

  /** Makes the window another size; returns when. What was on screen before does not count for `shown` any more. */
  resize(toColumns: number, toRows: number): number {
    this.forget();
    const at = performance.now();
    this.#pty.resize(toColumns, toRows);
    return at;
  }

  /**
   * Waits until something has been written since `at` and nothing more has come for `ms`; returns when the last of it
   * came.
   */
  async written(at: number, ms = 8): Promise<number> {
    const giveUpAt = performance.now() + longestWait;
    while (this.#lastOutputAt <= at || performance.now() - this.#lastOutputAt < ms) {
      if (performance.now() > giveUpAt) throw new Error("nothing was written");
      await Bun.sleep(1);
    }
    return this.#lastOutputAt;
  }

  /** What was on screen until now does not count for `shown` any more. */
  forget(): void {
    this.#recent = "";
  }

  /** Waits until a text has been written to the screen, `within` ms; returns when. */
  async shown(text: string, within = longestWait): Promise<number> {
    const fits = (shown: string) => shown.includes(text);
    if (fits(plain(this.#recent))) return this.#lastOutputAt;
    const found = Promise.withResolvers<number>();
    const watch = { fits, found: found.resolve };
    this.#watches.add(watch);
    const giveUp = () =>
      found.reject(
        new Error(`not on screen: ${text}; the last was ${JSON.stringify(this.#recent.slice(-2000))}`),
      );
    const timer = setTimeout(giveUp, within);
    void this.#process.exited.then(giveUp);
    try {
      return await found.promise;
    } finally {
      clearTimeout(timer);
      this.#watches.delete(watch);
    }
  }

  /** Waits until the composer is on screen and the terminal is in raw mode; returns when. */
  async ready(): Promise<number> {
    let at = await this.shown(">");
    while (this.#isCooked()) {
      await Bun.sleep(0);
      at = performance.now();
    }
    return at;
  }

  /** Waits until nothing has been written for `ms`. */
  async quiet(ms = 300): Promise<void> {
    const from = performance.now();
    for (;;) {
      const left = Math.max(from, this.#lastOutputAt) + ms - performance.now();
      if (left <= 0) return;
      await Bun.sleep(left);
    }
  }

  /** Ends the program and all that it started. */
  async [Symbol.asyncDispose](): Promise<void> {
    try {
      process.kill(-this.pid, "SIGKILL"); // the terminal made it the leader of its group
    } catch {
      // it has ended already
    }
    await this.#process.exited;
    if (!this.#pty.closed) this.#pty.close();
  }

  #take(bytes: Uint8Array): void {
    const at = performance.now();
    this.#lastOutputAt = at;
    this.bytes += bytes.length;
    const text = this.#decoder.decode(bytes, { stream: true });
    this.clears += text.split(`${ESC}[2J`).length + text.split(`${ESC}[3J`).length - 2;
    // A terminal that answers DA1 has said all it will say, so nobody waits for more.
    if (text.includes(`${ESC}[c`)) this.#pty.write(`${ESC}[?62;22c`);
    this.#recent = (this.#recent + text).slice(-Math.max(kept, text.length));
    if (this.#watches.size === 0) return;
    const shown = plain(this.#recent);
    for (const watch of this.#watches) if (watch.fits(shown)) watch.found(at);
  }

  #isCooked(): boolean {
    return (this.#pty.localFlags & ICANON) !== 0;
  }
}

function plain(raw: string): string {
  return raw.replace(escapeSequence, "");
}
