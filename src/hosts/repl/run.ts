/** `rein` in a terminal. The prompt is painted and takes keys first; everything heavy is loaded behind it. */
import { homeFolder } from "../../private-files/home-folder.ts";
import { redactText } from "../../providers/redact.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import { colourDepthOf, hasAttributes } from "../../terminal/colour-depth.ts";
import { groundFromVariable, groundQuestions } from "../../terminal/ground.ts";
import { takesHyperlinks } from "../../terminal/hyperlinks.ts";
import { createInput } from "../../terminal/input/reader.ts";
import { systemTimers } from "../../terminal/input/timers.ts";
import { readTypedAhead } from "../../terminal/input/typed-ahead.ts";
import { typedText } from "../../terminal/input/typed-text.ts";
import { createModes } from "../../terminal/modes.ts";
import { installExitRestoration } from "../../terminal/modes/exit-restoration.ts";
import { createSuspension } from "../../terminal/modes/suspend.ts";
import { createTerminalOutput } from "../../terminal/output.ts";
import { kindFromEnvironment, kindFromReply } from "../../terminal/terminal-kind.ts";
import { createThemedStyle } from "../../terminal/style.ts";
import { Attention } from "./status/attention.ts";
import { Composer } from "./composer/composer.ts";
import { Editing } from "./composer/editing.ts";
import { createEditorAndPager } from "./composer/editor-and-pager.ts";
import type { Timers } from "./screen/flusher.ts";
import { askTerminal } from "./screen/frame.ts";
import { ImageIntake } from "./composer/image-intake.ts";
import { GroundWatch } from "./screen/ground-watch.ts";
import { Keyboard } from "./keyboard.ts";
import type { OpenedRepl, OpenReplHost } from "./open-repl.ts";
import type { BeingRead } from "./conversation/shown-ahead.ts";
import { openScreen } from "./screen/screen.ts";
import { Pictures } from "./conversation/pictures.ts";
import { SixelWatch } from "./conversation/sixel-watch.ts";
import { StartGate } from "./start-gate.ts";
import { isSaved, type ReplEnd, type ReplStart } from "./start.ts";
import { Theming } from "./screen/theming.ts";
import { TurnProgress } from "./status/turn-progress.ts";
import { createTerminalTalk } from "./screen/terminal-talk.ts";
import { createUserTerminal } from "./user/user-terminal.ts";
import { say } from "../../words/say.ts";

const timers: Timers = { ...systemTimers, now: () => performance.now() };

