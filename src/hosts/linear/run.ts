/** `rein --accessible`: everything is told in whole lines and typed in lines; the terminal's modes stay as they are. */
import { openFolder, type OpenFolder } from "../../app/open-folder.ts";
import { homeFolder } from "../../private-files/home-folder.ts";
import { UserError } from "../../protocol/error.ts";
import { isFirstStart, openState } from "../../settings/state.ts";
import { systemTimers } from "../../terminal/input/timers.ts";
import type { Timers } from "../repl/screen/flusher.ts";
import type { ReplStart } from "../repl/start.ts";
import { Dialogs } from "./dialogs.ts";
import type { Linear } from "./linear.ts";
import { askAboutTrust } from "./trust-dialog.ts";
import { type Typed, TypedLines } from "./typed-lines.ts";
import { createVoice, type Voice } from "./voice.ts";
import { say } from "../../words/say.ts";

/** What of `process.stdin` is needed. */
export type LineInput = {
  on(event: "data", listener: (bytes: Uint8Array) => void): unknown;
  on(event: "end" | "close" | "error", listener: () => void): unknown;
  pause(): unknown;
  unref?(): unknown;
};

export type LinearHost = {
  readonly input: LineInput;
  /** Takes one printable line without its end. */
  readonly write: (line: string) => void;
  /** Fires when the program is to end: a signal, or nobody reads any more. */
  readonly ended: AbortSignal;
  /** Takes what was typed away from the terminal, also without Enter; empty for nothing. */
  readonly takeTyped: () => Uint8Array;
  /** Whether what is typed is seen; false when the terminal cannot do that. */
  readonly showTyping: (isShown: boolean) => boolean;
  /** Has the listener told of every Ctrl+C. */
  readonly onInterrupt: (listener: () => void) => void;
};

const timers: Timers = { ...systemTimers, now: () => performance.now() };

/** Runs until the user leaves, or `ended` fires. Throws a `UserError` for what cannot be started with. */
export async function runLinear({ options, resume, prompt }: ReplStart, host: LinearHost): Promise<void> {
  const { input, ended } = host;
  const voice = createVoice(host.write);
  const left = Promise.withResolvers<void>();
  let linear: Linear | undefined;
  /** Lines that were typed before the session was open. */
  const early: string[] = [];
  const take = (text: string) => (linear === undefined ? void early.push(text) : linear.submit(text));
  const dialogs = new Dialogs({
    voice,
    now: timers.now,
    keep: take,
    takeBegun() {
      // Whole lines among it go their way.
      lines.push(host.takeTyped());
      return lines.takeBegun();
    },
    onBegun: (text) => linear?.keepLine(text),
  });
  const exit = () => {
    dialogs.leave();
    left.resolve();
  };
  const onTyped = (typed: Typed) => {
    if (typed.isCut)
      voice.tell(
        say`The terminal cuts off lines that are this long, so it was not sent. A backslash at the end of a line goes on in the next.`,
        "warning",
      );
    else if (!dialogs.onTyped(typed)) take(typed.text);
  };
  const lines = new TypedLines({ timers, onTyped });
  input.on("data", (bytes) => lines.push(bytes));
  /** Nothing more is typed. What was begun stands at the end of the screen's last line, and is told where it may be. */
  const end = () => {
    lines.push(host.takeTyped());
    const isSecret = dialogs.cover();
    const unsent = lines.end();
    if (unsent !== "") voice.speak("", ...(isSecret ? [] : [say`Not sent: ${unsent}`]));
    exit();
  };
  for (const event of ["end", "close", "error"] as const) input.on(event, end);
  host.onInterrupt(() => {
    // The terminal has written ^C, and stays on that line.
    voice.speak("");
    if (linear === undefined) exit();
    else linear.interrupt();
  });
  ended.addEventListener("abort", end, { once: true });
  if (ended.aborted) end();

  try {
    voice.speak(say`Starting rein in accessible mode…`);
    const loading = Promise.all([import("../../app/open-app.ts"), import("./linear.ts")]);
    const folder = openFolder(options);
    const answer = await askAboutTrust(folder, { dialogs, voice });
    if (answer === "leave") return;
    const [{ openApp }, { Linear: Program }] = await loading;
    const app = await openApp(options, { ...folder, isTrusted: folder.isTrusted || answer === "trust" });
    const home = homeFolder(options.env);
    const { version, env } = options;
    const { showTyping } = host;
    const parts = { app, voice, dialogs, timers, version, home, env, showTyping, exit };
    linear = new Program(parts, resume?.type === "pick" ? undefined : resume);
    if (answer === "trust") keepTrust(folder, voice);
    if (isFirstStart(options.env)) void welcome(options.env, voice);
    else voice.speak(say`Ready. Type a message, or /help.`);
    if (resume?.type === "pick") linear.chooseSession(resume.asCopy === true, resume.found);
    if (prompt !== undefined) {
      voice.speak(say`You: ${prompt}`);
      linear.submit(prompt);
    }
    for (const text of early.splice(0)) linear.submit(text);
    await left.promise;
  } finally {
    await linear?.close();
    const id = linear?.sessionId ?? null;
    if (id !== null) voice.speak(say`Session ${id} is saved; rein --accessible -c goes on with it.`);
    input.pause();
    input.unref?.();
  }
}

/** What the user has decided holds for this run, also when it cannot be written down. */
function keepTrust(folder: OpenFolder, { tell }: Voice): void {
  try {
    folder.remember();
    tell(say`You trust this folder; “rein trust forget .” takes that back.`);
  } catch (thrown) {
    if (!(thrown instanceof UserError)) throw thrown;
    tell(say`${thrown.message} rein asks again at the next start.`, "warning");
  }
}

/** Greets a newcomer, once. */
async function welcome(env: ReplStart["options"]["env"], { speak, tell }: Voice): Promise<void> {
  speak(
    say`Welcome. Type a question about this folder and press Enter, or “what can you do”; /help lists the commands.`,
  );
  const state = await openState({ env, now: Date.now, onWarning: (message) => tell(message, "warning") });
  state.set({ welcomeShown: true });
}
