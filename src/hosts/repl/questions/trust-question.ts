/** The question whether to trust the folder, asked before anything of it is used. */
import type { PickerView } from "../../../../components/view.ts";
import type { OpenFolder } from "../../../app/open-folder.ts";
import { readInstructions } from "../../../context/instructions.ts";
import { needsTrust } from "../../../settings/brought.ts";
import type { Command } from "../../../terminal/keymap.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine, wrapLine } from "../../../terminal/width.ts";
import { renderBrought } from "../../../transcript/render-brought.ts";
import { keyName } from "../keys.ts";
import type { Screen } from "../screen/screen.ts";
import type { GateQuestion, StartGate } from "../start-gate.ts";
import { TextPager } from "../transcript/text-pager.ts";
import { say } from "../../../words/say.ts";

export type TrustAnswer = "trust" | "not now" | "leave";

const choices = [
  { answer: "trust", key: "1", text: say`trust it`, brief: `1 ${say`yes`}` },
  { answer: "not now", key: "2", text: say`not now, work without them`, brief: `2 ${say`no`}` },
  { answer: "leave", key: "3", text: say`leave (esc)`, brief: "esc" },
] as const satisfies readonly { answer: TrustAnswer; key: string; text: string; brief: string }[];

/** Of long settings the question shows so many lines; `v` shows all. */
const mostLines = 12;
/** In lower windows the choices stand side by side. */
const spacious = 10;

export type TrustQuestionParts = {
  readonly folder: OpenFolder;
  readonly gate: StartGate;
  readonly screen: Screen;
  readonly style: Style;
};

/** Asks, where the folder brings something that was not decided about; null when there is nothing to ask. */
export async function askAboutTrust(parts: TrustQuestionParts): Promise<TrustAnswer | null> {
  const { folder, gate, screen, style } = parts;
  if (folder.isTrusted || !needsTrust(folder.brought)) return null;
  const { brought, trust } = folder;
  screen.print((width) => ["", ...renderBrought(brought, trust, { width, style, most: mostLines })]);
  const answered = Promise.withResolvers<TrustAnswer>();
  gate.ask(new TrustQuestion(parts, answered.resolve));
  return answered.promise;
}

class TrustQuestion implements GateQuestion {
  readonly status: string;
  readonly #parts: TrustQuestionParts;
  readonly #answer: (answer: TrustAnswer) => void;
  /** "No" until the user says otherwise. */
  #selected = 1;

  constructor(parts: TrustQuestionParts, answer: (answer: TrustAnswer) => void) {
    this.status = parts.style.dim(
      say`  waiting for your answer · ${keyName("view-call", "dialog")} shows all of it`,
    );
    this.#parts = parts;
    this.#answer = answer;
  }

  view(columns: number): PickerView {
    const { screen, folder } = this.#parts;
    const name = sanitize(folder.brought.folder.split("/").at(-1) ?? "", "approval_inline");
    const heading = truncateLine(say`Trust the folder ${name} and what it brings?`, columns);
    if (screen.rows >= spacious) {
      const rows = choices.map(({ key, text }) => truncateLine(`${key}  ${text}`, Math.max(1, columns - 2)));
      return { heading, rows, selected: this.#selected };
    }
    const row = choices.map(({ brief }, at) => (at === this.#selected ? `❯${brief}` : brief));
    return { heading, rows: [truncateLine(row.join(" "), Math.max(1, columns - 2))], selected: -1 };
  }

  onCommand(command: Command): boolean {
    switch (command) {
      case "choose-1":
        return this.#choose(0);
      case "choose-2":
        return this.#choose(1);
      case "choose-3":
      case "dismiss":
        return this.#choose(2);
      case "accept":
        return this.#choose(this.#selected);
      case "select-previous":
      case "select-next":
        this.#selected += command === "select-next" ? 1 : -1;
        this.#selected = Math.max(0, Math.min(this.#selected, choices.length - 1));
        return false;
      case "view-call":
        void this.#showAll();
        return false;
      default:
        return false;
    }
  }

  leave(): void {
    this.#answer("leave");
  }

  #choose(at: number): boolean {
    this.#answer(choices[at]?.answer ?? "not now");
    return true;
  }

  /** All that the settings set, and the instructions word by word: what is trusted can be read first. */
  async #showAll(): Promise<void> {
    const { folder, screen, style } = this.#parts;
    const { instructions, notes } = await readInstructions(folder.brought.folder, () => false);
    const told = instructions === null ? notes : [instructions.name, "", ...instructions.text.split("\n")];
    screen.openFull(
      new TextPager((width) => [
        ...renderBrought(folder.brought, folder.trust, { width, style }),
        "",
        ...told.flatMap((line) => wrapLine(sanitize(line, "output"), width)),
      ]),
    );
  }
}
