/** Random edits of a random history, for property tests. */
import * as fc from "fast-check";
import type { ContextEdit } from "../../src/context/edits.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import { toolCallsOf } from "../../src/protocol/message.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { anyLongBranch } from "./random-history.ts";

const change = fc.record(
  {
    place: fc.nat(),
    action: fc.constantFrom("exclude", "shorten", "summarise", "restore", "pin", "unpin"),
    text: fc.constantFrom("", "short", "half \ud83d", "[Image #1]"),
    tokens: fc.nat({ max: 9_999 }),
  },
  { requiredKeys: ["place", "action"] },
);

/** Everything of a branch that an edit can name. */
export function placesOf(branch: readonly Entry[]): Pick<ContextEdit, "entryId" | "callId">[] {
  return branch.flatMap((entry) => {
    const calls = entry.type === "assistant" ? toolCallsOf(entry.parts) : [];
    return [{ entryId: entry.id }, ...calls.map(({ callId }) => ({ entryId: entry.id, callId }))];
  });
}

/** A history, and the same with edits, moves and summaries behind each other at its end; the user speaks last. */
export const anyEdited: fc.Arbitrary<{ readonly plain: Entry[]; readonly edited: Entry[] }> = fc
  .tuple(
    anyLongBranch,
    fc.array(
      fc.oneof(
        fc.array(change, { maxLength: 5 }),
        fc.constant("move" as const),
        fc.record({ back: fc.nat({ max: 12 }) }),
      ),
      { minLength: 1, maxLength: 4 },
    ),
  )
  .map(([history, events]) => {
    const question: NewEntry = { type: "user", text: "the last question", via: "submit" };
    const behind: NewEntry[] = [];
    const plain = chained([...contentsOf(history), question]);
    const places = placesOf(plain);
    for (const event of events) {
      if (event === "move") behind.push({ type: "move", from: "elsewhere" });
      else if (Array.isArray(event))
        behind.push({
          type: "context_edit",
          edits: event.map(({ place, ...edit }) => ({
            ...(places[place % places.length] ?? { entryId: "" }),
            ...edit,
          })),
        });
      else
        behind.push({
          type: "compaction",
          summary: "SUMMARY",
          firstKeptId: `e${Math.max(0, plain.length - 1 - event.back)}`,
        });
    }
    return { plain, edited: chained([...contentsOf(plain), ...behind]) };
  });

function contentsOf(entries: readonly Entry[]): NewEntry[] {
  return entries.map(({ id: _id, parentId: _parentId, at: _at, ...content }) => content);
}
