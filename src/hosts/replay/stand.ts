/** What a replay and a watch share: the terminal, the views, the keys, the transcript, and going on in a copy. */
import { homeFolder } from "../../private-files/home-folder.ts";
import type { Entry } from "../../protocol/entry.ts";
import { loadSettings } from "../../settings/load.ts";
import type { LogNode } from "../../sessions/log.ts";
import type { Settings } from "../../settings/schema.ts";
import type { InputEvent } from "../../terminal/input/event.ts";
import { type Key, keysOf } from "../../terminal/input/key.ts";
import type { Command } from "../../terminal/keymap.ts";
import { say } from "../../words/say.ts";
import { Composer } from "../repl/composer/composer.ts";
import type { RestoreOptions } from "../repl/conversation/turn-view.ts";
import { isSuspension, keymap, loadKeybindings } from "../repl/keys.ts";
import { type List, OpenList } from "../repl/lists/open-list.ts";
import { beginTheming } from "../repl/screen/open-themes.ts";
import type { ViewChange } from "../repl/screen/screen.ts";
import { openForkChoice } from "./fork-choice.ts";
import { openReplayTerminal, type OpenScreen, type ReplayTerminal } from "./open-terminal.ts";
import { createPausableTimers, type PausableTimers } from "./pausable.ts";
import { Show } from "./show.ts";
import type { ReplayEnd, ReplayStart, WatchStart } from "./start.ts";

export type StandOptions = {
  readonly start: ReplayStart | WatchStart;
  readonly openScreen: OpenScreen;
  /** What is shown before anything happens. */
  readonly entries: readonly Entry[];
  readonly restore?: RestoreOptions;
  readonly status: (columns: number) => string;
  /** A key that is not about the terminal, the transcript or a list. */
  readonly onCommand: (command: Command) => void;
};

/** The place where a log is shown until the user leaves it. */
export class Stand {
  readonly timers: PausableTimers;
  readonly #options: StandOptions;
  readonly #terminal: ReplayTerminal;
  readonly #composer: Composer;
  readonly #list: OpenList;
  readonly #settings: Settings;
  /** What of the user's settings is not right, a sentence each. */
  readonly #faults: readonly string[];
  readonly #ended = Promise.withResolvers<ReplayEnd>();
  readonly show: Show;
  #hint: string | null = null;

  constructor(options: StandOptions) {
    this.#options = options;
    const { env, cwd, log } = options.start;
    const { settings, warnings } = loadSettings({ env, project: cwd });
    this.#settings = settings;
    this.#faults = warnings.map(({ where, message: fault }) => `${where}: ${fault}`);
    const { groupReads = true, thinking = "line" } = this.#settings;
    let show: Show | undefined;
    this.#terminal = openReplayTerminal({
      env,
      openScreen: options.openScreen,
      view: (columns) => this.#view(columns, show),
      onInput: (event) => this.#onInput(event),
      onGone: () => this.leave({ type: "left" }),
    });
    const { screen, style, timers } = this.#terminal;
    this.timers = createPausableTimers(timers);
    this.#composer = new Composer(style);
    this.#list = new OpenList(screen);
    show = new Show(
      {
        header: log.header,
        screen,
        style,
        timers: this.timers,
        wallTimers: timers,
        home: homeFolder(env),
        looks: { groupReads, thinking },
        status: options.status,
      },
      options.entries,
      options.restore,
    );
    this.show = show;
  }

  get style(): ReplayTerminal["style"] {
    return this.#terminal.style;
  }

  /** The user's theme and keys. */
  async begin(): Promise<void> {
    const { env } = this.#options.start;
    const faults = await beginTheming(env, this.#settings.theme, this.#terminal.theming);
    const keys = await loadKeybindings(env, () => Promise.resolve("unknown"));
    for (const fault of [...this.#faults, ...faults, ...keys.faults]) this.show.say(fault, "warning");
  }

  /** Resolves when the user leaves, with the terminal as it was. */
  async whenEnded(): Promise<ReplayEnd> {
    try {
      return await this.#ended.promise;
    } finally {
      this.show.close();
      await this.#terminal.close();
    }
  }

  leave(end: ReplayEnd): void {
    this.#ended.resolve(end);
  }

  /** What the user had written by then. */
  type(text: string): void {
    const { screen } = this.#terminal;
    this.#composer.rewrite(text);
    screen.set(this.#composer.change(screen.columns));
  }

  /** A word in the place of the status line; null for none. */
  hint(words: string | null): void {
    this.#hint = words;
    this.#terminal.screen.set({ hint: words });
  }

  /** Opens a list to choose from. */
  open(list: List): void {
    this.#list.open(list);
  }

  /** Lets the user choose a model, and goes on in a copy that ends with these entries. `nodes`: the branch as its log has it. */
  fork(entries: readonly Entry[], nodes: readonly LogNode[]): void {
    const { start } = this.#options;
    if (!entries.some(({ type }) => type === "user"))
      return this.show.say(say`Nothing was said yet: there is nothing to copy.`, "warning");
    const { header } = start.log;
    void openForkChoice({
      ...start,
      entries,
      settings: this.#settings,
      list: this.#list,
      onChosen: (model) =>
        this.leave({
          type: "talk",
          resume: { type: "copy", sessionId: header.sessionId, entries, nodes },
          ...(model === null ? {} : { model }),
        }),
    });
  }

  #view(columns: number, show: Show | undefined): ViewChange {
    if (show === undefined) return {};
    return {
      ...this.#composer.change(columns),
      ...show.change(),
      picker: this.#list.view(columns),
      hint: this.#hint,
    };
  }

  #onInput(event: InputEvent): void {
    const { screen } = this.#terminal;
    if (screen.isFull) {
      if (isSuspension(event, "transcript")) return this.#terminal.suspend();
      return screen.onFullInput(event);
    }
    if (event.type === "mouse") return void screen.stage?.onMouse(event);
    if (event.type !== "key" && event.type !== "text") {
      if (this.#list.isOpen) this.#list.onInput(event);
      return;
    }
    // A key may open or close a list: what came in the same read behind it is for what is there then.
    const keys = event.type === "key" ? [event.key] : keysOf(event.text);
    for (const key of keys) this.#onKey(key);
  }

  #onKey(key: Key): void {
    const { screen } = this.#terminal;
    const event: InputEvent = { type: "key", key };
    if (screen.isFull) return screen.onFullInput(event);
    if (this.#list.isOpen && !isSuspension(event, "list")) return void this.#list.onInput(event);
    const command = keymap.lookup(key, "replay");
    switch (command) {
      case undefined:
        return;
      case "close":
      case "dismiss":
      case "interrupt":
        return this.leave({ type: "left" });
      case "suspend":
        return this.#terminal.suspend();
      case "redraw":
        return screen.repaint();
      case "open-transcript":
        return this.show.openTranscript();
      case "page-up":
      case "page-down":
        return screen.stage?.scroll(command);
      default:
        return this.#options.onCommand(command);
    }
  }
}
