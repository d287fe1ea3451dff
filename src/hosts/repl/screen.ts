/** The terminal as the REPL uses it: an inline Ink root for the live part, a second one for the whole window. */
import { render, renderToString } from "ink";
import { createElement, type ReactElement } from "react";
import { FullScreen, type FullScreenView } from "../../../components/FullScreen.tsx";
import { caretOf, Live } from "../../../components/Live.tsx";
import { Repl } from "../../../components/Repl.tsx";
import type { Printed, ReplView } from "../../../components/view.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import type { Modes } from "../../terminal/modes.ts";
import type { Style } from "../../terminal/style.ts";
import {
  createInkOutput,
  createSilentInput,
  type Frame,
  type InkOutput,
  type TerminalOutput,
} from "./ink-streams.ts";
import { createStore } from "./store.ts";

/** Something that fills the window for a while. `onInput` says whether it stays. */
export type FullScreenMode = {
  view(columns: number, rows: number): FullScreenView;
  onInput(event: InputEvent): "stay" | "close";
};

/** What a host may change of the inline view; the window's size and what is printed are the screen's. */
export type ViewChange = Partial<Omit<ReplView, "printed" | "columns" | "rows">>;

export type Screen = {
  readonly columns: number;
  readonly rows: number;
  readonly view: ReplView;
  /** Changes what the live part shows, and draws it together with what was printed since. */
  set(change: ViewChange): void;
  /** Puts lines into the scrollback, for good, with the next `set`. */
  print(lines: readonly string[]): void;
  /** True while something has the whole window. */
  readonly isFull: boolean;
  /** Gives the whole window to a mode until it closes; the inline screen is then as it was. */
  openFull(mode: FullScreenMode): void;
  /** Hands an event to what has the whole window. */
  onFullInput(event: InputEvent): void;
  /** Draws what has the whole window anew: what it shows has changed. */
  refreshFull(): void;
  /** Takes the live part off and draws nothing, while a shell or another program has the terminal. */
  lend(): void;
  /** Draws again, below what the other program left. */
  takeBack(): void;
  /** Draws everything that is not printed anew. */
  repaint(): void;
  /** Takes the live part off and leaves the cursor below what was printed. */
  close(): void;
};

export type ScreenOptions = {
  readonly terminal: TerminalOutput;
  readonly modes: Pick<Modes, "enterAlternateScreen" | "leaveAlternateScreen">;
  readonly style: Style;
  /** What the first frame shows. */
  readonly first: ViewChange;
  /** Called when the window has another size: returns what changes with it. */
  readonly onResize: () => ViewChange;
};

const emptyView: Omit<ReplView, "columns" | "rows"> = {
  printed: [],
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

/** Opens the screen and draws the first frame at once. */
export function openScreen({ terminal, modes, style, first, onResize }: ScreenOptions): Screen {
  const store = createStore<ReplView>({ ...emptyView, ...sizeOf(terminal), ...first });
  const root = openRoot(terminal, createElement(Repl, { source: store, style }));
  let printed = 0;
  let waiting: Printed[] = [];
  let held: Partial<ReplView> = {};
  let full: FullRoot | undefined;
  let lent = false;

  /** While somebody else has the window the inline root must not draw: changes wait and are drawn together. */
  const draw = (change: Partial<ReplView>) => {
    held = { ...held, ...change };
    if (full !== undefined || lent) return;
    const printing = waiting.length === 0 ? {} : { printed: [...store.get().printed, ...waiting] };
    store.set({ ...held, ...printing });
    waiting = [];
    held = {};
  };
  const resized = () => {
    const change = onResize();
    if (full !== undefined) {
      held = { ...held, ...change };
      return full.resized();
    }
    resizeInline(change);
  };
  const resizeInline = (change: ViewChange) => {
    const standing = frameOf(store.get(), style);
    root.output.resized(standing);
    draw({ ...change, ...sizeOf(terminal) });
  };
  const closeFull = () => {
    full?.close();
    full = undefined;
    modes.leaveAlternateScreen();
    const { columns, rows } = store.get();
    if (columns !== terminal.columns || rows !== terminal.rows) resizeInline({});
    else draw({});
  };
  terminal.on("resize", resized);

  return {
    get columns() {
      return terminal.columns;
    },
    get rows() {
      return terminal.rows;
    },
    get view() {
      return { ...store.get(), ...held };
    },
    set: draw,
    print(lines) {
      if (lines.length === 0) return;
      printed += 1;
      waiting.push({ id: `p${printed}`, text: lines.map((line) => (line === "" ? " " : line)).join("\n") });
    },
    get isFull() {
      return full !== undefined;
    },
    openFull(mode) {
      if (full !== undefined) return;
      modes.enterAlternateScreen({ mouse: true });
      full = openFullRoot(terminal, mode, style);
    },
    onFullInput(event) {
      if (full?.mode.onInput(event) === "close") closeFull();
      else full?.refresh();
    },
    refreshFull: () => full?.refresh(),
    lend() {
      if (lent) return;
      lent = true;
      if (full === undefined) root.clear();
    },
    takeBack() {
      lent = false;
      draw({});
      full?.resized();
    },
    repaint() {
      if (full !== undefined) return full.resized();
      root.clear();
      draw({});
    },
    close() {
      terminal.off("resize", resized);
      if (full !== undefined) closeFull();
      root.close();
    },
  };
}

type Root = {
  readonly output: InkOutput;
  /** Takes what was drawn off the screen; the next change draws it again. */
  readonly clear: () => void;
  readonly close: () => void;
};

/**
 * Ink must not hold keys back, so its own frame limit is high: streamed text is gathered before it gets here.
 * `interactive` is said outright because Ink takes any CI variable for a reason to stay silent.
 */
function openRoot(terminal: TerminalOutput, element: ReactElement): Root {
  const output = createInkOutput(terminal);
  const instance = render(element, {
    stdout: output.stream,
    stdin: createSilentInput(),
    exitOnCtrlC: false,
    patchConsole: false,
    interactive: true,
    incrementalRendering: true,
    maxFps: 120,
  });
  return { output, clear: () => instance.clear(), close: () => instance.unmount() };
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
      root.output.resized(null);
      store.set(view());
    },
    close: root.close,
  };
}

function sizeOf({ columns, rows }: TerminalOutput): { readonly columns: number; readonly rows: number } {
  return { columns, rows };
}

/** The live part as it stands on screen. */
function frameOf(view: ReplView, style: Style): Frame {
  const { x, y } = caretOf(view);
  const drawn = renderToString(createElement(Live, { view, style }), { columns: view.columns });
  return { lines: drawn.split("\n"), cursorRow: y, cursorColumn: x };
}
