/** The names of the logs in the folder of sessions. */
import { readdirSync } from "node:fs";
import { messageOf, UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { idOfFile } from "./file-name.ts";

/** In no order; none where there is no folder yet. No log is opened. Throws a `UserError` where it cannot be read. */
export function logNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => idOfFile(name) !== null);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return [];
    throw new UserError(
      say`The folder of sessions, ${folder}, cannot be read (${messageOf(cause)}); nothing in it was changed.`,
      { cause },
    );
  }
}