/** Runs until the user leaves. Throws a `UserError` for what cannot be started with. */
export async function runRepl(start: ReplStart): Promise<ReplEnd> {
  const { env } = start.options;
  const depth = colourDepthOf(env);
  const themed = createThemedStyle({
    colour: depth !== "none",
    depth,
    attributes: hasAttributes(env),
    hyperlinks: takesHyperlinks(env),
  });
  const { style } = themed;
  const terminal = createTerminalOutput();
  const modes = createModes({
    write: (text) => terminal.write(text),
    now: timers.now,
    questions: [...askTerminal, ...groundQuestions(env, depth)],
  });
  const input = createInput({
    stdin: process.stdin,
    typedAhead: readTypedAhead,
    replyDue: () => modes.replyDue || talk.isAsking,
  });
  const talk = createTerminalTalk({
    input,
    modes,
    terminal,
    timers,
    answered: () => answered(),
    onEvent: (event) => keyboard.onInput(event),
  });
  let kind = kindFromEnvironment(env);
  const progress = new TurnProgress({ modes, timers, kind: () => kind });
  const attention = new Attention({ modes, terminal, kind: () => kind, progress });
  const mayAsk = groundQuestions(env, depth).length > 0;
  const ground = new GroundWatch({ modes, mayAsk, isAsking: () => talk.isAsking });
  const composer = new Composer(style);
  const editing = new Editing({
    composer,
    modes,
    term: env["TERM"],
    setClipboard: (text) => talk.setClipboard(text),
    hint: (text) => keyboard.hint(text),
    redraw: () => screen.set({ ...composer.change(screen.columns), ...opened?.repl.change() }),
  });
  const theming = new Theming({
    themed,
    depth,
    ground: groundFromVariable(env["COLORFGBG"]),
    follow: (isOn) => ground.follow(isOn),
    redraw: () =>
      screen.set({
        ...composer.change(screen.columns),
        ...gate.change(screen.columns),
        ...opened?.repl.change(),
      }),
  });
  const left = Promise.withResolvers<void>();
  let next: Pick<ReplEnd, "watch"> = {};
  const exit = () => {
    gate.leave();
    leaving.abort();
    left.resolve();
  };
  let opened: OpenedRepl | null | undefined;
  /** A long session that is being read, before it is open. */
  let reading: BeingRead | undefined;
  const leaving = new AbortController();
  const gate = new StartGate({ screen: () => screen, timers });

  const open = start.isFull === true ? await alternateScreen() : openScreen;
  const restore = () => {
    modes.restore();
    input.stop();
  };
  const isLent = () => input.state === "paused";
  /** Ends the editor or pager that has the terminal: nobody would be left to take it back from them. */
  const lent = new AbortController();
  /** What there is to tidy up, as far as the start has come. */
  const beforeExit: (() => void)[] = [];
  // Before the first mode is on: the way out may come at any time from then on.
  const uninstall = installExitRestoration(process, {
    restore,
    isLent,
    conceal: (text) => redactText(opened?.repl.withoutSecrets(text) ?? text),
    beforeExit,
  });
  // Raw mode before the first byte of the frame: a key that is typed at what is seen must not be echoed.
  input.start();
  modes.enter();
  const screen = open({
    terminal,
    modes,
    style,
    timers,
    first: (columns) => ({ ...composer.change(columns), status: style.dim(`  ${say`starting…`}`) }),
    onResize: (columns) => ({
      ...composer.change(columns),
      ...gate.change(columns),
      ...(opened?.repl ?? reading)?.change(),
    }),
  });
  /** Waits for answers that are on their way: who has the terminal next would take them for typed text. */
  const answered = () => untilAnswered(() => modes.replyDue || screen.isAnswerDue || talk.isAsking);
  /** What was typed since the terminal is about to be given away. */
  let typedSince: InputEvent[] | undefined;
  const whenAnswered = async (leave: () => void | Promise<void>) => {
    typedSince = [];
    try {
      await answered();
      await leave();
    } finally {
      const events = typedSince;
      typedSince = undefined;
      for (const event of events) keyboard.onInput(event);
    }
  };
  const userTerminal = createUserTerminal({
    input,
    modes,
    terminal,
    screen,
    env,
    answered,
    onUnread: (sent) => {
      composer.paste(typedText(sent).trimEnd());
      screen.set(composer.change(screen.columns));
    },
  });
  const suspension = createSuspension(process, {
    isLent,
    release: () => {
      if (userTerminal.isRunning) return;
      screen.lend();
      modes.release();
      input.pause();
    },
    retake: () => {
      if (userTerminal.isRunning) return userTerminal.retake();
      input.resume();
      modes.retake();
    },
    repaint: () => {
      if (!userTerminal.isRunning) screen.takeBack();
    },
  });
  const { edit, page } = createEditorAndPager({
    input,
    modes,
    screen,
    env,
    signal: lent.signal,
    tell: (message) => opened?.repl.tell(message, "error"),
    redraw: () => screen.set({ ...composer.change(screen.columns), ...opened?.repl.change() }),
  });
  const openEditor = () => edit(composer.buffer.value(), (text) => composer.rewrite(text));
  const sixel = new SixelWatch({
    modes,
    kind: () => kind,
    window: () => terminal,
    isAsking: () => talk.isAsking,
  });
  terminal.on("resize", () => sixel.onResize());
  const pictures = new Pictures({
    kind: () => kind,
    sixel: () => sixel.support,
    whenSixelKnown: () => sixel.whenKnown(),
    columns: () => screen.columns,
    rows: () => terminal.rows,
    timers,
  });
  const images = new ImageIntake({
    composer,
    prepare: (image) => pictures.prepare(image),
    env,
    home: homeFolder(env),
    cwd: start.options.cwd,
    draw: () => screen.set(composer.change(screen.columns)),
    tell: (text) => (opened == null ? keyboard.hint(text) : opened.repl.tell(text, "warning")),
  });
  const keyboard = new Keyboard({
    composer,
    images,
    screen,
    timers,
    gate,
    reading: () => reading,
    exit,
    suspend: () => void whenAnswered(() => suspension.suspend()),
    openEditor: () => void whenAnswered(openEditor),
    remember: (text) => opened?.remember(text),
    onSent: () => opened?.drafts.sent(),
  });
  // A draft is not lost with the window: it comes back at the next start, and waits behind the up key.
  beforeExit.push(
    () => userTerminal.hangUp(),
    () => lent.abort(),
    () => opened?.killCommands(),
    () => opened?.drafts.close(),
    () => reading?.keep(),
    () => keyboard.setAside(),
    () => opened?.repl.breakOff(),
    () => screen.close(),
  );
  let hungUp = false;
  input.subscribe((event) => {
    if (event.type === "reply") {
      modes.receive(event.reply);
      if (!talk.take(event.reply)) screen.learn(event.reply);
      theming.onReply(event.reply);
      ground.onReply(event.reply);
      // A multiplexer may hand on what the terminal around it says of itself.
      if (kind.name !== "multiplexer") kind = kindFromReply(event.reply) ?? kind;
      sixel.onReply(event.reply);
      progress.show();
    } else if (event.type === "end") {
      hungUp = true;
      exit();
    } else if (event.type === "focus") {
      attention.onFocus(event.focused);
      ground.onFocus(event.focused);
    } else if (typedSince !== undefined) typedSince.push(event);
    else {
      progress.seen();
      keyboard.onInput(event);
    }
  });

  try {
    const host: OpenReplHost = {
      screen,
      style,
      theming,
      editing,
      timers,
      composer,
      isWriting: () => !composer.isEmpty,
      exit,
      holdKeys: keyboard.holdKeys,
      leaving: leaving.signal,
      onReading: (now) => {
        reading = now;
      },
      sent: () => keyboard.sent,
      watch: (sessionId) => {
        next = { watch: sessionId };
        exit();
      },
      userTerminal,
      gate,
      attention,
      talk,
      hint: (text) => keyboard.hint(text),
      editQueued: (removed) => keyboard.editQueued(removed),
      pictures,
      drawPicture: (image, width) => pictures.draw(image, width),
      whenPicturesReady: (images) => pictures.whenReady(images),
      edit: (text, onText) => void whenAnswered(() => edit(text, onText)),
      page: (text) => void whenAnswered(() => page(text)),
    };
    const early = isSaved(start) ? await (await import("./tail-first.ts")).showTailFirst(start, host) : null;
    const { openRepl } = await import("./open-repl.ts");
    opened = await openRepl(start, host, early);
    if (opened === null) return { ...next, code: 0, sessionId: null };
    keyboard.attach(opened.repl, opened.takesSent);
    const { prompt } = start;
    if (prompt !== undefined && opened.takesSent)
      opened.repl.submit(prompt, { how: "queue", isTyped: !prompt.startsWith("!") });
    await left.promise;
    return { ...next, code: 0, sessionId: opened.repl.sessionId };
  } finally {
    userTerminal.hangUp();
    opened?.drafts.close();
    keyboard.setAside();
    const ended = (await opened?.repl.close()) ?? "";
    suspension.dispose();
    screen.close();
    if (!hungUp) await answered();
    restore();
    uninstall();
    const id = opened?.repl.sessionId ?? null;
    if (ended !== "") terminal.write(`\n${style.dim(ended)}\n`);
    if (id !== null)
      terminal.write(`\n${style.dim(say`session ${id} is saved · rein -c goes on with it`)}\n`);
  }
}

async function alternateScreen(): Promise<typeof openScreen> {
  const { openAlternateScreen } = await import("./screen/alternate-screen.ts");
  return openAlternateScreen;
}

/** For so long a slow terminal's answers are waited for, ms. */
const longestWait = 500;

async function untilAnswered(isDue: () => boolean): Promise<void> {
  const until = timers.now() + longestWait;
  while (isDue() && timers.now() < until) {
    await new Promise<void>((resolve) => timers.after(10, resolve));
  }
}
