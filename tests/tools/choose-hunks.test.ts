/** Some hunks of a change taken, some not, some written anew: what the file then holds. */
import { describe, expect, test } from "bun:test";
import { applyPatch, structuredPatch } from "diff";
import * as fc from "fast-check";
import type { HunkAnswer } from "../../src/protocol/approval.ts";
import { hunkPlaces, hunkSide } from "../../src/protocol/hunks.ts";
import type { FileChange } from "../../src/protocol/tool-result.ts";
import { chooseHunks } from "../../src/tools/choose-hunks.ts";
import { compareTexts } from "../../src/workspace/compare-texts.ts";

const take: HunkAnswer = { type: "take" };
const leave: HunkAnswer = { type: "leave", words: "" };
const edit = (text: string): HunkAnswer => ({ type: "edit", text });

/** What the file is after the answers; null when nothing of it happens. */
function chosen(before: string | null, after: string | null, answers: readonly HunkAnswer[]): string | null {
  const [file] = chooseHunks([{ change: compareTexts("f", before, after), before, after }], answers);
  if (file === undefined || file.outcome === "none") return before;
  return file.outcome === "all" ? after : file.outcome.text;
}

const hunksOf = (before: string | null, after: string | null) => compareTexts("f", before, after).hunks;

const lines = fc
  .array(fc.tuple(fc.constantFrom("", "a", "b", "}", "é", "x\ry", "\r"), fc.constantFrom("\n", "\r\n")), {
    maxLength: 60,
  })
  .map((all) => all.map(([text, end]) => text + end).join(""));
const text = fc.tuple(lines, fc.constantFrom("", "last", "last\r")).map((parts) => parts.join(""));

/** A text, and the same with some of its lines changed here and there. */
const change = fc
  .tuple(
    text,
    fc.array(
      fc.record({
        at: fc.nat(60),
        gone: fc.nat(3),
        put: fc.array(fc.constantFrom("a", "new", ""), { maxLength: 3 }),
      }),
      {
        maxLength: 4,
      },
    ),
    fc.boolean(),
  )
  .map(([before, edits, ends]) => {
    const all = before.split("\n");
    for (const { at, gone, put } of edits) all.splice(at % (all.length + 1), gone, ...put);
    return { before, after: all.join("\n") + (ends ? "\n" : "") };
  })
  .filter(({ before, after }) => before !== after);

const hasNoStrayReturn = ({ before, after }: { before: string; after: string }) =>
  !/\r(?!\n)/.test(before) && !/\r(?!\n)/.test(after);

describe("of any change", () => {
  test("all hunks taken are the whole change, and none of them leaves the text as it is", () => {
    fc.assert(
      fc.property(change, ({ before, after }) => {
        const count = hunksOf(before, after).length;
        expect(
          chosen(
            before,
            after,
            Array.from({ length: count }, () => take),
          ),
        ).toBe(after);
        expect(
          chosen(
            before,
            after,
            Array.from({ length: count }, () => leave),
          ),
        ).toBe(before);
      }),
      { numRuns: 1_000 },
    );
  });

  test("those that are taken are applied as any program for patches applies them", () => {
    const long = change.filter(({ before, after }) => !`${before}${after}`.includes("\r"));
    fc.assert(
      fc.property(long, fc.infiniteStream(fc.boolean()), ({ before, after }, stream) => {
        const patch = structuredPatch("", "", before, after, "", "", { context: 3 });
        const answers = hunksOf(before, after).map(() => (stream.next().value === true ? take : leave));
        expect(patch.hunks).toHaveLength(answers.length);
        const hunks = patch.hunks.filter((_, index) => answers[index]?.type === "take");
        const expected = hunks.length === 0 ? before : applyPatch(before, { ...patch, hunks });
        expect(chosen(before, after, answers)).toBe(expected === false ? "not applied" : expected);
      }),
      { numRuns: 500 },
    );
  });

  test("a hunk that is edited to what it shows is as good as taken, whatever its line ends", () => {
    fc.assert(
      fc.property(change.filter(hasNoStrayReturn), ({ before, after }) => {
        const answers = hunksOf(before, after).map((hunk) => {
          const side = hunkSide(hunk, "new");
          const shown = side.lines.map((line) => line.replace(/\r$/, "")).join("\n");
          return edit(side.lines.length > 0 && side.isEnded ? `${shown}\n` : shown);
        });
        expect(chosen(before, after, answers)).toBe(after);
      }),
      { numRuns: 1_000 },
    );
  });
});

/** Lines that stay, with stretches between them that change; far enough apart to be hunks of their own. */
const stretch = fc
  .record({
    old: fc.nat(3),
    now: fc.nat(3),
    answer: fc.constantFrom("take", "leave", "edit"),
    own: fc.nat(4),
    gap: fc.integer({ min: 7, max: 9 }),
  })
  .filter(({ old, now }) => old + now > 0);

