/** Finding the live part again after the window has changed, checked against a terminal that really wraps. */
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { eraseFrom, type Frame, rewrapOf, rowsAboveCursor } from "../../src/hosts/repl/screen/frame.ts";
import { truncateLine } from "../../src/terminal/width.ts";
import { Emulator } from "../support/emulator.ts";

const seed = 20_261_005;

type Case = {
  readonly columns: number;
  readonly rows: number;
  readonly printed: readonly string[];
  readonly frame: Frame;
  readonly to: { readonly columns: number; readonly rows: number };
};

const anyCase: fc.Arbitrary<Case> = fc
  .record({ columns: fc.integer({ min: 10, max: 60 }), rows: fc.integer({ min: 8, max: 30 }) })
  .chain(({ columns, rows }) => {
    const full = "─".repeat(columns);
    const line = fc
      .constantFrom("x".repeat(60), full, "漢字".repeat(20), "short", "", "a 漢 b 字 ".repeat(12))
      .chain((text) =>
        fc.nat(columns).map((width) => truncateLine(text, text === full ? columns : width, "").trimEnd()),
      );
    return fc.record<Case>({
      columns: fc.constant(columns),
      rows: fc.constant(rows),
      printed: fc
        .array(fc.nat(columns - 4), { maxLength: 60 })
        .map((all) => all.map((width, index) => `${index}:${"p".repeat(width)}`.slice(0, columns))),
      frame: fc
        .array(line, { minLength: 1, maxLength: Math.floor(rows / 2) })
        .chain((lines) =>
          fc
            .nat(lines.length - 1)
            .chain((cursorRow) =>
              fc.nat(columns - 1).map((cursorColumn) => ({ lines, cursorRow, cursorColumn })),
            ),
        ),
      to: fc.record({
        columns: fc.integer({ min: Math.ceil(columns / 3), max: columns - 1 }),
        rows: fc.integer({ min: Math.ceil(rows / 2), max: rows + 10 }),
      }),
    });
  });

test("after narrowing, erasing from there takes the whole frame off and nothing of what is above", async () => {
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ columns, rows, printed, frame, to }) => {
      await using terminal = emulated(columns, rows);
      const { lines, cursorRow, cursorColumn } = frame;
      await terminal.write(printed.map((line) => `${line}\r\n`).join(""));
      await terminal.write(lines.map((line) => `${line}\r\n`).join(""));
      await terminal.write(`\x1b[${lines.length - cursorRow}A\x1b[${cursorColumn + 1}G`);
      const rowsBelow = rows - 1 - terminal.emulator.cursor().y;

      terminal.emulator.resize(to.columns, to.rows);
      const narrowing = { columns: to.columns, rowsLost: Math.max(0, rows - to.rows), rowsBelow };
      const up = rowsAboveCursor(frame, narrowing, "wraps others");
      // What has gone over the top of the window is out of reach.
      fc.pre(up <= terminal.emulator.cursor().y);
      await terminal.write(eraseFrom(up));
      expect(terminal.emulator.scrollback(true)).toEqual([...printed]);
    }),
    { seed, numRuns: 300 },
  );
});

describe("in a terminal that keeps the cursor with its text", () => {
  const above = (lines: readonly string[], cursorRow: number, cursorColumn: number, columns: number) =>
    rowsAboveCursor(
      { lines, cursorRow, cursorColumn },
      { columns, rowsLost: 0, rowsBelow: undefined },
      "wraps",
    );

  test("every line above that is too long has become several", () => {
    expect(above(["x".repeat(80), "x".repeat(40), "> "], 2, 2, 40)).toBe(3);
    expect(above(["x".repeat(81), "> "], 1, 2, 40)).toBe(3);
  });

  test("a wide character that does not fit begins a row", () => {
    expect(above(["漢".repeat(5), "> "], 1, 2, 3)).toBe(5);
    expect(above(["漢".repeat(5), "> "], 1, 2, 4)).toBe(3);
  });

  test("the cursor's own line may have been wrapped before the cursor, and after it", () => {
    expect(above([`> ${"x".repeat(50)}`], 0, 30, 20)).toBe(1);
    expect(above([`> ${"x".repeat(50)}`], 0, 52, 20)).toBe(2);
    expect(above([`> ${"x".repeat(50)}`], 0, 2, 20)).toBe(0);
    expect(above([`> ${"x".repeat(18)}`], 0, 20, 20)).toBe(0);
  });
});

