/** The file behind `--debug`: one JSON line a record, keys already taken out by the providers. */
import { closeSync, writeSync } from "node:fs";
import { openNamed } from "../private-files/named-file.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import type { ProviderTrace } from "../providers/provider.ts";
import { say } from "../words/say.ts";

/**
 * Opens it for appending, for its user alone, also where it was there before. Throws a `UserError` when it cannot be
 * written; so does `trace`: who asked for a log must not get a part of one.
 */
export function openDebugLog(file: string): { readonly trace: ProviderTrace; readonly close: () => void } {
  const orCannotWrite = <T>(work: () => T): T => {
    try {
      return work();
    } catch (cause) {
      const message = say`The debug log ${file} cannot be written: ${messageOf(cause)}.`;
      throw new UserError(message, { cause, exitCode: 2 });
    }
  };
  const fd = orCannotWrite(() => openNamed(file));
  return {
    trace: (record) => {
      orCannotWrite(() => writeSync(fd, `${JSON.stringify({ at: new Date().toISOString(), ...record })}\n`));
    },
    close: () => closeSync(fd),
  };
}
