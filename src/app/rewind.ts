/** Going back: the files, the conversation, or both, and what is said of it. */
import type { TurnEnd } from "../engine/stop-kinds.ts";
import { say, sayCount } from "../words/say.ts";
import type { Conversation } from "./conversation.ts";
import type { Held } from "./moves.ts";
import { oneLine } from "./one-line.ts";
import type { RestoreResult } from "./restore-apply.ts";
import type { RestorePlan } from "./restore-files.ts";

export type Rewind = {
  /** Where the conversation goes on: behind this entry, null: before everything; undefined: it stays where it is. */
  readonly to: string | null | undefined;
  /** What that place is, for the words: `The conversation is back before “…”.` */
  readonly place: string;
  /** The files that come back, by their paths in the plan; null: they stay as they are. */
  readonly files: { readonly plan: RestorePlan; readonly paths: readonly string[] } | null;
  /** The files that were changed since and stay so, as they are shown: the model is told. */
  readonly staying: readonly string[];
};

export type RewindHost = {
  readonly conversation: Conversation;
  /** The conversation goes on elsewhere: shows that, and says these words. */
  readonly showAnew: (words: string) => void;
  /** Files may have come or gone. */
  readonly onFilesChanged: () => void;
  /**
   * Called just before the conversation goes back: what is to be written anew is kept by then, so that nothing of it is
   * lost whenever the program is killed.
   */
  readonly onGoing?: () => Promise<void>;
};

/** So many files are named to the model, which has to read them again. */
const mostTold = 50;

/** How the whole of it is taken back. */
export const undoHint = say`/rewind undo takes it back.`;

/**
 * Brings files back first, then goes back: where it is cut short in between, the log says what was done, and it can be
 * taken back or gone on with. Messages that wait stay. Esc stops it between two files, and the conversation stays then.
 * Null, and nothing happens, while a turn runs.
 */
export function rewind(
  { to, place, files, staying }: Rewind,
  { conversation, showAnew, onFilesChanged, onGoing }: RewindHost,
): Promise<TurnEnd> | null {
  const { engine } = conversation;
  return conversation.inPlaceOfTurn(async (held) => {
    const result = files === null ? null : await bringBack(files, held);
    if (result !== null) onFilesChanged();
    const words = result === null ? [] : result.words;
    // Whoever stops it wants no more of it: the conversation stays.
    if (to === undefined || held.signal.aborted) {
      const isDone = result?.ends.some(({ outcome }) => outcome.type !== "failed") === true;
      const undo = isDone ? [undoHint] : [];
      // The first line is for the user, the model reads all of it.
      engine.note([[...words, ...undo].join(" "), result?.note ?? ""].join("\n").trimEnd());
      return { outcome: "completed" };
    }
    await onGoing?.();
    held.goTo(to, notedFor(result, staying));
    showAnew([place, ...words, undoHint].join(" "));
    return { outcome: "completed" };
  }, "stay");
}

function bringBack(files: NonNullable<Rewind["files"]>, held: Held): Promise<RestoreResult> {
  held.tell(say`bringing files back`);
  return held.restore(files.plan, files.paths);
}

/** What the model would otherwise believe of files that are not as they were at the place that it goes on from. */
function notedFor(result: RestoreResult | null, staying: readonly string[]): string {
  const left = (result?.ends ?? []).flatMap(({ name, outcome }) => (outcome.type === "failed" ? [name] : []));
  const names = [...new Set([...left, ...staying])];
  if (names.length === 0) return "";
  const head =
    names.length === 1
      ? say`1 file keeps what was done to it after this place.`
      : say`${sayCount(names.length, "file")} keep what was done to them after this place.`;
  const more = names.length - mostTold;
  const told = names.slice(0, mostTold).map(oneLine);
  return [head, ...told, ...(more > 0 ? [say`… and ${more} more`] : [])].join("\n");
}