describe("which terminal it is", () => {
  const attributes = (...params: number[]) => rewrapOf({ kind: "device-attributes", level: 2, params });

  test("is told by its answers", () => {
    expect(attributes(0, 276, 0)).toBe("wraps others");
    expect(attributes(83, 40_900, 0)).toBe("cuts");
    expect(rewrapOf({ kind: "version", text: "XTerm(390)" })).toBe("cuts");
  });

  test("and nothing is concluded from others", () => {
    expect(attributes(84, 0, 0)).toBeUndefined();
    expect(rewrapOf({ kind: "version", text: "tmux 3.3a" })).toBeUndefined();
    expect(rewrapOf({ kind: "device-attributes", level: 1, params: [0, 276, 0] })).toBeUndefined();
  });

  test("one that cuts leaves every row where it was", () => {
    const frame = { lines: ["x".repeat(80), "> "], cursorRow: 1, cursorColumn: 2 };
    expect(rowsAboveCursor(frame, { columns: 20, rowsLost: 5, rowsBelow: 3 }, "cuts")).toBe(1);
  });
});

test("what is erased is erased without a clear that tmux would keep a copy of", () => {
  expect(eraseFrom(3)).toStartWith("\u001b[3A\r");
  // eslint-disable-next-line no-control-regex -- the cursor is not in the first column when everything below goes
  expect(eraseFrom(0)).toMatch(/^\r\u001b\[K\u001b\[C\u001b\[J/);
});

/** A terminal without a program. */
function emulated(cols: number, rows: number) {
  const emulator = new Emulator({ cols, rows, kittyKeyboard: false, background: undefined, reply: () => {} });
  return {
    emulator,
    write: (text: string) => new Promise<void>((resolve) => emulator.write(Buffer.from(text), resolve)),
    [Symbol.asyncDispose]: async () => emulator.dispose(),
  };
}

describe("xterm.js alone, while its window takes several widths", () => {
  const anyWidth = fc.integer({ min: 10, max: 120 });

  /** How many rows below the frame's first one the cursor stands, once a window of 100 columns had these widths. */
  async function rowsBelowFirst(lines: readonly string[], cursorRow: number, widths: readonly number[]) {
    const emulator = new Emulator({
      cols: 100,
      rows: 30,
      kittyKeyboard: false,
      background: undefined,
      reply: () => {},
    });
    const printed = Array.from({ length: 40 }, (_, index) => `printed ${index}`);
    const up = lines.length - 1 - cursorRow;
    const text = [...printed, ...lines].join("\r\n") + (up > 0 ? `\u001b[${up}A` : "") + "\r";
    await new Promise<void>((resolve) => emulator.write(Buffer.from(text), resolve));
    const first = emulator.follow(emulator.cursor().y - cursorRow);
    for (const width of widths) emulator.resize(width, 30);
    const below = emulator.cursor().y - first();
    emulator.dispose();
    return below;
  }

  const rule = "─".repeat(95);
  const frame = ["said so far", rule, ">", rule, "the status ".repeat(7)];

  test("puts the cursor elsewhere than on the straight way to the last one: nobody who was not told can know where", async () => {
    expect(await rowsBelowFirst(frame, 2, [60, 30])).toBeLessThan(await rowsBelowFirst(frame, 2, [30]));
    expect(await rowsBelowFirst(frame, 2, [90, 60])).toBeGreaterThan(await rowsBelowFirst(frame, 2, [60]));
  });

  test("never brings the cursor nearer to the frame's first row than it was drawn", async () => {
    const anyLines = fc.array(
      fc.nat(95).map((width) => "x".repeat(width)),
      { minLength: 1, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(
        anyLines,
        fc.nat(7),
        fc.array(anyWidth, { maxLength: 8 }),
        async (lines, at, widths) => {
          const cursorRow = Math.min(at, lines.length - 1);
          expect(await rowsBelowFirst(lines, cursorRow, widths)).toBeGreaterThanOrEqual(cursorRow);
        },
      ),
      { seed, numRuns: 300 },
    );
  });
});
