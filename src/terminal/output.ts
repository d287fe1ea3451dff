/** Writing to a terminal that may be gone at any moment: its window closed, its connection lost. */

/** The part of a terminal's output stream that the screen uses. */
export type TerminalOutput = {
  readonly columns: number;
  readonly rows: number;
  /** Never throws: what nobody can see any more is dropped. */
  write(text: string | Uint8Array): unknown;
  /** Told when the window has changed; also when it has its size of before again. */
  on(event: "resize", listener: () => void): unknown;
  off(event: "resize", listener: () => void): unknown;
  /** Reads the size anew, as well as the runtime can, and emits "resize" if it has changed. */
  measure?(): void;
  /** How many times the window was said to have changed, as far as that is told; also when it has its size of before again. */
  readonly changes?: number;
};

/** Where it is told that the window has changed: a process. */
type WindowSignals = { on(event: "SIGWINCH", listener: () => void): unknown };

/** What of a process's stdout is needed for it. */
type OutputStream = Pick<TerminalOutput, "columns" | "rows"> & {
  /** Node and Bun have it, undocumented; without it the size is that of the last SIGWINCH, which may be on its way. */
  _refreshSize?(): void;
  write(text: string | Uint8Array): unknown;
  on(event: string, listener: (error: NodeJS.ErrnoException) => void): unknown;
  off(event: string, listener: () => void): unknown;
};

/** What writing fails with when the other side is gone. EIO is a terminal's, EPIPE a pipe's. */
const goneCodes = new Set(["EIO", "EPIPE", "ENXIO", "ENOTCONN"]);

/** The output on `stream`, by default the process's own terminal. The end of the terminal is told by its input; here it is only survived. */
export function createTerminalOutput(
  stream: OutputStream = process.stdout,
  signals: WindowSignals = process,
): TerminalOutput {
  let isGone = false;
  let changes = 0;
  const listeners = new Set<() => void>();
  let heard = { columns: stream.columns, rows: stream.rows };
  signals.on("SIGWINCH", () => {
    changes += 1;
    stream["_refreshSize"]?.();
    const { columns, rows } = stream;
    const isAsBefore = columns === heard.columns && rows === heard.rows;
    heard = { columns, rows };
    // The stream says nothing then, but what stands in the window was wrapped or cut in between.
    if (isAsBefore) for (const listener of listeners) listener();
  });
  const onError = (error: NodeJS.ErrnoException) => {
    if (!goneCodes.has(error.code ?? "")) throw error;
    isGone = true;
  };
  stream.on("error", onError);
  return {
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
    write(text) {
      if (isGone) return;
      try {
        stream.write(text);
      } catch (thrown) {
        if (!(thrown instanceof Error)) throw thrown;
        onError(thrown);
      }
    },
    on(event, listener) {
      listeners.add(listener);
      stream.on(event, listener);
    },
    off(event, listener) {
      listeners.delete(listener);
      stream.off(event, listener);
    },
    measure: () => stream["_refreshSize"]?.(),
    get changes() {
      return changes;
    },
  };
}
