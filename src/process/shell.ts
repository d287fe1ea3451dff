/** Which shell runs a command. */
import { accessSync, constants } from "node:fs";

/** Fixed places: a folder of the project on the PATH must not choose the shell. */
const bashPlaces = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/run/current-system/sw/bin/bash"];

/** The argument list that runs `command` in bash without startup files, or in `/bin/sh` where there is no bash. */
export function shellArguments(command: string): string[] {
  const bash = bashPlaces.find(isExecutable);
  return bash === undefined ? ["/bin/sh", "-c", command] : [bash, "--noprofile", "--norc", "-c", command];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
