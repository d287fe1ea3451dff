/** Random markdown for property tests: lines that begin, continue, end and break every kind of block. */
import * as fc from "fast-check";

const pieces = [
  "plain words here",
  "**bold** and *em* and `code`",
  "**half open",
  "`tick",
  "[link](https://example.com/a?b=c)",
  "![image](x.png)",
  "中文混排 text 한국어",
  "👨‍👩‍👧 🇩🇪 é ❤️",
  "a | b",
  "~~gone~~ <b>tag</b> &amp; &#27;[31m",
  "\u001b[31mred\u001b[0m",
  "zero\u200bwidth \u202eoverride",
  "here | `code|here` | half \\| two \\\\| words",
  "[^1]: words\\",
  "[text](javascript:x) $x_1 * y$ half",
  "over\rwritten\ttext\u2028here",
  "\u001b]8;;https://e.com\u0007 two",
  "averyveryverylongwordwithoutanyblankinitthatmustbebrokensomewhere",
  "",
] as const;

const starts = [
  "",
  "",
  "",
  "# ",
  "### ",
  "> ",
  "> - ",
  "> > > ",
  "- > ",
  "1. - ",
  "- ",
  "* ",
  "1. ",
  "2. ",
  "10) ",
  "- [ ] ",
  "  - ",
  "   ",
  "    ",
  "\t",
  "      - ",
] as const;

const whole = [
  "",
  "",
  "",
  "   ",
  "```",
  "```ts",
  "~~~~",
  "  ```",
  "    ```",
  "      ```",
  "  | a | b |",
  "  |---|---|",
  "---",
  "===",
  "***",
  "| a | b |",
  "|---|:-:|",
  "| 1 | two words |",
  "- ```",
  "| a | two | words |",
  "\\[",
  "\\]",
  "-",
  "<div>",
  "<!-- note",
  "[ref]: https://example.com",
  "$$",
] as const;

const line = fc.oneof(
  fc.constantFrom(...whole),
  fc.tuple(fc.constantFrom(...starts), fc.constantFrom(...pieces)).map(([start, text]) => start + text),
);

/** A text of up to 40 lines; some end in CRLF, the last line may have no end. */
export const markdownText: fc.Arbitrary<string> = fc
  .tuple(fc.array(fc.tuple(line, fc.constantFrom("\n", "\n", "\n", "\r\n")), { maxLength: 40 }), line)
  .map(([lines, last]) => lines.map(([text, end]) => text + end).join("") + last);

/** Cuts a text at the given places, taken modulo its length. */
export function cut(text: string, places: readonly number[]): string[] {
  const offsets = [...new Set(places.map((place) => place % (text.length + 1)))].toSorted((a, b) => a - b);
  return [...offsets, text.length].map((end, index) => text.slice(index === 0 ? 0 : offsets[index - 1], end));
}
