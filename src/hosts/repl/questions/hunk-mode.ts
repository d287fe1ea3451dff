/** Hunk by hunk: the user takes, leaves out or changes each hunk of a change, and then applies all of it at once. */
import type { QuestionModeView } from "../../../../components/view.ts";
import type { ApprovalRequest } from "../../../protocol/approval.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { type Key, keysOf } from "../../../terminal/input/key.ts";
import type { Command } from "../../../terminal/keymap.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine, widthOf } from "../../../terminal/width.ts";
import { HunkChoices } from "./hunk-choices.ts";
import { hunkBody, hunkFoot, hunkHead } from "./hunk-lines.ts";
import { editedAnswer, type HunkText, hunkTextOf } from "./hunk-text.ts";
import { forEditor, type InlineOutcome, InlineText } from "../composer/inline-text.ts";
import { createKept } from "./kept-by-call.ts";
import { keyName, keymap, writingKeys } from "../keys.ts";
import { modeIndent } from "../conversation/mode-lines.ts";
import type { QuestionMode, QuestionModeKind, QuestionModeOutcome } from "./question-mode.ts";
import { say } from "../../../words/say.ts";

/** Offered for every change that can be taken in part. */
export const chooseHunks: QuestionModeKind = {
  command: "choose-hunks",
  get hint() {
    return say`${keyName("choose-hunks", "dialog")} by hunk`;
  },
  isOffered: ({ byHunk, preview }) => byHunk === true && preview.type === "changes",
  open: (approval, style) => new HunkMode(approval, style),
};

/** What was decided, and what was written, by the hunks' names, waits for the next time. */
type Begun = { readonly choices: HunkChoices; readonly texts: Map<string, InlineText> };

const kept = createKept<Begun>();

/** What the keyboard writes: the text of a hunk, or the words of a "no". */
type Writing =
  | { readonly type: "hunk"; readonly text: InlineText; readonly from: Extract<HunkText, { type: "text" }> }
  | { readonly type: "words"; readonly text: InlineText };

const nothing: QuestionModeOutcome = { type: "none" };
const passedOn: QuestionModeOutcome = { type: "passed-on" };

class HunkMode implements QuestionMode {
  readonly #style: Style;
  readonly #choices: HunkChoices;
  readonly #texts: Map<string, InlineText>;
  #writing: Writing | null = null;
  /** First line of the selected hunk that is shown. */
  #scroll = 0;
  #lines = 0;
  #notice: string | null = null;
  #asksOnceMore = false;

