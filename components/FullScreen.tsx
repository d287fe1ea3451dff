import { Box } from "ink";
import { useSyncExternalStore } from "react";
import type { Style } from "../src/terminal/style.ts";
import { truncateLine } from "../src/terminal/width.ts";
import { Lines } from "./Lines.tsx";
import type { ViewSource } from "./Repl.tsx";

/** A whole window of lines with one line at the bottom that says where one is. */
export type FullScreenView = {
  readonly columns: number;
  readonly rows: number;
  /** At most `rows - 1` lines, drawn. */
  readonly lines: readonly string[];
  readonly footer: string;
};

/** The alternate screen: a transcript or a long text, in a window that scrolls. */
export function FullScreen({
  source,
  style,
}: {
  readonly source: ViewSource<FullScreenView>;
  readonly style: Style;
}) {
  const page = useSyncExternalStore(source.subscribe, source.get);
  return <FullScreenPage page={page} style={style} />;
}

/** One view of it. */
export function FullScreenPage({ page, style }: { readonly page: FullScreenView; readonly style: Style }) {
  const { columns, rows, lines, footer } = page;
  const height = Math.max(1, rows - 1);
  const filled = Array.from({ length: height }, (_, index) => lines[index] ?? "");
  return (
    <Box flexDirection="column">
      <Lines lines={filled} />
      <Lines lines={[style.dim(truncateLine(footer, columns))]} />
    </Box>
  );
}
