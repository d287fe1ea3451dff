import { accessSync, constants } from "node:fs";

/** True for what may be run. */
export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Not there, or not to be run.
    return false;
  }
}