  constructor({ callId, preview }: ApprovalRequest, style: Style) {
    this.#style = style;
    const files = preview.type === "changes" ? preview.files : [];
    const begin = (before?: Begun): Begun => ({
      choices: new HunkChoices(files, before?.choices),
      texts: before?.texts ?? new Map<string, InlineText>(),
    });
    ({ choices: this.#choices, texts: this.#texts } = kept.of(callId, files, begin));
  }

  view(columns: number): QuestionModeView {
    const head = hunkHead(this.#choices, columns, this.#style);
    const indent = modeIndent(columns);
    const line = (text: string) => truncateLine(" ".repeat(indent) + text, columns);
    if (this.#writing?.type === "hunk") {
      const { lines, caretRow, caretColumn } = this.#writing.text.view(columns - indent);
      return {
        body: [head, ...lines.map(line)],
        focus: caretRow + 1,
        foot: writingHelp(columns).map((text) => this.#style.dim(line(text))),
        caret: { in: "body", row: caretRow + 1, column: indent + caretColumn },
      };
    }
    const lines = hunkBody(this.#choices, columns, this.#style);
    this.#lines = lines.length;
    // The mode scrolls by itself: paging goes on from the first line that is shown.
    const from = Math.max(0, Math.min(this.#scroll, lines.length - 1));
    const above = from === 0 ? [] : [this.#style.dim(line(say`… ${from} more above`))];
    const body = [head, ...above, ...lines.slice(from)];
    if (this.#writing !== null) return { body, focus: 0, ...this.#wordsFoot(this.#writing.text, columns) };
    const notice = this.#notice === null ? [] : [this.#style.warning(line(this.#notice))];
    return {
      body,
      focus: 0,
      foot: [...notice, ...hunkFoot(this.#choices, columns, this.#style)],
      caret: null,
    };
  }

  onInput(event: InputEvent, page: number): QuestionModeOutcome {
    if (this.#writing !== null) return this.#onWriting(this.#writing, event, page);
    if (event.type === "key") return this.#onCommand(commandOf(event.key), page);
    if (event.type === "paste") return nothing;
    if (event.type !== "text") return passedOn;
    // Letters that come in one read count when all of them are keys; else somebody writes, and not to this.
    const commands = keysOf(event.text).map(commandOf);
    if (commands.length > 1 && !commands.every((command) => command !== undefined && simple.has(command))) {
      return nothing;
    }
    let outcome = nothing;
    for (const command of commands) outcome = this.#onCommand(command, page);
    return outcome;
  }

  #onCommand(command: Command | undefined, page: number): QuestionModeOutcome {
    this.#notice = null;
    const asksOnceMore = this.#asksOnceMore;
    this.#asksOnceMore = false;
    switch (command) {
      case "select-previous":
        return this.#select(this.#choices.selected - 1);
      case "select-next":
        return this.#select(this.#choices.selected + 1);
      case "take-hunk":
        return this.#decided(() => this.#choices.decide({ type: "take" }));
      case "leave-hunk":
        return this.#decided(() => this.#choices.decide({ type: "leave", words: "" }));
      case "take-other-hunks":
        return this.#decided(() => this.#choices.takeOthers());
      case "leave-hunk-with-words":
        this.#writing = { type: "words", text: new InlineText(this.#wordsSoFar()) };
        return nothing;
      case "edit-hunk":
        return this.#edit();
      case "page-down":
        return this.#scrollBy(page);
      case "page-up":
        return this.#scrollBy(-page);
      case "accept":
        return this.#apply(asksOnceMore);
      case "dismiss":
        return { type: "back" };
      default:
        return command === undefined ? nothing : passedOn;
    }
  }

  #select(index: number): QuestionModeOutcome {
    this.#choices.select(index);
    this.#scroll = 0;
    return nothing;
  }

  #decided(decide: () => void): QuestionModeOutcome {
    const { selected } = this.#choices;
    decide();
    if (this.#choices.selected !== selected) this.#scroll = 0;
    return nothing;
  }

  /** One line stays in view, and one says how many are above. */
  #scrollBy(lines: number): QuestionModeOutcome {
    const step = Math.sign(lines) * Math.max(1, Math.abs(lines) - 3);
    this.#scroll = Math.max(0, Math.min(this.#scroll + step, this.#lines - 1));
    return nothing;
  }

  #wordsSoFar(): string {
    const answer = this.#choices.answer(this.#choices.selected);
    return answer?.type === "leave" ? answer.words : "";
  }

  #edit(): QuestionModeOutcome {
    const { places, selected, name } = this.#choices;
    const place = places[selected];
    const from: HunkText =
      place === undefined ? { type: "fault", why: say`there is no hunk` } : hunkTextOf(place);
    if (from.type === "fault") {
      this.#notice = say`Not editable: ${from.why}.`;
      return nothing;
    }
    const text = this.#texts.get(name) ?? new InlineText(from.text, from.caret);
    this.#texts.set(name, text);
    this.#writing = { type: "hunk", text, from };
    return nothing;
  }

  #apply(isSure: boolean): QuestionModeOutcome {
    const { undecided } = this.#choices.counts();
    if (undecided === 0 || isSure) {
      return { type: "answer", answer: { type: "hunks", hunks: this.#choices.answers() } };
    }
    this.#asksOnceMore = true;
    this.#notice = say`${undecided} undecided: they count as no. Enter once more applies.`;
    return nothing;
  }

  #onWriting(writing: Writing, event: InputEvent, page: number): QuestionModeOutcome {
    const outcome: InlineOutcome = writing.text.onInput(event, page);
    const { text } = writing;
    switch (outcome) {
      case "send":
        this.#writing = null;
        return this.#decided(() => {
          this.#choices.decide(
            writing.type === "words"
              ? { type: "leave", words: text.value }
              : editedAnswer(writing.from, text.value),
          );
        });
      case "back":
        this.#writing = null;
        return nothing;
      case "editor":
        return { type: "editor", text: forEditor(text.value), onText: (edited) => text.rewrite(edited) };
      case "passed-on":
        return passedOn;
      case "none":
        return nothing;
      default:
        return outcome satisfies never;
    }
  }

  #wordsFoot(text: InlineText, columns: number): Pick<QuestionModeView, "foot" | "caret"> {
    const sign = `${" ".repeat(modeIndent(columns))}${say`no, because:`} `;
    const start = columns < 40 ? `${say`no:`} ` : sign;
    const { lines, caretRow, caretColumn } = text.view(columns - widthOf(start));
    const keys = this.#style.dim(
      truncateLine(
        `${" ".repeat(modeIndent(columns))}${say`${keyName("send", "composer")} keeps it · esc back`}`,
        columns,
      ),
    );
    return {
      foot: [this.#style.bold(start) + (lines[caretRow] ?? ""), keys],
      caret: { in: "foot", row: 0, column: widthOf(start) + caretColumn },
    };
  }
}

/** What decides or moves and nothing more: several of them may come in one read. */
const simple: ReadonlySet<Command> = new Set(["take-hunk", "leave-hunk", "select-next", "select-previous"]);

function commandOf(key: Key): Command | undefined {
  return keymap.lookup(key, "hunks");
}

function writingHelp(columns: number): readonly string[] {
  const [take, line, editor] = writingKeys();
  if (columns < 40) return [say`${take} takes · esc`];
  if (columns < 60) return [say`${take} takes it · esc back`, say`${line} line · ${editor} editor`];
  return [
    say`what is to stand there · ${take} takes it · esc back, the text is kept`,
    say`${line} new line · ${editor} in $EDITOR`,
  ];
}
