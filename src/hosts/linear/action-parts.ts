/** What the commands need of the running program. */
import type { Conversation } from "../../app/conversation.ts";
import type { App } from "../../app/open-app.ts";
import type { LongWork } from "../repl/commands/long-work.ts";
import type { AskAgain } from "../repl/conversation/ask-again.ts";
import type { Dialogs } from "./dialogs.ts";
import type { Voice } from "./voice.ts";

export type ActionParts = {
  readonly app: App;
  readonly voice: Voice;
  readonly dialogs: Dialogs;
  /** Rein's own environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly askAgain: AskAgain;
  readonly longWork: LongWork;
  /** The one that is open when a command is given. */
  readonly conversation: () => Conversation;
  /** Puts a conversation in the place of the one that is open. */
  readonly switchTo: (conversation: Conversation) => void;
  /** The conversation went to another place of its tree: says so in these words. */
  readonly showAnew: (words: string) => void;
  /** Goes on with a session, or says why that cannot be done. */
  readonly resumeId: (id: string) => void;
  /** Whether what is typed is seen; false when the terminal cannot do that. */
  readonly showTyping: (isShown: boolean) => boolean;
  /** Lists what was typed before, or returns what is to be sent again. */
  readonly recall: (argument: string) => string | null;
  /** Takes a line as if it were typed. */
  readonly submit: (text: string) => void;
  /** All that the last call printed. */
  readonly lastOutput: () => readonly string[] | null;
  readonly exit: () => void;
};
