/** What of a long preview is on screen: nothing is skipped, nothing hidden goes unsaid. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type PreviewWindowInput, previewWindow } from "../../components/preview-window.ts";

const seed = 20_261_005;
const anyInput = fc
  .record({ total: fc.integer({ min: 1, max: 200 }), rows: fc.integer({ min: 1, max: 40 }) })
  .chain(({ total, rows }) =>
    fc.record<PreviewWindowInput>({
      total: fc.constant(total),
      rows: fc.constant(rows),
      scroll: fc.option(fc.nat({ max: 220 })),
      lastLine: fc.integer({ min: Math.max(0, total - 6), max: total - 1 }),
      marked: fc
        .uniqueArray(fc.nat({ max: total - 1 }), { maxLength: 5 })
        .map((all) => all.toSorted((a, b) => a - b)),
      firstChange: fc.nat({ max: total - 1 }),
    }),
  );

function linesIn(input: PreviewWindowInput): number[] {
  return previewWindow(input).rows.flatMap((row) => (row.type === "line" ? [row.index] : []));
}

function notesIn(input: PreviewWindowInput): string {
  return previewWindow(input)
    .rows.flatMap((row) => (row.type === "note" ? [row.text] : [row.note ?? ""]))
    .join("\n");
}

describe("any window", () => {
  test("has no more rows than it gets, and its lines in order", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const lines = linesIn(input);
        expect(previewWindow(input).rows.length).toBeLessThanOrEqual(input.rows);
        expect(lines).toEqual([...new Set(lines)].toSorted((a, b) => a - b));
        expect(lines.at(-1)).toBeLessThan(input.total);
      }),
      { seed },
    );
  });

  test("says how many lines are hidden, and how many of those ask where there is a row for it", () => {
    fc.assert(
      fc.property(
        anyInput.filter(({ rows }) => rows > 3),
        (input) => {
          const lines = linesIn(input);
          const notes = notesIn(input);
          const sum = (pattern: RegExp) =>
            Array.from(notes.matchAll(pattern), ([, count]) => Number(count)).reduce(
              (all, one) => all + one,
              0,
            );
          expect(sum(/… (\d+) more/g)).toBe(input.total - lines.length);
          expect(sum(/(\d+) of them ask/g)).toBe(input.marked.filter((line) => !lines.includes(line)).length);
        },
      ),
      { seed },
    );
  });

  test("of one, two or three rows says how many lines are hidden", () => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 1, max: 3 }), (input, rows) => {
        const low = { ...input, rows };
        const [, told = "0"] = /… \+?(\d+)/.exec(notesIn(low)) ?? [];
        expect(Number(told)).toBe(input.total - linesIn(low).length);
      }),
      { seed },
    );
  });

  test("shows the first line that is marked, else that is changed, as long as nobody scrolls", () => {
    fc.assert(
      fc.property(
        anyInput.filter(({ rows }) => rows > 1),
        (input) => {
          const first = input.marked[0] ?? input.firstChange ?? 0;
          expect(linesIn({ ...input, scroll: null })).toContain(first);
        },
      ),
      { seed },
    );
  });

  test("marks every gap between two lines", () => {
    fc.assert(
      fc.property(
        anyInput.filter(({ rows }) => rows > 1),
        (input) => {
          const { rows } = previewWindow(input);
          for (const [at, row] of rows.entries()) {
            const next = rows[at + 1];
            if (row.type !== "line" || next?.type !== "line" || next.index === row.index + 1) continue;
            expect(row.note).toContain("…");
          }
        },
      ),
      { seed },
    );
  });

  test("shows every line to who goes on page by page, and the way back as well", () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const seen = new Set<number>();
        let scroll = 0;
        const look = () => linesIn({ ...input, scroll }).forEach((line) => seen.add(line));
        for (let presses = 0; presses <= input.total; presses += 1) {
          look();
          const { from, page } = previewWindow({ ...input, scroll });
          scroll = from + page;
        }
        expect(seen.size).toBe(input.total);
        seen.clear();
        for (let presses = 0; presses <= input.total; presses += 1) {
          look();
          const { from, back } = previewWindow({ ...input, scroll });
          scroll = Math.max(0, from - back);
        }
        expect(seen.size).toBe(input.total);
      }),
      { seed },
    );
  });

  test("shows the first line and the last of the call, as long as nobody scrolls", () => {
    fc.assert(
      fc.property(
        anyInput.filter(({ rows }) => rows >= 3),
        (input) => {
          const lines = linesIn({ ...input, scroll: null });
          expect(lines[0]).toBe(0);
          expect(lines).toContain(input.lastLine);
        },
      ),
      { seed },
    );
  });
});

test("a window of ten rows keeps both ends while the rest scrolls", () => {
  const window = previewWindow({ total: 60, rows: 10, scroll: 20, marked: [3], lastLine: 59 });
  expect(window.rows.map((row) => (row.type === "line" ? row.index : row.text))).toEqual([
    0,
    "… 19 more lines above, 1 of them asks",
    20,
    21,
    22,
    23,
    24,
    "… 33 more lines · v view all · PgUp PgDn",
    58,
    59,
  ]);
});

test("a low window shows the last line of a command rather than what is said of it", () => {
  expect(linesIn({ total: 60, rows: 4, scroll: null, marked: [57], lastLine: 57 })).toEqual([0, 1, 57]);
});

test("what asks in the middle of a long command is seen without a key", () => {
  expect(linesIn({ total: 60, rows: 10, scroll: null, marked: [30], lastLine: 59 })).toContain(30);
});

test("a low window shows the path of a change and the first lines that change", () => {
  const input = { total: 20, scroll: null, marked: [], lastLine: 19, firstChange: 5 };
  expect(linesIn({ ...input, rows: 2 })).toEqual([0, 5]);
  expect(linesIn({ ...input, rows: 3 })).toEqual([0, 5, 19]);
  expect(linesIn({ ...input, rows: 5 })).toEqual([0, 5, 6, 19]);
});
