/** What a command printed stands in its result twice, for the model and for the screen: it is kept in memory once. */
import type { Entry } from "../protocol/entry.ts";

/** Less is not worth looking for, UTF-16 units. */
const worthSharing = 1024;

/** The same entry, in which the screen's text is a part of the model's where they agree. */
export function withSharedText(entry: Entry): Entry {
  if (entry.type !== "tool_result" || !entry.result.ok) return entry;
  const { text, view } = entry.result;
  if (view?.type !== "command" || view.output.length < worthSharing) return entry;
  const at = text.indexOf(view.output);
  // The engine keeps a slice of a string as a reference to the whole.
  return at === -1
    ? entry
    : {
        ...entry,
        result: { ...entry.result, view: { ...view, output: text.slice(at, at + view.output.length) } },
      };
}
