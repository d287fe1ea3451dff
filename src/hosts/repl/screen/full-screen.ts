/** What has the whole window for a while, on the alternate screen. */
import { createElement } from "react";
import { FullScreen, type FullScreenView } from "../../../../components/FullScreen.tsx";
import type { InputEvent } from "../../../terminal/input/event.ts";
import type { TerminalOutput } from "../../../terminal/output.ts";
import type { Style } from "../../../terminal/style.ts";
import { openInkRoot } from "./ink-root.ts";
import { createStore } from "./store.ts";

/** Something that fills the window for a while. `onInput` says whether it stays. */
export type FullScreenMode = {
  /** Every key is its own, also those that hold everywhere. */
  readonly takesEveryKey?: true;
  view(columns: number, rows: number): FullScreenView;
  onInput(event: InputEvent): "stay" | "close";
};

export type OpenFullScreen = {
  readonly mode: FullScreenMode;
  /** What it shows has changed. */
  refresh(): void;
  /** The window has changed, or somebody else had it. */
  resized(): void;
  close(): void;
};

/** Draws a mode on the alternate screen, which the terminal must show already. */
export function openFullScreen(terminal: TerminalOutput, mode: FullScreenMode, style: Style): OpenFullScreen {
  const view = () => mode.view(terminal.columns, terminal.rows);
  const store = createStore<FullScreenView>(view());
  // The alternate screen keeps the cursor where the main screen had it; the frame starts at the top.
  terminal.write("\u001b[H");
  const root = openInkRoot(terminal, createElement(FullScreen, { source: store, style }));
  return {
    mode,
    refresh: () => store.set(view()),
    resized() {
      root.startOver("\u001b[H\u001b[J");
      store.set(view());
    },
    close: () => root.close(),
  };
}
