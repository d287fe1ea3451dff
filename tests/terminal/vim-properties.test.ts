/** What must hold for any keys in vim mode. */
import { expect, test } from "bun:test";
import fc from "fast-check";
import { type Content, expandContent } from "../../src/terminal/text-buffer/content.ts";
import { isEmptyLine, onGrapheme } from "../../src/terminal/vim/places.ts";
import { hasVim, runInVim, type VimCase } from "../support/vim.ts";
import { vimText } from "./vim-keys.ts";

const escape = "\u001b";
const graphemes = [
  ...Array.from("ab c.,()[]{}<>\"'`\n\n  _-"),
  "é",
  "e\u0301",
  "日",
  "ひ",
  "👨‍👩‍👧",
  "🇩🇪",
  "\t",
  "ß",
];
const chipMark = "\u001a";
const chips = ["first\nchip", "second chip"].map((text, at) => ({
  kind: "paste" as const,
  id: at + 1,
  text,
  lines: 1,
}));

const texts = fc
  .tuple(fc.array(fc.constantFrom(...graphemes), { maxLength: 30 }), fc.nat(), fc.nat())
  .map(([parts, one, other]): Content => {
    const places = [one, other].map((place) => place % (parts.length + 1)).toSorted((a, b) => a - b);
    const [first = 0, second = 0] = places;
    const marked = [
      ...parts.slice(0, first),
      chipMark,
      ...parts.slice(first, second),
      chipMark,
      ...parts.slice(second),
    ];
    return { text: marked.join(""), chips };
  });

const anyKeys = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...Array.from("hjklwbeWBE0^${}%;,fFtTdcy<>guUvViIaAoOpPxXsSDCYJr~R.\"+123456789()[]{}'`n "),
        "日",
        "👨‍👩‍👧",
      ),
      fc.constantFrom(escape, escape, "\u0012", "\u007f"),
    ),
    { maxLength: 40 },
  )
  .map((keys) => keys.join(""));

test("the caret stands on a grapheme, chips stay whole, and undoing everything gives back the text", () => {
  fc.assert(
    fc.property(texts, anyKeys, (content, keys) => {
      const { buffer, vim, press } = vimText(content);
      const known = new Set(chips.map(({ text }) => text));
      for (const key of keys) {
        press(key);
        const { text, chips: kept } = buffer.content;
        expect(buffer.caret).toBeWithin(0, text.length + 1);
        if (vim.mode === "normal") expect(buffer.caret).toBe(onGrapheme(text, buffer.caret));
        const starts = [...new Intl.Segmenter().segment(text)].map(({ index }) => index);
        expect([...starts, text.length]).toContain(buffer.caret);
        expect(text.split(chipMark)).toHaveLength(kept.length + 1);
        expect(kept.every((chip) => chip.kind === "paste" && known.has(chip.text))).toBe(true);
        if (text.length > 2_000) break;
      }
      press(escape + escape);
      expect(vim.mode).toBe("normal");
      press("9999u");
      expect(buffer.value()).toBe(expandContent(content));
    }),
    { numRuns: 400 },
  );
});

/** Brackets and quotes are not mixed: vim looks for quotes where it looks ahead for a bracket, and we do not. */
const signs = ["(", ")", "{", "}", "[", "]"];
const quotes = ['"', '"', "'", "`"];
const words = ["a", "foo", "Bc", " ", "  ", "\n", "\n\n", ".", ", ", "-", "é", "日本", "x_1"];
const forward = [
  "l",
  "w",
  "e",
  "W",
  "E",
  "$",
  "G",
  "fa",
  "tb",
  "fo;",
  "to;",
  "2w",
  "3l",
  "2e",
  "j",
  "2j",
  "}",
];
const backward = ["h", "b", "B", "ge", "gE", "0", "gg", "%", "Fa", "Ta", "2b", "2G", "k"];
const objects = ["iw", "aw", "iW", "aW", "ip", "ap", "2aw"];
const blocks = ["i(", "a(", "i[", "a[", "i{", "a{"];
const quoted = ['i"', 'a"', "i'", "a'", "i`", "a`"];
const inserted = `Qx${escape}`;

const singles = [
  ..."x 3x X D Yp yyP J gJ ~ 3~ rz 2rz xp ddp >> << x.".split(" "),
  ...["i", "3i", "a", "I", "A", "o", "O", "2o", "R", "s", "S", "C"].map((key) => key + inserted),
  `A${inserted}j.`,
];

/** One of each, one behind the other. */
function rows(...parts: readonly (readonly string[])[]): fc.Arbitrary<string> {
  return fc.tuple(...parts.map((part) => fc.constantFrom(...part))).map((keys) => keys.join(""));
}

function casesOf(set: readonly string[], keys: fc.Arbitrary<string>): fc.Arbitrary<VimCase> {
  const texts = fc.array(fc.constantFrom(...words, ...set), { minLength: 1, maxLength: 14 });
  return fc.tuple(texts, fc.nat(), keys).map(([parts, place, pressed]) => {
    const text = parts.join("");
    return { text, caret: onGrapheme(text, place % (text.length + 1)), keys: pressed };
  });
}

const vimCases = fc.oneof(
  casesOf(
    signs,
    fc.oneof(
      rows(forward),
      rows(backward),
      rows(singles),
      rows(["d", "y", ">", "<"], [...forward, ...backward]),
      rows(["gU", "g~"], forward),
      rows(["d", "y", "gU"], [...objects, ...blocks]),
      rows(["v", "V"], ["l", "e", "w", "j", "$", "iw"], ["d", "y", "~", "U"]),
    ),
  ),
  casesOf(quotes, rows(["d", "y", "gU"], quoted)),
);

test.skipIf(!hasVim)(
  "vim itself does the same (skipped where there is no vim with its script language)",
  () => {
    // At an empty line vim's words are not where the caret is.
    const isOdd = ({ text, caret, keys }: VimCase) => isEmptyLine(text, caret) && /[ia]w/i.test(keys);
    const cases = fc.sample(vimCases, 2_000).filter((one) => !isOdd(one));
    const results = runInVim(cases);
    expect(results).toHaveLength(cases.length);
    cases.forEach((one, at) => {
      const { buffer, press } = vimText(one.text, one.caret);
      press(one.keys + escape);
      const { text, caret, register } = results[at] ?? { text: "", caret: 0, register: "" };
      // Where nothing can be done vim leaves the caret where it looked; we leave it where it was.
      const nothingDone = text === one.text && register === "";
      expect({ ...one, after: buffer.content.text, at: nothingDone ? caret : buffer.caret }).toEqual({
        ...one,
        after: text,
        at: caret,
      });
    });
  },
);
