/** The terminal as the REPL uses it: an inline Ink root for the live part, a second one for the whole window. */
import { render, renderToString } from "ink";
import { createElement, type ReactElement } from "react";
import { FullScreen, type FullScreenView } from "../../../components/FullScreen.tsx";
import { caretOf, heightOf, Live } from "../../../components/Live.tsx";
import { Repl } from "../../../components/Repl.tsx";
import type { Printed, ReplView } from "../../../components/view.ts";
import type { InputEvent, Reply } from "../../terminal/input/event.ts";
import type { Modes } from "../../terminal/modes.ts";
import type { Style } from "../../terminal/style.ts";
import { drawnColumns, eraseDown, eraseFrom, type Frame, type Rewrap, rewrapOf, rowsAboveCursor, rowsOfFrame } from "./frame.ts";
import type { Timers } from "./flusher.ts";
import { createInkOutput, createSilentInput, type TerminalOutput } from "./ink-streams.ts";
import { askCursor, RoomBelow, type Step } from "./room-below.ts";
import { createStore } from "./store.ts";

/** Something that fills the window for a while. `onInput` says whether it stays. */
export type FullScreenMode = {
  view(columns: number, rows: number): FullScreenView;
  onInput(event: InputEvent): "stay" | "close";
};

/** What a host may change of the inline view; the window's size and what is printed are the screen's. */
export type ViewChange = Partial<Omit<ReplView, "printed" | "columns" | "rows" | "least">>;

/** Draws lines for a width, which may not be known yet. */
export type Draw = (columns: number) => readonly string[];

