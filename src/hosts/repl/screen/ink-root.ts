/** One Ink root over the terminal, drawn only when the screen wants it. */
import { render } from "ink";
import { createElement, type ReactElement } from "react";
import { LineMarks } from "../../../../components/Lines.tsx";
import type { TerminalOutput } from "../../../terminal/output.ts";
import { createInkOutput, createSilentInput, type FrameWatch } from "./ink-streams.ts";

export type InkRoot = {
  /** Takes lines that are to be printed, and returns what Ink is to print instead. */
  mark(text: string): string;
  /** Ink draws at the end of the tick; this prints at once what waits to be printed. */
  settle(): void;
  /** From here on nothing of what Ink draws reaches the terminal. */
  rest(): void;
  /**
   * Ink forgets what it has drawn, and draws whole frames again, from where the cursor is then: behind `erasure`, which is
   * written together with the next frame. `onErased` is called when it is.
   */
  startOver(erasure?: string, onErased?: () => void): void;
  close(): void;
};

const everyFrame: FrameWatch = { mayWrite: () => true, onDrawn: () => {}, onDropped: () => {} };

/**
 * Ink must not hold keys back, so its own frame limit is high: streamed text is gathered before it gets here.
 * `interactive` is said outright because Ink takes any CI variable for a reason to stay silent. Ink is not told of
 * resizes: it would draw the old frame once more, in the new window.
 */
export function openInkRoot(
  terminal: TerminalOutput,
  element: ReactElement,
  watch: FrameWatch = everyFrame,
): InkRoot {
  const output = createInkOutput(terminal, watch);
  const marked = createElement(LineMarks, { value: (line) => output.markLine(line) }, element);
  const instance = render(marked, {
    stdout: output.stream,
    stdin: createSilentInput(),
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    incrementalRendering: true,
    maxFps: 1000,
    onRender: () => {
      if (!output.isMuted) watch.onDrawn();
    },
  });
  const rest = () => {
    output.isMuted = true;
  };
  return {
    mark: (text) => output.mark(text),
    settle: () => instance.rerender(marked),
    rest,
    startOver(erasure = "", onErased = () => {}) {
      rest();
      instance.clear();
      output.measure();
      output.isMuted = false;
      output.precede(erasure, onErased);
    },
    close() {
      // Ink would draw a last frame and leave it standing.
      rest();
      instance.unmount();
    },
  };
}
