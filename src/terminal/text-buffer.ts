/**
 * The composer's text. It lives outside React, so that keys are taken in order however many come in one read; a view
 * subscribes and draws `layout(width)`. The caret always stands on a grapheme boundary.
 */
import { say, sayCount } from "../words/say.ts";
import type { EncodedImage, SentImage } from "../protocol/message.ts";
import { plainText } from "./input/plain-text.ts";
import { runEditCommand, type EditCommand, type Selection } from "./text-buffer/commands.ts";
import {
  chipAt,
  chipMark,
  contentOf,
  countNewlines,
  emptyContent,
  expandContent,
  sliceContent,
  spliceContent,
  type Chip,
  type Content,
} from "./text-buffer/content.ts";
import { boundaryAtOrAfter } from "./text-buffer/graphemes.ts";
import { imageContent, imagesIn, renumbered } from "./text-buffer/image-chips.ts";
import { createKillRing } from "./text-buffer/kill-ring.ts";
import { createLayouter, type Layout } from "./text-buffer/layout.ts";
import { createPlaces, type Place } from "./text-buffer/places.ts";
import { createUndoHistory, type EditKind } from "./text-buffer/undo.ts";

export type { Place };
export type { Chip, Content, EditCommand, Layout, Selection };

/** A paste of more lines or more UTF-16 units than this becomes a chip. */
export const chipLines = 5;
export const chipLength = 500;
/** A text set as a whole (from history, from an editor) becomes a chip only where editing it would be slow. */
const longestInline = 200_000;

export interface TextBufferOptions {
  /** How a chip is shown, in the interface's language. @default "[paste #1 · 120 lines]" */
  readonly labelOf?: (chip: Chip) => string;
}

export interface TextBuffer {
  /** Changes with every change of text or caret. */
  readonly version: number;
  subscribe(listener: () => void): () => void;

  /** The text with every chip replaced by what it stands for: what is sent. */
  value(): string;
  readonly isEmpty: boolean;
  /** Text and chips, to be set again later. */
  readonly content: Content;
  /** An offset into `content.text`. */
  readonly caret: number;
  /** What is selected: typing replaces it. */
  readonly selection: Selection | undefined;
  /** From the start of the line to the caret, for completion and for a trailing backslash. */
  lineBeforeCaret(): string;
  layout(width: number): Layout;
  /** Where a part of `content.text` stands in what a row of that layout shows; undefined where it has none of it. */
  spanIn(row: Layout["lines"][number], part: Selection): Selection | undefined;

  /** Typed text; newlines are allowed, other control characters but tab are left out. */
  insert(text: string): void;
  /** Pasted text: long ones become a chip. `continues`: the next part of the paste before it, if nothing came between. */
  insertPaste(text: string, continues?: boolean): void;
  /** The images in the text, as they are sent with it. */
  images(): readonly SentImage[];
  /** Puts in what was written elsewhere; its chips get numbers of their own here. */
  insertContent(content: Content): void;
  /** Puts images in place of a part of `content.text`, a blank between them. A caret elsewhere stays where it is. */
  putImages(start: number, end: number, images: readonly EncodedImage[]): void;
  /** A place in `content.text` to come back to. */
  placeAt(offset: number): Place;
  /** Replaces a part of `content.text`, as completion does; the caret stands behind it then. */
  replace(start: number, end: number, text: string): void;
  /** Puts the text of a chip in its place; false when no chip is there, or an image. */
  openChip(at: number): boolean;
  /** Puts another text in place of all, which can be undone. The caret stands at its end unless said otherwise. */
  set(content: Content | string, caret?: number): void;
  clear(): void;
  /** A new text: nothing to undo, chips count from 1. */
  reset(content?: Content | string): void;
  moveTo(offset: number): void;
  /** Runs a named editing command; false when it changed nothing. `width` is that of `layout`, for up and down. */
  run(command: EditCommand, width: number): boolean;
}

type LastPaste = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly newlines: number;
};

