/** The transcript of the conversation on screen, with what its keys need, and how it is opened. */
import type { Conversation } from "../../../app/conversation.ts";
import type { App } from "../../../app/open-app.ts";
import { factsOf } from "../../../transcript/item-facts.ts";
import { say } from "../../../words/say.ts";
import type { ConversationView } from "../conversation/conversation-view.ts";
import { copy } from "../commands/copy-command.ts";
import type { ReplOptions } from "../repl-options.ts";
import { TranscriptView } from "./transcript-view.ts";

export type TranscriptParts = Pick<ReplOptions, "screen" | "style" | "timers" | "talk" | "env" | "page"> & {
  readonly app: Pick<App, "paths" | "thinking" | "groupReads">;
  readonly view: Pick<ConversationView, "items" | "panels">;
  readonly conversation: { readonly spending: Pick<Conversation["spending"], "priceOf"> };
};

export function transcriptOf(parts: TranscriptParts): TranscriptView {
  const { screen, style, timers, talk, app, env, page, view, conversation } = parts;
  const inTmux = (env["TMUX"] ?? "") !== "";
  return new TranscriptView(() => view.items(), style, {
    factsOf(id) {
      const entry = view.items().entryOf(id);
      return entry === undefined ? null : factsOf(entry, conversation.spending.priceOf);
    },
    copy: (text, tell) => copy(text, say`this item`, { talk, tell, inTmux, file: app.paths.copied }),
    page,
    panels: view.panels,
    thinking: app.thinking,
    groupReads: app.groupReads,
    timers,
    refresh: () => screen.refreshFull(),
  });
}

/** Gives it the whole window, and the keys. */
export function openTranscript(parts: TranscriptParts): void {
  parts.screen.openFull(onScreen(parts));
}

/** Shows the last answer as the model wrote it: in its place where it is on the screen, else in the transcript. */
export function showRawAnswer(parts: TranscriptParts): void {
  const { screen } = parts;
  const transcript = onScreen(parts);
  if (screen.stage === undefined) screen.openFull(transcript);
  transcript.toggleRawAnswer();
  screen.refreshFull();
}

/** The one that is on the screen all the time, or a new one. */
function onScreen(parts: TranscriptParts): TranscriptView {
  return parts.screen.stage?.transcript ?? transcriptOf(parts);
}
