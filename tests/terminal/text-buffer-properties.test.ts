import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createTextBuffer, type EditCommand, type TextBuffer } from "../../src/terminal/text-buffer.ts";
import { chipMark } from "../../src/terminal/text-buffer/content.ts";
import { widthOf } from "../../src/terminal/width.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Every offset at which a user-perceived character begins or ends. */
function boundaries(text: string): number[] {
  return [...Array.from(segmenter.segment(text), (piece) => piece.index), text.length];
}

const moves = ["move-left", "move-right", "move-word-left", "move-word-right", "move-line-start"] as const;
const moreMoves = ["move-line-end", "move-text-start", "move-text-end", "move-up", "move-down"] as const;
const deletions = ["delete-backward", "delete-forward"] as const;
const kills = [
  "kill-word-backward",
  "kill-word-forward",
  "kill-shell-word-backward",
  "kill-to-line-start",
] as const;
const others = ["kill-to-line-end", "yank", "yank-pop", "undo", "redo"] as const;
const selecting = [
  "extend-left",
  "extend-right",
  "extend-word-left",
  "extend-line-end",
  "extend-up",
] as const;
const commands: readonly EditCommand[] = [
  ...moves,
  ...moreMoves,
  ...deletions,
  ...kills,
  ...others,
  ...selecting,
];

/** Characters that join with each other in every way, among ordinary ones. */
const text = fc
  .array(
    fc.constantFrom(
      ..."a,b,foo, ,  ,\n,\t,.,é,e,\u0301,漢,字,，,한,\u1100,\u1161,\u11a8,👨,\u200d,👧,🇩,🇪,❤,\ufe0f,👋,🏽".split(
        ",",
      ),
      ..."न,ि,\u200c,ا,ل,ก,ำ,\u0600,\u202e,1️⃣,long word here,an-unbroken-run-of-letters".split(","),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => parts.join(""));

type Step =
  | { readonly type: "insert"; readonly text: string }
  | { readonly type: "paste"; readonly text: string }
  | { readonly type: "long-paste"; readonly lines: number; readonly continues: boolean }
  | { readonly type: "run"; readonly command: EditCommand };

const run = fc.constantFrom(...commands).map((command): Step => ({ type: "run", command }));
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: text.map((inserted): Step => ({ type: "insert", text: inserted })) },
  { weight: 6, arbitrary: run },
  { weight: 1, arbitrary: text.map((inserted): Step => ({ type: "paste", text: inserted })) },
  {
    weight: 1,
    arbitrary: fc
      .record({ lines: fc.integer({ min: 6, max: 9 }), continues: fc.boolean() })
      .map(({ lines, continues }): Step => ({ type: "long-paste", lines, continues })),
  },
);

function take(buffer: TextBuffer, action: Step, width: number): void {
  if (action.type === "insert") buffer.insert(action.text);
  else if (action.type === "paste") buffer.insertPaste(action.text);
  else if (action.type === "long-paste") buffer.insertPaste("p\n".repeat(action.lines), action.continues);
  else buffer.run(action.command, width);
}

const steps = fc.array(step, { maxLength: 40, size: "max" });
const widths = fc.integer({ min: 3, max: 30 });