test("bytes outside of what is taken or edited stay, and an edited hunk is the user's text, in the file's line ends", () => {
  fc.assert(
    fc.property(
      fc.array(stretch, { minLength: 1, maxLength: 5 }),
      fc.nat(5),
      fc.constantFrom("\n", "\r\n"),
      fc.boolean(),
      (stretches, start, end, isEnded) => {
        const named = (name: string, count: number) =>
          Array.from({ length: count }, (_, at) => `${name}.${at}`);
        const before = named("top", start);
        const after = named("top", start);
        const expected = named("top", start);
        const answers: HunkAnswer[] = [];
        for (const [index, { old, now, answer, own, gap }] of stretches.entries()) {
          const between = named(`gap ${index}`, gap);
          const around = after.slice(-3);
          before.push(...named(`old ${index}`, old), ...between);
          after.push(...named(`new ${index}`, now), ...between);
          if (answer === "edit") {
            const mine = [...around.slice(0, 1), ...named(`own ${index}`, own), ...between.slice(2, 3)];
            answers.push(edit(mine.map((line) => `${line}\n`).join("")));
            expected.splice(expected.length - around.length, around.length, ...mine, ...between.slice(3));
          } else {
            answers.push(answer === "take" ? take : leave);
            const side = answer === "take" ? named(`new ${index}`, now) : named(`old ${index}`, old);
            expected.push(...side, ...between);
          }
        }
        const textOf = (all: readonly string[]) => all.join(end) + (isEnded ? end : "");
        expect(chosen(textOf(before), textOf(after), answers)).toBe(textOf(expected));
      },
    ),
    { numRuns: 500 },
  );
});

describe("an edited hunk", () => {
  const before = "1\n2\n3\n4\n5\n6\n7\n";
  const after = "1\n2\n3\nfour\n5\n6\n7\n";

  test("that is left empty takes its lines away, those around the change too", () => {
    expect(chosen(before, after, [edit("")])).toBe("");
    const long = `${before}8\n9\n`;
    expect(chosen(long, `${after}8\n9\n`, [edit("")])).toBe("8\n9\n");
  });

  test("gets the line end that it misses where lines follow, and not at the end of the file", () => {
    expect(chosen(`${before}8\n`, `${after}8\n`, [edit("x")])).toBe("x\n8\n");
    expect(chosen(before, after, [edit("x")])).toBe("x");
  });

  test("leaves lines of a file with several kinds of line ends as they are", () => {
    const mixed = "1\r\n2\n3\r\n4\n5\r\n6\n7";
    const wanted = mixed.replace("4", "four");
    expect(chosen(mixed, wanted, [edit("1\n2\n3\nmine\nand more\n5\n6\n7")])).toBe(
      "1\r\n2\n3\r\nmine\nand more\n5\r\n6\n7",
    );
  });

  test("whose text has CRLF is taken as it is", () => {
    expect(chosen(before, after, [edit("a\r\nb\n")])).toBe("a\r\nb\n");
  });

  test("of a new file is the file", () => {
    expect(chosen(null, "asked for\n", [edit("mine\n")])).toBe("mine\n");
    expect(chosen(null, "asked for\n", [leave])).toBeNull();
  });

  test.each([
    ["of a file that would be gone", "a\n", null, /would not be a text file/],
    [
      "of lines that are not shown whole",
      `${"a".repeat(9_000)}\n`,
      `${"a".repeat(4_500)}b${"a".repeat(4_500)}\n`,
      /too long/,
    ],
    ["of lines with returns inside", "a\rb\n1\n", "a\rb\n2\n", /carriage returns that end no line/],
    ["with half of a character", "a\n", "b\n", /half of a surrogate pair/],
    ["with a NUL", "a\n", "b\n", /NUL/],
  ] as const)("is refused: %s", (name, old, now, why) => {
    const own = name.includes("NUL") ? "\0" : name.includes("half") ? "\ud800" : "mine\n";
    expect(() => chosen(old, now, [edit(own)])).toThrow(why);
  });
});

test("answers that are too few or too many are refused", () => {
  expect(() => chosen("a\n", "b\n", [])).toThrow("0 answers for the 1 hunks");
  expect(() => chosen("a\n", "b\n", [take, take])).toThrow("2 answers for the 1 hunks");
});

test("a file that only moves, and one that is empty, have one answer; one that stays as it is has none", () => {
  const moved: FileChange = { path: "b", movedFrom: "a", kind: "unchanged", hunks: [] };
  expect(hunkPlaces([moved, compareTexts("c", null, ""), compareTexts("d", "x", "x")])).toEqual([
    { file: moved, hunk: null },
    { file: compareTexts("c", null, ""), hunk: null },
  ]);
});
