/** The question about one call, as lines. */
import type { ApprovalAnswer, ApprovalRequest } from "../../protocol/approval.ts";
import type { AnswerOutcome } from "../../engine/questions.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { filesOf } from "../../transcript/diff.ts";
import { callTextOf, readCallText } from "../repl/questions/edit-call-text.ts";
import { headingOf, placeOf, sandboxOf, secretsOf, whyOf } from "../repl/questions/question-text.ts";
import { changeLines } from "./change-lines.ts";
import type { Dialog } from "./dialogs.ts";
import { argumentLines, changeArgument } from "./edit-argument.ts";
import { HunkDialog } from "./hunk-dialog.ts";
import { Pages } from "./pages.ts";
import type { Voice } from "./voice.ts";
import { say } from "../../words/say.ts";

export type QuestionDialogParts = {
  readonly approval: ApprovalRequest;
  readonly voice: Voice;
  /** The user's folder, which paths are told from; empty for none. */
  readonly home: string;
  /** Which of several questions it is, as in `question 2 of 3`. */
  readonly position: () => string;
  readonly answer: (answer: ApprovalAnswer) => AnswerOutcome;
};

/** The numbers stand for the same in every question. */
export class QuestionDialog implements Dialog {
  readonly #parts: QuestionDialogParts;
  readonly #pages: Pages;
  #writing: "words" | "command" | "argument" | null = null;
  #hunks: HunkDialog | null = null;

  constructor(parts: QuestionDialogParts) {
    this.#parts = parts;
    this.#pages = new Pages(previewLines(parts.approval));
  }

  get takesText(): boolean {
    return this.#writing !== null || this.#hunks?.takesText === true;
  }

  get choices(): string {
    if (this.#hunks !== null) return this.#hunks.choices;
    const keys = this.#choices().map(({ key }) => key);
    return say`Type ${keys.slice(0, -1).join(say`, `)} or ${keys.at(-1) ?? ""} and Enter.`;
  }

  hasChoice(text: string): boolean {
    return this.#hunks?.hasChoice(text) ?? this.#choices().some(({ key }) => key === text);
  }

  ask(): void {
    if (this.#hunks !== null) return this.#hunks.ask();
    const { approval, home, voice, position } = this.#parts;
    const place = placeOf(approval, home);
    const [sandbox, secrets] = [sandboxOf(approval), secretsOf(approval)];
    const why = whyLines(approval);
    this.#pages.restart();
    voice.speak(
      say`${position()}: ${headingOf(approval)}.`,
      ...this.#pages.next(),
      ...(place === null ? [] : [say`Folder: ${place}`]),
      ...(sandbox === null ? [] : [say`Sandbox: ${sandbox.replaceAll(" · ", ", ")}`]),
      ...(secrets === null ? [] : [say`Secrets: ${secrets}`]),
      ...why,
      ...this.#choices().map(({ key, text }) => say`${key}: ${text}`),
      this.choices,
    );
  }

  onLine(text: string): "stays" | "is over" | "no answer" {
    if (this.#hunks !== null) return this.#onHunks(this.#hunks, text);
    if (this.#writing === "words") return this.#answer({ type: "decline", words: text.trim() });
    if (this.#writing === "command") return this.#onCommand(text);
    if (this.#writing === "argument") return this.#onArgument(text);
    if (!this.hasChoice(text)) return "no answer";
    const { voice, approval } = this.#parts;
    switch (text) {
      case "1":
        return this.#answer({ type: "once" });
      case "2":
        return this.#answer({ type: "remember" });
      case "3":
        this.#writing = "words";
        voice.speak(say`Type why not, and Enter; only Enter says no without words.`);
        return "stays";
      case "4":
        return this.#answer({ type: "stop" });
      case "e":
        return this.#edit();
      case "h":
        this.#hunks = new HunkDialog({
          voice,
          files: approval.preview.type === "changes" ? approval.preview.files : [],
          onAnswer: (hunks) => void this.#answer({ type: "hunks", hunks: [...hunks] }),
        });
        this.#hunks.ask();
        return "stays";
      default:
        voice.speak(...this.#pages.next());
        return "stays";
    }
  }

  #onHunks(hunks: HunkDialog, text: string): "stays" | "is over" | "no answer" {
    const outcome = hunks.onLine(text);
    if (outcome !== "is over") return outcome;
    this.#hunks = null;
    // An answer closes the question by itself; who goes back has it before them again.
    if (text === "b") this.ask();
    return "stays";
  }

  #edit(): "stays" {
    const { approval, voice } = this.#parts;
    if (callTextOf(approval)?.form === "command") {
      this.#writing = "command";
      voice.speak(say`Type the new command, and Enter; only Enter leaves it as it is.`);
      return "stays";
    }
    this.#writing = "argument";
    voice.speak(
      say`Its arguments:`,
      ...argumentLines(approval.arguments ?? "{}").map(spelledLine),
      say`Type the name of one, a colon and what it is to be, and Enter; only Enter leaves all as they are.`,
    );
    return "stays";
  }

  #onArgument(text: string): "stays" | "is over" {
    this.#writing = null;
    const { approval, voice } = this.#parts;
    if (text.trim() === "") {
      this.ask();
      return "stays";
    }
    const changed = changeArgument(text, approval.arguments ?? "{}");
    if (changed.type === "arguments") return this.#answer({ type: "edit", arguments: changed.arguments });
    voice.speak(say`${changed.why}; nothing was sent.`, this.choices);
    return "stays";
  }

  #onCommand(text: string): "stays" | "is over" {
    this.#writing = null;
    const { approval, voice } = this.#parts;
    const before = callTextOf(approval);
    if (text.trim() === "" || before === null || text === before.text) {
      this.ask();
      return "stays";
    }
    const read = readCallText({ form: "command", text }, approval.arguments ?? "{}");
    if (read.type === "arguments") return this.#answer({ type: "edit", arguments: read.arguments });
    voice.speak(say`${read.why}; nothing was sent.`);
    return "stays";
  }

  /** A taken answer closes the question from outside, before this returns. */
  #answer(answer: ApprovalAnswer): "stays" {
    this.#writing = null;
    const outcome = this.#parts.answer(answer);
    if (outcome.type === "refused") this.#parts.voice.tell(outcome.why, "warning");
    return "stays";
  }

