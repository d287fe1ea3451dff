/** The history of prompts, from its file into the composer and back. */
import type { App } from "../../../app/open-app.ts";
import { messageOf } from "../../../protocol/error.ts";
import { longestPrompt, openPromptHistory, type Prompt } from "../../../sessions/prompt-history.ts";
import { say } from "../../../words/say.ts";
import type { Composer } from "./composer.ts";
import type { PromptSource } from "./sent-before.ts";
import type { SentPrompt } from "./sent-index.ts";

export type HistoryParts = {
  readonly app: Pick<App, "cwd" | "paths">;
  readonly home: string;
  readonly composer: Composer;
  /** A text without the secrets that are hidden from the model. */
  readonly withoutSecrets: (text: string) => string;
  readonly warn: (message: string) => void;
  /** What the composer shows has changed. */
  readonly onChanged: () => void;
};

/**
 * Gives the composer what was sent before; the newest now, the rest when somebody goes looking for it. Returns what keeps
 * a message that is sent. A file that cannot be read or written is told of once.
 */
export function openHistory({ app, home, composer, ...parts }: HistoryParts): (text: string) => void {
  const file = app.paths.promptHistory;
  const history = openPromptHistory(file);
  const told = new Set<string>();
  const warn = (message: string) => {
    if (!told.has(message)) parts.warn(message);
    told.add(message);
  };
  const guarded = <T>(action: () => T, none: T): T => {
    try {
      return action();
    } catch (thrown) {
      warn(say`The prompt history ${file} is not kept: ${messageOf(thrown)}.`);
      return none;
    }
  };
  const sent = ({ text, cwd }: Prompt): SentPrompt => ({
    text,
    isHere: cwd === app.cwd,
    folder: cwd === home || cwd.startsWith(`${home}/`) ? `~${cwd.slice(home.length)}` : cwd,
  });
  const source: PromptSource = {
    added: () => guarded(() => history.added(), []).map(sent),
    older: () => guarded(() => history.older(), null)?.map(sent) ?? null,
    soon: (action) => void setImmediate(action),
  };
  composer.loadHistory(guarded(() => history.newest(), []).map(sent), source, parts.onChanged);
  return (text) => {
    const prompt = { text: parts.withoutSecrets(text), at: new Date().toISOString(), cwd: app.cwd };
    if (!guarded(() => history.add(prompt), true)) {
      warn(
        say`What is longer than ${longestPrompt} characters is not kept in the prompt history; the session has it.`,
      );
    }
  };
}
