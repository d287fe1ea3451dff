/**
 * What a question may give the keyboard to for a while: changing the call before it runs, deciding hunk by hunk. The
 * question keeps its heading and its place among the others; the mode draws what stands below it.
 */
import type { QuestionModeView } from "../../../../components/view.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../../protocol/approval.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import type { Command } from "../../../terminal/keymap.ts";
import type { Style } from "../../../terminal/style.ts";

export type QuestionModeOutcome =
  /** Taken; it is drawn again. */
  | { readonly type: "none" }
  /** The event is not about the question: what holds everywhere, such as Ctrl+C and Ctrl+O, goes on doing so. */
  | { readonly type: "passed-on" }
  /** The mode is over; the choices of the question are back, and nothing is answered. */
  | { readonly type: "back" }
  | { readonly type: "answer"; readonly answer: ApprovalAnswer }
  /** All that it shows is wanted on the full screen. */
  | { readonly type: "view" }
  /**
   * `text` is wanted in the user's editor. `onText` takes what was saved and is not called when the editor could not be
   * started, which the user is told; then the mode is drawn again.
   */
  | { readonly type: "editor"; readonly text: string; readonly onText: (text: string) => void };

/** Lives from the key that opens it until it answers or goes back. */
export type QuestionMode = {
  /** What it shows in a window of `columns`. Every text is printable, no line is wider. */
  view(columns: number): QuestionModeView;
  /** Takes one input event. `page` is how many lines of the body are shown. */
  onInput(event: InputEvent, page: number): QuestionModeOutcome;
};

/** A mode that some questions offer beside their choices. */
export type QuestionModeKind = {
  /** Opens it: a command of the keymap's context "dialog". */
  readonly command: Command;
  /** For the line of keys, as in "e edit": the key and a word. */
  readonly hint: string;
  readonly isOffered: (approval: ApprovalRequest) => boolean;
  readonly open: (approval: ApprovalRequest, style: Style) => QuestionMode;
};
