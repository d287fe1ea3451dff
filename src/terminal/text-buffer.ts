/**
 * The composer's text. It lives outside React, so that keys are taken in order however many come in one read; a view
 * subscribes and draws `layout(width)`. The caret always stands on a grapheme boundary.
 */
import { say, sayCount } from "../words/say.ts";
import { plainText } from "./input/plain-text.ts";
import { runEditCommand, type EditCommand, type Selection } from "./text-buffer/commands.ts";
import type { TextBuffer, TextBufferOptions } from "./text-buffer/contract.ts";
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
import { boundaryAtOrAfter, previousBoundary } from "./text-buffer/graphemes.ts";
import { imagesContent, imagesIn, renumbered } from "./text-buffer/image-chips.ts";
import { createKillRing } from "./text-buffer/kill-ring.ts";
import { createLayouter, type Layout } from "./text-buffer/layout.ts";
import { createPlaces, type Place } from "./text-buffer/places.ts";
import { createUndoHistory, type EditKind } from "./text-buffer/undo.ts";

export type { Place, TextBuffer, TextBufferOptions };
export type { Chip, Content, EditCommand, Layout, Selection };

/** A paste of more lines or more UTF-16 units than this becomes a chip. */
export const chipLines = 5;
export const chipLength = 500;
/** A text set as a whole (from history, from an editor) becomes a chip only where editing it would be slow. */
export const longestInline = 200_000;

type LastPaste = {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly newlines: number;
  /** Where the caret was put then. */
  readonly caret: number;
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
  let isTogether = false;
  /** The last edit was one of those that are undone together, and nothing has come between. */
  let goesOn = false;
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
    caretAfter = start + inserted.text.length,
  ): void {
    const caretBefore = caret;
    const removed = sliceContent(content, start, end);
    content = spliceContent(content, start, end, inserted);
    places.edited(start, end - start, inserted.text.length);
    caret = boundaryAtOrAfter(content.text, caretAfter);
    const done = { at: start, removed, inserted, caretBefore, caretAfter: caret };
    if (isTogether) undoHistory.record(done, "together", goesOn);
    else undoHistory.record(done, kind, continues);
    goesOn = isTogether;
    last = kind;
    goal = undefined;
    anchor = undefined;
    lastPaste = undefined;
    changed();
  }

  function lineBeforeCaret(): string {
    return content.text.slice(content.text.lastIndexOf("\n", caret - 1) + 1, caret);
  }

  function selection(): Selection | undefined {
    if (anchor === undefined || anchor === caret) return undefined;
    return { start: Math.min(anchor, caret), end: Math.max(anchor, caret) };
  }

  function moveTo(offset: number, keptGoal?: number): boolean {
    const place = boundaryAtOrAfter(content.text, Math.min(Math.max(0, offset), content.text.length));
    last = "none";
    goesOn = false;
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
    goesOn = false;
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
    lineBeforeCaret,
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
      const before = continues && lastPaste?.caret === caret ? lastPaste : undefined;
      const { start, end } = selection() ?? { start: before?.start ?? caret, end: before?.end ?? caret };
      const whole = (before?.text ?? "") + part;
      const newlines = (before?.newlines ?? 0) + countNewlines(part);
      const isLong = whole.length > chipLength || newlines + (part.endsWith("\n") ? 0 : 1) > chipLines;
      const chip = chipAt(content, start);
      const id = chip?.kind === "paste" ? chip.id : undefined;
      const inserted = isLong ? chipContent(whole, newlines, before && id) : { text: whole, chips: [] };
      edit(start, end, inserted, "pasting", before !== undefined);
      lastPaste = { start, end: start + inserted.text.length, text: whole, newlines, caret };
    },
    images: () => imagesIn(content),
    insertContent(written) {
      const { start, end } = selection() ?? { start: caret, end: caret };
      const inserted = renumbered(written, (kind) => ++chipsMade[kind]);
      if (inserted.text !== "") edit(start, end, inserted, "other");
    },
    putImages(start, end, images) {
      const inserted = imagesContent(images, () => ++chipsMade.image);
      const before = caret;
      edit(start, end, inserted, "other");
      if (before < start) moveTo(before);
      else if (before > end) moveTo(before - (end - start) + inserted.text.length);
    },
    placeAt: (offset) => places.add(offset),
    replace: (start, end, text) => edit(start, end, contentOf(text), "other"),
    splice: (start, end, inserted, caretAfter) => edit(start, end, inserted, "other", false, caretAfter),
    editTogether(on) {
      isTogether = on;
      goesOn = false;
    },
    stepBack() {
      if (lineBeforeCaret() === "") return;
      caret = previousBoundary(content.text, caret);
      if (lastPaste !== undefined) lastPaste = { ...lastPaste, caret };
      changed();
    },
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
    extendTo(offset) {
      anchor ??= caret;
      moveTo(offset);
    },
    offsetAt: (width, row, column) => layouter.offsetAt(content, layout(width), row, column),
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
      const wasSelected = selection() !== undefined;
      anchor = undefined;
      if (wasSelected) changed();
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
