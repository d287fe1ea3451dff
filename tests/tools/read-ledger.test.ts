import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createReadLedger } from "../../src/tools/read-ledger.ts";

const path = "/p/a.txt";

describe("what a session has seen of a file", () => {
  test("a file that was not read is not known", () => {
    expect(createReadLedger().get(path)).toBeUndefined();
  });

  test("it is whole exactly when every line was shown, in whatever order and overlap", () => {
    const span = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 6 }));
    fc.assert(
      fc.property(fc.array(span, { maxLength: 12 }), fc.integer({ min: 1, max: 12 }), (spans, total) => {
        const ledger = createReadLedger();
        const seen = new Set<number>();
        for (const [from, length] of spans) {
          const to = Math.min(total, from + length - 1);
          ledger.noteRead(path, "h", { from, to }, total);
          for (let line = from; line <= to; line += 1) seen.add(line);
        }
        if (spans.length > 0)
          expect(ledger.get(path)).toMatchObject({ hash: "h", whole: seen.size === total });
      }),
    );
  });

  test("lines of an older content do not count", () => {
    const ledger = createReadLedger();
    ledger.noteRead(path, "old", { from: 1, to: 2 }, 3);
    ledger.noteRead(path, "new", { from: 3, to: 3 }, 3);
    expect(ledger.get(path)).toMatchObject({ hash: "new", whole: false });
    ledger.noteRead(path, "new", { from: 1, to: 2 }, 3);
    expect(ledger.get(path)).toMatchObject({ hash: "new", whole: true });
  });

  test("what is not shown as text is read, but not seen", () => {
    const ledger = createReadLedger();
    ledger.noteRead(path, "h", "none", 0);
    expect(ledger.get(path)).toMatchObject({ hash: "h", whole: false });
  });

  test("what the session wrote it knows; what it edited it knows as well as before", () => {
    const ledger = createReadLedger();
    ledger.noteRead(path, "1", { from: 1, to: 2 }, 3);
    ledger.noteEdited(path, "2");
    expect(ledger.get(path)).toMatchObject({ hash: "2", whole: false });
    ledger.noteRead(path, "2", { from: 3, to: 3 }, 3);
    expect(ledger.get(path)?.whole).toBe(false);
    ledger.noteWritten(path, "3");
    ledger.noteEdited(path, "4");
    expect(ledger.get(path)).toMatchObject({ hash: "4", whole: true });
  });
});
