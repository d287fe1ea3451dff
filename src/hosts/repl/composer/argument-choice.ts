/** What a command can be given, and where that comes from. */

/** One thing that an argument may be. */
export type ArgumentChoice = {
  /** The whole argument. */
  readonly value: string;
  /** What it stands for; printable. */
  readonly help: string;
  /** How that is named which follows it; in brackets where it may be left out. */
  readonly further?: string;
};

/**
 * Tells what an argument may be: `offer` may be called several times, each time with all that is known. Whatever it
 * throws is told to the user, unless the signal has fired.
 */
export type ArgumentSource = (
  offer: (choices: readonly ArgumentChoice[]) => void,
  signal: AbortSignal,
) => void | Promise<void>;
