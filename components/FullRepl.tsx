import { Box, useCursor } from "ink";
import { useSyncExternalStore } from "react";
import type { Style } from "../src/terminal/style.ts";
import { FullScreenPage, type FullScreenView } from "./FullScreen.tsx";
import { Lines } from "./Lines.tsx";
import { caretOf, Live } from "./Live.tsx";
import type { ViewSource } from "./Repl.tsx";
import type { ReplView } from "./view.ts";

/** What the whole window shows: the conversation with the composer below it, or something that has it for a while. */
export type FullReplView = {
  /** Drawn; with the live part below them they fill the window. */
  readonly transcript: readonly string[];
  readonly live: ReplView;
  readonly page: FullScreenView | null;
};

/** The conversation on the alternate screen: what was said above, what lives below. */
export function FullRepl({
  source,
  style,
}: {
  readonly source: ViewSource<FullReplView>;
  readonly style: Style;
}) {
  const { transcript, live, page } = useSyncExternalStore(source.subscribe, source.get);
  const { setCursorPosition } = useCursor();
  const { x, y } = caretOf(live);
  setCursorPosition(page === null ? { x, y: transcript.length + y } : undefined);
  if (page !== null) return <FullScreenPage page={page} style={style} />;
  return (
    <Box flexDirection="column">
      <Lines lines={transcript} />
      <Live view={live} style={style} />
    </Box>
  );
}
