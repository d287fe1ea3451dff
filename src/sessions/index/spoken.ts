/** What of an entry is found by a search: everything that was said and printed, and the names of sessions and places. Pure. */
import type { Entry } from "../../protocol/entry.ts";
import { cutStart, cutText } from "../../workspace/text.ts";

/** Who said it: the user, the model, or a tool (and a command of the user's). */
export type Speaker = "user" | "assistant" | "tool";

export type Spoken = { readonly who: Speaker; readonly text: string };

/** Of a longer text the beginning and the end are found, UTF-16 units: a log of outputs would make an index of its size thrice. */
export const longestText = 100_000;

/** Null for what nobody said. Secrets are names in the log already. Names of files may come with their accents apart. */
export function spokenIn(entry: Entry): Spoken | null {
  const spoken = wordsOf(entry);
  if (spoken === null || spoken.text.trim() === "") return null;
  return { who: spoken.who, text: bounded(spoken.text.replaceAll("\0", " ")).normalize("NFC") };
}

function wordsOf(entry: Entry): Spoken | null {
  switch (entry.type) {
    case "user":
      return { who: "user", text: entry.text };
    case "assistant": {
      const texts = entry.parts.flatMap((part) => (part.type === "text" ? [part.text] : []));
      return { who: "assistant", text: texts.join("\n\n") };
    }
    case "tool_result": {
      const { title, result } = entry;
      return { who: "tool", text: `${title}\n${result.ok ? result.text : result.message}` };
    }
    case "user_command":
      return { who: "tool", text: `${entry.command}\n${entry.output}` };
    case "title":
      return { who: entry.by === "user" ? "user" : "assistant", text: entry.title };
    case "label":
      return { who: "user", text: entry.label };
    default:
      return null;
  }
}

function bounded(text: string): string {
  if (text.length <= longestText) return text;
  return `${cutText(text, longestText / 2)}\n…\n${cutStart(text, longestText / 2)}`;
}
