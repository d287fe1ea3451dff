/** The one way to the user: whole lines, one below the other, with nothing in them that could move a cursor. */
import { say } from "../../words/say.ts";
import { sanitize } from "../../terminal/sanitize.ts";

export type Level = "info" | "warning" | "error";

export type Voice = {
  /** Says texts, each on a line of its own or on several where it has line breaks. */
  readonly speak: (...texts: readonly string[]) => void;
  /** Says something of rein's own, with a word in front where it is more than a note. */
  readonly tell: (text: string, level?: Level) => void;
};

const words: Record<Level, string> = { info: "", warning: say`Warning: `, error: say`Error: ` };

/** `write` takes one printable line without its end. */
export function createVoice(write: (line: string) => void): Voice {
  const speak = (...texts: readonly string[]) => {
    for (const text of texts)
      for (const line of sanitize(text, "output", { tabWidth: 4 }).split("\n")) write(line.trimEnd());
  };
  return { speak, tell: (text, level = "info") => speak(words[level] + text) };
}