/** @example const buffer = createTextBuffer(); buffer.insert("hello"); buffer.run("delete-backward", 80); */
export function createTextBuffer(options: TextBufferOptions = {}): TextBuffer {
  const layouter = createLayouter(options.labelOf ?? defaultLabel);
  const killRing = createKillRing();
  const undoHistory = createUndoHistory();
  const listeners = new Set<() => void>();
  let content = emptyContent;
  let caret = 0;
  let version = 0;
  const chipsMade = { paste: 0, image: 0 };
  const places = createPlaces();
  let goal: number | undefined;
  /** Where the selection began; the caret is its other end. */
  let anchor: number | undefined;
  /** What the command before did, where the next one may go on with it. */
  let last: EditKind | "kill" | "yank" | "none" = "none";
  let lastPaste: LastPaste | undefined;
  let yanked = { start: 0, end: 0 };
  let laidOut: { version: number; width: number; layout: Layout } | undefined;
  let expanded: { content: Content; value: string } | undefined;

  function changed(): void {
    version += 1;
    for (const listener of listeners) listener();
  }

  function edit(
    start: number,
    end: number,
    inserted: Content,
    kind: EditKind,
    continues = last === kind,
  ): void {
    const caretBefore = caret;
    const removed = sliceContent(content, start, end);
    content = spliceContent(content, start, end, inserted);
    places.edited(start, end - start, inserted.text.length);
    caret = boundaryAtOrAfter(content.text, start + inserted.text.length);
    undoHistory.record({ at: start, removed, inserted, caretBefore, caretAfter: caret }, kind, continues);
    last = kind;
    goal = undefined;
    anchor = undefined;
    lastPaste = undefined;
    changed();
  }

  function selection(): Selection | undefined {
    if (anchor === undefined || anchor === caret) return undefined;
    return { start: Math.min(anchor, caret), end: Math.max(anchor, caret) };
  }

  function moveTo(offset: number, keptGoal?: number): boolean {
    const place = boundaryAtOrAfter(content.text, Math.min(Math.max(0, offset), content.text.length));
    last = "none";
    lastPaste = undefined;
    goal = keptGoal;
    if (place === caret) return false;
    caret = place;
    changed();
    return true;
  }

  function layout(width: number): Layout {
    if (laidOut?.version !== version || laidOut.width !== width) {
      laidOut = { version, width, layout: layouter.layout(content, caret, width) };
    }
    return laidOut.layout;
  }

  /** Turns edits round (`back`) or does them again. */
  function replay(back: boolean): boolean {
    const edits = back ? undoHistory.undo() : undoHistory.redo();
    for (const { at, removed, inserted, caretBefore, caretAfter } of edits) {
      const [gone, put] = back ? [inserted, removed] : [removed, inserted];
      content = spliceContent(content, at, at + gone.text.length, put);
      places.edited(at, gone.text.length, put.text.length);
      caret = back ? caretBefore : caretAfter;
    }
    last = "none";
    lastPaste = undefined;
    goal = undefined;
    anchor = undefined;
    if (edits.length > 0) changed();
    return edits.length > 0;
  }

  function yank(replaced: { start: number; end: number }, cut: Content): boolean {
    if (cut.text === "") return false;
    edit(replaced.start, replaced.end, cut, "other");
    yanked = { start: replaced.start, end: replaced.start + cut.text.length };
    last = "yank";
    return true;
  }

  function newContent(value: Content | string): Content {
    if (typeof value !== "string") return value;
    return value.length > longestInline ? chipContent(plainText(value)) : contentOf(value);
  }

  function chipContent(text: string, newlines = countNewlines(text), id = ++chipsMade.paste): Content {
    const lines = Math.max(1, text.endsWith("\n") ? newlines : newlines + 1);
    return { text: chipMark, chips: [{ kind: "paste", id, text, lines }] };
  }

  const buffer: TextBuffer = {
    get version() {
      return version;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    value() {
      if (expanded?.content !== content) expanded = { content, value: expandContent(content) };
      return expanded.value;
    },
    get isEmpty() {
      return content.text === "";
    },
    get content() {
      return content;
    },
    get caret() {
      return caret;
    },
    get selection() {
      return selection();
    },
    lineBeforeCaret: () => content.text.slice(content.text.lastIndexOf("\n", caret - 1) + 1, caret),
    layout,
    spanIn: (row, part) => layouter.spanIn(content, row, part),
    insert(text) {
      const plain = contentOf(text);
      const { start, end } = selection() ?? { start: caret, end: caret };
      if (plain.text !== "") edit(start, end, plain, "typing");
    },
    insertPaste(text, continues = false) {
      const part = plainText(text);
      if (part === "") return;
      const before = continues && lastPaste?.end === caret ? lastPaste : undefined;
      const { start, end } = selection() ?? { start: before?.start ?? caret, end: caret };
      const whole = (before?.text ?? "") + part;
      const newlines = (before?.newlines ?? 0) + countNewlines(part);
      const isLong = whole.length > chipLength || newlines + (part.endsWith("\n") ? 0 : 1) > chipLines;
      const chip = chipAt(content, start);
      const id = chip?.kind === "paste" ? chip.id : undefined;
      const inserted = isLong ? chipContent(whole, newlines, before && id) : { text: whole, chips: [] };
      edit(start, end, inserted, "pasting", before !== undefined);
      lastPaste = { start, end: start + inserted.text.length, text: whole, newlines };
    },
    images: () => imagesIn(content),
    insertContent(written) {
      const { start, end } = selection() ?? { start: caret, end: caret };
      const inserted = renumbered(written, (kind) => ++chipsMade[kind]);
      if (inserted.text !== "") edit(start, end, inserted, "other");
    },
    putImages(start, end, images) {
      const chips = images.map((image) => imageContent(image, ++chipsMade.image));
      const [first = emptyContent, ...more] = chips;
      const inserted = more.reduce(
        (all, chip) => ({ text: `${all.text} ${chip.text}`, chips: [...all.chips, ...chip.chips] }),
        first,
      );
      const before = caret;
      edit(start, end, inserted, "other");
      if (before < start) moveTo(before);
      else if (before > end) moveTo(before - (end - start) + inserted.text.length);
    },
    placeAt: (offset) => places.add(offset),
    replace: (start, end, text) => edit(start, end, contentOf(text), "other"),
    openChip(at) {
      const chip = chipAt(content, at);
      if (chip?.kind !== "paste") return false;
      edit(at, at + 1, { text: chip.text, chips: [] }, "other");
      return true;
    },
    set(value, place) {
      edit(0, content.text.length, newContent(value), "other");
      if (place !== undefined) moveTo(place);
    },
    clear() {
      if (content.text !== "") edit(0, content.text.length, emptyContent, "other");
    },
    reset(value = emptyContent) {
      Object.assign(chipsMade, { paste: 0, image: 0 });
      places.lose();
      content = newContent(value);
      for (const { kind, id } of content.chips) chipsMade[kind] = Math.max(chipsMade[kind], id);
      caret = content.text.length;
      anchor = undefined;
      undoHistory.clear();
      moveTo(caret);
      changed();
    },
    moveTo(offset) {
      anchor = undefined;
      moveTo(offset);
    },
    run: (command, width) => runEditCommand(command, context, width),
  };

  const context = {
    get text() {
      return content.text;
    },
    get caret() {
      return caret;
    },
    get selection() {
      return selection();
    },
    extend() {
      anchor ??= caret;
    },
    deselect() {
      anchor = undefined;
      changed();
    },
    moveTo,
    moveRows(rows: number, width: number): boolean {
      const { lines, caret: at } = layout(width);
      const row = at.row + rows;
      if (row < 0 || row >= lines.length) return false;
      const column = goal ?? at.column;
      return moveTo(layouter.offsetAt(content, layout(width), row, column), column);
    },
    remove(start: number, end: number): boolean {
      if (start < end) edit(start, end, emptyContent, "deleting");
      return start < end;
    },
    kill(start: number, end: number, direction: "forward" | "backward"): boolean {
      if (start >= end) return false;
      killRing.push(sliceContent(content, start, end), direction, last === "kill");
      edit(start, end, emptyContent, "other");
      last = "kill";
      return true;
    },
    yank: (selected?: Selection) => yank(selected ?? { start: caret, end: caret }, killRing.newest()),
    yankPop: () => last === "yank" && killRing.size > 1 && yank(yanked, killRing.rotate()),
    undo: () => replay(true),
    redo: () => replay(false),
  };
  return buffer;
}

function defaultLabel(chip: Chip): string {
  if (chip.kind === "image") return chip.text;
  const size = chip.lines > 1 ? sayCount(chip.lines, "line") : sayCount(chip.text.length, "character");
  return say`[paste #${chip.id} · ${size}]`;
}
