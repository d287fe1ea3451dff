/** How far a call had come when it was stopped, by the user or with the program: the one form in which results tell it. */

const byUser = {
  not_started: "Interrupted by the user: not started.",
  not_answered: "Interrupted by the user: not answered, not run.",
  stopped: "Interrupted by the user: stopped while it ran.",
} as const;
export type Interruption = keyof typeof byUser;

const withProgram: Readonly<Record<Interruption, string>> = {
  not_started: "Interrupted: rein was stopped before this call was run; it did not run.",
  not_answered:
    "Interrupted: rein was stopped before the user had answered whether this may run; it did not run.",
  stopped: "Interrupted: rein was stopped while this was running; how far it came is not known.",
};

/** The sentence for the model. */
export function interruptionSentence(how: Interruption): string {
  return byUser[how];
}

/** The same where nobody wanted that: rein was killed. */
export function killedSentence(how: Interruption): string {
  return withProgram[how];
}

/** How far it had come, from the message of its result; null where that does not tell. */
export function interruptionIn(message: string): Interruption | null {
  const ways = ["not_started", "not_answered", "stopped"] as const;
  return ways.find((how) => message.startsWith(byUser[how]) || message.startsWith(withProgram[how])) ?? null;
}
