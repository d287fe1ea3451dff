/** Where rein was started. */
import { realpathSync } from "node:fs";
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";

/** The working folder: absolute, real. Throws a `UserError` when it has been deleted or may not be entered. */
export function currentFolder(): string {
  try {
    return realpathSync(process.cwd());
  } catch (cause) {
    throw new UserError(
      say`The folder that rein was started in cannot be used (${messageOf(cause)}). Change to another one.`,
      { cause },
    );
  }
}
