/** The terminal as the REPL uses it: an inline Ink root for the live part, a second one for the whole window. */
import { createElement } from "react";
import { Repl } from "../../../../components/Repl.tsx";
import { emptyView, type Printed, type ReplView } from "../../../../components/view.ts";
import type { InputEvent, Mouse, Reply } from "../../../terminal/input/event.ts";
import type { Command } from "../../../terminal/keymap.ts";
import type { Modes } from "../../../terminal/modes.ts";
import type { TerminalOutput } from "../../../terminal/output.ts";
import type { Style } from "../../../terminal/style.ts";
import type { Timers } from "./flusher.ts";
import { drawnColumns, eraseDown } from "./frame.ts";
import { type FullScreenMode, type OpenFullScreen, openFullScreen } from "./full-screen.ts";
import { openInkRoot } from "./ink-root.ts";
import { askCursor } from "./room-below.ts";
import { type Size, StandingFrame } from "./standing-frame.ts";
import { createStore } from "./store.ts";
import type { TranscriptView } from "../transcript/transcript-view.ts";

/** What a host may change of the inline view; the window's size and what is printed are the screen's. */
export type ViewChange = Partial<Omit<ReplView, "printed" | "columns" | "rows" | "least">>;

/** Draws lines for a width, which may not be known yet. */
export type Draw = (columns: number) => readonly string[];

/** The conversation above the composer, all the time. */
export type Stage = {
  /** What is on it; undefined before a conversation is. */
  readonly transcript: TranscriptView | undefined;
  /** From now on it shows this one, below what was printed since the one before. */
  show(transcript: TranscriptView): void;
  /** Scrolls for a command; any other does nothing. */
  scroll(command: Command): void;
  /** Shows the end again. */
  follow(): void;
  /** Takes a click or the wheel. Returns the cell of the composer's text that it is about, if any. */
  onMouse(event: Mouse): { readonly row: number; readonly column: number } | null;
};

export type Screen = {
  /** Where the conversation has the alternate screen, in place of being printed. */
  readonly stage?: Stage;
  /** How wide what is drawn may be: a little less than the window. */
  readonly columns: number;
  readonly rows: number;
  /** What the inline screen shows, or will show when it is drawn again. */
  readonly view: ReplView;
  /** Changes what the live part shows, and draws it together with what was printed since. */
  set(change: ViewChange): void;
  /** Puts lines into the scrollback, for good, with the next `set`. */
  print(draw: Draw): void;
  /** True while something has the whole window. */
  readonly isFull: boolean;
  /** Every key is for what has the whole window, also those that hold everywhere. */
  readonly takesEveryKey: boolean;
  /** Gives the whole window to a mode until it closes; the screen is then as it was. */
  openFull(mode: FullScreenMode): void;
  /** Hands an event to what has the whole window. */
  onFullInput(event: InputEvent): void;
  /** Draws what has the whole window anew: what it shows has changed. */
  refreshFull(): void;
  /** Takes an answer of the terminal, which may tell what kind of terminal it is. */
  learn(reply: Reply): void;
  /** An answer is on its way, which whoever has the terminal next would take for typed text. */
  readonly isAnswerDue: boolean;
  /** Takes the live part off and draws nothing, while a shell or another program has the terminal. */
  lend(): void;
  /** Draws again, below what the other program left. */
  takeBack(): void;
  /** Draws everything that is not printed anew. */
  repaint(): void;
  /** Prints what waits, takes the live part off and leaves the cursor below what was printed. */
  close(): void;
};

export type ScreenOptions = {
  readonly terminal: TerminalOutput;
  readonly modes: Pick<Modes, "enterAlternateScreen" | "leaveAlternateScreen">;
  readonly style: Style;
  readonly timers: Timers;
  /** What the first frame shows, for so many columns. */
  readonly first: (columns: number) => ViewChange;
  /** Called when the window has another size: returns what changes with it, for so many columns. */
  readonly onResize: (columns: number) => ViewChange;
};

/**
 * For so long after a resize nothing else is drawn, ms. More resizes may follow, and what is drawn before we hear of
 * them would be wrapped and left behind: tmux tells of a second one 250 ms late, and a remote terminal a round trip.
 */
const settlingMs = 300;

