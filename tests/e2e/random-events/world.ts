/** The program, and what is known of how it has to be: every event changes both. */
import { existsSync } from "node:fs";
import { userTexts } from "../requests.ts";
import type { Story } from "../start.ts";
import type { TestTerminal } from "../../support/terminal.ts";
import type { Reply, Talk } from "./talk.ts";
import { composerFault, isActive, isAnswerable, isAsked, layoutFault, questionIn } from "./window.ts";
import { Written } from "./written.ts";

/** What the program is at. `running`: a command that waits to be let go. */
export type Turn =
  | { readonly state: "idle" }
  | { readonly state: "thinking"; readonly reply: Reply }
  | { readonly state: "asking" }
  | { readonly state: "running"; readonly hold: string };

export type Waiting = { readonly text: string; readonly via: "queue" | "steer" };

/** A call that the model has asked for; its mark stands in its panel. */
export type Call = { readonly mark: string; narrowest: number };

/** Why another request comes, if one does. */
export type Reason = "sent" | "completed" | "called" | "again";

export class World {
  readonly story: Story;
  readonly talk: Talk;
  readonly written = new Written();
  turn: Turn = { state: "idle" };
  /** Messages that wait, in their order. */
  queue: Waiting[] = [];
  /** Messages that the model must have, in their order. */
  readonly sent: string[] = [];
  /** How many messages have been made. */
  messages = 0;
  readonly calls: Call[] = [];
  /** Commands that wait to be let go once they run, by the files that say so. */
  readonly holds: string[] = [];
  /** How many words of an answer must be on the screen or above it, where it was not given to its end. */
  readonly least = new Map<number, number>();
  /** An attempt of the running turn has failed already. */
  hasFailed = false;
  mostRows: number;
  /** How many answers the events have taken up. */
  #served = 0;

  constructor(story: Story, talk: Talk) {
    this.story = story;
    this.talk = talk;
    this.mostRows = story.terminal.emulator.rows;
  }

  get terminal(): TestTerminal {
    return this.story.terminal;
  }

  /** Waits until the screen shows what it has to show. */
  async settle(what = "a settled screen"): Promise<void> {
    let fault: string | undefined;
    try {
      await this.terminal.waitFor(() => (fault = this.fault()) === undefined, { what });
    } catch (thrown) {
      throw new Error(`${fault ?? "nothing wrong any more"}\n${String(thrown)}`, { cause: thrown });
    }
  }

  /** What is not as it has to be; undefined if all is well. */
  fault(): string | undefined {
    const { terminal, turn } = this;
    if (terminal.modes().alternateScreen) return "the alternate screen shows";
    const isAsking = turn.state === "asking";
    if (isAsked(terminal) !== isAsking) return isAsking ? "no question" : "a question";
    const isBusy = turn.state === "thinking" || turn.state === "running";
    if (isActive(terminal) !== isBusy) return isBusy ? "no activity" : "activity";
    return (
      layoutFault(terminal) ?? composerFault(terminal, this.written.editor, isAsking) ?? this.#queueFault()
    );
  }

  /** What has become of the turn after something that moves it on. `before`: the question that was answered. */
  async next(reason: Reason, before = ""): Promise<void> {
    const { terminal, talk } = this;
    const goesOn = reason === "sent" || (reason === "completed" && this.queue.length > 0);
    this.turn = await terminal.waitFor<Turn | false>(
      () => {
        const reply = talk.replies[this.#served];
        if (reply !== undefined) return { state: "thinking", reply };
        const hold = this.holds.find((name) => existsSync(this.story.project.path(name)));
        if (hold !== undefined) return { state: "running", hold };
        if (isAnswerable(terminal) && questionIn(terminal) !== before) return { state: "asking" };
        return !goesOn && !isActive(terminal) && !isAsked(terminal) && { state: "idle" };
      },
      { what: `what comes after it was ${reason}` },
    );
    if (this.turn.state === "thinking") {
      this.#served += 1;
      this.#deliver(reason);
      this.checkRequest(this.turn.reply);
    }
    if (this.turn.state === "running") this.holds.splice(this.holds.indexOf(this.turn.hold), 1);
    if (this.turn.state === "idle") this.hasFailed = false;
    await this.settle(`the turn to be ${this.turn.state} after it was ${reason}`);
  }

  /** Messages leave the queue: the oldest for a turn of its own, and all that steer. */
  #deliver(reason: Reason): void {
    if (reason === "again") return;
    const [first, ...others] = this.queue;
    const isSteered = this.queue.some(({ via }) => via === "steer");
    if (reason === "completed" && !isSteered && first !== undefined) {
      this.sent.push(first.text);
      this.queue = others;
      this.hasFailed = false;
    }
    for (const { text, via } of this.queue) if (via === "steer") this.sent.push(text);
    this.queue = this.queue.filter(({ via }) => via !== "steer");
  }

  /** The model has every message that was sent, each once, whole and in order. */
  checkRequest({ request, number }: Reply): void {
    const said = userTexts(request).join("\n");
    let at = 0;
    for (const text of this.sent) {
      const found = said.indexOf(text.trim(), at);
      if (found === -1)
        throw new Error(
          `request ${number} is without ${JSON.stringify(text)} at its place, or has it changed:\n${JSON.stringify(said.slice(at))}`,
        );
      at = found + text.trim().length;
    }
    const marks = (text: string) => text.match(/m\d+\./g)?.length ?? 0;
    const wanted = this.sent.reduce((sum, text) => sum + marks(text), 0);
    if (marks(said) !== wanted)
      throw new Error(`request ${number} has ${marks(said)} marks of messages, not ${wanted}:\n${said}`);
  }

  #queueFault(): string | undefined {
    const { terminal, queue } = this;
    if (terminal.emulator.rows < 24 || this.turn.state === "asking") return undefined;
    const shown = terminal.screen().filter((line) => line.startsWith("▸ ")).length;
    const wanted = Math.min(queue.length, 3);
    return shown === wanted ? undefined : `${shown} waiting messages are shown, not ${wanted}`;
  }
}
