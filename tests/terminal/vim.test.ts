/** What keys of vim mode do: each row is keys, a text with `|` before the grapheme under the caret, and what comes of them. */
import { describe, expect, test } from "bun:test";
import { hasVim, runInVim } from "../support/vim.ts";
import { vimText } from "./vim-keys.ts";

type Row = readonly [keys: string, before: string, after: string];

const table: Readonly<Record<string, readonly Row[]>> = {
  motions: [
    ["w", "one| two", "one |two"],
    ["2w", "|one, two", "one, |two"],
    ["W", "|a.b c", "a.b |c"],
    ["b", "one tw|o", "one |two"],
    ["B", "a.b c.|d", "a.b |c.d"],
    ["e", "|one two", "on|e two"],
    ["E", "|a.b c", "a.|b c"],
    ["ge", "one |two", "on|e two"],
    ["gE", "a.b |c", "a.|b c"],
    ["0", "one| two", "|one two"],
    ["^", "  one| two", "  |one two"],
    ["$", "|one two", "one tw|o"],
    ["gg", "one\n  t|wo", "|one\n  two"],
    ["G", "|one\n  two", "one\n  |two"],
    ["2G", "|one\n  two\nthree", "one\n  |two\nthree"],
    ["fo", "|one two", "one tw|o"],
    ["2fo", "|one two", "|one two"],
    ["Fo", "one tw|o", "|one two"],
    ["tw", "|one two", "one |two"],
    ["Tn", "one t|wo", "on|e two"],
    ["fo;", "|one two o", "one two |o"],
    ["fo;,", "|one two o", "one tw|o o"],
    ["to;", "|one two o", "one two| o"],
    ["}", "|one\ntwo\n\nthree", "one\ntwo\n|\nthree"],
    ["{", "one\n\ntwo\nthr|ee", "one\n|\ntwo\nthree"],
    ["%", "|f(a[1], b)", "f(a[1], b|)"],
    ["%", "f(a[1], b|)", "f|(a[1], b)"],
    ["j", "one t|wo\nx\nlonger", "one two\n|x\nlonger"],
    ["jj", "one t|wo\nx\nlonger", "one two\nx\nlonge|r"],
    ["$jj", "|one\ntwo\nthree", "one\ntwo\nthre|e"],
    ["3l", "|one two", "one| two"],
    ["9l", "|one", "on|e"],
    ["2h", "on|e", "|one"],
    ["50%", "|a\nb\nc\nd", "a\n|b\nc\nd"],
  ],
  operators: [
    ["dw", "one |two three", "one |three"],
    ["d2w", "|one two three", "|three"],
    ["2d2w", "|a b c d e", "|e"],
    ["dW", "|a.b c", "|c"],
    ["de", "|one two", "| two"],
    ["db", "one tw|o", "one |o"],
    ["d0", "one |two", "|two"],
    ["d$", "one |two", "one| "],
    ["d^", "  one |two", "  |two"],
    ["dd", "one\nt|wo\nthree", "one\n|three"],
    ["2dd", "o|ne\ntwo\nthree", "|three"],
    ["dj", "o|ne\ntwo\nthree", "|three"],
    ["dk", "one\nt|wo\nthree", "|three"],
    ["dG", "one\nt|wo\nthree", "|one"],
    ["dgg", "one\nt|wo\nthree", "|three"],
    ["dfo", "|one two", "|"],
    ["dto", "|one two", "|o"],
    ["dFo", "one tw|o", "|o"],
    ["d%", "f|(a, b) c", "f| c"],
    ["d}", "|one\ntwo\n\nthree", "|\nthree"],
    ["dw", "one |two\nthree", "one| \nthree"],
    ["dw", "|one\n  two", "|\n  two"],
    ["cwX\u001b", "|one two", "|X two"],
    ["c2wX\u001b", "|one two three", "|X three"],
    ["cw_\u001b", "one| two", "one|_two"],
    ["ccX\u001b", "one\nt|wo", "one\n|X"],
    ["CX\u001b", "one |two", "one |X"],
    ["ceX\u001b", "|one two", "|X two"],
    ["yyp", "o|ne\ntwo", "one\n|one\ntwo"],
    ["yyP", "one\nt|wo", "one\n|two\ntwo"],
    ["ywP", "|one two", "one| one two"],
    ["y$p", "one |two", "one ttw|owo"],
    ["yj2p", "|a\nb\nc", "a\n|a\nb\na\nb\nb\nc"],
    [">>", "o|ne", "  |one"],
    ["<<", "    o|ne", "  |one"],
    [">j", "|one\ntwo\n\nx", "  |one\n  two\n\nx"],
    ["guw", "|ONE TWO", "|one TWO"],
    ["gUiw", "one t|wo", "one |TWO"],
    ["g~~", "One |tWO", "|oNE Two"],
    ["gUU", "one t|wo", "|ONE TWO"],
  ],
  "text objects": [
    ["diw", "one t|wo three", "one | three"],
    ["daw", "one t|wo three", "one |three"],
    ["daw", "one two t|hree", "one tw|o"],
    ["d2aw", "a |b c d", "a |d"],
    ["diw", "one | two", "one|two"],
    ["daW", "x a.|b c", "x |c"],
    ["ciwX\u001b", "one t|wo three", "one |X three"],
    ['di"', 'say "o|ne two" now', 'say "|" now'],
    ['da"', 'say "o|ne two" now', "say |now"],
    ['ci"X\u001b', '|say "one"', 'say "|X"'],
    ["di'", "a 'b |c' d", "a '|' d"],
    ["da`", "a `b| c` d", "a |d"],
    ["di(", "f(a, |b) c", "f(|) c"],
    ["da(", "f(a, |b) c", "f| c"],
    ["dib", "f(a, |b) c", "f(|) c"],
    ["d2i(", "f(g(a|), b)", "f(|)"],
    ["di(", "f(\n  o|ne\n)", "f(\n|)"],
    ["di[", "x[1|2]", "x[|]"],
    ["da{", "x {| a } y", "x | y"],
    ["diB", "x { |a } y", "x {|} y"],
    ["di<", "a <b|c> d", "a <|> d"],
    ["dip", "one\ntw|o\n\nthree", "|\nthree"],
    ["dap", "one\ntw|o\n\nthree", "|three"],
    ["d2ap", "o|ne\n\ntwo\n\nthree", "|three"],
    ["dis", "One. T|wo. Three.", "One. | Three."],
    ["das", "One. T|wo. Three.", "One. |Three."],
  ],
  "single keys": [
    ["x", "o|ne", "o|e"],
    ["3x", "|one two", "| two"],
    ["x", "on|e", "o|n"],
    ["X", "on|e", "o|e"],
    ["rX", "o|ne", "o|Xe"],
    ["2rX", "|one", "X|Xe"],
    ["5rX", "|one", "|one"],
    ["r\r", "one| two", "one\n|two"],
    ["sX\u001b", "o|ne", "o|Xe"],
    ["SX\u001b", "one\nt|wo", "one\n|X"],
    ["D", "one| two", "on|e"],
    ["J", "o|ne\n  two", "one| two"],
    ["3J", "|a\nb\nc", "a b| c"],
    ["J", "one |\n)", "one |)"],
    ["gJ", "one|\n two", "one| two"],
    ["~", "|one", "O|ne"],
    ["5~", "o|Ne", "on|E"],
    ["p", "on|e", "on|e"],
    ["xp", "|one two", "n|oe two"],
    ["ddp", "|one\ntwo", "two\n|one"],
    ["ddP", "one\nt|wo", "|two\none"],
    ["iX\u001b", "o|ne", "o|Xne"],
    ["3iX\u001b", "o|ne", "oXX|Xne"],
    ["aX\u001b", "o|ne", "on|Xe"],
    ["IX\u001b", "  on|e", "  |Xone"],
    ["AX\u001b", "|one", "one|X"],
    ["oX\u001b", "|one\ntwo", "one\n|X\ntwo"],
    ["OX\u001b", "one\nt|wo", "one\n|X\ntwo"],
    ["2oX\u001b", "|one", "one\nX\n|X"],
    ["RXY\u001b", "o|ne two", "oX|Y two"],
    ["RXYZW\u001b", "on|e", "onXYZ|W"],
    ["2RX\u001b", "|one two", "X|Xe two"],
  ],
  "again, undo and redo": [
    ["x..", "|one", "|"],
    ["x2.", "|one two", "| two"],
    ["dw.", "|a b c", "|c"],
    ["ciwX\u001bw.", "|a b", "X |X"],
    ["AX\u001bj.", "|a\nb", "aX\nb|X"],
    ["2iX\u001b.", "|a", "XX|XXa"],
    ["oX\u001b.", "|a", "a\nX\n|X"],
    ["vlx.", "|abcdef", "|ef"],
    ["Vd.", "|a\nb\nc", "|c"],
    ["xu", "|one", "|one"],
    ["xxuu", "|one", "|one"],
    ["xu\u0012", "o|ne", "o|e"],
    ["AX Y\u001bu", "|one", "on|e"],
    ["ddu", "one\nt|wo", "one\n|two"],
  ],
  visual: [
    ["vd", "o|ne", "o|e"],
    ["vld", "|one", "|e"],
    ["vey", "|one two", "|one two"],
    ["veyP", "|one two", "on|eone two"],
    ["vbd", "one tw|o", "one| "],
    ["vjd", "o|ne\ntwo", "o|o"],
    ["v$d", "o|ne\ntwo", "o|two"],
    ["Vd", "one\nt|wo\nthree", "one\n|three"],
    ["Vjd", "o|ne\ntwo\nthree", "|three"],
    ["VjJ", "o|ne\ntwo\nthree", "one| two\nthree"],
    ["viwd", "one t|wo three", "one | three"],
    ["vawd", "one t|wo three", "one |three"],
    ["vi(d", "f(a, |b) c", "f(|) c"],
    ["vipd", "one\nt|wo\n\nx", "|\nx"],
    ["v3lod", "|one two", "|two"],
    ["vhod", "one t|wo", "one |o"],
    ["vecX\u001b", "|one two", "|X two"],
    ["VcX\u001b", "one\nt|wo", "one\n|X"],
    ["veU", "|one two", "|ONE two"],
    ["ve~", "|One two", "|oNE two"],
    ["verX", "|one two", "|XXX two"],
    ["V>", "|one", "  |one"],
    ["Vj>", "|one\ntwo", "  |one\n  two"],
    ["yiwwvep", "|one two", "one on|e"],
    ["yiwwvePwviwp", "|one two three", "one one on|e"],
    ["yyjVp", "|one\ntwo", "one\n|one"],
    ["yyjvp", "|one\ntwo", "one\n\n|one\nwo"],
    ["vV\u001b", "o|ne", "o|ne"],
    ["vVd", "one\nt|wo", "|one"],
    ["VX", "one\nt|wo", "|one"],
    ["vY", "o|ne\ntwo", "|one\ntwo"],
    ["v\u001b", "o|ne", "o|ne"],
  ],
  "other scripts": [
    ["x", "|日本 x", "|本 x"],
    ["dw", "|日本 x", "|x"],
    ["dw", "|日本ひら", "|ひら"],
    ["e", "|日本ひら", "日|本ひら"],
    ["diw", "カ|タカナ漢字", "|漢字"],
    ["$x", "|añé", "a|ñ"],
    ["~", "|é", "|É"],
    ["r漢", "|é", "|漢"],
    ["fé", "|a é é", "a |é é"],
    ["d2l", "|日本語", "|語"],
  ],
};