describe("for any keys", () => {
  test("what is selected begins and ends on boundaries, has the caret at one end, and is shown where it stands", () => {
    fc.assert(
      fc.property(steps, widths, (actions, width) => {
        const buffer = createTextBuffer();
        for (const action of actions) {
          take(buffer, action, width);
          const { selection, content, caret } = buffer;
          if (selection === undefined) continue;
          const places = boundaries(content.text);
          expect(places).toContain(selection.start);
          expect(places).toContain(selection.end);
          expect([selection.start, selection.end]).toContain(caret);
          const { lines } = buffer.layout(width);
          const shown = lines.flatMap((line) => {
            const span = buffer.spanIn(line, selection);
            return span === undefined ? [] : [line.text.slice(span.start, span.end)];
          });
          const all = lines.flatMap((line) => {
            const span = buffer.spanIn(line, { start: 0, end: content.text.length });
            return span === undefined ? [] : [line.text.slice(span.start, span.end)];
          });
          expect(all.join("")).toBe(lines.map((line) => line.text).join(""));
          expect(all.join("")).toContain(shown.join(""));
          if (content.text.slice(selection.start, selection.end).trim() !== "") expect(shown).not.toEqual([]);
        }
      }),
    );
  });

  test("the caret stands on a boundary, and chips and marks agree", () => {
    fc.assert(
      fc.property(steps, widths, (actions, width) => {
        const buffer = createTextBuffer();
        for (const action of actions) {
          take(buffer, action, width);
          const { content, caret } = buffer;
          expect(boundaries(content.text)).toContain(caret);
          expect(content.text.split(chipMark).length - 1).toBe(content.chips.length);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("typing, deleting and moving by characters do what they do to a plain string", () => {
    const simple = fc.oneof(
      text.map((inserted): Step => ({ type: "insert", text: inserted })),
      fc.constantFrom(...deletions, ...moves.slice(0, 2)).map((command): Step => ({ type: "run", command })),
    );
    fc.assert(
      fc.property(fc.array(simple, { maxLength: 40, size: "max" }), (actions) => {
        const buffer = createTextBuffer();
        let model = { text: "", caret: 0 };
        for (const action of actions) {
          take(buffer, action, 80);
          model = modelStep(model, action);
          expect({ text: buffer.value(), caret: buffer.caret }).toEqual(model);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("undoing everything leads back to the start, and redoing everything to the end", () => {
    fc.assert(
      fc.property(text, steps, widths, (start, actions, width) => {
        const buffer = createTextBuffer();
        buffer.reset(start);
        const edits = actions.filter(
          (action) => action.type !== "run" || !/^(?:un|re)do$/.test(action.command),
        );
        for (const action of edits) take(buffer, action, width);
        const end = buffer.content;
        while (buffer.run("undo", width));
        expect(buffer.content).toEqual({ text: start, chips: [] });
        while (buffer.run("redo", width));
        expect(buffer.content).toEqual(end);
      }),
      { numRuns: 500 },
    );
  });

  test("what is sent is the text with the pastes in their places", () => {
    fc.assert(
      fc.property(steps, widths, (actions, width) => {
        const buffer = createTextBuffer();
        for (const action of actions) take(buffer, action, width);
        const { content } = buffer;
        let expected = content.text;
        for (const chip of content.chips) expected = expected.replace(chipMark, () => chip.text);
        expect(buffer.value()).toBe(expected);
      }),
      { numRuns: 200 },
    );
  });
});

describe("for any text and width", () => {
  test("rows hold the whole text in order and fit, and the caret is in its row", () => {
    fc.assert(
      fc.property(steps, widths, (actions, width) => {
        const buffer = createTextBuffer();
        for (const action of actions) {
          take(buffer, action, width);
          const { lines, caret } = buffer.layout(width);
          let at = 0;
          for (const line of lines) {
            expect(line.start).toBe(at);
            expect(line.width).toBe(widthOf(line.text));
            // At 3 columns a wide character or a tab is wider than the row; else one blank may hang over.
            expect(line.width).toBeLessThanOrEqual(Math.max(4, width));
            at = line.continues ? line.end : line.end + 1;
          }
          expect(at).toBe(buffer.content.text.length + 1);
          const row = lines[caret.row];
          expect(row?.start).toBeLessThanOrEqual(buffer.caret);
          expect(row?.end).toBeGreaterThanOrEqual(buffer.caret);
          expect(caret.column).toBeLessThan(width);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("rows that were taken over from before a key are those of a new layout", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 30, size: "max" }), steps, widths, (start, actions, width) => {
        const buffer = createTextBuffer();
        buffer.reset(start.join(""));
        buffer.layout(width);
        for (const action of actions) {
          take(buffer, action, width);
          const fresh = createTextBuffer();
          fresh.reset(buffer.content);
          fresh.moveTo(buffer.caret);
          expect(buffer.layout(width)).toEqual(fresh.layout(width));
        }
      }),
      { numRuns: 200 },
    );
  });

  test("down from the first row passes every row once, and up comes back", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 10 }), widths, (parts, width) => {
        const buffer = createTextBuffer();
        buffer.reset(parts.join(""));
        buffer.moveTo(0);
        const rows = buffer.layout(width).lines.length;
        for (const direction of ["move-down", "move-up"] as const) {
          const passed = [buffer.layout(width).caret.row];
          while (buffer.run(direction, width)) passed.push(buffer.layout(width).caret.row);
          const all = Array.from({ length: rows }, (_, row) => row);
          expect(passed).toEqual(direction === "move-down" ? all : all.toReversed());
        }
      }),
      { numRuns: 300 },
    );
  });
});

/** The same by the plainest means. */
function modelStep(model: { text: string; caret: number }, action: Step): { text: string; caret: number } {
  const places = boundaries(model.text);
  const before = places.findLast((place) => place < model.caret) ?? 0;
  const behind = places.find((place) => place > model.caret) ?? model.text.length;
  if (action.type === "insert") return put(model.text, model.caret, model.caret, action.text);
  if (action.type !== "run") return model;
  if (action.command === "delete-backward") return put(model.text, before, model.caret, "");
  if (action.command === "delete-forward") return put(model.text, model.caret, behind, "");
  return { text: model.text, caret: action.command === "move-left" ? before : behind };
}

function put(whole: string, start: number, end: number, inserted: string): { text: string; caret: number } {
  const next = whole.slice(0, start) + inserted + whole.slice(end);
  const caret = boundaries(next).find((place) => place >= start + inserted.length) ?? next.length;
  return { text: next, caret };
}
