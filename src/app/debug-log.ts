/** The file behind `--debug`: one JSON line a record, keys already taken out by the providers. */
import { closeSync, openSync, writeSync } from "node:fs";
import { messageOf, UserError } from "../protocol/error.ts";
import type { ProviderTrace } from "../providers/provider.ts";

/** Opens it for appending, for its user alone. Throws a `UserError` when it cannot be written. */
export function openDebugLog(file: string): { readonly trace: ProviderTrace; readonly close: () => void } {
  let fd: number;
  try {
    fd = openSync(file, "a", 0o600);
  } catch (cause) {
    throw new UserError(`The debug log ${file} cannot be written: ${messageOf(cause)}.`, {
      cause,
      exitCode: 2,
    });
  }
  return {
    trace: (record) => {
      writeSync(fd, `${JSON.stringify({ at: new Date().toISOString(), ...record })}\n`);
    },
    close: () => closeSync(fd),
  };
}
