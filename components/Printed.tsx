import { Static, Text } from "ink";
import { memo } from "react";
import type { Printed as PrintedItem } from "./view.ts";

// A stable function: a new one would make Ink draw the static part again, past its frame limit.
const draw = ({ mark }: PrintedItem) => <Text key={mark}>{mark}</Text>;

/**
 * Finished things, each printed once into the scrollback: by their marks, in whose place the stream behind Ink puts the
 * texts. Memoised, so that live changes do not touch it.
 */
export const Printed = memo(function Printed({ items }: { readonly items: readonly PrintedItem[] }) {
  return <Static items={[...items]}>{draw}</Static>;
});
