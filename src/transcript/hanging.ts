/** Tables of plain text in windows of any width: what does not fit goes on below its own column. */
import { widthOf, wrapLine } from "../terminal/width.ts";

/** The lines of a plain text, at most `width` wide. An indented line goes on where its second column begins. */
export function wrapHanging(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapRow(line, width));
}

function wrapRow(line: string, width: number): readonly string[] {
  const wrapped = wrapLine(line, width);
  const first = wrapped[0] ?? "";
  const lead = / *(?=\S)/.exec(line)?.[0].length ?? 0;
  if (wrapped.length === 1 || lead < 2 || !line.startsWith(first)) return wrapped;
  const second = / {2,}\S+.*? {2,}(?=\S)/.exec(line)?.[0];
  const column = second === undefined ? 0 : widthOf(second);
  const indent = column > lead && column <= width / 2 ? column : Math.min(lead + 2, Math.floor(width / 2));
  const others = wrapLine(line.slice(first.length).trimStart(), width - indent);
  return [first].concat(others.map((other) => " ".repeat(indent) + other));
}
