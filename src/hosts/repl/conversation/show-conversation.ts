/** Puts a conversation on the screen, with what it has to say of how it was opened. */
import type { Conversation } from "../../../app/conversation.ts";
import { ConversationView, type ConversationViewOptions } from "./conversation-view.ts";
import { transcriptOf } from "../transcript/open-transcript.ts";
import type { ReplOptions } from "../repl-options.ts";

/** What the view asks of the running program, and tells it. */
export type ShowParts = Pick<
  ConversationViewOptions,
  | "waiting"
  | "isLent"
  | "isBoardOpen"
  | "takesKeys"
  | "drawStatus"
  | "onQuestions"
  | "onEntry"
  | "taken"
  | "restore"
  | "kept"
>;

/** Prints everything in it, or shows it where the conversation is always on the screen. */
export function showConversation(
  conversation: Conversation,
  options: ReplOptions,
  parts: ShowParts,
): ConversationView {
  const { app, screen, style, timers, home, drawPicture, whenPicturesReady } = options;
  const { gitBranch, isTrusted, groupReads, thinking } = app;
  const view = new ConversationView({
    ...parts,
    conversation,
    gitBranch,
    isTrusted,
    screen,
    style,
    timers,
    home,
    whenPicturesReady,
    looks: { groupReads, thinking, drawPicture },
  });
  screen.stage?.show(transcriptOf({ ...options, view, conversation }));
  if (parts.taken === undefined) for (const note of conversation.notes) view.tell(note, "warning");
  return view;
}
