import { Text } from "ink";
import { createContext, memo, useContext } from "react";

/**
 * Scripts whose characters Ink counts otherwise than we and terminals do, when several make up one cluster: those of
 * India and South-East Asia, fillers, joined signs.
 */
const countedOtherwise =
  /\u20e3|[\u{1f3fb}-\u{1f3ff}]|[\u0890-\u1cff\u3164\ua800-\uabff\uffa0\ufff0-\uffff\u{10a00}-\u{1343f}]/u;
const linkStart = "\u001b]8;";
/** A link to nowhere, which Ink closes at the end of the line: a line with a link is written anew as a whole. */
const wholeStart = `${linkStart}id=whole;\u001b\\`;
const wholeEnd = `${linkStart};\u001b\\`;

/**
 * Ink writes a line that has changed from its first change on, and counts the columns up to there itself. Where it would
 * count wrongly it is made to write all of the line; `withoutWhole` takes off what makes it.
 */
function asOnePiece(line: string): string {
  return countedOtherwise.test(line) && !line.includes(linkStart) ? wholeStart + line : line;
}

/** What Ink writes, without the signs that a line is written as a whole: they are not for the terminal. */
export function withoutWhole(written: string): string {
  if (!written.includes(wholeStart)) return written;
  const [first = "", ...others] = written.split(wholeStart);
  return first + others.map((rest) => rest.replace(wholeEnd, "")).join("");
}

/** What stands for a drawn line while Ink lays it out; the line itself where nothing else is said. */
export const LineMarks = createContext<(line: string) => string>((line) => line);

/** Lines that are already drawn and fit the window: put on screen as they are. Nothing for no lines. */
export function Lines({ lines }: { readonly lines: readonly string[] }) {
  // Each frame marks all of its lines, so this is not memoised; what Ink lays out is.
  const mark = useContext(LineMarks);
  if (lines.length === 0) return null;
  // A Text of an empty string has no height; a blank line keeps its row with a space.
  return <Block text={lines.map((line) => (line === "" ? " " : asOnePiece(mark(line)))).join("\n")} />;
}

const Block = memo(function Block({ text }: { readonly text: string }) {
  return <Text wrap="truncate">{text}</Text>;
});
