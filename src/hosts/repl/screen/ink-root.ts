/** One Ink root over the terminal, drawn only when the screen wants it. */
import { render } from "ink";
import { createElement, type ReactElement } from "react";
import { LineMarks } from "../../../../components/Lines.tsx";
import type { TerminalOutput } from "../../../terminal/output.ts";
import { createInkOutput, createSilentInput } from "./ink-streams.ts";

export type InkRoot = {
  /** Takes lines that are to be printed, and returns what Ink is to print instead. */
  mark(text: string): string;
  /** Ink draws at the end of the tick; this prints at once what waits to be printed. */
  settle(): void;
  /** From here on nothing of what Ink draws reaches the terminal. */
  rest(): void;
  /**
   * Ink forgets what it has drawn, and draws whole frames again, from where the cursor is. `erasure` is written at once,
   * but a terminal that can wait for updates to be complete shows it together with the next frame.
   */
  startOver(erasure?: string): void;
  close(): void;
};

/** Synchronized output. Every frame of Ink begins with it, too, and ends with its end. */
const beginUpdate = "\u001b[?2026h";

/**
 * Ink must not hold keys back, so its own frame limit is high: streamed text is gathered before it gets here.
 * `interactive` is said outright because Ink takes any CI variable for a reason to stay silent. Ink is not told of
 * resizes: it would draw the old frame once more, in the new window.
 */
export function openInkRoot(
  terminal: TerminalOutput,
  element: ReactElement,
  onDrawn: () => void = () => {},
): InkRoot {
  const output = createInkOutput(terminal);
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
      if (!output.isMuted) onDrawn();
    },
  });
  const rest = () => {
    output.isMuted = true;
  };
  return {
    mark: (text) => output.mark(text),
    settle: () => instance.rerender(marked),
    rest,
    startOver(erasure = "") {
      rest();
      instance.clear();
      output.measure();
      output.isMuted = false;
      if (erasure !== "") terminal.write(beginUpdate + erasure);
    },
    close() {
      // Ink would draw a last frame and leave it standing.
      rest();
      instance.unmount();
    },
  };
}
