/** The list of themes: the one under the cursor is worn while it is there. */
import type { PickerView } from "../../../../components/view.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine } from "../../../terminal/width.ts";
import type { List } from "./open-list.ts";
import { Picker } from "./picker.ts";
import type { Theming } from "../screen/theming.ts";
import { say } from "../../../words/say.ts";

export type ThemePickerParts = {
  readonly theming: Theming;
  readonly style: Style;
  readonly onChosen: (name: string) => void;
};

/** Closed without a choice, it leaves the theme that was there before. */
export class ThemePicker implements List {
  readonly #parts: ThemePickerParts;
  readonly #picker: Picker<string>;

  constructor(parts: ThemePickerParts) {
    this.#parts = parts;
    const { offered, name: current } = parts.theming;
    const width = Math.max(...offered.map(({ name }) => name.length));
    this.#picker = new Picker({
      question: say`Which theme?`,
      help: say`↑ ↓ try on, Enter keeps it, Esc goes back`,
      options: offered.map(({ name, what }) => ({
        label: `${name.padEnd(width)}  ${name === current ? say`now · ` : ""}${what}`,
        value: name,
      })),
      // What they are mentions other themes.
      rank: (filter, options) => options.filter(({ value }) => value.includes(filter.toLowerCase())),
      chosen: current,
      onChosen: parts.onChosen,
    });
  }

  view(columns: number): PickerView {
    return { ...this.#picker.view(columns), sample: sampleLines(this.#parts.style, columns) };
  }

  onInput(event: InputEvent): "stay" | "close" {
    const end = this.#picker.onInput(event);
    if (end === "stay") this.#parts.theming.try(this.#picker.chosen);
    return end;
  }

  onClosed(): void {
    this.#parts.theming.try(undefined);
  }
}

/** A little of everything that a theme colours. */
function sampleLines(style: Style, columns: number): string[] {
  const { added, removed, addedWord, removedWord, keyword, string, comment, number, title, type } = style;
  const lines = [
    style.rule("─".repeat(columns)),
    say`  ${style.heading(say`A heading`)} with ${style.code(say`code`)}, a ${style.link(say`link`)}, ${style.selection(say`what is selected`)}`,
    say`  ${style.success("●")} done  ${style.danger("✗")} failed  ${style.warning(`⊘ ${say`a warning`}`)}  ${style.spinner("⠹")} at work  ${style.dim(`1.2s · ${say`a hint`}`)}`,
    `  ${removed(`12 − const limit = ${removedWord("10")};`)}`,
    `  ${added(`12 + const limit = ${addedWord("25")};`)}`,
    `  ${keyword("function")} ${title("greet")}(name: ${type("String")}) { ${keyword("return")} ${string('"hi "')} + ${number("42")}; } ${comment("// so")}`,
  ];
  return lines.map((line) => truncateLine(line, columns));
}