/**
 * How long a size has to stay before anything is drawn for it, ms. The window of somebody who drags its edge changes with
 * the frames of their desktop, every 8 ms or less often: it is drawn along.
 */
const steadyMs = 8;

/**
 * The same where the window has wrapped the frame, ms. More rows have to be taken off then than were drawn; a terminal
 * that is wide again when it reads of that would take off rows that were printed.
 */
export const steadyWrappedMs = 30;

/** For so long an answer is waited for, ms: a terminal that has not given it by then does not know the question. */
const longestAnswerMs = 1_000;

/** Stands for an item whose text is in the scrollback and needed no more. */
const scrolledBack: Printed = { mark: "", text: "" };

/** Opens the screen and draws the first frame at once. */
export function openScreen({ terminal, modes, style, timers, first, onResize }: ScreenOptions): Screen {
  const size = drawnOf(terminal);
  const store = createStore<ReplView>({ ...emptyView, ...size, ...first(size.columns) });
  const frame = new StandingFrame(style);
  /** The window that is drawn for. */
  let known = windowOf(terminal);
  /** The window as it was seen last; until it has been so for a moment, it is not drawn for. */
  let seen = known;
  /** The window has changed since the frame was drawn for it, though it may have its size of before again. */
  let isDisturbed = false;
  let widthsSeen = 0;
  const changes = () => terminal.changes ?? widthsSeen;
  const printed: Printed[] = [];
  /** How many of the printed items hold no text any more. */
  let emptied = 0;
  let waiting: Draw[] = [];
  /** Printed with the frame that is being drawn. */
  let onTheirWay: Draw[] = [];
  let held: Partial<ReplView> = {};
  let full: OpenFullScreen | undefined;
  let away: "lent" | "closed" | undefined;
  /** The last frame before somebody else has the terminal is being drawn. */
  let isResting = false;
  let askedAt = Number.NEGATIVE_INFINITY;
  let cancelSettling: (() => void) | undefined;
  let cancelSteady: (() => void) | undefined;
  /** The size is read just before a frame is written. */
  let isMeasuring = false;
  const root = openInkRoot(terminal, createElement(Repl, { source: store, style }), {
    mayWrite() {
      if (isResting) return true;
      isMeasuring = true;
      terminal.measure?.();
      isMeasuring = false;
      return !isDisturbed && isSize(known, terminal);
    },
    onDrawn() {
      onTheirWay = [];
      frame.drew(store.get(), { ...known, changes: changes() });
      // Nobody would be there for the answer, and who has the terminal next would get it.
      if (isResting || !frame.takeQuestion()) return;
      terminal.write(askCursor);
      askedAt = timers.now();
    },
    onDropped() {
      // The window has changed while the frame was made. All of it is drawn again for the window that there is.
      frame.dropped(store.get());
      waiting = [...onTheirWay, ...waiting];
      onTheirWay = [];
      isDisturbed = true;
      timers.after(0, () => draw({}));
    },
  });

  /** While the inline root must not draw, all changes wait, and are drawn together at the end. */
  const draw = (change: Partial<ReplView>) => {
    held = { ...held, ...change };
    if (full !== undefined || away !== undefined) return;
    // A frame for another window than there is would be wrapped and could not be found again.
    terminal.measure?.();
    if (!isSize(seen, terminal)) awaitSteady();
    if (isResting) stopWaiting();
    if (cancelSteady !== undefined) return;
    if (isDisturbed) return drawInNewWindow();
    if (cancelSettling === undefined) flush();
  };
  const awaitSteady = () => {
    if (terminal.columns !== seen.columns) widthsSeen += 1;
    seen = windowOf(terminal);
    isDisturbed = true;
    cancelSteady?.();
    const isWrapped = frame.isWrappedIn({ ...seen, changes: changes() });
    cancelSteady = timers.after(isWrapped ? steadyWrappedMs : steadyMs, steady);
  };
  const stopWaiting = () => {
    cancelSteady?.();
    cancelSteady = undefined;
  };
  const steady = () => {
    stopWaiting();
    draw({});
  };
  const drawInNewWindow = () => {
    isDisturbed = false;
    known = seen;
    const size = drawnOf(terminal);
    held = { ...held, ...onResize(size.columns), ...size, least: frame.leastRows(known) };
    drawWhole();
    cancelSettling?.();
    cancelSettling = timers.after(settlingMs, settled);
    flush();
  };
  const settled = () => {
    cancelSettling?.();
    cancelSettling = undefined;
    draw({});
  };
  const flush = () => {
    const { columns } = drawnOf(terminal);
    onTheirWay.push(...waiting);
    const lines = waiting.flatMap((linesFor) => linesFor(columns)).map((line) => line.trimEnd());
    const text = lines.join("\n");
    const isPrinting = lines.length > 0;
    if (isPrinting) {
      // Ink looks at what is new; of the rest of the list it only needs the length.
      for (; emptied < frame.itemsDrawn; emptied += 1) printed[emptied] = scrolledBack;
      printed.push({ mark: root.mark(text), text });
    }
    const least = Math.max(0, (held.least ?? store.get().least) - lines.length);
    const change = { ...held, least, ...(isPrinting ? { printed: [...printed] } : {}) };
    waiting = [];
    held = {};
    store.set(change);
  };
  /** The next frame is drawn whole, in place of the one that stands. */
  const drawWhole = () => root.startOver(erasure(), () => frame.forget());
  const erasure = () => frame.erasure({ ...windowOf(terminal), changes: changes() });
  const rest = () => {
    const wasResting = isResting;
    isResting = true;
    root.settle();
    isResting = wasResting;
    terminal.write(erasure());
    frame.forget();
    root.rest();
  };
  const closeFull = () => {
    full?.close();
    full = undefined;
    modes.leaveAlternateScreen();
    if (away === undefined) root.startOver();
    draw({});
  };
  const resized = () => {
    if (away !== undefined) return;
    // What is about to be written is for another window: it is dropped, and all is drawn anew.
    if (isMeasuring) isDisturbed = true;
    else if (full !== undefined) full.resized();
    else if (isSize(seen, terminal)) awaitSteady();
    else draw({});
  };
  terminal.on("resize", resized);

  return {
    get columns() {
      return drawnColumns(terminal.columns);
    },
    get rows() {
      return terminal.rows;
    },
    get view() {
      return { ...store.get(), ...held };
    },
    set: draw,
    print(lines) {
      waiting.push(lines);
    },
    get isFull() {
      return full !== undefined;
    },
    get takesEveryKey() {
      return full?.mode.takesEveryKey === true;
    },
    openFull(mode) {
      if (full !== undefined) return;
      // The frame is not left standing, so that no resize meanwhile can wrap it.
      rest();
      modes.enterAlternateScreen({ mouse: true });
      full = openFullScreen(terminal, mode, style);
    },
    onFullInput(event) {
      if (full?.mode.onInput(event) === "close") closeFull();
      else full?.refresh();
    },
    refreshFull() {
      if (away === undefined) full?.refresh();
    },
    learn(reply) {
      frame.learn(reply, known.rows);
    },
    get isAnswerDue() {
      return frame.isAnswerDue && timers.now() - askedAt < longestAnswerMs;
    },
    lend() {
      if (away !== undefined) return;
      if (full === undefined) rest();
      away = "lent";
    },
    takeBack() {
      if (away !== "lent") return;
      away = undefined;
      if (full !== undefined) return full.resized();
      frame.forget();
      terminal.write(`\r${eraseDown}`);
      root.startOver();
      draw({});
    },
    repaint() {
      if (full !== undefined) return resized();
      // Behind a change of the window everything is drawn whole in any case.
      if (cancelSteady === undefined && isSize(seen, terminal)) drawWhole();
      draw({});
    },
    close() {
      if (away === "closed") return;
      terminal.off("resize", resized);
      isResting = true;
      if (full !== undefined) closeFull();
      steady();
      settled();
      rest();
      root.close();
      away = "closed";
    },
  };
}

function isSize(one: Size, other: Size): boolean {
  return one.columns === other.columns && one.rows === other.rows;
}

function windowOf({ columns, rows }: TerminalOutput): Size {
  return { columns, rows };
}

/** The part of the window that is drawn in. */
function drawnOf({ columns, rows }: TerminalOutput): Size {
  return { columns: drawnColumns(columns), rows };
}
