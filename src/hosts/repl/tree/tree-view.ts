/** The tree of the session on the whole window: where it branches, where one is, and the keys to go elsewhere. */
import type { FullScreenView } from "../../../../components/FullScreen.tsx";
import type { SessionTree, TreeTurn } from "../../../sessions/tree.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { type Key, keysOf, typedBy } from "../../../terminal/input/key.ts";
import type { Command } from "../../../terminal/keymap.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine, widthOf } from "../../../terminal/width.ts";
import { renderTreeRow } from "../../../transcript/render-tree.ts";
import { say, sayCount } from "../../../words/say.ts";
import { keymap } from "../keys.ts";
import { endOf } from "../lists/picker.ts";
import type { FullScreenMode } from "../screen/full-screen.ts";
import { linesToScroll } from "../transcript/scroller.ts";
import { treeKeys } from "./tree-footer.ts";
import { TreeList } from "./tree-list.ts";
import { previewOf } from "./tree-preview.ts";

/** What happens to the session. Each returns what to say while the tree stays; null: it closes. */
export type TreeActions = {
  /** Goes on behind a turn, or behind one of its calls. */
  readonly jump: (turn: TreeTurn, call: number | null) => string | null;
  /** Goes on before a turn, with its message to be written anew. */
  readonly edit: (turn: TreeTurn) => string | null;
  /** Goes on behind it in a copy of the session. */
  readonly fork: (turn: TreeTurn, call: number | null) => string | null;
  /** Gives a place a name, or with an empty one takes it away. Returns the tree as it is then. */
  readonly label: (turn: TreeTurn, label: string) => SessionTree;
};

/** Rows of a window that has room for a heading, and for a preview below the list. */
const rowsWithHeading = 10;
const rowsWithPreview = 16;
const previewRows = 5;
const wheelRows = 3;
/** UTF-16 units. */
const longestTyped = 200;

type Typing = { readonly what: "label" | "filter"; readonly text: string };

export class TreeView implements FullScreenMode {
  readonly #list: TreeList;
  readonly #style: Style;
  readonly #actions: TreeActions;
  #typing: Typing | null = null;
  /** What stood there before the paste of which a part was put in last; null for one that was refused. */
  #beforePaste: string | null = null;
  /** A word about the last key. */
  #told: string | null = null;
  /** How often other keys were asked for in the footer. */
  #turned = 0;
  #height = 1;
  #headings = 0;

  constructor(tree: SessionTree, style: Style, actions: TreeActions) {
    this.#list = new TreeList(tree);
    this.#style = style;
    this.#actions = actions;
  }

