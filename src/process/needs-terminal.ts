/** Commands that cannot do anything without a terminal. */

/** A sentence when the command is a full-screen program that could only fail or wait, else null. Never refuses on a guess. */
export function needsTerminal(command: string): string | null {
  return /^\s*(vim?|nano)(\s+\w[\w./]*)*\s*$/.test(command)
    ? "It draws on a terminal. Commands of rein have none: the user can run it with `!`."
    : null;
}
