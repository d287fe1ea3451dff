import { Text } from "ink";
import { memo } from "react";

/** Lines that are already drawn and fit the window: put on screen as they are. Nothing for no lines. */
export const Lines = memo(function Lines({ lines }: { readonly lines: readonly string[] }) {
  if (lines.length === 0) return null;
  // A Text of an empty string has no height; a blank line keeps its row with a space.
  return <Text wrap="truncate">{lines.map((line) => (line === "" ? " " : line)).join("\n")}</Text>;
});
