/** The file behind `--record`: one JSON line a record, keys already taken out by the providers. */
import { closeSync, fstatSync, readSync } from "node:fs";
import { openNamed } from "../private-files/named-file.ts";
import { writeWhole } from "../private-files/private-file.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import type { Recorder } from "../providers/record.ts";
import { say } from "../words/say.ts";

export type RecordFile = {
  readonly write: Recorder;
  readonly close: () => void;
};

/**
 * Opens it for appending, for its user alone, also where it was there before. Throws a `UserError` when it cannot be
 * written. When the disk refuses later, `onTrouble` is told once in words and nothing more is recorded: what is asked
 * and answered does not depend on the recording.
 */
export function openRecordFile(file: string, onTrouble: (message: string) => void): RecordFile {
  let fd: number;
  try {
    fd = openForAppending(file);
  } catch (cause) {
    const message = say`The recording ${file} cannot be written: ${messageOf(cause)}.`;
    throw new UserError(message, { cause, exitCode: 2 });
  }
  let isOver = false;
  return {
    write(line) {
      if (isOver) return;
      try {
        writeWhole(fd, `${JSON.stringify(line)}\n`);
      } catch (thrown) {
        isOver = true;
        onTrouble(
          say`The recording ${file} cannot be written any more (${messageOf(thrown)}); it ends here.`,
        );
      }
    },
    close() {
      isOver = true;
      closeSync(fd);
    },
  };
}

/** A line that was cut by a crash before gets its end, so that it does not spoil the next one. */
function openForAppending(file: string): number {
  const fd = openNamed(file);
  const stats = fstatSync(fd);
  if (!stats.isFile()) return fd;
  const last = Buffer.alloc(1);
  if (stats.size > 0 && readSync(fd, last, 0, 1, stats.size - 1) === 1 && last[0] !== 0x0a)
    writeWhole(fd, "\n");
  return fd;
}
