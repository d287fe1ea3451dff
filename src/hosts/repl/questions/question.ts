/** The dialog about one call: what is shown of it, and what each key makes of it. */
import { bodyWindow } from "../../../../components/question-body.ts";
import { previewIndent, wordsIndent } from "../../../../components/question-lines.ts";
import { type QuestionChoice, questionChoices, type QuestionView } from "../../../../components/view.ts";
import type { ApprovalAnswer, ApprovalRequest } from "../../../protocol/approval.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { type Key, keysOf } from "../../../terminal/input/key.ts";
import type { Command } from "../../../terminal/keymap.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { createTextBuffer, type TextBuffer } from "../../../terminal/text-buffer.ts";
import { isEditCommand } from "../../../terminal/text-buffer/commands.ts";
import { wrapLine } from "../../../terminal/width.ts";
import type { MarkedLines } from "../../../transcript/render-command.ts";
import { drawPreview } from "../../../transcript/render-preview.ts";
import { ChangeLayout } from "./change-layout.ts";
import { composerViewOf } from "../composer/composer-view.ts";
import { keyName, keymap } from "../keys.ts";
import type { QuestionMode, QuestionModeOutcome } from "./question-mode.ts";
import { questionModes } from "./question-modes.ts";
import { headingOf, placeOf, reasonLines, sandboxOf, secretsOf, whyOf } from "./question-text.ts";
import { say } from "../../../words/say.ts";

export type QuestionOutcome = Exclude<QuestionModeOutcome, { type: "back" }>;

/** What of a question is not its own but of those around it. */
export type QuestionSurroundings = Pick<QuestionView, "position" | "takesKeys"> & {
  /** Keys that concern the other questions, too. */
  readonly keys: readonly string[];
};

const alone: QuestionSurroundings = { position: null, takesKeys: true, keys: [] };

/** One open question. "No" is chosen until the user says otherwise; its numbers and places never change. */
export class Question {
  readonly approval: ApprovalRequest;
  readonly #style: Style;
  readonly #home: string;
  readonly #layout: ChangeLayout;
  #selected: QuestionChoice = "decline";
  #scroll: number | null = null;
  #showsReasons = false;
  #words: TextBuffer | null = null;
  #mode: QuestionMode | null = null;
  #columns = 80;
  #drawn: (MarkedLines & { readonly of: string }) | undefined;

  /** `home`: the user's folder, which paths are told from; empty for none. */
  constructor(approval: ApprovalRequest, style: Style, home = "") {
    this.approval = approval;
    this.#style = style;
    this.#home = home;
    this.#layout = new ChangeLayout(approval.preview);
  }

  /** Letters are text now, or a mode's: the user writes why not, or is in one of its modes. */
  get isWriting(): boolean {
    return this.#mode !== null || this.#words !== null;
  }

  /** The user is in the middle of something with it. */
  get isBegun(): boolean {
    return this.#mode !== null || (this.#words !== null && this.#words.value() !== "");
  }

