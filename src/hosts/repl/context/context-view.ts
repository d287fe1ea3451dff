/** What fills the model's window, on the whole screen: every part to read, to leave out, to pin and to shorten. */
import type { FullScreenView } from "../../../../components/FullScreen.tsx";
import type { ContextLook, ContextPart } from "../../../app/context-parts.ts";
import type { OpenContext } from "../../../app/context-surgeon.ts";
import { changeWords, totalWords } from "../../../app/context-words.ts";
import { partKey } from "../../../context/edits.ts";
import { UserError } from "../../../protocol/error.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { type Key, keysOf } from "../../../terminal/input/key.ts";
import type { Command } from "../../../terminal/keymap.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine, wrapText } from "../../../terminal/width.ts";
import { formatTokens } from "../../../transcript/format.ts";
import { say, sayCount } from "../../../words/say.ts";
import { keyName, keymap } from "../keys.ts";
import { LineInput } from "../lists/line-input.ts";
import { endOf } from "../lists/picker.ts";
import type { FullScreenMode } from "../screen/full-screen.ts";
import { type Bar, barLines, barOf } from "./context-bar.ts";
import { ContextMarks } from "./context-marks.ts";
import { footerWords } from "./context-footer.ts";
import { ContextList } from "./context-list.ts";
import { drawRow } from "./context-rows.ts";
import { markPart, whyNot } from "./mark-part.ts";
import { PartPage } from "./part-page.ts";

export type ContextViewParts = {
  readonly context: OpenContext;
  readonly style: Style;
  /** Stops the summary that is being written. */
  readonly interrupt: () => void;
  /** Draws it anew. */
  readonly refresh: () => void;
};

/** Of what is marked so many lines are told while more can be marked. */
const mostToldLines = 3;

type After = {
  readonly look: ContextLook;
  readonly byKey: ReadonlyMap<string, ContextPart>;
  /** What it comes to. */
  readonly words: string;
};

export class ContextView implements FullScreenMode {
  readonly #parts: ContextViewParts;
  readonly #marks = new ContextMarks();
  /** Of the session, as it was looked at. */
  #version: string;
  #look: ContextLook;
  /** The same with what is marked, by the names of the parts. */
  #after: After | undefined;
  #bar: Bar;
  readonly #list: ContextList;
  /** The filter, while it is written. */
  #typing: LineInput | undefined;
  #page: PartPage | undefined;
  /** What the next key answers. */
  #asking: "apply" | "leave" | undefined;
  #told: string | undefined;
  #turnedKeys = 0;
  /** What is under way. */
  #busy: string | undefined;

  constructor(parts: ContextViewParts) {
    this.#parts = parts;
    this.#version = parts.context.version;
    this.#look = parts.context.look();
    this.#bar = barOf(this.#look);
    this.#list = new ContextList(this.#look);
  }

  view(columns: number, rows: number): FullScreenView {
    if (this.#page !== undefined) return this.#page.view(columns, rows);
    this.#takeUp();
    const { style } = this.#parts;
    const head = this.#head(columns, rows);
    // Before it is applied all of it is to be read: then the parts give way.
    const isAsked = this.#asking === "apply";
    const toldRows = isAsked ? rows - head.length - 2 : Math.min(mostToldLines, rows - 4);
    const told = this.#toldLines(columns).slice(0, Math.max(0, toldRows));
    const height = Math.max(1, rows - 1 - head.length - told.length);
    const { isUnfolded, filter } = this.#list.showing;
    const { selected } = this.#list;
    const drawn = this.#list.window(height).map((part) =>
      drawRow(part, this.#look, {
        columns,
        style,
        isSelected: part === selected,
        marked: this.#marks.of(part) === undefined ? undefined : this.#afterOf(part),
        isUnfolded,
      }),
    );
    const body = drawn.length === 0 ? [style.dim(say`nothing with “${filter}”`)] : drawn;
    const blank = Array.from({ length: Math.max(0, height - body.length) }, () => "");
    const lines = [...head, ...body, ...(told.length === 0 ? [] : blank), ...told];
    return { columns, rows, lines: lines.slice(0, Math.max(1, rows - 1)), footer: this.#footer(columns) };
  }

