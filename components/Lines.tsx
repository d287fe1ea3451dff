import { Text } from "ink";
import { createContext, memo, useContext } from "react";

/** What stands for a drawn line while Ink lays it out; the line itself where nothing else is said. */
export const LineMarks = createContext<(line: string) => string>((line) => line);

/** Lines that are already drawn and fit the window: put on screen as they are. Nothing for no lines. */
export function Lines({ lines }: { readonly lines: readonly string[] }) {
  // Each frame marks all of its lines, so this is not memoised; what Ink lays out is.
  const mark = useContext(LineMarks);
  if (lines.length === 0) return null;
  // A Text of an empty string has no height; a blank line keeps its row with a space.
  return <Block text={lines.map((line) => (line === "" ? " " : mark(line))).join("\n")} />;
}

const Block = memo(function Block({ text }: { readonly text: string }) {
  return <Text wrap="truncate">{text}</Text>;
});
