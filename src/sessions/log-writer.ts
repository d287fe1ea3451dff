/** The one place that writes to a log file: lines at its end, in order, never anything else. */
import { closeSync, existsSync, fstatSync, fsync, writeSync } from "node:fs";
import { messageOf } from "../protocol/error.ts";
import { say } from "../words/say.ts";

/**
 * What a session tells its host about its file, in words for the user.
 *
 * - `failing`: writing failed; entries are kept in memory and every append tries again. Told once until it recovers
 * - `recovered`: everything that was kept is on disk now
 * - `lost`: the session was closed while entries were still in memory only, or one came after that
 */
export type SessionTrouble = {
  readonly type: "failing" | "recovered" | "lost";
  readonly message: string;
  readonly cause?: unknown;
};

export type LogWriterOptions = {
  readonly file: string;
  /** Prepares the folder and opens for appending, creating the file if asked to. Throws what `fs` throws. */
  readonly open: (create: boolean) => number;
  /** The whole log as it should be, for a file that was deleted while it was open. */
  readonly whole: () => string;
  readonly onTrouble: (trouble: SessionTrouble) => void;
  /** Writes from `offset` on and returns how many bytes went out. `fs.writeSync`, or a test's faulty disk. */
  readonly write?: (fd: number, bytes: Uint8Array, offset: number) => number;
};

/** Appends lines to one file. Each line is one `write` call on an O_APPEND descriptor. */
export class LogWriter {
  readonly #options: LogWriterOptions;
  readonly #write: (fd: number, bytes: Uint8Array, offset: number) => number;
  readonly #backlog: Uint8Array[] = [];
  /** How much of the backlog's first line is in the file already, bytes: a write may stop in the middle. */
  #written = 0;
  #fd: number | null = null;
  #create: boolean;
  #failing = false;
  #syncing = 0;
  #closed = false;

  /** `create` for a file that is made at the first append. */
  constructor(options: LogWriterOptions & { readonly create: boolean }) {
    this.#options = options;
    this.#create = options.create;
    this.#write = options.write ?? ((fd, bytes, offset) => writeSync(fd, bytes, offset));
  }

  /**
   * Adds text that ends in a line end. When it returns, the text is with the operating system, or kept in memory and
   * the trouble told. Never throws. `sync` asks the disk to have it too, without waiting for that.
   */
  append(text: string, { sync = false } = {}): void {
    if (this.#closed) {
      // The lock is gone: another process may be writing there now.
      const message = say`An entry came after this session was closed; it is not in ${this.#options.file}.`;
      this.#options.onTrouble({ type: "lost", message });
      return;
    }
    this.#backlog.push(Buffer.from(text));
    if (this.#flush() && sync) this.#sync();
  }

  /** Tries the backlog one last time and lets go of the file. */
  close(): void {
    if (this.#closed) return;
    if (this.#backlog.length > 0 && !this.#flush()) {
      this.#options.onTrouble({
        type: "lost",
        message: say`The last ${this.#backlog.length} entries of this session could not be saved to ${this.#options.file}.`,
      });
    }
    this.#closed = true;
    if (this.#syncing === 0) this.#release();
  }

  /** Writes the backlog in order. False when some of it is still here. */
  #flush(): boolean {
    try {
      if (this.#isGone()) this.#startOver();
      this.#fd ??= this.#options.open(this.#create);
      this.#create = false;
      for (let next = this.#backlog[0]; next !== undefined; next = this.#backlog[0]) {
        this.#writeRest(this.#fd, next);
        this.#backlog.shift();
        this.#written = 0;
      }
    } catch (thrown) {
      this.#fail(thrown);
      return false;
    }
    if (this.#failing) {
      this.#failing = false;
      this.#options.onTrouble({
        type: "recovered",
        message: say`This session is saved again to ${this.#options.file}; nothing is missing.`,
      });
    }
    return true;
  }

  /** True when the file was deleted, with us holding the last link to it or before it was opened to be written. */
  #isGone(): boolean {
    if (this.#fd !== null && fstatSync(this.#fd).nlink > 0) return false;
    return !(this.#fd === null && this.#create) && !existsSync(this.#options.file);
  }

  /** What went out stays out: after an error the next try goes on behind the last byte that was taken. */
  #writeRest(fd: number, line: Uint8Array): void {
    while (this.#written < line.length) {
      const count = this.#write(fd, line, this.#written);
      if (count <= 0) throw new Error(say`the disk took no bytes`);
      this.#written += count;
    }
  }

  /** What we would write to a deleted file would vanish with it: all of it goes to a new one. */
  #startOver(): void {
    this.#fail(new Error(say`the file was deleted`));
    this.#release();
    this.#create = true;
    this.#backlog.length = 0;
    this.#backlog.push(Buffer.from(this.#options.whole()));
    this.#written = 0;
  }

  #fail(thrown: unknown): void {
    if (this.#failing) return;
    this.#failing = true;
    this.#options.onTrouble({
      type: "failing",
      message: say`This session could not be saved to ${this.#options.file}: ${messageOf(thrown)}. rein keeps it in memory and tries again with every new entry.`,
      cause: thrown,
    });
  }

  #sync(): void {
    if (this.#fd === null) return;
    this.#syncing += 1;
    fsync(this.#fd, (error) => {
      this.#syncing -= 1;
      // EINVAL: a device that has nothing to sync.
      if (error !== null && error.code !== "EINVAL" && !this.#closed) this.#fail(error);
      if (this.#closed && this.#syncing === 0) this.#release();
    });
  }

  #release(): void {
    if (this.#fd === null) return;
    const fd = this.#fd;
    this.#fd = null;
    closeSync(fd);
  }
}
