/**
 * The terminal's modes: the one place that switches them on, and the one restoration for every way out. What is on is
 * a list in order; going back means switching off from its end.
 */
import type { Reply } from "./input/event.ts";
import { sanitize } from "./sanitize.ts";
import { writeNow as writeNowTo } from "./modes/write-now.ts";

export interface ModesOptions {
  /** Appends to the terminal's output, in order with everything else that the program paints. */
  readonly write: (text: string) => void;
  /** Writes at once and waits for nothing, for the last bytes before the end. The default writes to descriptor 1. */
  readonly writeNow?: (text: string) => void;
  /** Milliseconds, monotonic. */
  readonly now: () => number;
  /** Ask for focus events, which tell whether a notification would be seen. */
  readonly focus?: boolean;
  /** Further questions to the terminal (OSC 11 …) that go out with the ones about its keyboard. */
  readonly questions?: readonly string[];
}

/** `mouse`: clicks and the wheel are reported; `drag`: moves while a button is down as well. */
export type AlternateScreen = { readonly mouse: boolean; readonly drag?: boolean };

export interface Modes {
  /** Switches on what the composer needs and asks what the terminal can do. */
  enter(): void;
  /** Takes the terminal's answers, from the input parser. */
  receive(reply: Reply): void;
  /** Whether answers are still to come. */
  readonly replyDue: boolean;
  /** How modified keys arrive; `unknown` until the terminal has answered. */
  readonly keyboard: "unknown" | "kitty" | "legacy";
  /** Paints on the alternate screen from now on. */
  enterAlternateScreen(options: AlternateScreen): void;
  /** Back to the main screen, which is as it was. */
  leaveAlternateScreen(): void;
  /** Whether the terminal tells when it gets and loses the focus. */
  reportFocus(on: boolean): void;
  /** Whether the terminal tells when its colours change between dark and light; asked only where it says that it can. */
  reportColourScheme(on: boolean): void;
  /** Whether it does so now. */
  readonly tellsColourScheme: boolean;
  /**
   * Shows progress beside the window's title; only for terminals that are known to take it. Some take it back by
   * themselves after a while: the same again shows it again.
   */
  setProgress(progress: Progress | null): void;
  /**
   * Asks the terminal something while the program runs, such as OSC 11; the answer comes to `receive`. One that has never
   * answered is not asked.
   */
  ask(question: string): void;
  /** Puts a title of ours in the place of the window's, which is kept and comes back with null. Foreign text is made fit. */
  setTitle(title: string | null): void;
  /** Gives the cursor a shape that says how typing works; null: the terminal's own. */
  setCursorShape(shape: CursorShape | null): void;
  /** Everything off for a while: for a child, or while the program is stopped. */
  release(): void;
  /** Everything on again that `release` switched off. The alternate screen is empty then. */
  retake(): void;
  /** Everything off for good, at once. May be called at any time and any number of times. */
  restore(): void;
}

/** `busy`: something runs; `waiting`: it waits for somebody; `failed`: it went wrong. */
export type Progress = "busy" | "waiting" | "failed";

export type CursorShape = "block" | "underline" | "bar";

type ModeName =
  | "paste"
  | "focus"
  | "colour-scheme"
  | "title"
  | "keyboard"
  | "alternate"
  | "alternate-keyboard"
  | "mouse"
  | "drag";

/** 1: keys that look alike become different; 4: the place of the key, so that Ctrl+C works on any layout. */
const kittyFlags = 1 | 4;
const keyboard = { on: `\u001b[>${kittyFlags}u`, off: "\u001b[<u" };

const sequences: Readonly<Record<ModeName, { readonly on: string; readonly off: string }>> = {
  paste: { on: "\u001b[?2004h", off: "\u001b[?2004l" },
  focus: { on: "\u001b[?1004h", off: "\u001b[?1004l" },
  // The terminal keeps the title on a stack; one without a stack is left with an empty title, not with ours.
  // https://contour-terminal.org/vt-extensions/color-palette-update-notifications/
  "colour-scheme": { on: "\u001b[?2031h", off: "\u001b[?2031l" },
  title: { on: "\u001b[22;0t", off: `${titled("")}\u001b[23;0t` },
  keyboard,
  alternate: { on: "\u001b[?1049h", off: "\u001b[?1049l" },
  // Each screen has a stack of keyboard flags of its own.
  "alternate-keyboard": keyboard,
  mouse: { on: "\u001b[?1000h\u001b[?1006h", off: "\u001b[?1006l\u001b[?1000l" },
  drag: { on: "\u001b[?1002h", off: "\u001b[?1002l" },
};

/** OSC 2. The text holds nothing that could end the sequence. */
function titled(text: string): string {
  return `\u001b]2;${sanitize(text, "title")}\u001b\\`;
}

/** OSC 9;4: busy without an end, waiting (paused) and failed with a full bar. */
const progressCodes: Readonly<Record<Progress, string>> = {
  busy: "\u001b]9;4;3\u001b\\",
  waiting: "\u001b]9;4;4;100\u001b\\",
  failed: "\u001b]9;4;2;100\u001b\\",
};
const noProgress = "\u001b]9;4;0\u001b\\";

/** DECSCUSR, not blinking; 0 is what the user has set up. */
const shapeCodes: Readonly<Record<CursorShape, string>> = {
  block: "\u001b[2 q",
  underline: "\u001b[4 q",
  bar: "\u001b[6 q",
};
const ownShape = "\u001b[0 q";

