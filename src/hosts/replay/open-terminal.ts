/** The terminal for a host that only shows: a screen with its modes, and one restoration for every way out. */
import { colourDepthOf, hasAttributes } from "../../terminal/colour-depth.ts";
import { groundFromVariable, groundQuestions } from "../../terminal/ground.ts";
import { takesHyperlinks } from "../../terminal/hyperlinks.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import { createInput } from "../../terminal/input/reader.ts";
import { systemTimers } from "../../terminal/input/timers.ts";
import { readTypedAhead } from "../../terminal/input/typed-ahead.ts";
import { createModes } from "../../terminal/modes.ts";
import { installExitRestoration } from "../../terminal/modes/exit-restoration.ts";
import { createSuspension } from "../../terminal/modes/suspend.ts";
import { createTerminalOutput } from "../../terminal/output.ts";
import { createThemedStyle, type Style } from "../../terminal/style.ts";
import type { Timers } from "../repl/screen/flusher.ts";
import { askTerminal } from "../repl/screen/frame.ts";
import { GroundWatch } from "../repl/screen/ground-watch.ts";
import { openScreen as openInlineScreen, type Screen, type ViewChange } from "../repl/screen/screen.ts";
import { Theming } from "../repl/screen/theming.ts";

export type ReplayTerminalOptions = {
  /** Opens the screen: the inline one, or the whole window. */
  readonly openScreen: OpenScreen;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Everything that is drawn, for so many columns. */
  readonly view: (columns: number) => ViewChange;
  /** Takes what is typed. */
  readonly onInput: (event: InputEvent) => void;
  /** The terminal is gone. */
  readonly onGone: () => void;
};

export type OpenScreen = typeof openInlineScreen;

export type ReplayTerminal = {
  readonly screen: Screen;
  readonly style: Style;
  readonly timers: Timers;
  readonly theming: Theming;
  /** Gives the terminal to the shell until `fg`. */
  suspend(): void;
  /** Takes off what is live and leaves the terminal as it was. */
  close(): Promise<void>;
};

/** For so long a slow terminal's answers are waited for, ms: the shell would take them for typed text. */
const longestWait = 500;

/** The screen that the user wants. */
export async function replayScreen(isFull = false): Promise<OpenScreen> {
  if (!isFull) return openInlineScreen;
  const { openAlternateScreen } = await import("../repl/screen/alternate-screen.ts");
  return openAlternateScreen;
}

/** Opens it and draws at once. */
export function openReplayTerminal(options: ReplayTerminalOptions): ReplayTerminal {
  const { env, openScreen, view, onInput, onGone } = options;
  const timers: Timers = { ...systemTimers, now: () => performance.now() };
  const depth = colourDepthOf(env);
  const themed = createThemedStyle({
    colour: depth !== "none",
    depth,
    attributes: hasAttributes(env),
    hyperlinks: takesHyperlinks(env),
  });
  const terminal = createTerminalOutput();
  const questions = groundQuestions(env, depth);
  const modes = createModes({
    write: (text) => terminal.write(text),
    now: timers.now,
    questions: [...askTerminal, ...questions],
  });
  const input = createInput({
    stdin: process.stdin,
    typedAhead: readTypedAhead,
    replyDue: () => modes.replyDue,
  });
  const ground = new GroundWatch({ modes, mayAsk: questions.length > 0, isAsking: () => false });
  const theming = new Theming({
    themed,
    depth,
    ground: groundFromVariable(env["COLORFGBG"]),
    follow: (isOn) => ground.follow(isOn),
    redraw: () => screen.set(view(screen.columns)),
  });
  const restore = () => {
    modes.restore();
    input.stop();
  };
  // Before the first mode is on: the way out may come at any time from then on.
  const uninstall = installExitRestoration(process, {
    restore,
    isLent: () => input.state === "paused",
    beforeExit: [() => screen.close()],
  });
  input.start();
  modes.enter();
  const screen = openScreen({
    terminal,
    modes,
    style: themed.style,
    timers,
    first: view,
    onResize: view,
  });
  const answered = async () => {
    const until = timers.now() + longestWait;
    while ((modes.replyDue || screen.isAnswerDue) && timers.now() < until)
      await new Promise<void>((resolve) => timers.after(10, resolve));
  };
  const suspension = createSuspension(process, {
    isLent: () => input.state === "paused",
    release: () => {
      screen.lend();
      modes.release();
      input.pause();
    },
    retake: () => {
      input.resume();
      modes.retake();
    },
    repaint: () => screen.takeBack(),
  });
  let isGone = false;
  input.subscribe((event) => {
    if (event.type === "reply") {
      modes.receive(event.reply);
      screen.learn(event.reply);
      theming.onReply(event.reply);
      ground.onReply(event.reply);
    } else if (event.type === "focus") ground.onFocus(event.focused);
    else if (event.type === "end") {
      isGone = true;
      onGone();
    } else onInput(event);
  });
  return {
    screen,
    style: themed.style,
    timers,
    theming,
    suspend: () => void answered().then(() => suspension.suspend()),
    async close() {
      suspension.dispose();
      screen.close();
      if (!isGone) await answered();
      restore();
      uninstall();
    },
  };
}
