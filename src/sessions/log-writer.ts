/** The one place that writes to a log file: lines at its end, in order, never anything else. */
import { closeSync, existsSync, fstatSync, fsync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { syncNames } from "../private-files/sync-names.ts";
import { messageOf } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { fateOf, setAside } from "./log-file.ts";

/**
 * What a session tells its host about its file, in words for the user.
 *
 * - `failing`: writing failed; entries are kept in memory and tried again. Told once until it recovers
 * - `recovered`: everything that was kept is on disk now
 * - `shared`: somebody else writes to the file as well. Told once
 * - `lost`: the session was closed while entries were still in memory only, or one came after that
 */
export type SessionTrouble = {
  readonly type: "failing" | "recovered" | "shared" | "lost";
  readonly message: string;
  readonly cause?: unknown;
};

/** What a test puts in the place of the disk. */
export type Disk = {
  /** Writes from `offset` on and returns how many bytes went out. */
  readonly write: (fd: number, bytes: Uint8Array, offset: number) => number;
  readonly sync: (fd: number, done: (error: NodeJS.ErrnoException | null) => void) => void;
  /** Has the disk keep the names in a folder, too. */
  readonly syncNames: (folder: string) => void;
};

export type LogWriterOptions = {
  readonly file: string;
  /** How long the file is that there is, bytes; null for one that is made at the first append. */
  readonly size: number | null;
  /** Brings the file up to date before it is first written to, and returns its new size. Throws what `fs` throws. */
  readonly upgrade?: (() => number) | undefined;
  /** Prepares the folder and opens for appending, creating the file if asked to. Throws what `fs` throws. */
  readonly open: (create: boolean) => number;
  /** The whole log as it should be, for a file that was taken away while it was open. */
  readonly whole: () => string;
  /** How many entries of that have lost long texts, because something has changed the file that they stood in. @default none */
  readonly lost?: (() => number) | undefined;
  readonly onTrouble: (trouble: SessionTrouble) => void;
  /** In place of the real one, for tests. */
  readonly disk?: Partial<Disk> | undefined;
  /** While nobody appends, what is kept in memory is tried again after so many ms. @default 5000 */
  readonly retryMs?: number | undefined;
};

/** What file systems answer that have nothing to sync. */
const noSync: ReadonlySet<string | undefined> = new Set(["EINVAL", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Appends lines to one file. Each line is one `write` call on an O_APPEND descriptor. */
export class LogWriter {
  readonly #options: LogWriterOptions;
  readonly #disk: Disk;
  readonly #backlog: Uint8Array[] = [];
  /** How much of the backlog's first line is in the file already, bytes: a write may stop in the middle. */
  #written = 0;
  #fd: number | null = null;
  #create: boolean;
  /** The file has come into its folder, and the disk was not yet asked to keep that. */
  #isNewName = false;
  #upgrade: (() => number) | undefined;
  /** There was a file once. */
  #hasBegun: boolean;
  /** How long the file is when nobody else writes to it. */
  #size: number;
  #failing = false;
  #isShared = false;
  /** Lines that were written once since the disk last said that it has all. */
  #unsynced = 0;
  /** The disk has said that it lost what it had taken, and not yet that it has it. */
  #isDoubted = false;
  /** What has to be written a second time for that. */
  #again: Uint8Array | null = null;
  #syncing = 0;
  #closed = false;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(options: LogWriterOptions) {
    this.#options = options;
    this.#create = options.size === null;
    this.#size = options.size ?? 0;
    this.#upgrade = options.upgrade;
    this.#hasBegun = options.size !== null;
    this.#disk = {
      write: (fd, bytes, offset) => writeSync(fd, bytes, offset),
      sync: fsync,
      syncNames,
      ...options.disk,
    };
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
    clearTimeout(this.#retry);
    if (this.#syncing === 0) this.#release();
  }

  /** Writes the backlog in order. False when some of it is still here. */
  #flush(): boolean {
    try {
      this.#prepare();
      this.#fd ??= this.#open();
      for (let next = this.#backlog[0]; next !== undefined; next = this.#backlog[0]) {
        this.#writeRest(this.#fd, next);
        if (next === this.#again) this.#again = null;
        else this.#unsynced += linesIn(next);
        this.#backlog.shift();
        this.#written = 0;
      }
    } catch (thrown) {
      this.#fail(thrown);
      this.#tryLater();
      return false;
    }
    // What a disk lost that had taken it is safe when it says so.
    if (this.#isDoubted) this.#sync();
    else this.#recover();
    return true;
  }

  #open(): number {
    const fd = this.#options.open(this.#create);
    this.#hasBegun = true;
    if (this.#create) this.#size = fstatSync(fd).size;
    this.#isNewName ||= this.#create;
    this.#create = false;
    return fd;
  }

  /** Looks whether the file is still what it was left as, and does what has to be done first where it is not. */
  #prepare(): void {
    const { file } = this.#options;
    // What took our file's name between two tries.
    if (this.#create && this.#hasBegun && existsSync(file)) setAside(file);
    if (this.#create) return;
    if (this.#fd === null && !existsSync(file)) return this.#startOver(say`the file was deleted`);
    if (this.#upgrade !== undefined) this.#size = this.#upgrade();
    this.#upgrade = undefined;
    this.#fd ??= this.#open();
    const fate = fateOf(this.#fd, file, this.#size);
    switch (fate.type) {
      case "same":
        return;
      case "gone":
        return this.#startOver(say`the file was deleted`);
      case "replaced":
        return this.#startOver(say`another file has its name now, which is kept as ${setAside(file)}`);
      case "cut":
        return this.#startOver(
          say`something cut the file from ${this.#size} to ${fate.size} bytes; the rest is kept as ${setAside(file)}`,
        );
      case "grown":
        this.#share(fate.openEnd);
        this.#size = fate.size;
    }
  }

  /** Somebody wrote behind our last line: a line that we have begun is begun again, and none is glued to theirs. */
  #share(openEnd: boolean): void {
    const [next] = this.#backlog;
    const isBroken = openEnd || this.#written > 0;
    if (isBroken && next !== undefined) this.#backlog[0] = Buffer.concat([Buffer.from("\n"), next]);
    this.#written = 0;
    if (this.#isShared) return;
    this.#isShared = true;
    this.#options.onTrouble({
      type: "shared",
      message: say`Something else writes to ${this.#options.file} too. Nothing is lost, but what it adds becomes a branch of its own: close this session in one of the two places.`,
    });
  }

  /** What went out stays out: after an error the next try goes on behind the last byte that was taken. */
  #writeRest(fd: number, line: Uint8Array): void {
    while (this.#written < line.length) {
      const count = this.#disk.write(fd, line, this.#written);
      if (count <= 0) throw new Error(say`the disk took no bytes`);
      this.#written += count;
      this.#size += count;
    }
  }

  /** What we would write to a file that is not there would vanish with it: all of it goes to a new one. */
  #startOver(why: string): void {
    this.#fail(new Error(why));
    this.#release();
    this.#create = true;
    this.#isDoubted = false;
    this.#again = null;
    this.#unsynced = 0;
    this.#backlog.length = 0;
    this.#backlog.push(Buffer.from(this.#options.whole()));
    this.#written = 0;
  }

  /** Lines are written once more that the disk may have lost after it had taken them: readers count each id once. */
  #repeat(): void {
    if (this.#unsynced === 0 || this.#again !== null) return;
    const waiting = this.#backlog.reduce((sum, text) => sum + linesIn(text), 0);
    const lines = this.#options.whole().trimEnd().split("\n");
    const again = lines.slice(Math.max(0, lines.length - this.#unsynced - waiting), lines.length - waiting);
    // The file may end in the middle of a line, or in NUL bytes.
    this.#again = Buffer.from(`\n${again.map((line) => `${line}\n`).join("")}`);
    this.#backlog.unshift(this.#again);
    this.#written = 0;
    this.#unsynced = 0;
    this.#tryLater();
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

  #recover(): void {
    if (!this.#failing) return;
    this.#failing = false;
    const { file, onTrouble, lost } = this.#options;
    const count = lost?.() ?? 0;
    const message =
      count === 0
        ? say`This session is saved again to ${file}; nothing is missing.`
        : count === 1
          ? say`This session is saved again to ${file}. A long text of 1 entry was only in the file that was changed, and is gone; its place says so.`
          : say`This session is saved again to ${file}. Long texts of ${count} entries were only in the file that was changed, and are gone; their places say so.`;
    onTrouble({ type: "recovered", message });
  }

  /** Space may come back while nobody says anything. Holds up no end of the program. */
  #tryLater(): void {
    if (this.#closed) return;
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (!this.#closed && this.#backlog.length > 0) this.#flush();
    }, this.#options.retryMs ?? 5_000);
    this.#retry.unref();
  }

  #sync(): void {
    if (this.#fd === null) return;
    // What a file holds is of no use after a power cut when its folder has forgotten its name.
    if (this.#isNewName) this.#disk.syncNames(dirname(this.#options.file));
    this.#isNewName = false;
    this.#syncing += 1;
    const lines = this.#unsynced;
    this.#disk.sync(this.#fd, (error) => {
      this.#syncing -= 1;
      if (error === null) this.#synced(lines);
      else if (!noSync.has(error.code)) this.#doubt(error);
      if (this.#closed && this.#syncing === 0) this.#release();
    });
  }

  #synced(lines: number): void {
    this.#unsynced = Math.max(0, this.#unsynced - lines);
    if (!this.#isDoubted) return;
    this.#isDoubted = false;
    this.#recover();
  }

  /** A network's disk says only now that it had no room for what it took. */
  #doubt(error: Error): void {
    if (this.#closed) return this.#loseEnd(error);
    this.#isDoubted = true;
    this.#fail(error);
    this.#repeat();
  }

  #release(): void {
    if (this.#fd === null) return;
    const fd = this.#fd;
    this.#fd = null;
    try {
      closeSync(fd);
    } catch (thrown) {
      if (this.#closed) this.#loseEnd(thrown);
    }
  }

  #loseEnd(thrown: unknown): void {
    const { file, onTrouble } = this.#options;
    onTrouble({
      type: "lost",
      message: say`The end of this session may be missing in ${file}: ${messageOf(thrown)}.`,
      cause: thrown,
    });
  }
}

function linesIn(text: Uint8Array): number {
  let count = 0;
  for (let at = text.indexOf(0x0a); at !== -1; at = text.indexOf(0x0a, at + 1)) count += 1;
  return count;
}