const askKeyboard = "\u001b[?u";
const schemeMode = 2031;
/** Whether the terminal knows the mode that tells of dark and light: DECRQM. Not for those that print it. */
export const askColourScheme = `\u001b[?${schemeMode}$p`;
/** Every terminal answers DA1, so its answer says that no other will come. */
const askAttributes = "\u001b[c";
/** Milliseconds after which a terminal is taken to answer nothing at all. */
const longestReply = 2000;

/** Of DECRPM: 1 and 2 can be changed, 0 is not known, 3 and 4 stay as they are. */
function isSettable(state: number): boolean {
  return state === 1 || state === 2;
}

/** An unfinished synchronized update ends, so that what follows is seen; then normal colours and a visible cursor. */
const atRest = { before: "\u001b[?2026l", after: "\u001b[0m\u001b[?25h" };

export function createModes(options: ModesOptions): Modes {
  const { write, writeNow = writeNowTo(1), now } = options;
  let on: ModeName[] = [];
  let life: "new" | "entered" | "released" | "restored" = "new";
  let kitty = false;
  let knowsScheme = false;
  let alternate: AlternateScreen | undefined;
  let reportsFocus = options.focus === true;
  let reportsScheme = false;
  let title: string | null = null;
  let progress: Progress | null = null;
  let shown: Progress | null = null;
  const cursor: { wanted: CursorShape | null; shown: CursorShape | null } = { wanted: null, shown: null };
  let askedAt: number | undefined;
  let answered = false;
  /** Whether it has ever answered. */
  let answers = false;

  function wanted(): ModeName[] {
    if (life !== "entered") return [];
    const names: ModeName[] = ["paste"];
    // Where the alternate screen was entered before the terminal had told, it is not left and entered again for this.
    const isPast = on.includes("alternate") && !on.includes("keyboard") && alternate !== undefined;
    if (kitty && !isPast) names.push("keyboard");
    if (alternate !== undefined) {
      names.push("alternate");
      if (kitty) names.push("alternate-keyboard");
      if (alternate.mouse) names.push("mouse");
      if (alternate.mouse && alternate.drag === true) names.push("drag");
    }
    // These come and go by themselves; behind the screens, so that no screen is left and entered for them.
    if (reportsFocus) names.push("focus");
    if (reportsScheme && knowsScheme) names.push("colour-scheme");
    if (title !== null) names.push("title");
    return names;
  }

  function switchOn(name: ModeName): string {
    return sequences[name].on + (name === "title" ? titled(title ?? "") : "");
  }

  /** The bytes from what is on to what is wanted: off from the end down to the first difference, then on. */
  function change(): string {
    const target = wanted();
    const differing = on.findIndex((name, index) => target[index] !== name);
    const common = differing < 0 ? on.length : differing;
    const off = on.slice(common).toReversed();
    const added = target.slice(common);
    on = target;
    return [
      ...off.map((name) => sequences[name].off),
      ...added.map(switchOn),
      progressChange(),
      shapeChange(),
    ].join("");
  }

  /** No mode of the list: it comes and goes often, and nothing has to go with it. */
  function progressChange(): string {
    const before = shown;
    shown = life === "entered" ? progress : null;
    if (shown === before) return "";
    return shown === null ? noProgress : progressCodes[shown];
  }

  /** No mode of the list either. */
  function shapeChange(): string {
    const before = cursor.shown;
    cursor.shown = life === "entered" ? cursor.wanted : null;
    if (cursor.shown === before) return "";
    return cursor.shown === null ? ownShape : shapeCodes[cursor.shown];
  }

  function apply(): void {
    const bytes = change();
    if (bytes !== "") write(bytes);
  }

  return {
    enter() {
      if (life !== "new") return;
      life = "entered";
      askedAt = now();
      write([change(), askKeyboard, ...(options.questions ?? []), askAttributes].join(""));
    },
    receive(reply) {
      if (reply.kind === "keyboard-flags") kitty = true;
      if (reply.kind === "mode" && reply.mode === schemeMode) knowsScheme = isSettable(reply.state);
      if (reply.kind === "device-attributes" && reply.level === 1) {
        answered = true;
        answers = true;
      }
      apply();
    },
    get replyDue() {
      return askedAt !== undefined && !answered && now() - askedAt < longestReply;
    },
    get keyboard() {
      if (kitty) return "kitty";
      return answers ? "legacy" : "unknown";
    },
    enterAlternateScreen(screen) {
      alternate = screen;
      apply();
    },
    leaveAlternateScreen() {
      alternate = undefined;
      apply();
    },
    reportFocus(isOn) {
      reportsFocus = isOn;
      apply();
    },
    reportColourScheme(isOn) {
      reportsScheme = isOn;
      apply();
    },
    get tellsColourScheme() {
      return on.includes("colour-scheme");
    },
    setProgress(next) {
      const isAgain = next !== null && next === shown;
      progress = next;
      if (isAgain) write(progressCodes[next]);
      else apply();
    },
    ask(question) {
      if (life !== "entered" || !answers) return;
      askedAt = now();
      answered = false;
      write(question + askAttributes);
    },
    setTitle(next) {
      const isChanged = next !== title && next !== null && on.includes("title");
      title = next;
      if (isChanged) write(titled(next));
      else apply();
    },
    setCursorShape(shape) {
      cursor.wanted = shape;
      apply();
    },
    release() {
      if (life !== "entered") return;
      life = "released";
      write(atRest.before + change() + atRest.after);
    },
    retake() {
      if (life !== "released") return;
      life = "entered";
      apply();
    },
    restore() {
      if (life === "restored") return;
      const entered = life === "entered";
      life = "restored";
      if (entered) writeNow(atRest.before + change() + atRest.after);
    },
  };
}