  view(columns: number, rows: number): FullScreenView {
    const heading = rows >= rowsWithHeading ? [this.#heading(columns)] : [];
    const preview = rows >= rowsWithPreview ? this.#preview(columns) : [];
    this.#headings = heading.length;
    this.#height = Math.max(1, rows - 1 - heading.length - (preview.length === 0 ? 0 : previewRows));
    const list = this.lines(this.#list.top(this.#height), this.#height, columns);
    const missing = preview.length === 0 ? 0 : this.#height - list.length;
    const blank = Array.from({ length: missing }, () => "");
    return {
      columns,
      rows,
      lines: [...heading, ...list, ...blank, ...preview],
      footer: this.#footer(columns),
    };
  }

  /** So many rows of the tree from one on, drawn. */
  lines(from: number, count: number, columns: number): string[] {
    const { tree, rows, chosen } = this.#list;
    if (rows.length === 0) return [this.#style.dim(truncateLine(say`nothing fits`, columns))];
    const width = Math.max(1, columns - 2);
    return rows.slice(from, from + count).map((row, at) => {
      const line = renderTreeRow(row, tree, { width, style: this.#style });
      return from + at === chosen ? `❯ ${this.#style.selection(line)}` : `  ${line}`;
    });
  }

  onInput(event: InputEvent): "stay" | "close" {
    switch (event.type) {
      case "mouse":
        if (event.action === "wheel-up") this.#list.move(-wheelRows);
        if (event.action === "wheel-down") this.#list.move(wheelRows);
        if (event.action === "press" && event.button === "left") this.#click(event.row);
        return "stay";
      case "text":
        return keysOf(event.text).some((key) => this.#onKey(key) === "close") ? "close" : "stay";
      case "key":
        return this.#onKey(event.key);
      case "paste":
        if (this.#typing !== null) this.#paste(this.#typing, event.text, event.continues);
        return "stay";
      case "reply":
      case "focus":
      case "end":
        return "stay";
    }
  }

  #click(row: number): void {
    const at = row - this.#headings;
    if (this.#typing === null && at >= 0 && at < this.#height)
      this.#list.choose(this.#list.top(this.#height) + at);
  }

  #onKey(key: Key): "stay" | "close" {
    this.#told = null;
    if (this.#typing !== null) return this.#onTypingKey(key, this.#typing);
    const command = keymap.lookup(key, "tree");
    switch (command) {
      case undefined:
        return "stay";
      case "dismiss":
      case "interrupt":
        if (this.#list.filter === "") return "close";
        this.#list.filterBy("");
        return "stay";
      case "close":
        return "close";
      default:
        return this.#run(command);
    }
  }

  #run(command: Command): "stay" | "close" {
    const list = this.#list;
    switch (command) {
      case "accept":
        return this.#act((turn) => this.#actions.jump(turn, list.row?.call ?? null));
      case "edit-message":
        return this.#act((turn) => this.#actions.edit(turn));
      case "fork-here":
        return this.#act((turn) => this.#actions.fork(turn, list.row?.call ?? null));
      case "label-place":
        if (list.turn !== undefined) this.#typing = { what: "label", text: ownLabel(list.turn) };
        return "stay";
      case "search":
        this.#typing = { what: "filter", text: list.filter };
        return "stay";
      case "toggle-branch":
        if (!list.unfold() && !list.fold()) this.#told = this.#whyNoFold();
        return "stay";
      case "fold-branch":
        if (!list.fold()) list.goOut();
        return "stay";
      case "unfold-branch":
        list.unfold();
        return "stay";
      case "toggle-calls":
        list.toggleCalls();
        return "stay";
      case "go-here":
        list.goHere();
        return "stay";
      case "show-keys":
        this.#turned += 1;
        return "stay";
      case "select-previous":
        list.move(-1);
        return "stay";
      case "select-next":
        list.move(1);
        return "stay";
      default: {
        const by = linesToScroll(command, this.#height);
        if (by !== null) list.move(by);
        return "stay";
      }
    }
  }

  #whyNoFold(): string {
    return this.#list.filter === ""
      ? say`nothing of this branch can be folded: it is the one you are on`
      : say`a filter shows all that fits, whatever is folded`;
  }

  #act(action: (turn: TreeTurn) => string | null): "stay" | "close" {
    const { turn } = this.#list;
    if (turn === undefined) return "stay";
    this.#told = action(turn);
    return this.#told === null ? "close" : "stay";
  }

  #onTypingKey(key: Key, typing: Typing): "stay" {
    switch (keymap.lookup(key, "composer")) {
      case "dismiss":
      case "interrupt":
        this.#typing = null;
        if (typing.what === "filter") this.#list.filterBy("");
        return "stay";
      case "delete-backward":
        this.#retype({ ...typing, text: Array.from(typing.text).slice(0, -1).join("") });
        return "stay";
      case "kill-to-line-start":
        this.#retype({ ...typing, text: "" });
        return "stay";
      case "send":
        this.#typing = null;
        if (typing.what === "label") this.#label(typing.text);
        return "stay";
      default:
        this.#retype({ ...typing, text: typing.text + typedBy(key) });
        return "stay";
    }
  }

  /** A long paste comes in parts: all of it is put in, or nothing. */
  #paste(typing: Typing, text: string, continues: boolean): void {
    if (!continues) this.#beforePaste = typing.text;
    else if (this.#beforePaste === null) return;
    if (text.trim().includes("\n") && this.#beforePaste !== null) {
      this.#retype({ ...typing, text: this.#beforePaste });
      this.#beforePaste = null;
      this.#told = say`That has several lines: nothing was put in.`;
    } else this.#retype({ ...typing, text: typing.text + text });
  }

  #retype(typing: Typing): void {
    const text = sanitize(typing.text.slice(0, longestTyped), "title");
    this.#typing = { ...typing, text };
    if (typing.what === "filter") this.#list.filterBy(text);
  }

  #label(text: string): void {
    const { turn } = this.#list;
    if (turn !== undefined) this.#list.replace(this.#actions.label(turn, text.trim()));
  }

  #heading(columns: number): string {
    const { tree, branches, filter, found } = this.#list;
    const all = [sayCount(tree.turns.length, "turn"), sayCount(branches, "branch", "branches")].join(" · ");
    const filtered = filter === "" ? "" : ` · ${say`${found} with “${filter}”`}`;
    return this.#style.dim(truncateLine(`  ${say`the tree of this session`} · ${all}${filtered}`, columns));
  }

  #preview(columns: number): string[] {
    const { turn } = this.#list;
    return [
      this.#style.rule("─".repeat(columns)),
      ...(turn === undefined ? [] : previewOf(turn, columns, this.#style)),
    ];
  }

  #footer(columns: number): string {
    if (this.#told !== null) return this.#told;
    if (this.#typing !== null) {
      const sign = this.#typing.what === "label" ? say`label: ` : "/";
      return `${sign}${endOf(this.#typing.text, columns - widthOf(sign) - 1)}▏`;
    }
    return treeKeys(columns, this.#turned);
  }
}

/** The name that the turn itself has. */
function ownLabel({ id, labels }: TreeTurn): string {
  return labels.find(({ entryId }) => entryId === id)?.label ?? "";
}
