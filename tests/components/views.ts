/** Views of the inline screen for tests: an empty one to build on, and random ones. */
import fc from "fast-check";
import { renderToString } from "ink";
import { createElement } from "react";
import { Live } from "../../components/Live.tsx";
import { previewIndent, wordsIndent } from "../../components/question-lines.ts";
import {
  type ComposerView,
  emptyView,
  type PanelView,
  questionChoices,
  type QuestionModeView,
  type QuestionView,
  type ReplView,
} from "../../components/view.ts";
import { plainStyle, type Style } from "../../src/terminal/style.ts";
import { createTextBuffer } from "../../src/terminal/text-buffer.ts";
import { truncateLine } from "../../src/terminal/width.ts";

export function viewOf(change: Partial<ReplView> = {}): ReplView {
  return {
    columns: 80,
    rows: 24,
    ...emptyView,
    status: "  ask ⇧⇥ · a-model",
    ...change,
  };
}

export function questionOf(change: Partial<QuestionView> = {}): QuestionView {
  return {
    heading: "bash wants to run a command",
    position: null,
    takesKeys: true,
    place: "/home/user/shop",
    sandbox: null,
    secrets: null,
    preview: ["    npm run build"],
    marked: [],
    lastLine: 0,
    scroll: null,
    why: "it runs a command",
    remember: "bash(npm run build)",
    selected: "decline",
    words: null,
    keys: [],
    mode: null,
    ...change,
  };
}

/** A text as a buffer of `columns` lays it out, with the caret `back` characters before its end. */
export function writing(text: string, columns: number, back = 0): ComposerView {
  const buffer = createTextBuffer();
  buffer.insert(text);
  buffer.moveTo(buffer.caret - back);
  const { lines, caret } = buffer.layout(Math.max(1, columns));
  return { lines: lines.map((line) => line.text), caretRow: caret.row, caretColumn: caret.column };
}

/** The live part as lines. */
export function drawLive(view: ReplView, style: Style = plainStyle): string[] {
  return renderToString(createElement(Live, { view, style }), { columns: view.columns }).split("\n");
}

export const numbered = (count: number, text: string): string[] =>
  Array.from({ length: count }, (_, index) => `${text} ${index + 1}`);

const words = fc.constantFrom(
  "a",
  "word",
  "of",
  "日本語",
  "漢",
  "👩‍👩‍👧‍👦",
  "naïve",
  "e\u0301",
  "------------",
  "░",
);
const sentence = fc.array(words, { maxLength: 40 }).map((all) => all.join(" "));

/** Views that a host could make: nothing in them is wider than the window. */
export const anyView: fc.Arbitrary<ReplView> = fc
  .record({ columns: fc.integer({ min: 1, max: 140 }), rows: fc.integer({ min: 2, max: 50 }) })
  .chain(({ columns, rows }) => {
    const line = sentence.map((text) => truncateLine(text, columns));
    const lines = (maxLength: number) => fc.array(line, { maxLength });
    const written = (width: number) =>
      fc
        .tuple(fc.array(sentence, { maxLength: 12 }), fc.nat({ max: 60 }))
        .map(([text, back]) => writing(text.join("\n"), Math.max(1, width), back));
    const panel: fc.Arbitrary<PanelView> = fc.record({
      callId: fc.uuid(),
      gap: fc.boolean(),
      lines: fc.array(line, { minLength: 1, maxLength: 8 }),
    });
    const indent = " ".repeat(previewIndent(columns));
    const place = fc.record({
      in: fc.constantFrom("body", "foot"),
      row: fc.nat({ max: 9 }),
      column: fc.nat({ max: 150 }),
    });
    const mode: fc.Arbitrary<QuestionModeView> = fc.record({
      body: lines(40),
      focus: fc.nat({ max: 40 }),
      foot: fc.array(line, { minLength: 1, maxLength: 4 }),
      caret: fc.option(place),
    });
    const question: fc.Arbitrary<QuestionView> = fc.record({
      heading: sentence,
      position: fc.option(
        fc.record({ at: fc.integer({ min: 1, max: 9 }), of: fc.integer({ min: 2, max: 9 }) }),
      ),
      takesKeys: fc.boolean(),
      place: fc.option(sentence),
      sandbox: fc.option(sentence),
      secrets: fc.option(sentence),
      preview: lines(60).map((all) => all.map((text) => truncateLine(indent + text, columns))),
      marked: fc
        .uniqueArray(fc.nat({ max: 59 }), { maxLength: 4 })
        .map((all) => all.toSorted((a, b) => a - b)),
      lastLine: fc.nat({ max: 59 }),
      scroll: fc.option(fc.nat({ max: 70 })),
      why: sentence,
      remember: fc.option(sentence),
      selected: fc.constantFrom(...questionChoices),
      words: fc.option(written(columns - wordsIndent(columns))),
      keys: fc.array(sentence, { maxLength: 6 }),
      mode: fc.option(mode),
    });
    return fc.record<ReplView>({
      columns: fc.constant(columns),
      rows: fc.constant(rows),
      printed: fc.constant([]),
      least: fc.nat(60),
      tail: lines(60),
      panels: fc.array(panel, { maxLength: 8 }),
      activity: fc.option(
        fc.record({ label: sentence, step: fc.nat(99), elapsedMs: fc.nat(1e7), tick: fc.nat(99) }),
      ),
      todos: lines(6),
      queue: lines(6),
      question: fc.option(question),
      picker: fc.option(
        fc.record({
          heading: line,
          rows: fc.array(line, { minLength: 1, maxLength: 30 }),
          selected: fc.constant(0),
          sample: lines(8),
        }),
      ),
      suggestions: lines(12),
      chosenFile: lines(6),
      suggested: fc.constant(0),
      composer: written(columns - 2),
      hint: fc.option(line),
      status: line,
    });
  });