  #editChoice(): { readonly key: string; readonly text: string }[] {
    const form = callTextOf(this.#parts.approval)?.form;
    if (form === undefined) return [];
    const text =
      form === "command" ? say`edit the command before it runs` : say`change an argument before it runs`;
    return [{ key: "e", text }];
  }

  #choices(): { readonly key: string; readonly text: string }[] {
    const { remember, byHunk, preview } = this.#parts.approval;
    const rule = remember === undefined ? "" : spelledLine(remember);
    return [
      { key: "1", text: say`yes, once` },
      ...(rule === ""
        ? []
        : [{ key: "2", text: say`yes, and do not ask again for ${rule} in this project` }]),
      { key: "3", text: say`no, and say why` },
      { key: "4", text: say`no, and stop` },
      ...this.#editChoice(),
      ...(byHunk === true && preview.type === "changes"
        ? [{ key: "h", text: say`decide hunk by hunk` }]
        : []),
      ...(this.#pages.left > 0 ? [{ key: "m", text: say`more of what it is about` }] : []),
    ];
  }
}

/** A text in which nothing hides. */
function spelled(text: string): string {
  return sanitize(text, "approval", { limit: Infinity });
}

/** The same on one line. */
function spelledLine(text: string): string {
  return spelled(text).replaceAll("\n", "\\n");
}

/** All that the call is about; hidden characters are spelled out. */
function previewLines({ preview }: ApprovalRequest): string[] {
  switch (preview.type) {
    case "command": {
      const how = preview.how === undefined ? [] : [say`How: ${spelled(preview.how).replaceAll("\n", " ")}`];
      return [...how, say`Command:`, ...spelled(preview.command.replace(/\n$/, "")).split("\n")];
    }
    case "text":
      return spelled(preview.text).split("\n");
    case "changes":
    case "diff":
      return filesOf(preview).flatMap(changeLines);
    default:
      return preview satisfies never;
  }
}

/** Why it asks, with the part of the command that each reason is about. */
function whyLines(approval: ApprovalRequest): string[] {
  const { parts = [], preview } = approval;
  const command = preview.type === "command" ? preview.command : "";
  const others = whyOf(approval);
  const isWhole = ({ from, to }: { readonly from: number; readonly to: number }) =>
    command.slice(from, to).trim() === command.trim();
  const ofParts = parts
    .filter((part) => parts.length > 1 || !isWhole(part))
    .map(({ from, to, reason }) => say`Why: ${spelledLine(command.slice(from, to))}: ${spelledLine(reason)}`);
  return [...ofParts, ...(others === "" ? [] : [say`Why: ${others}`])];
}
