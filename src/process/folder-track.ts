/**
 * Learning in which folder the shell of a command ended, so that `cd` can last from one command to the next.
 *
 * The command itself must run as if nothing were there: the same text, `$0`, `$@`, line numbers and messages. So it
 * is handed to bash as it is, and the trap that writes the folder comes from a file that bash reads before it
 * (`BASH_ENV`, which the file takes out of the environment again). It writes to a file by name: a descriptor would be
 * inherited by everything that the command leaves behind.
 */
import {
  closeSync,
  constants,
  existsSync,
  mkdtempSync,
  openSync,
  realpathSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { guardFolder } from "./guardian.ts";
import { findBash } from "./shell.ts";

export type FolderTrack = {
  /** To be added to the environment of the shell. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * To be called once, when the shell has ended: its folder, or null when it did not say (killed, replaced by `exec`,
   * a trap of its own) or the folder is gone.
   */
  end(): string | null;
};

/** `set +x` and the redirection: nothing of this shows in the trace of a command that has `set -x`. */
const startFile = `trap "{ set +x; builtin pwd -P >|'$REIN_ENDED_IN' || :; } 2>/dev/null" EXIT
unset BASH_ENV REIN_ENDED_IN
: "$BASH"
`;

/** What bash takes as it is, both when it expands `BASH_ENV` and between single quotes. */
const plainPath = /^[^$`\\'\n]+$/;

let folder: string | null | undefined;
let tracked = 0;

/**
 * A command in which our trap would show: it lists or sets traps itself, prints what it reads (`set -v`) or traces to
 * another place, or may not redirect (`set -r`).
 */
const wouldShow = /\b(trap|BASH_XTRACEFD|verbose|restricted)\b|\bset\s+-\w*[vr]/;

/**
 * Null when it cannot be learned: another shell, no folder for small files, or a command in which it would show.
 * `writable` is a folder for the file that a confined command may write to.
 */
export function trackFolder(command: string, writable?: string): FolderTrack | null {
  if (findBash() === null || wouldShow.test(command)) return null;
  const place = ownFolder();
  if (place === null) return null;
  tracked += 1;
  const file = join(writable ?? place, `ended-in-${tracked}`);
  return {
    env: { BASH_ENV: join(place, "start.bash"), REIN_ENDED_IN: file },
    end: () => takeFolder(file),
  };
}

function takeFolder(file: string): string | null {
  try {
    const path = readSmallFile(file).replace(/\n$/, "");
    rmSync(file);
    return statSync(path).isDirectory() ? path : null;
  } catch {
    // Not written, or the folder that it names is gone: not known is the answer.
    return null;
  }
}

/** Longer than any path, bytes. */
const longestPath = 8192;

/** The command may have put anything there: a link to another file, or a pipe that nobody writes to. */
function readSmallFile(file: string): string {
  const descriptor = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.alloc(longestPath);
    return bytes.toString("utf8", 0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

/** A folder of this process that only the user can enter, or null where there is none to be had. Made again if somebody cleaned up. */
export function ownFolder(): string | null {
  if (typeof folder === "string" && existsSync(join(folder, "start.bash"))) return folder;
  if (folder === null) return null;
  try {
    const isFirst = folder === undefined;
    folder = null;
    // A sandbox opens the folder itself for commands, and not the way there over a link.
    const parent = realpathSync(tmpdir());
    if (!plainPath.test(parent)) return null;
    folder = mkdtempSync(join(parent, "rein-"));
    writeFileSync(join(folder, "start.bash"), startFile, { mode: 0o600 });
    if (isFirst) process.on("exit", removeFolder);
    guardFolder(folder);
  } catch {
    // No place for it (a full or read-only disk). Commands run all the same.
    folder = null;
  }
  return folder;
}

function removeFolder(): void {
  if (typeof folder === "string") rmSync(folder, { recursive: true, force: true });
}
