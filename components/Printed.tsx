import { Static, Text } from "ink";
import { memo } from "react";
import type { Printed as PrintedItem } from "./view.ts";

// A stable function: a new one would make Ink draw the static part again, past its frame limit.
const draw = (item: PrintedItem) => (
  <Text key={item.id} wrap="truncate">
    {item.text}
  </Text>
);

/** Finished things, each printed once into the scrollback. Memoised, so that live changes do not touch it. */
export const Printed = memo(function Printed({ items }: { readonly items: readonly PrintedItem[] }) {
  return <Static items={[...items]}>{draw}</Static>;
});
