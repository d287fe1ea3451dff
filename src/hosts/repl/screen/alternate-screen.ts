/**
 * The terminal as the REPL uses it in full mode: the alternate screen from the start, with the conversation above and
 * the live part below it. Nothing is printed; what a frame costs does not depend on how long the conversation is.
 */
import { createElement } from "react";
import { FullRepl, type FullReplView } from "../../../../components/FullRepl.tsx";
import { heightOf } from "../../../../components/Live.tsx";
import { emptyView, type ReplView } from "../../../../components/view.ts";
import type { Modes } from "../../../terminal/modes.ts";
import type { FullScreenMode } from "./full-screen.ts";
import { openInkRoot } from "./ink-root.ts";
import { lastWords } from "../transcript/last-words.ts";
import type { Draw, Screen, ScreenOptions } from "./screen.ts";
import type { PrintedLines } from "../conversation/shown.ts";
import { StageView } from "./stage.ts";
import { createStore } from "./store.ts";

/** To the upper left corner, and everything erased. */
const wholeWindow = "\u001b[H\u001b[J";

export type AlternateScreenOptions = Omit<ScreenOptions, "modes"> & {
  readonly modes: Pick<Modes, "enterAlternateScreen" | "leaveAlternateScreen">;
};

/** Opens the screen and draws the first frame at once. */
export function openAlternateScreen(options: AlternateScreenOptions): Screen {
  const { terminal, modes, style, first, onResize } = options;
  const size = () => ({ columns: terminal.columns, rows: terminal.rows });
  let view: ReplView = { ...emptyView, ...size(), ...first(terminal.columns) };
  let page: FullScreenMode | undefined;
  let away: "lent" | "closed" | undefined;
  let printed: PrintedLines[] = [];
  let prints = 0;
  const stage = new StageView({ style, live: () => view, printed: () => printed });

  const frame = (): FullReplView => {
    const { columns, rows } = size();
    const shown = page?.view(columns, rows) ?? null;
    const room = Math.max(1, rows - heightOf(view));
    return { live: view, transcript: shown === null ? stage.lines(columns, room) : [], page: shown };
  };
  modes.enterAlternateScreen({ mouse: true, drag: true });
  terminal.write(wholeWindow);
  const store = createStore<FullReplView>(frame());
  const root = openInkRoot(terminal, createElement(FullRepl, { source: store, style }));
  const draw = () => {
    if (away === undefined) store.set(frame());
  };
  const drawWhole = () => {
    if (away !== undefined) return;
    root.startOver(wholeWindow);
    draw();
  };
  const resized = () => {
    view = { ...view, ...onResize(terminal.columns), ...withoutSaid, ...size() };
    drawWhole();
  };
  terminal.on("resize", resized);

  return {
    stage: {
      get transcript() {
        return stage.transcript;
      },
      show(transcript) {
        stage.show(transcript);
        printed = [];
      },
      scroll(command) {
        stage.scroll(command);
        draw();
      },
      follow: () => stage.follow(),
      onMouse(event) {
        const cell = stage.onMouse(event);
        draw();
        return cell;
      },
    },
    get columns() {
      return terminal.columns;
    },
    get rows() {
      return terminal.rows;
    },
    get view() {
      return view;
    },
    set(change) {
      view = { ...view, ...change, ...withoutSaid };
      draw();
    },
    print(lines: Draw) {
      prints += 1;
      printed.push({ type: "printed", id: `printed/${prints}`, draw: lines });
    },
    get isFull() {
      return page !== undefined;
    },
    get takesEveryKey() {
      return page?.takesEveryKey === true;
    },
    openFull(mode) {
      page ??= mode;
      draw();
    },
    onFullInput(event) {
      if (page?.onInput(event) === "close") page = undefined;
      draw();
    },
    refreshFull: draw,
    // Where the frame stands is known here, whatever the terminal is.
    learn: () => undefined,
    isAnswerDue: false,
    lend() {
      if (away !== undefined) return;
      root.rest();
      away = "lent";
    },
    takeBack() {
      if (away !== "lent") return;
      away = undefined;
      drawWhole();
    },
    repaint: drawWhole,
    close() {
      if (away === "closed") return;
      terminal.off("resize", resized);
      root.close();
      const isShown = away === undefined;
      away = "closed";
      modes.leaveAlternateScreen();
      // What was said last is in the scrollback then, so that nothing seems lost.
      const said = isShown ? lastWords(stage.transcript, { width: terminal.columns, style }) : [];
      if (said.length > 0) terminal.write(said.map((line) => `${line}\r\n`).join(""));
    },
  };
}

/** What is being said and done stands in the conversation already. */
const withoutSaid = { tail: [], panels: [], least: 0 } satisfies Partial<ReplView>;
