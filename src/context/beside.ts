/** What happened beside the conversation, in the model's words, and where in a request it stands. Pure. */
import type { Entry, EntryOf } from "../protocol/entry.ts";

type Beside = EntryOf<"notice" | "user_command">;

/** Words of rein's own, so that nobody takes them for the user's. */
export function noticeText(words: string): string {
  return `[Notice from rein, not from the user] ${words.trim()}`;
}

/** What the model is told of it; empty for what is private. */
export function besideText(entry: Beside): string {
  if (entry.type === "notice") return noticeText(entry.text);
  if (!entry.shared) return "";
  const outcome = entry.exitCode === null ? "killed by a signal" : `exit code: ${entry.exitCode}`;
  const output = entry.output.trim() === "" ? "(no output)" : entry.output.trimEnd();
  return `[The user ran a command in ${entry.cwd}]\n$ ${entry.command.trim()}\n${outcome}\n${output}`;
}

/**
 * For each answer, what happened while the model was writing it. The answer's request did not hold that, so it stands
 * behind the answer and its results: nothing that was sent once changes, and nobody is said to have known it before.
 */
export function happenedDuring(entries: readonly Entry[]): Map<EntryOf<"assistant">, readonly Beside[]> {
  const during = new Map<EntryOf<"assistant">, readonly Beside[]>();
  for (const [at, entry] of entries.entries()) {
    if (entry.type !== "assistant" || entry.requestedAfter === undefined) continue;
    const last = placeBefore(entries, entry.requestedAfter, at);
    if (last === -1) continue;
    during.set(entry, entries.slice(last + 1, at).filter(isBeside));
  }
  return during;
}

/** The place of an entry that stands before another one, mostly shortly; -1 where it does not. */
function placeBefore(entries: readonly Entry[], wanted: string, before: number): number {
  for (let at = before - 1; at >= 0; at -= 1) if (entries[at]?.id === wanted) return at;
  return -1;
}

/** Where in a request that stands which happened beside the conversation. */
export type Besides = {
  /** What stands behind an answer and its results. */
  readonly behind: (answer: EntryOf<"assistant">) => readonly Beside[];
  /** Whether it stands behind an answer, and not in its own place. */
  readonly isLate: (entry: Beside) => boolean;
};

/** The same for what a request holds: of what is only there because it is pinned, nothing follows that is not. */
export function besidesOf(
  standing: readonly Entry[],
  { pinned, rest }: { readonly pinned: readonly Entry[]; readonly rest: readonly Entry[] },
): Besides {
  const during = happenedDuring(standing);
  const kept = new Set<Entry>(pinned);
  const behind = (answer: EntryOf<"assistant">) => {
    const all = during.get(answer) ?? [];
    return kept.has(answer) ? all.filter((one) => kept.has(one)) : all;
  };
  const shown = new Set<Entry>([...pinned, ...rest]);
  // Without pins all of them count: where their answer is not there, they are not either.
  const answers = [...during.keys()].filter((answer) => pinned.length === 0 || shown.has(answer));
  const late = new Set<Entry>(answers.flatMap(behind));
  return { behind, isLate: (entry) => late.has(entry) };
}

function isBeside(entry: Entry): entry is Beside {
  return entry.type === "notice" || entry.type === "user_command";
}
