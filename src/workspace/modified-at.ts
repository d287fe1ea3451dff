/** When a file was last written to. */
import { statSync } from "node:fs";
import { errorCode } from "./file-error.ts";

/** The time in ms since 1970; 0 for a file that is gone or may not be asked. */
export function modifiedAt(path: string): number {
  try {
    return statSync(path).mtimeMs;
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    return 0;
  }
}
