/** The transcript of a conversation on screen, with what its keys need. */
import type { Conversation } from "../../app/conversation.ts";
import { factsOf } from "../../transcript/item-facts.ts";
import { say } from "../../words/say.ts";
import type { ConversationView } from "./conversation-view.ts";
import { copy } from "./copy-command.ts";
import type { ReplOptions } from "./repl-options.ts";
import { TranscriptView } from "./transcript-view.ts";

export type TranscriptParts = Pick<
  ReplOptions,
  "screen" | "style" | "timers" | "talk" | "app" | "env" | "page"
> & {
  readonly view: Pick<ConversationView, "items">;
  readonly conversation: Pick<Conversation, "spending">;
};

export function transcriptOf(parts: TranscriptParts): TranscriptView {
  const { screen, style, timers, talk, app, env, page, view, conversation } = parts;
  const inTmux = (env["TMUX"] ?? "") !== "";
  return new TranscriptView(() => view.items(), style, {
    factsOf(id) {
      const entry = view.items().entryOf(id);
      return entry === undefined ? null : factsOf(entry, conversation.spending.priceOf);
    },
    copy: (text, tell) => copy(text, say`this item`, { talk, tell, inTmux, data: app.paths.data }),
    page,
    thinking: app.thinking,
    groupReads: app.groupReads,
    timers,
    refresh: () => screen.refreshFull(),
  });
}
