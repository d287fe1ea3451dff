/** The session on screen: the projection of its entries, and of the step in progress what no entry holds yet. */
import type { PanelView } from "../../../../components/view.ts";
import type { Entry } from "../../../protocol/entry.ts";
import type { CallSnapshot, EngineEvent } from "../../../protocol/event.ts";
import { type BlockStream, createBlockStream } from "../../../transcript/block-stream.ts";
import type { CallItem, Item } from "../../../transcript/item.ts";
import { Projection } from "../../../transcript/project.ts";
import { renderRun, type Run, runAt } from "../../../transcript/read-group.ts";
import { renderOpenText, renderText } from "../../../transcript/render.ts";
import { countdown } from "./countdown.ts";
import { apart, ItemPrinter, type ItemPrinterOptions } from "./item-printer.ts";
import { livePanels } from "./live-panels.ts";
import { type GrowingAnswer, SeenItems } from "./seen-items.ts";
import { addOutput, type LiveCall, liveCall, moveOn, withLife } from "./live-call.ts";
import { firstPrinted, leftOutBefore, leftOutItem, type RestoreOptions } from "./printed-again.ts";
import { remembered } from "../composer/remembered.ts";
import { openThought, thinkOn, type Thought } from "./thought.ts";
import { say } from "../../../words/say.ts";

export type { RestoreOptions };

export type TurnViewOptions = ItemPrinterOptions & {
  /** The project's folder; a shell that stands elsewhere is told of. */
  readonly root: string;
  /** Elapsed time, ms. */
  readonly now: () => number;
  /** Whether calls that only look share a line. @default true */
  readonly groupReads?: boolean;
  /** Nothing is run: what a command of the user's printed is printed as any item is. @default false */
  readonly isOnlyShown?: boolean;
};

/** Takes entries and events in order. What is finished is printed once, in the order of the log. */
export class TurnView {
  readonly #options: TurnViewOptions;
  readonly #projection: Projection;
  readonly #live = new Map<string, LiveCall>();
  /** What the transcript shows. */
  readonly #seen: SeenItems;
  /** How many of the projection's items are printed. */
  #printed = 0;
  /** Items that stand in the scrollback before their turn: commands of the user's. */
  readonly #shown = new Set<string>();
  readonly #printer: ItemPrinter;
  #answer: { readonly stream: BlockStream; readonly seen: GrowingAnswer; continued: boolean } | undefined;
  #thought: Thought | undefined;
  /** Text or reasoning of the running response has been shown as it came. */
  #streamed = false;
  #doing: () => string = () => say`thinking`;
  step = 0;

  constructor(options: TurnViewOptions) {
    this.#options = options;
    this.#printer = new ItemPrinter(options);
    this.#projection = new Projection(options.root);
    this.#seen = new SeenItems(this.#projection.items, (item) => this.#withLife(item));
  }

  /** What the engine is at now, for the activity line. */
  get label(): string {
    return this.#doing();
  }

  /** Shows a session that was opened as it would have been printed, but for what no terminal would keep. */
  restore(
    entries: readonly Entry[],
    { printed = 0, live = false, isEnd = false, ahead }: RestoreOptions = {},
  ): void {
    let there = printed;
    const from = ahead === undefined ? 0 : entries.findLastIndex(({ id }) => id === ahead.firstId);
    if (from > 0) this.#seen.precede(entries.slice(0, from), this.#projection, this.#options.root);
    for (const entry of entries.slice(Math.max(0, from))) {
      this.#add(entry);
      if (entry.id === ahead?.lastId) there = this.#projection.items.length - ahead.unprinted;
    }
    if (!live) this.#projection.cutOff();
    const { items } = this.#projection;
    there = Math.min(there, items.length);
    const first = firstPrinted(items, isEnd);
    this.#printed = Math.max(there, first);
    if (isEnd) this.#printer.print(leftOutBefore());
    else if (first > there) this.#printer.print(leftOutItem(items, first));
    this.#printFinished();
    this.#closeGroup();
  }

