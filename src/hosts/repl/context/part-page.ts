/** One part of the context to read, or what a model has written in its place, to be taken or not. */
import type { FullScreenView } from "../../../../components/FullScreen.tsx";
import type { ContextPart } from "../../../app/context-parts.ts";
import { nameOf, stateWords } from "../../../app/context-words.ts";
import type { PartText } from "../../../app/part-text.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import type { Style } from "../../../terminal/style.ts";
import { wrapText } from "../../../terminal/width.ts";
import { formatTokens } from "../../../transcript/format.ts";
import { printedLines } from "../../../transcript/panel.ts";
import { say } from "../../../words/say.ts";
import { keyName, keymap } from "../keys.ts";
import { TextPager } from "../transcript/text-pager.ts";

export class PartPage {
  readonly part: ContextPart;
  /** What the model has written; undefined where the part is only read. */
  readonly summary: string | undefined;
  readonly #pager: TextPager;

  constructor(part: ContextPart, text: PartText, style: Style, summary?: string) {
    this.part = part;
    this.summary = summary;
    let drawn: { readonly columns: number; readonly lines: readonly string[] } | undefined;
    this.#pager = new TextPager((columns) => {
      if (drawn?.columns !== columns)
        drawn = { columns, lines: linesOf(part, text, style, columns, summary) };
      return drawn.lines;
    });
  }

  view(columns: number, rows: number): FullScreenView {
    const view = this.#pager.view(columns, rows);
    if (this.summary === undefined) return view;
    const [take, leave] = [keyName("open-part", "context"), keyName("dismiss", "global")];
    return { ...view, footer: say`${take} takes it in place of the part · ${leave} leaves it` };
  }

  /** `take`: the summary is to stand in the part's place. */
  onInput(event: InputEvent): "stay" | "close" | "take" {
    const isKey = event.type === "key";
    const command = isKey ? keymap.lookup(event.key, "context") : undefined;
    if (command === "open-part" && this.summary !== undefined) return "take";
    if (command === "fold-part") return "close";
    return this.#pager.onInput(event);
  }
}

function linesOf(
  part: ContextPart,
  text: PartText,
  style: Style,
  columns: number,
  summary: string | undefined,
): string[] {
  const state = stateWords(part);
  const facts = [nameOf(part), say`${formatTokens(part.whole)} tokens`, ...(state === "" ? [] : [state])];
  const section = (heading: string, body: string): string[] =>
    body.trim() === ""
      ? []
      : [
          "",
          style.dim(heading),
          ...printedLines(body).flatMap((line) => wrapText(line, columns, { hard: true })),
        ];
  return [
    ...wrapText(style.bold(facts.join(" · ")), columns),
    ...section(say`what the model has written in its place:`, summary ?? ""),
    ...section(say`in requests now:`, text.instead),
    ...section(say`the call:`, text.asked),
    ...section(part.kind === "call" ? say`its result:` : say`as it was said:`, text.said),
    ...section(say`thoughts:`, text.thought),
  ];
}