export type Screen = {
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
  /** Gives the whole window to a mode until it closes; the inline screen is then as it was. */
  openFull(mode: FullScreenMode): void;
  /** Hands an event to what has the whole window. */
  onFullInput(event: InputEvent): void;
  /** Draws what has the whole window anew: what it shows has changed. */
  refreshFull(): void;
  /** Takes an answer of the terminal, which may tell what kind of terminal it is. */
  learn(reply: Reply): void;
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

const emptyView: Omit<ReplView, "columns" | "rows"> = {
  printed: [],
  least: 0,
  tail: [],
  panels: [],
  activity: null,
  queue: [],
  question: null,
  picker: null,
  suggestions: [],
  suggested: 0,
  composer: { lines: [""], caretRow: 0, caretColumn: 0 },
  hint: null,
  status: "",
};

/**
 * For so long after a resize nothing else is drawn, ms. More resizes may follow, and what is drawn before we hear of
 * them would be wrapped and left behind: tmux tells of a second one 250 ms late, and a remote terminal a round trip.
 */
const settlingMs = 300;

/** Stands for an item whose text is in the scrollback and needed no more. */
const scrolledBack: Printed = { mark: "", text: "" };

/** Opens the screen and draws the first frame at once. */
export function openScreen({ terminal, modes, style, timers, first, onResize }: ScreenOptions): Screen {
  const store = createStore<ReplView>({ ...emptyView, ...drawnOf(terminal), ...first(drawnColumns(terminal.columns)) });
  /** What the inline root has drawn last and what is still there. */
  let standing: ReplView | undefined;
  /** The window that is drawn for. */
  let known = windowOf(terminal);
  let rewrap: Rewrap = "wraps";
  const room = new RoomBelow();
  /** How many of the printed items have been drawn. */
  let itemsDrawn = 0;
  let waiting: Draw[] = [];
  let held: Partial<ReplView> = {};
  let full: FullRoot | undefined;
  let away: "lent" | "closed" | undefined;
  let isClosing = false;
  let cancelSettling: (() => void) | undefined;
  const root = openRoot(terminal, createElement(Repl, { source: store, style }), () => {
    const view = store.get();
    if (rewrap === "wraps others") countRoom(stepOf(standing, view, itemsDrawn));
    standing = view;
    itemsDrawn = view.printed.length;
  });

  /** While the inline root must not draw, all changes wait, and are drawn together at the end. */
  const draw = (change: Partial<ReplView>) => {
    held = { ...held, ...change };
    if (full !== undefined || away !== undefined) return;
    // A frame for another window than there is would be wrapped and could not be found again.
    terminal["_refreshSize"]?.();
    if (terminal.columns !== known.columns || terminal.rows !== known.rows) return drawInNewWindow();
    if (cancelSettling === undefined) flush();
  };
  const drawInNewWindow = () => {
    const least = leastRows();
    takeOff();
    startOver();
    known = windowOf(terminal);
    const size = drawnOf(terminal);
    held = { ...held, ...onResize(size.columns), ...size, least };
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
    const lines = waiting.flatMap((linesFor) => linesFor(drawnColumns(terminal.columns))).map((line) => line.trimEnd());
    const text = lines.join("\n");
    const added: readonly Printed[] = lines.length === 0 ? [] : [{ mark: root.mark(text), text }];
    // Ink looks at what is new; of the rest of the list it only needs the length.
    const before = () => store.get().printed.map((item, index) => (index < itemsDrawn ? scrolledBack : item));
    const least = Math.max(0, (held.least ?? store.get().least) - lines.length);
    const change = { ...held, least, ...(added.length === 0 ? {} : { printed: [...before(), ...added] }) };
    waiting = [];
    held = {};
    store.set(change);
  };
  /**
   * How high the live part has to be so that its end stays where it is. Else every row that wrapping adds would bring
   * it nearer to the top of the window, and in the end over it.
   */
  const leastRows = () => {
    if (standing === undefined) return 0;
    const isNarrower = terminal.columns < known.columns;
    const rows = isNarrower ? rowsOfFrame(frameOf(standing, style), terminal.columns, rewrap) : standing.least;
    const below = heightOf(standing) - caretOf(standing).y;
    const rowsFree = (room.rows ?? below) - below;
    const rowsLost = known.rows - terminal.rows - rowsFree;
    return Math.max(0, rows - Math.max(0, rowsLost));
  };
  /** Takes the inline frame off. The cursor is left where it began. */
  const takeOff = () => {
    if (standing === undefined) return;
    const narrowing = {
      columns: terminal.columns,
      rowsLost: Math.max(0, known.rows - terminal.rows),
      rowsBelow: room.rows,
    };
    const up =
      terminal.columns < known.columns
        ? rowsAboveCursor(frameOf(standing, style), narrowing, rewrap)
        : caretOf(standing).y;
    terminal.write(eraseFrom(up));
    standing = undefined;
  };
  const countRoom = (step: Step) => {
    room.drew(step);
    // Nobody would be there for the answer, and the shell would get it.
    if (isClosing || !room.isToBeAsked) return;
    terminal.write(askCursor);
    room.asked();
  };
  const startOver = () => {
    room.lost();
    root.startOver();
  };
  const rest = () => {
    root.settle();
    takeOff();
    root.rest();
  };
  const closeFull = () => {
    full?.close();
    full = undefined;
    modes.leaveAlternateScreen();
    if (away === undefined) startOver();
    draw({});
  };
  const resized = () => {
    if (full === undefined) draw({});
    else if (away === undefined) full.resized();
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
    openFull(mode) {
      if (full !== undefined) return;
      // The frame is not left standing, so that no resize meanwhile can wrap it.
      rest();
      modes.enterAlternateScreen({ mouse: true });
      full = openFullRoot(terminal, mode, style);
    },
    onFullInput(event) {
      if (full?.mode.onInput(event) === "close") closeFull();
      else full?.refresh();
    },
    refreshFull() {
      if (away === undefined) full?.refresh();
    },
    learn(reply) {
      rewrap = rewrapOf(reply) ?? rewrap;
      if (reply.kind === "cursor-position") room.told(reply.row, store.get().rows);
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
      terminal.write(`\r${eraseDown}`);
      startOver();
      draw({});
    },
    repaint() {
      if (full !== undefined) return resized();
      takeOff();
      startOver();
      draw({});
    },
    close() {
      if (away === "closed") return;
      isClosing = true;
      terminal.off("resize", resized);
      if (full !== undefined) closeFull();
      settled();
      rest();
      root.close();
      away = "closed";
    },
  };
}

type Root = {
  /** Takes lines that are to be printed, and returns what Ink is to print instead. */
  mark(text: string): string;
  /** Ink draws at the end of the tick; this prints at once what waits to be printed. */
  settle(): void;
  /** From here on nothing of what Ink draws reaches the terminal. */
  rest(): void;
  /** Ink forgets what it has drawn, and draws whole frames again, from where the cursor is. */
  startOver(): void;
  close(): void;
};

/**
 * Ink must not hold keys back, so its own frame limit is high: streamed text is gathered before it gets here.
 * `interactive` is said outright because Ink takes any CI variable for a reason to stay silent. Ink is not told of
 * resizes: it would draw the old frame once more, in the new window.
 */
function openRoot(terminal: TerminalOutput, element: ReactElement, onDrawn: () => void = () => {}): Root {
  const output = createInkOutput(terminal);
  const instance = render(element, {
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
    settle: () => instance.rerender(element),
    rest,
    startOver() {
      rest();
      instance.clear();
      output.measure();
      output.isMuted = false;
    },
    close() {
      // Ink would draw a last frame and leave it standing.
      rest();
      instance.unmount();
    },
  };
}

type FullRoot = {
  readonly mode: FullScreenMode;
  refresh(): void;
  resized(): void;
  close(): void;
};

function openFullRoot(terminal: TerminalOutput, mode: FullScreenMode, style: Style): FullRoot {
  const view = () => mode.view(terminal.columns, terminal.rows);
  const store = createStore<FullScreenView>(view());
  // The alternate screen keeps the cursor where the main screen had it; the frame starts at the top.
  terminal.write("\u001b[H");
  const root = openRoot(terminal, createElement(FullScreen, { source: store, style }));
  return {
    mode,
    refresh: () => store.set(view()),
    resized() {
      terminal.write("\u001b[H\u001b[J");
      root.startOver();
      store.set(view());
    },
    close: () => root.close(),
  };
}

/** What drawing `view` does to the cursor, when the frame before it still stands, or none does. */
function stepOf(before: ReplView | undefined, view: ReplView, itemsDrawn: number): Step {
  const added = view.printed.slice(itemsDrawn);
  const rowsPrinted = added.reduce((sum, { text }) => sum + text.split("\n").length, 0);
  const row = caretOf(view).y;
  const rowBefore = before === undefined ? 0 : caretOf(before).y;
  return { down: rowsPrinted + row - rowBefore, least: heightOf(view) - row };
}

type Size = { readonly columns: number; readonly rows: number };

function windowOf({ columns, rows }: TerminalOutput): Size {
  return { columns, rows };
}

/** The part of the window that is drawn in. */
function drawnOf({ columns, rows }: TerminalOutput): Size {
  return { columns: drawnColumns(columns), rows };
}

/** The live part as it stands on screen. */
function frameOf(view: ReplView, style: Style): Frame {
  const { x, y } = caretOf(view);
  const drawn = renderToString(createElement(Live, { view, style }), { columns: view.columns });
  return { lines: drawn.split("\n"), cursorRow: y, cursorColumn: x };
}
