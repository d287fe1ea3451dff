/** "Edit before running": the command, or a call's arguments as JSON, as a text that the user changes. */
import type { QuestionModeView } from "../../../../components/view.ts";
import type { ApprovalRequest } from "../../../protocol/approval.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine } from "../../../terminal/width.ts";
import { type CallText, callTextOf, readCallText } from "./edit-call-text.ts";
import { forEditor, InlineText } from "../composer/inline-text.ts";
import { createKept } from "./kept-by-call.ts";
import { keyName, writingKeys } from "../keys.ts";
import { modeIndent } from "../conversation/mode-lines.ts";
import type { QuestionMode, QuestionModeKind, QuestionModeOutcome } from "./question-mode.ts";
import { say } from "../../../words/say.ts";

/** Offered for every call whose arguments are known. */
export const editCall: QuestionModeKind = {
  command: "edit-call",
  get hint() {
    return say`${keyName("edit-call", "dialog")} edit`;
  },
  isOffered: (approval) => callTextOf(approval) !== null,
  open: (approval, style) => new EditCall(approval, style),
};

/** What was written waits for the next time; a call whose arguments have changed meanwhile is another. */
const kept = createKept<InlineText>();

class EditCall implements QuestionMode {
  readonly #approval: ApprovalRequest;
  readonly #style: Style;
  readonly #before: CallText;
  readonly #text: InlineText;
  #fault: string | null = null;

  constructor(approval: ApprovalRequest, style: Style) {
    this.#approval = approval;
    this.#style = style;
    this.#before = callTextOf(approval) ?? { form: "json", text: "" };
    const { form, text } = this.#before;
    const begin = () => new InlineText(text, form === "json" ? 0 : text.length);
    this.#text = kept.of(approval.callId, approval.arguments, begin);
  }

  view(columns: number): QuestionModeView {
    const indent = modeIndent(columns);
    const { lines, caretRow, caretColumn } = this.#text.view(columns - indent);
    const line = (text: string) => truncateLine(" ".repeat(indent) + text, columns);
    const fault = this.#fault === null ? [] : [this.#style.warning(line(this.#fault))];
    return {
      body: lines.map((text) => line(text)),
      focus: caretRow,
      foot: [...fault, ...this.#keys(columns).map((text) => this.#style.dim(line(text)))],
      caret: { in: "body", row: caretRow, column: indent + caretColumn },
    };
  }

  onInput(event: InputEvent, page: number): QuestionModeOutcome {
    const outcome = this.#text.onInput(event, page);
    switch (outcome) {
      case "send":
        return this.#send();
      case "back":
        return { type: "back" };
      case "editor":
        return {
          type: "editor",
          text: forEditor(this.#text.value),
          onText: (text) => this.#text.rewrite(text),
        };
      case "passed-on":
        return { type: "passed-on" };
      case "none":
        this.#fault = null;
        return { type: "none" };
      default:
        return outcome satisfies never;
    }
  }

  #send(): QuestionModeOutcome {
    const text = this.#text.value;
    // Nothing is changed, so there is nothing to decide about anew.
    if (text === this.#before.text) return { type: "back" };
    const read = readCallText({ ...this.#before, text }, this.#approval.arguments ?? "{}");
    if (read.type === "arguments") {
      return { type: "answer", answer: { type: "edit", arguments: read.arguments } };
    }
    this.#fault = say`${read.why}; nothing was sent`;
    return { type: "none" };
  }

  #keys(columns: number): readonly string[] {
    const [send, line, editor] = writingKeys();
    if (columns < 40) return [say`${send} sends · esc`];
    if (columns < 60) return [say`${send} sends · esc back`, say`${line} line · ${editor} editor`];
    return [
      say`${send} sends it, and it is decided again · esc back, the text is kept`,
      say`${line} new line · ${editor} in $EDITOR`,
    ];
  }
}
