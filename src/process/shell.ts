/** Which shell runs a command. */
import { isExecutable } from "./executable.ts";

/** Fixed places: a folder of the project on the PATH must not choose the shell. */
const bashPlaces = ["/bin/bash", "/usr/bin/bash", "/usr/local/bin/bash", "/run/current-system/sw/bin/bash"];

let bash: string | null | undefined;

/** The absolute path of bash, or null where there is none. */
export function findBash(): string | null {
  bash ??= bashPlaces.find(isExecutable) ?? null;
  return bash;
}

/** The argument list that runs `command` in bash without startup files, or in `/bin/sh` where there is no bash. */
export function shellArguments(command: string): string[] {
  const found = findBash();
  return found === null ? ["/bin/sh", "-c", command] : [found, "--noprofile", "--norc", "-c", command];
}
