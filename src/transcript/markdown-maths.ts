/** Maths inside a text: what marks emphasis elsewhere is a sign there. It is shown as text where that can be read. */
import type { TokenizerExtension } from "marked";
import { mathsText } from "./maths-text.ts";

export type MathsToken = { readonly type: "maths"; readonly raw: string };

/** Longer formulas are text like any other: no search goes on for ever. UTF-16 units. */
const longest = 1000;

/**
 * `$…$` on one line, with no blank inside its marks and no digit behind them, so that two prices are none; `$$…$$`,
 * `\(…\)` and `\[…\]` without a blank line.
 */
const maths = new RegExp(
  String.raw`^(?:\$\$(?!\$)(?:(?!\n[ \t]*\n)[^$])+\$\$` +
    String.raw`|\$(?![\s$])(?:\\.|[^$\n\\])*?(?<!\s)\$(?![\d$])` +
    String.raw`|\\\((?:(?!\n[ \t]*\n)[\s\S])+?\\\)` +
    String.raw`|\\\[(?:(?!\n[ \t]*\n)[\s\S])+?\\\])`,
);

/** The extension with which marked finds it. */
export const mathsExtension: TokenizerExtension = {
  name: "maths",
  level: "inline",
  start: (text) => {
    const at = text.search(/\$|\\[([]/);
    return at === -1 ? undefined : at;
  },
  tokenizer(text): MathsToken | undefined {
    const raw = maths.exec(text.slice(0, longest))?.[0];
    return raw === undefined ? undefined : { type: "maths", raw };
  },
};

const marks = /^(\$\$?|\\\(|\\\[)([^]*?)(\$\$?|\\\)|\\\])$/;
/** What one only writes in maths. */
const texCommand = /\\[a-zA-Z]/;
/** A word, or an end that no formula has: `$HOME/bin:$PATH` is the shell's. */
const noFormula = /[a-zA-Z]{2}|[-+*/=<>,;:.([|&]\s*$/;

/** Maths with its marks → what is shown of it. The marks stay where something of it is TeX still. */
export function readableMaths(raw: string): string {
  const [, open = "", inner = "", close = ""] = marks.exec(raw) ?? [];
  if (open === "$" && !texCommand.test(inner) && noFormula.test(inner.replaceAll(/[_^]\{[^{}]*\}/g, "")))
    return raw;
  const { text, isWhole } = mathsText(inner);
  return isWhole ? text.trim() : open + text + close;
}

/** A line of maths that stands between marks on lines of their own. */
export function readableMathsLine(line: string): string {
  return mathsText(line).text;
}
