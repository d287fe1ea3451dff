/** How far a call had come when the user stopped it: the one form in which results tell it. */

const told = {
  not_started: "not started",
  not_answered: "not answered, not run",
  stopped: "stopped while it ran",
} as const;
export type Interruption = keyof typeof told;

/** The sentence for the model. */
export function interruptionSentence(how: Interruption): string {
  return `Interrupted by the user: ${told[how]}.`;
}

/** How far it had come, from the message of its result; null where that does not tell. */
export function interruptionIn(message: string): Interruption | null {
  const ways = ["not_started", "not_answered", "stopped"] as const;
  return ways.find((how) => message.startsWith(interruptionSentence(how))) ?? null;
}
