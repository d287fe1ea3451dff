/** Maths inside a text. It is shown as it was written: what marks emphasis elsewhere is a sign there. */
import type { TokenizerExtension } from "marked";

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
