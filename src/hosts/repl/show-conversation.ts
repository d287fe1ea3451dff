/** Puts a conversation on the screen, with what it has to say of how it was opened. */
import type { Conversation } from "../../app/conversation.ts";
import { ConversationView, type ConversationViewOptions } from "./conversation-view.ts";
import { transcriptOf } from "./open-transcript.ts";
import type { ReplOptions } from "./repl-options.ts";

/** What the view asks of the running program, and tells it. */
export type ShowParts = Pick<
  ConversationViewOptions,
  "waiting" | "isLent" | "isBoardOpen" | "takesKeys" | "drawStatus" | "onQuestions" | "onEntry"
>;

/** Prints everything in it, or shows it where the conversation is always on the screen. */
export function showConversation(
  conversation: Conversation,
  options: ReplOptions,
  parts: ShowParts,
): ConversationView {
  const { app, drawPicture, screen } = options;
  const { gitBranch, isTrusted, groupReads, thinking } = app;
  const looks = { groupReads, thinking, drawPicture };
  const view = new ConversationView({ ...options, ...parts, conversation, gitBranch, isTrusted, looks });
  screen.stage?.show(transcriptOf({ ...options, view, conversation }));
  for (const note of conversation.notes) view.tell(note, "warning");
  return view;
}