  /** How many items the session has, and how many of them are on the screen for good. */
  get count(): { readonly items: number; readonly printed: number } {
    return { items: this.#projection.items.length, printed: this.#printed };
  }

  /**
   * Takes up a branch that the conversation went to: what stands before the move is not printed, the screen may hold it
   * already. The words are printed in its place, and behind them what was noted behind the move. `there`: so many of the
   * entries were shown before.
   */
  takeUp(entries: readonly Entry[], words: Item, there?: number): void {
    const move = entries.findLastIndex(({ type }) => type === "move");
    const known = there ?? (move === -1 ? entries.length : move + 1);
    for (const entry of entries.slice(0, known)) this.#add(entry);
    this.#printed = this.#projection.items.length;
    this.tell(words);
    for (const entry of entries.slice(known)) this.#add(entry);
    this.#projection.cutOff();
    this.#printFinished();
    this.#closeGroup();
  }

  /** Prints an item that is no part of the session: words of rein's own. */
  tell(item: Item): void {
    this.#closeGroup();
    this.#seen.tell(item);
    this.#printer.print(item);
  }

  /** A command of the user's takes the terminal: what is printed from here on comes below what it prints. */
  makeWay(): void {
    this.#closeGroup();
    this.#printer.makeWay();
  }

  /** The program ends in the middle of an answer: what was said of it is printed. */
  breakOff(): void {
    this.#endAnswer();
  }

  onEvent(event: EngineEvent): void {
    switch (event.type) {
      case "turn_started":
        this.step = 0;
        this.#doing = () => say`thinking`;
        return;
      case "activity":
        this.#doing = () => event.label;
        return;
      case "request":
        this.step = event.step;
        this.#seen.endLive();
        this.#doing = () => say`thinking`;
        return;
      case "retry": {
        const since = this.#options.now();
        this.#doing = () => countdown(event, this.#options.now() - since);
        return;
      }
      case "reasoning_delta":
        this.#doing = () => say`reasoning`;
        this.#streamed = true;
        this.#endAnswer();
        if (event.text.trim() !== "") this.#closeGroup();
        this.#thought = thinkOn(this.#thought, event.text, this.#options.now());
        if (this.#thought.hasWords) this.#seen.think(this.#thought.text);
        return;
      case "text_delta":
        this.#doing = () => say`answering`;
        this.#streamed = true;
        this.#say(event.text);
        return;
      case "call_delta":
        this.#doing = () => say`writing a call of ${event.name || say`a tool`}`;
        return;
      case "call":
        this.#onCall(event.call);
        return;
      case "call_output": {
        const live = this.#live.get(event.callId);
        if (live !== undefined) addOutput(live, event.text, event.skipped);
        return;
      }
      case "entry":
        this.#onEntry(event.entry);
        return;
      default:
        return;
    }
  }

  /** Everything said and done, with the step in progress at its end: what the transcript shows. */
  items(): SeenItems {
    return this.#seen;
  }

  /** The open block of the answer, drawn: at most its last `rows` lines; or a line of what is being thought. */
  tail(rows: number): string[] {
    if (rows <= 0) return [];
    if (this.#answer === undefined) return this.#openThought();
    const { stream, continued } = this.#answer;
    const lines = renderOpenText(stream.open(), { ...this.#drawing(), continued, rows });
    return continued && !this.#printer.isBelowCommand ? lines : apart(lines);
  }

  /**
   * The panels of calls that are not finished, or that wait behind one that is not. Those that run share what `rows`
   * leaves beside the heads for their last output.
   */
  panels(rows: number): PanelView[] {
    const waiting = this.#projection.items.slice(this.#printed);
    const items = waiting.map((item) => this.#withLife(item)).filter((item) => item.type === "call");
    const { width, style } = this.#drawing();
    return livePanels(items, {
      width,
      style,
      rows,
      previous: this.#printer.last,
      isApart: this.#printer.isBelowCommand,
      runAt: (all, from) => this.#runAt(all, from),
    });
  }

  #onEntry(entry: Entry): void {
    if (entry.type !== "assistant") {
      this.#add(entry);
      // It had the terminal to itself, and what it printed is there already.
      if (entry.type === "user_command" && this.#options.isOnlyShown !== true) this.#shown.add(entry.id);
      // What happens beside an answer is told behind it, not in the middle of it.
      if (this.#answer !== undefined) return;
      this.#printFinished();
      if (entry.type === "turn_end") this.#closeGroup();
      return;
    }
    this.#flushReasoning();
    this.#endAnswer();
    const before = this.#projection.items.length;
    this.#seen.endLive();
    this.#add(entry);
    if (this.#streamed) this.#skipSaid(before);
    this.#streamed = false;
    this.#printFinished();
  }

  /** What a response said was printed while it came; its panels come behind it. */
  #skipSaid(from: number): void {
    const { items } = this.#projection;
    this.#printFinished(from);
    while (this.#printed >= from) {
      const item = items[this.#printed];
      if (item?.type !== "text" && item?.type !== "reasoning") return;
      this.#printer.skip(item);
      this.#printed += 1;
    }
  }

  #onCall(snapshot: CallSnapshot): void {
    const live = this.#live.get(snapshot.callId);
    const now = this.#options.now();
    if (live === undefined) this.#live.set(snapshot.callId, liveCall(snapshot, now));
    else moveOn(live, snapshot, now);
    if (snapshot.status === "running") this.#doing = () => say`running ${snapshot.name}`;
  }

  /** A call as it is now: its entries tell how it ended, the events how far it is. */
  #withLife(item: Item): Item {
    if (item.type !== "call" || item.result !== undefined) return item;
    const live = this.#live.get(item.id);
    return live === undefined ? item : withLife(item, live, this.#options.now());
  }

  #say(text: string): void {
    if (text.trim() !== "") this.#closeGroup();
    this.#flushReasoning();
    if (this.#answer === undefined) {
      const stream = createBlockStream();
      this.#answer = { stream, seen: this.#seen.say(stream), continued: false };
    }
    const blocks = this.#answer.stream.push(text);
    this.#answer.seen.add(text, blocks);
    this.#printBlocks(blocks);
  }

  #endAnswer(): void {
    if (this.#answer === undefined) return;
    const blocks = this.#answer.stream.end();
    this.#answer.seen.end(blocks);
    this.#printBlocks(blocks);
    this.#answer = undefined;
  }

  #add(entry: Entry): void {
    const { length } = this.#projection.items;
    this.#projection.add(entry);
    this.#seen.cameFrom(entry, length);
  }

  #printBlocks(blocks: ReturnType<BlockStream["push"]>): void {
    if (this.#answer === undefined || blocks.length === 0) return;
    const { continued } = this.#answer;
    const draw = remembered((width) => renderText(blocks, { width, style: this.#options.style, continued }));
    if (draw(this.#options.columns()).length === 0) return;
    if (continued) this.#printer.goOn(draw);
    else this.#printer.print({ type: "text", id: "live/text", text: "" }, draw);
    this.#answer.continued = true;
  }

  #flushReasoning(): void {
    const thought = this.#thought;
    this.#thought = undefined;
    if (thought?.hasWords !== true) return;
    const item: Item = { type: "reasoning", id: "live/reasoning", text: thought.text };
    this.#printer.print(item, this.#printer.thought(thought.text, this.#options.now() - thought.since));
  }

  #openThought(): string[] {
    const { thinking, now } = this.#options;
    if (thinking === "off" || this.#thought?.hasWords !== true) return [];
    return apart([openThought(this.#thought.text, now() - this.#thought.since, this.#drawing())]);
  }

  /**
   * Prints the items that will not change any more, up to the first that will (or to `end`). Those that share a line wait
   * until nothing more can come to it.
   */
  #printFinished(end = Number.POSITIVE_INFINITY, isClosed = false): void {
    const { items } = this.#projection;
    while (this.#printed < Math.min(items.length, end)) {
      const item = items[this.#printed];
      if (item === undefined || (item.type === "call" && !isFinished(item))) return;
      const run = this.#runAt(items, this.#printed, Math.min(items.length, end));
      if (run.isOpen && !isClosed) return;
      const count = Math.max(1, run.items.length);
      if (count > 1)
        this.#printer.print(
          item,
          remembered((width) => renderRun(run.items, { ...this.#drawing(), width })),
        );
      else if (!this.#shown.has(item.id)) this.#printer.print(item);
      for (const { id } of items.slice(this.#printed, this.#printed + count)) this.#live.delete(id);
      this.#printed += count;
    }
  }

  /** Prints the calls that wait for more to share their line with: none will come. */
  #closeGroup(): void {
    const { items, isOpen } = this.#runAt(this.#projection.items, this.#printed);
    if (isOpen) this.#printFinished(this.#printed + items.length, true);
  }

  #runAt(items: readonly Item[], from: number, end?: number): Run {
    return this.#options.groupReads === false ? { items: [], isOpen: false } : runAt(items, from, end);
  }

  #drawing() {
    return { width: this.#options.columns(), style: this.#options.style };
  }
}

function isFinished({ status, result }: CallItem): boolean {
  return result !== undefined || status === "interrupted";
}