function unmarked(marked: string): { readonly text: string; readonly caret: number } {
  return { text: marked.replace("|", ""), caret: marked.indexOf("|") };
}

function marked({ text, caret }: { readonly text: string; readonly caret: number }): string {
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

for (const [name, rows] of Object.entries(table)) {
  describe(name, () => {
    test.each(rows)("%j on %j gives %j", (keys, before, after) => {
      const { text, caret } = unmarked(before);
      const { buffer, press } = vimText(text, caret);
      press(keys.replaceAll("\r", "\n"));
      expect(marked({ text: buffer.content.text, caret: buffer.caret })).toBe(after);
    });
  });
}

test.skipIf(!hasVim)(
  "vim itself does the same (skipped where there is no vim with its script language)",
  () => {
    const rows = Object.values(table).flat();
    const results = runInVim(rows.map(([keys, before]) => ({ ...unmarked(before), keys })));
    expect(
      rows.map(
        ([keys, before], at) => [keys, before, marked(results[at] ?? { text: "", caret: 0 })] as const,
      ),
    ).toEqual(rows);
  },
);

describe("what vim does not know", () => {
  const family = "👨‍👩‍👧";
  const rows: readonly Row[] = [
    ["x", `|${family}!`, "|!"],
    ["l", `|${family}!`, `${family}|!`],
    ["dl", "|e\u0301a", "|a"],
    ["$", `a${family}`, `a|${family}`],
    [`f${family}`, `|a ${family}`, `a |${family}`],
    [`r${family}`, "|a", `|${family}`],
    ["RX\u007f\u001b", "o|ne", "|one"],
    ["RXYZW\u007f\u007f\u007f\u001b", "on|e", "on|X"],
  ];
  test.each(rows)("%j on %j gives %j", (keys, before, after) => {
    const { text, caret } = before.includes("|") ? unmarked(before) : { text: before, caret: 0 };
    const { buffer, press } = vimText(text, caret);
    press(keys);
    expect(marked({ text: buffer.content.text, caret: buffer.caret })).toBe(after);
  });

  test("keys that mean nothing do nothing, and the next command is whole", () => {
    const { buffer, press } = vimText("one two");
    press("dqz\u0012gqdw");
    expect(buffer.content.text).toBe("two");
  });

  test("Esc takes back a command that is not complete", () => {
    const { buffer, press, outside } = vimText("one two");
    press("2d\u001bw");
    expect(buffer.content.text).toBe("one two");
    expect(buffer.caret).toBe(4);
    expect(outside).toEqual([]);
    press("\u001b");
    expect(outside).toEqual([{ type: "run", command: "dismiss" }]);
  });
});

describe("chips", () => {
  const chip = { kind: "paste", id: 1, text: "many\nlines\n", lines: 2 } as const;
  const withChip = { text: "see \u001a now", chips: [chip] };

  test("are one grapheme and a word of their own", () => {
    const { buffer, press } = vimText(withChip);
    press("wx");
    expect(buffer.value()).toBe("see  now");
    press("u");
    expect(buffer.value()).toBe("see many\nlines\n now");
    press("daw");
    expect(buffer.value()).toBe("see now");
  });

  test("are yanked, deleted and put back whole", () => {
    const { buffer, press } = vimText(withChip);
    press("ywwyl$p");
    expect(buffer.value()).toBe("see many\nlines\n nowmany\nlines\n");
    expect(buffer.content.chips).toEqual([chip, chip]);
    press("ddp");
    expect(buffer.content.chips).toEqual([chip, chip]);
  });

  test("stay as they are when letters around them change", () => {
    const { buffer, press } = vimText(withChip);
    press("gUUVg~>>0~");
    expect(buffer.value()).toBe("  see many\nlines\n now");
    expect(buffer.content.chips).toEqual([chip]);
  });
});

describe("the clipboard", () => {
  test('"+y hands on what is yanked, chips as what they stand for, and "+p puts it in again', () => {
    const { buffer, press, outside } = vimText("one two");
    press('"+yw"_yy');
    expect(outside).toEqual([{ type: "copy", content: { text: "one ", chips: [] } }]);
    press('wyl0"+P');
    expect(buffer.value()).toBe("one one two");
    press('"+yy');
    expect(outside.at(-1)).toEqual({ type: "copy", content: { text: "one one two\n", chips: [] } });
  });

  test('"+p says so where nothing was copied', () => {
    const { buffer, press, outside } = vimText("one");
    press('yl"+p');
    expect(buffer.value()).toBe("one");
    expect(outside).toEqual([{ type: "nothing-copied" }]);
  });
});

describe("the end of the text", () => {
  test("j and k lead on to the history, also with a count; with an operator they do nothing", () => {
    const { buffer, press, outside } = vimText("one\ntwo");
    press("dkk");
    expect(outside).toEqual([{ type: "run", command: "history-previous" }]);
    press("5j");
    expect(outside).toHaveLength(1);
    press("dj3j");
    expect(outside.slice(1)).toEqual([{ type: "run", command: "history-next" }]);
    expect(buffer.value()).toBe("one\ntwo");
  });

  test("/ looks for older messages, and begins a command where nothing is written", () => {
    const written = vimText("one");
    written.press("/");
    expect(written.outside).toEqual([{ type: "run", command: "search-history" }]);
    const empty = vimText("");
    empty.press("/");
    expect(empty.outside).toEqual([{ type: "type", text: "/" }]);
    expect(empty.vim.mode).toBe("insert");
  });
});

describe("a paste", () => {
  const pasted = "dd";
  test.each([
    ["in normal mode comes behind the caret", "on|e", "", "onedd|"],
    ["at the start of a line before it", "|one", "", "dd|one"],
    ["in visual mode takes the place of what is selected", "o|ne two", "ve", "odd| two"],
    ["takes back a command that waits", "on|e", "2d", "onedd|"],
  ])("%s", (_name, before, keys, after) => {
    const { text, caret } = unmarked(before);
    const { buffer, vim, press } = vimText(text, caret);
    press(keys);
    vim.paste(false, () => buffer.insertPaste(pasted));
    const { text: expected, caret: end } = unmarked(after);
    expect(buffer.value()).toBe(expected);
    expect(buffer.caret).toBe(end - 1);
    expect(vim.mode).toBe("normal");
  });

  test("that comes in parts is one text, and one chip where it is long", () => {
    const { buffer, vim, press } = vimText("a b", 0);
    const parts = ["x".repeat(400), "y".repeat(400), "z".repeat(400)];
    parts.forEach((part, at) => vim.paste(at > 0, () => buffer.insertPaste(part, at > 0)));
    expect(buffer.content.chips).toHaveLength(1);
    expect(buffer.value()).toBe(`${parts.join("")}a b`);
    press("x");
    expect(buffer.value()).toBe("a b");
  });
});
