/** The dialog about one call: what is shown of it, and what each key makes of it. */
import { type QuestionChoice, questionChoices, type QuestionView } from "../../../components/view.ts";
import { previewIndent, wordsIndent } from "../../../components/question-lines.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../protocol/approval.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import { type Key, keysOf } from "../../terminal/input/key.ts";
import type { FileChange } from "../../protocol/tool-result.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import type { Style } from "../../terminal/style.ts";
import { createTextBuffer, type TextBuffer } from "../../terminal/text-buffer.ts";
import { isEditCommand } from "../../terminal/text-buffer/commands.ts";
import { filesOf } from "../../transcript/diff.ts";
import { renderPreview } from "../../transcript/render-preview.ts";
import { composerViewOf } from "./composer-view.ts";
import { keymap } from "./keys.ts";

export type QuestionOutcome =
  | { readonly type: "none" }
  /** The event is not about the question. */
  | { readonly type: "passed-on" }
  | { readonly type: "answer"; readonly answer: ApprovalAnswer }
  /** The whole preview is wanted on the full screen. */
  | { readonly type: "view" };

/** One open question. "No" is chosen until the user says otherwise; its numbers and places never change. */
export class Question {
  readonly approval: ApprovalRequest;
  readonly #style: Style;
  #selected: QuestionChoice = "decline";
  #scroll = 0;
  #words: TextBuffer | null = null;
  #preview: { readonly columns: number; readonly lines: readonly string[] } | undefined;

  constructor(approval: ApprovalRequest, style: Style) {
    this.approval = approval;
    this.#style = style;
  }

  view(columns: number): QuestionView {
    const { approval } = this;
    return {
      heading: headingOf(approval),
      place: approval.preview.type === "command" ? sanitize(approval.preview.cwd, "approval_inline") : null,
      preview: this.preview(columns),
      scroll: this.#scroll,
      why: sanitize(approval.reasons.join("; "), "approval_inline"),
      remember: approval.remember === undefined ? null : sanitize(approval.remember, "approval_inline"),
      selected: this.#selected,
      words:
        this.#words === null
          ? null
          : composerViewOf(this.#words, Math.max(1, columns - wordsIndent(columns))),
    };
  }

  /** The whole preview, drawn for a width. */
  preview(columns: number): readonly string[] {
    if (this.#preview?.columns !== columns) {
      const indent = previewIndent(columns);
      const width = Math.max(1, columns - indent);
      const drawn = renderPreview(this.approval.preview, { width, style: this.#style });
      this.#preview = { columns, lines: drawn.map((line) => (line === "" ? "" : " ".repeat(indent) + line)) };
    }
    return this.#preview.lines;
  }

  /** Takes one input event. `page` is how many of the preview's lines are shown: paging must not skip any. */
  onInput(event: InputEvent, page: number): QuestionOutcome {
    if (this.#words !== null) return this.#onWords(event, this.#words);
    if (event.type === "key") return this.#onKey(event.key, page);
    // Pasted text is never an answer, nor are several letters in one read: they belong to what is being written.
    const [key, ...others] = event.type === "text" ? keysOf(event.text) : [];
    return key === undefined || others.length > 0 ? passedOn : this.#onKey(key, page);
  }

  #onKey(key: Key, page: number): QuestionOutcome {
    const command = keymap.lookup(key, "dialog");
    switch (command) {
      case "choose-1":
        return this.#choose("once");
      case "choose-2":
        return this.#choose("remember");
      case "choose-3":
        return this.#choose("decline");
      case "dismiss":
        return this.#choose("stop");
      case "accept":
        return this.#choose(this.#selected);
      case "select-previous":
        return this.#select(-1);
      case "select-next":
        return this.#select(1);
      case "page-down":
        return this.#scrollBy(page);
      case "page-up":
        return this.#scrollBy(-page);
      case "view-call":
        return { type: "view" };
      default:
        // What holds everywhere (stop, mode, transcript) goes on doing so; letters of no choice are nothing.
        return command !== undefined || key.ctrl || key.alt ? passedOn : nothing;
    }
  }

  #choose(choice: QuestionChoice): QuestionOutcome {
    switch (choice) {
      case "once":
        return { type: "answer", answer: { type: "once" } };
      case "remember":
        if (this.approval.remember === undefined) return nothing;
        return { type: "answer", answer: { type: "remember" } };
      case "decline":
        this.#selected = "decline";
        this.#words = createTextBuffer();
        return nothing;
      case "stop":
        return { type: "answer", answer: { type: "stop" } };
    }
  }

  #select(step: number): QuestionOutcome {
    const at = questionChoices.indexOf(this.#selected) + step;
    this.#selected = questionChoices[Math.max(0, Math.min(at, questionChoices.length - 1))] ?? "decline";
    return nothing;
  }

  #scrollBy(lines: number): QuestionOutcome {
    const last = Math.max(0, (this.#preview?.lines.length ?? 0) - 1);
    this.#scroll = Math.max(0, Math.min(this.#scroll + lines, last));
    return nothing;
  }

  #onWords(event: InputEvent, words: TextBuffer): QuestionOutcome {
    if (event.type === "text") words.insert(event.text);
    if (event.type === "paste") words.insertPaste(event.text, event.continues);
    if (event.type !== "key") return nothing;
    const command = keymap.lookup(event.key, "composer");
    switch (command) {
      case "send":
        return { type: "answer", answer: { type: "decline", words: words.value() } };
      case "dismiss":
        this.#words = null;
        return nothing;
      case "interrupt":
        return passedOn;
      default:
        if (command !== undefined && isEditCommand(command)) words.run(command, Number.MAX_SAFE_INTEGER);
        return nothing;
    }
  }
}

const nothing: QuestionOutcome = { type: "none" };
const passedOn: QuestionOutcome = { type: "passed-on" };

function headingOf({ tool, title, preview }: ApprovalRequest): string {
  const name = sanitize(tool, "approval_inline");
  switch (preview.type) {
    case "command":
      return `${name} wants to run a command`;
    case "changes":
    case "diff":
      return `${name} wants to ${whatChanges(filesOf(preview))}`;
    case "text":
      return `${name} wants to go on: ${sanitize(title, "approval_inline")}`;
  }
}

function whatChanges(files: readonly FileChange[]): string {
  const [file] = files;
  if (files.length > 1) return `change ${files.length} files`;
  switch (file?.kind) {
    case "created":
      return "create a file";
    case "deleted":
      return "delete a file";
    default:
      return file?.movedFrom === undefined ? "change a file" : "move a file";
  }
}