  view(columns: number, around: QuestionSurroundings = alone): QuestionView {
    this.#columns = columns;
    const { approval } = this;
    const { lines, marked, lastLine, firstChange } = this.#body(columns);
    return {
      heading: headingOf(approval),
      position: around.position,
      takesKeys: around.takesKeys,
      place: placeOf(approval, this.#home),
      sandbox: sandboxOf(approval),
      secrets: secretsOf(approval),
      preview: lines,
      marked,
      lastLine,
      ...(firstChange === undefined ? {} : { firstChange }),
      scroll: this.#scroll,
      why: whyOf(approval),
      remember: approval.remember === undefined ? null : sanitizedRule(approval.remember),
      selected: this.#selected,
      words:
        this.#words === null
          ? null
          : composerViewOf(this.#words, Math.max(1, columns - wordsIndent(columns))),
      keys: [...around.keys, ...this.#keys(columns)],
      mode: this.#mode?.view(columns) ?? null,
    };
  }

  /** All there is to read about it, for the whole window: what a mode shows, or the call and every reason. */
  read(columns: number): readonly string[] {
    if (this.#mode !== null) return this.#mode.view(columns).body;
    const indent = " ".repeat(previewIndent(columns));
    const place = placeOf(this.approval, this.#home);
    return [
      ...this.#call(columns).lines,
      "",
      ...(place === null
        ? []
        : wrapLine(say`in ${place}`, Math.max(1, columns - indent.length), { hard: true })
      ).map((line) => indent + this.#style.dim(line)),
      ...reasonLines(this.approval, columns, this.#style),
    ];
  }

  /** Takes one input event. `rows` is how many rows of the window the preview has. */
  onInput(event: InputEvent, rows: number): QuestionOutcome {
    if (this.#mode !== null) return this.#onMode(this.#mode, event, rows);
    if (this.#words !== null) return this.#onWords(event, this.#words);
    if (event.type === "key") return this.#onKey(event.key, rows);
    // Pasted text is never an answer, nor are several letters in one read: they belong to what is being written.
    const [key, ...others] = event.type === "text" ? keysOf(event.text) : [];
    return key === undefined || others.length > 0 ? passedOn : this.#onKey(key, rows);
  }

  #onKey(key: Key, rows: number): QuestionOutcome {
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
        return this.#scrollBy(1, "page", rows);
      case "page-up":
        return this.#scrollBy(-1, "page", rows);
      case "scroll-down":
        return this.#scrollBy(1, "line", rows);
      case "scroll-up":
        return this.#scrollBy(-1, "line", rows);
      case "view-call":
        return { type: "view" };
      case "show-reasons":
        this.#showsReasons = !this.#showsReasons;
        this.#scroll = null;
        return nothing;
      case "toggle-layout":
        if (this.#layout.toggle(this.#columns, this.#room(this.#columns))) this.#scroll = null;
        return nothing;
      default: {
        const kind = questionModes.find((one) => one.command === command && one.isOffered(this.approval));
        if (kind === undefined) return passesOn(command, key) ? passedOn : nothing;
        this.#mode = kind.open(this.approval, this.#style);
        return nothing;
      }
    }
  }

  #choose(choice: QuestionChoice): QuestionOutcome {
    switch (choice) {
      case "once":
        return answered({ type: "once" });
      case "remember":
        return this.approval.remember === undefined ? nothing : answered({ type: "remember" });
      case "decline":
        this.#selected = "decline";
        this.#words = createTextBuffer();
        return nothing;
      case "stop":
        return answered({ type: "stop" });
    }
  }

  #select(step: number): QuestionOutcome {
    const at = questionChoices.indexOf(this.#selected) + step;
    this.#selected = questionChoices[Math.max(0, Math.min(at, questionChoices.length - 1))] ?? "decline";
    return nothing;
  }

  #scrollBy(direction: 1 | -1, by: "page" | "line", rows: number): QuestionOutcome {
    const { window } = bodyWindow(this.view(this.#columns), rows);
    const page = direction === 1 ? window.page : window.back;
    this.#scroll = Math.max(0, window.from + direction * (by === "page" ? page : 1));
    // At the top two lines are told from one, where two stand there: going down must bring something new.
    if (by === "line" && direction === 1 && window.from === 0) this.#scroll = Math.min(2, window.page);
    return nothing;
  }

  #onMode(mode: QuestionMode, event: InputEvent, rows: number): QuestionOutcome {
    const page = bodyWindow(this.view(this.#columns), rows).window.page;
    const outcome = mode.onInput(event, page);
    if (outcome.type !== "back") return outcome;
    this.#mode = null;
    return nothing;
  }

  #onWords(event: InputEvent, words: TextBuffer): QuestionOutcome {
    if (event.type === "text") words.insert(event.text);
    if (event.type === "paste") words.insertPaste(event.text, event.continues);
    if (event.type !== "key") return nothing;
    const command = keymap.lookup(event.key, "composer");
    switch (command) {
      case "send":
        return answered({ type: "decline", words: words.value() });
      case "dismiss":
        this.#words = null;
        return nothing;
      case "interrupt":
      case "complete":
      case "cycle-mode":
        return passedOn;
      default:
        if (command !== undefined && isEditCommand(command)) words.run(command, Number.MAX_SAFE_INTEGER);
        return nothing;
    }
  }

  #room(columns: number): number {
    return Math.max(1, columns - previewIndent(columns));
  }

  #keys(columns: number): string[] {
    const modes = questionModes.filter((kind) => kind.isOffered(this.approval)).map(({ hint }) => hint);
    const layout = this.#layout.hint(columns, this.#room(columns));
    const why = `${keyName("show-reasons", "dialog")} ${this.#showsReasons ? say`back` : say`why`}`;
    return [...modes, why, ...layout, say`${keyName("view-call", "dialog")} view all`];
  }

  /** What stands between heading and choices. */
  #body(columns: number): MarkedLines {
    if (!this.#showsReasons) return this.#call(columns);
    const lines = reasonLines(this.approval, columns, this.#style);
    return { lines, marked: [], lastLine: lines.length - 1 };
  }

  /** The whole call, drawn for a width. */
  #call(columns: number): MarkedLines {
    const width = this.#room(columns);
    const sideBySide = this.#layout.isSideBySide(columns, width);
    const of = `${columns} ${sideBySide}`;
    if (this.#drawn?.of !== of) {
      const indent = " ".repeat(previewIndent(columns));
      const { preview, parts = [] } = this.approval;
      const drawn = drawPreview(preview, { width, style: this.#style, parts, sideBySide });
      this.#drawn = { ...drawn, of, lines: drawn.lines.map((line) => (line === "" ? "" : indent + line)) };
    }
    return this.#drawn;
  }
}

const nothing: QuestionOutcome = { type: "none" };
const passedOn: QuestionOutcome = { type: "passed-on" };

function answered(answer: ApprovalAnswer): QuestionOutcome {
  return { type: "answer", answer };
}

/** What holds everywhere (stop, mode, transcript) goes on doing so; letters of no choice are nothing. */
function passesOn(command: Command | undefined, key: Key): boolean {
  if (command === "next-question" || command === "answer-all") return false;
  return command !== undefined || key.ctrl || key.alt;
}

function sanitizedRule(rule: string): string {
  return sanitize(rule, "approval", { limit: Infinity }).replaceAll("\n", "\\n");
}
