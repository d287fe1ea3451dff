/** Commands that ended because they wanted a terminal. */

/** What a command ended with. */
export type CommandEnding = {
  readonly command: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly output: string;
};

/** A sentence for the model and the user when a command failed for want of a terminal, else null. */
export function wantsTerminal({ exitCode, output }: CommandEnding): string | null {
  if (exitCode === 0) return null;
  return /a terminal is required|no tty present/.test(output)
    ? "It asks on a terminal. Commands of rein have none: the user can run it with `!`."
    : null;
}
