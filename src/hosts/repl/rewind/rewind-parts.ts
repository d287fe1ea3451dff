/** What going back needs of the host that it happens in. */
import type { Conversation } from "../../../app/conversation.ts";
import type { RewindPoint, WayBack } from "../../../app/rewind-points.ts";
import type { SentImage } from "../../../protocol/message.ts";
import type { Choice } from "../lists/choice-list.ts";

/** How the user is asked. Whoever leaves a question is led back where `onBack` says, else nothing is done. */
export type RewindQuestions = {
  turn(
    points: readonly RewindPoint[],
    options: {
      /** What was done last: undoing it is offered first. Null: something else was. */
      readonly undoes: WayBack["undoes"] | null;
      readonly chosen: RewindPoint | undefined;
    },
    onChosen: (point: RewindPoint | "undo") => void,
  ): void;
  /** Which of these things; they may come later. */
  choice<T>(question: {
    readonly question: string;
    readonly choices: readonly Choice<T>[] | Promise<readonly Choice<T>[]>;
    /** There may be many: they can be looked for. */
    readonly isLong?: boolean;
    readonly onChosen: (value: T) => void;
    readonly onBack: () => void;
  }): void;
};

export type RewindParts = {
  readonly ask: RewindQuestions;
  readonly conversation: () => Conversation;
  readonly tell: (text: string, level?: "info" | "warning" | "error") => void;
  readonly showAnew: (words: string) => void;
  /** Puts a message that was sent back into the composer; resolves when it is there, and kept. */
  readonly giveBack: (text: string, images?: readonly SentImage[]) => Promise<void>;
  readonly onFilesChanged: () => void;
};
