/** What was typed before in this folder, to be listed and sent again by its number. */
import type { App } from "../../app/open-app.ts";
import { messageOf } from "../../protocol/error.ts";
import { appendPrompt, loadPrompts } from "../../sessions/prompt-history.ts";
import { say } from "../../words/say.ts";
import type { Voice } from "./voice.ts";

/** So many are listed. */
const mostListed = 20;

export type SentLines = {
  /** Keeps a line. `text`: as it may be written down. */
  add(text: string): void;
  /** Lists the newest, or returns the one of a number to be sent again; null when there is nothing to send. */
  recall(argument: string): string | null;
};

export function openSentLines(app: App, { speak, tell }: Voice): SentLines {
  const file = app.paths.promptHistory;
  const lines: string[] = [];
  const guarded = (action: () => void) => {
    try {
      action();
    } catch (thrown) {
      tell(say`The prompt history ${file} is not kept: ${messageOf(thrown)}.`, "warning");
    }
  };
  guarded(() => {
    for (const { text, cwd } of loadPrompts(file)) if (cwd === app.cwd) lines.push(text);
  });
  return {
    add(text) {
      if (text.trim() === "" || text === lines.at(-1)) return;
      lines.push(text);
      guarded(() => appendPrompt(file, { text, at: new Date().toISOString(), cwd: app.cwd }));
    },
    recall(argument) {
      const newestFirst = lines.toReversed();
      if (newestFirst.length === 0) {
        tell(say`Nothing was typed in this folder yet.`);
        return null;
      }
      if (argument === "") {
        speak(
          say`What was typed here, the newest first:`,
          ...newestFirst
            .slice(0, mostListed)
            .map((text, at) => say`${at + 1}: ${text.replaceAll("\n", " ⏎ ")}`),
          say`/history and a number sends it again.`,
        );
        return null;
      }
      const found = /^[1-9]\d{0,5}$/.test(argument) ? newestFirst[Number(argument) - 1] : undefined;
      if (found === undefined) {
        tell(say`/history N: N is from 1, the newest, to ${newestFirst.length}.`, "warning");
        return null;
      }
      speak(say`Again: ${found}`);
      return found;
    },
  };
}
