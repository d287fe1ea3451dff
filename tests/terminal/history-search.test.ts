import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import {
  emptySearch,
  foldedText,
  mostAhead,
  type HistorySearch,
  rangesOf,
  searchedLength,
  type SearchEntry,
  searchFor,
  searchFurther,
  searchNewer,
  searchOlder,
} from "../../src/terminal/history-search.ts";
import { graphemesOf } from "../../src/terminal/width.ts";

const entriesOf = (...texts: readonly string[]): SearchEntry[] =>
  texts.map((text) => ({ text, folded: foldedText(text) }));
const all = () => true;

describe("searching in what was sent", () => {
  // The newest first.
  const entries = entriesOf("ls", "npm test", "Git log", "git commit", "git status");
  const found = ({ found: indexes, at }: HistorySearch) => entries[indexes[at] ?? -1]?.text;
  const older = (search: HistorySearch) => searchOlder(entries, search, all);
  const first = (query: string) => searchFor(entries, emptySearch, query, all);

  test("finds the newest, and goes on to older ones up to the last", () => {
    const newest = first("git");
    expect(found(newest)).toBe("Git log");
    const second = older(newest);
    expect(found(second)).toBe("git commit");
    expect(found(searchNewer(second))).toBe("Git log");
    expect(searchNewer(newest)).toEqual(newest);
    const last = older(second);
    expect(found(last)).toBe("git status");
    expect(older(last)).toEqual(last);
  });

  test("a longer query stays on the match while it fits; a shorter one begins at the newest", () => {
    const longer = searchFor(entries, older(first("git")), "git c", all);
    expect([found(longer), longer.found.length]).toEqual(["git commit", 1]);
    expect(found(searchFor(entries, longer, "git", all))).toBe("Git log");
    expect(searchFor(entries, longer, "git cx", all)).toMatchObject({ found: [], at: -1 });
  });

  test("case counts only when the query has a capital, also one that comes later", () => {
    expect(first("Git").found).toEqual([2]);
    expect(searchFor(entries, first("g"), "gI", all).found).toEqual([]);
  });

  test("an empty query, and going on from nothing, find nothing", () => {
    expect(searchFor(entries, first("g"), "", all)).toEqual(emptySearch);
    expect(older(emptySearch)).toEqual(emptySearch);
    expect(searchNewer(emptySearch)).toEqual(emptySearch);
  });

  test("older ones that come later are found behind the others; what is shown stays", () => {
    const more = [...entries, ...entriesOf("git init")];
    const search = older(first("git"));
    const further = searchFurther(more, search, all);
    expect(further.found).toEqual([2, 3, 4, 5]);
    expect(further.at).toBe(search.at);
    const none = searchFor(entries, emptySearch, "init", all);
    expect(searchFurther(more, none, all)).toMatchObject({ found: [5], at: 0 });
  });

  test("only those that fit are found", () => {
    expect(searchFor(entries, emptySearch, "git", ({ text }) => !text.startsWith("G")).found).toEqual([3, 4]);
  });

  test("of 100,000 a key looks at each once at most, and no further than is shown soon", () => {
    let looks = 0;
    const many = Array.from({ length: 100_000 }, (_, index) => {
      const text = index % 1000 === 0 ? `deploy ${index}` : `prompt ${index}`;
      return {
        text,
        get folded() {
          looks += 1;
          return text;
        },
      };
    });
    const often = searchFor(many, emptySearch, "p", all);
    expect([often.found.length, looks]).toEqual([mostAhead, mostAhead]);
    looks = 0;
    const seldom = searchFor(many, emptySearch, "d", all);
    expect([seldom.found.length, looks]).toEqual([100, 100_000]);
    looks = 0;
    expect(searchOlder(many, searchFor(many, seldom, "de", all), all).at).toBe(1);
    expect(looks).toBe(100);
  });

  test("going on leads to the very last, however many there are", () => {
    const many = entriesOf(...Array.from({ length: 3 * mostAhead }, (_, index) => `${index}`));
    let search = searchFor(many, emptySearch, "1", all);
    for (let count = 0; count < many.length; count += 1) search = searchOlder(many, search, all);
    expect(many[search.found[search.at] ?? -1]?.text).toBe(`${3 * mostAhead - 1}`);
    expect(search.looked).toBe(many.length);
  });

  test("of a paste of megabytes the beginning is searched", () => {
    const [huge] = entriesOf(`needle ${"x".repeat(5_000_000)} end`);
    expect(huge?.folded.length).toBe(searchedLength);
    expect(rangesOf(huge?.text ?? "", "needle")).toEqual([{ start: 0, end: 6 }]);
    expect(rangesOf(huge?.text ?? "", "x").length).toBe(1000);
  });
});

describe("what is marked", () => {
  test("is where the query stands, taken literally", () => {
    expect(rangesOf("a.b (A.b) axb", "a.b")).toEqual([
      { start: 0, end: 3 },
      { start: 5, end: 8 },
    ]);
    expect(rangesOf("a.b (A.b)", "A.b")).toEqual([{ start: 5, end: 8 }]);
    expect(rangesOf("x", "(")).toEqual([]);
  });

  test("is whole characters as they are seen", () => {
    expect(rangesOf("cafe\u0301!", "cafe")).toEqual([{ start: 0, end: 5 }]);
    expect(rangesOf("👨‍👩‍👧 x", "👩")).toEqual([{ start: 0, end: 8 }]);
    expect(rangesOf("日本語", "本")).toEqual([{ start: 1, end: 2 }]);
  });

  test("never cuts a character and never overlaps, whatever is searched", () => {
    const piece = fc.constantFrom("a", "e\u0301", "👨‍👩‍👧", "🇩🇪", "日", "İ", "각", "ß", " ", "\n", "👍🏽");
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(piece, { minLength: 1, maxLength: 3 }),
        (text, query) => {
          const whole = text.join("");
          let at = 0;
          const edges = new Set([0, ...graphemesOf(whole).map((grapheme) => (at += grapheme.length))]);
          let behind = 0;
          for (const { start, end } of rangesOf(whole, query.join(""))) {
            expect(edges.has(start) && edges.has(end) && start >= behind && end > start).toBe(true);
            behind = end;
          }
        },
      ),
    );
  });
});
