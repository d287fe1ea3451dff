/** What keys of vim mode do: each row is keys, a text with `|` before the grapheme under the caret, and what comes of them. */
import { describe, expect, test } from "bun:test";
import { hasVim, runInVim } from "../support/vim.ts";
import { vimText } from "./vim-keys.ts";
import { type Row, table } from "./vim-table.ts";

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