  onInput(event: InputEvent): "stay" | "close" {
    if (this.#page !== undefined) return this.#onPageInput(this.#page, event);
    switch (event.type) {
      case "mouse":
        if (event.action === "wheel-up") this.#list.step(-3);
        if (event.action === "wheel-down") this.#list.step(3);
        return "stay";
      case "text":
        return keysOf(event.text).some((key) => this.#onKey(key) === "close") ? "close" : "stay";
      case "key":
        return this.#onKey(event.key);
      case "paste":
        if (this.#typing !== undefined) this.#type(event, this.#typing);
        return "stay";
      case "reply":
      case "focus":
      case "end":
        return "stay";
    }
  }

  /** The lines above the parts; few in a low window. */
  #head(columns: number, rows: number): string[] {
    const { style } = this.#parts;
    const after = this.#after === undefined ? "" : ` → ${formatTokens(this.#after.look.total)}`;
    const model = sanitize(this.#look.model, "approval_inline");
    const title = truncateLine(say`context · ${totalWords(this.#look)}${after} · ${model}`, columns);
    if (rows < 8) return [style.bold(title)];
    const [bar, legend] = barLines(this.#bar, columns, style);
    return rows < 12 ? [style.bold(title), bar] : [style.bold(title), bar, legend, ""];
  }

  /** What is marked comes to, and what is asked about it. */
  #toldLines(columns: number): string[] {
    if (this.#after === undefined) return [];
    const marked = say`${sayCount(this.#marks.size, "part")} marked. ${this.#after.words}`;
    return wrapText(marked, columns);
  }

  #footer(columns: number): string {
    if (this.#busy !== undefined) return say`${this.#busy} · ${keyName("dismiss", "global")} stops it`;
    if (this.#typing !== undefined) return `/${endOf(this.#typing.text, columns - 2)}▏`;
    if (this.#asking === "apply")
      return say`${keyName("apply-edits", "context")} once more applies it · any other key goes back`;
    if (this.#asking === "leave")
      return say`What is marked is not applied: ${keyName("close", "context")} again drops it · ${keyName("apply-edits", "context")} applies it`;
    return this.#told ?? footerWords({ columns, turned: this.#turnedKeys, hasMarks: this.#marks.size > 0 });
  }

  /** Looks again where the session has grown; what is selected and marked stays. */
  #takeUp(): void {
    const { context } = this.#parts;
    if (context.version === this.#version) return;
    this.#version = context.version;
    this.#look = context.look();
    this.#recount();
    this.#list.show(this.#look);
  }

  /** What is marked has changed. */
  #recount(): void {
    const edits = this.#marks.edits();
    const after = edits.length === 0 ? undefined : this.#parts.context.look(edits);
    const byKey = new Map(
      (after?.parts ?? []).flatMap((part) => (part.place === null ? [] : [[partKey(part.place), part]])),
    );
    const words = after === undefined ? "" : changeWords(this.#parts.context.compare(this.#look, after));
    this.#after = after === undefined ? undefined : { look: after, byKey, words };
    this.#bar = barOf(after ?? this.#look);
  }

  #afterOf({ place }: ContextPart): ContextPart | undefined {
    return place === null ? undefined : this.#after?.byKey.get(partKey(place));
  }

  #onPageInput(page: PartPage, event: InputEvent): "stay" {
    const outcome = page.onInput(event);
    if (outcome === "stay") return "stay";
    this.#page = undefined;
    if (outcome === "take" && page.summary !== undefined) {
      this.#marks.replace(page.part, "summarise", page.summary);
      this.#recount();
    }
    return "stay";
  }

  #onKey(key: Key): "stay" | "close" {
    if (this.#busy !== undefined) {
      const command = keymap.lookup(key, "context");
      if (command === "dismiss" || command === "interrupt") this.#parts.interrupt();
      return "stay";
    }
    if (this.#typing !== undefined) return this.#type({ type: "key", key }, this.#typing);
    const command = keymap.lookup(key, "context");
    const asked = this.#asking;
    this.#asking = undefined;
    this.#told = undefined;
    switch (command) {
      case "close":
      case "dismiss":
      case "interrupt":
        if (asked === "apply") return "stay";
        if (this.#list.showing.filter !== "" && command !== "close") {
          this.#setFilter("");
          return "stay";
        }
        if (this.#marks.size === 0 || asked === "leave") return "close";
        this.#asking = "leave";
        return "stay";
      case "apply-edits":
        this.#apply(asked !== undefined);
        return "stay";
      default:
        if (command !== undefined && asked !== "apply") this.#run(command);
        return "stay";
    }
  }

  #run(command: Command): void {
    switch (command) {
      case "open-part":
        return this.#open();
      case "fold-part":
        return this.#list.change({ isUnfolded: false });
      case "exclude-part":
      case "exclude-turn":
      case "pin-part":
      case "shorten-part":
        return this.#mark(command);
      case "summarise-part":
        return void this.#summarise();
      case "undo-edits":
        this.#marks.clear();
        return this.#recount();
      case "sort-parts":
        return this.#list.change({ isBySize: !this.#list.showing.isBySize });
      case "search":
        this.#typing = new LineInput(this.#list.showing.filter);
        return;
      case "show-keys":
        this.#turnedKeys += 1;
        return;
      default:
        return this.#list.move(command);
    }
  }

  #type(event: InputEvent, typing: LineInput): "stay" {
    const outcome = typing.onInput(event);
    this.#setFilter(outcome === "leave" ? "" : typing.text);
    if (outcome !== "stay") this.#typing = undefined;
    return "stay";
  }

  #setFilter(filter: string): void {
    this.#list.change({ filter });
  }

  #open(): void {
    const part = this.#list.selected;
    if (part === undefined) return;
    const isStanding = part.kind === "summary" && part.state !== "left_out" && part.state !== "compacted";
    if (
      isStanding &&
      !this.#list.showing.isUnfolded &&
      this.#look.parts.some(({ state }) => state === "compacted")
    )
      return this.#list.change({ isUnfolded: true });
    const { context, style } = this.#parts;
    this.#page = new PartPage(part, context.text(part), style);
  }

  #mark(command: Command): void {
    const part = this.#list.selected;
    if (part === undefined) return;
    this.#told = markPart(command, part, {
      context: this.#parts.context,
      look: this.#look,
      marks: this.#marks,
      after: (one) => this.#afterOf(one) ?? one,
    });
    this.#recount();
  }

  async #summarise(): Promise<void> {
    const { context, style, refresh } = this.#parts;
    const part = this.#list.selected;
    if (part === undefined) return;
    const isEmpty = part.place !== null && context.text(part).said.trim() === "";
    const why = isEmpty ? say`It says nothing that could be summarised.` : whyNot(part, "summarise-part");
    if (why !== null) {
      this.#told = why;
      return;
    }
    this.#busy = say`summarising it`;
    const written = await context.summarise(part, (label) => {
      this.#busy = label;
      refresh();
    });
    this.#busy = undefined;
    if (written.type === "interrupted") this.#told = say`Stopped; nothing was changed.`;
    else if (written.type === "failed") this.#told = sanitize(written.reason, "approval_inline");
    else this.#page = new PartPage(part, context.text(part), style, written.text);
    refresh();
  }

  /** Shows what it costs, and applies it when that was shown. */
  #apply(wasShown: boolean): void {
    const { context } = this.#parts;
    const edits = this.#marks.edits();
    if (edits.length === 0) {
      this.#told = say`Nothing is marked.`;
      return;
    }
    if (context.isBusy) {
      this.#told = say`A turn runs: what is marked stays here, and can be applied when it is over.`;
      return;
    }
    if (!wasShown) {
      this.#asking = "apply";
      return;
    }
    try {
      context.apply(edits);
    } catch (thrown) {
      if (!(thrown instanceof UserError)) throw thrown;
      this.#told = thrown.message;
      return;
    }
    const count = this.#marks.size;
    this.#marks.clear();
    this.#takeUp();
    this.#recount();
    this.#told = say`Applied to ${sayCount(count, "part")}; it holds from the next request on.`;
  }
}
