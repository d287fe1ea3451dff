/** One conversation on screen: what its engine tells is drawn, gathered so that no frame comes too soon. */
import { roomForPanels } from "../../../../components/fit.ts";
import type { Conversation } from "../../../app/conversation.ts";
import type { Entry, EntryOf } from "../../../protocol/entry.ts";
import type { EngineEvent } from "../../../protocol/event.ts";
import type { EncodedImage, Usage } from "../../../protocol/message.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { isTodoWrite, type Todo, todosIn } from "../../../tools/todo-list.ts";
import { formatModel } from "../../../transcript/format.ts";
import type { Item } from "../../../transcript/item.ts";
import { renderTodos } from "../../../transcript/render-todos.ts";
import { totalOf, type UsedByModel, withEntry } from "../../../transcript/usage.ts";
import { createActivityClock } from "./activity-clock.ts";
import { createFlusher, type Timers } from "../screen/flusher.ts";
import { runningJobsWords } from "../lists/job-list.ts";
import { imagesToPrintAgain, imagesOf } from "./images-of.ts";
import { InOrder } from "./in-order.ts";
import { hiddenWords } from "../commands/secret-commands.ts";
import { queueLines } from "../lists/queue-board.ts";
import { QuestionList, type ShownChange } from "../questions/question-list.ts";
import type { Screen, ViewChange } from "../screen/screen.ts";
import type { SeenItems } from "./seen-items.ts";
import type { Choice } from "../transcript/open-panels.ts";
import type { ViewKeeper } from "./view-keeper.ts";
import type { StatusDrawing } from "../status/status-drawing.ts";
import { type RestoreOptions, TurnView, type TurnViewOptions } from "./turn-view.ts";
import { costWords, tokenWords } from "../commands/usage-words.ts";

/** What of a conversation is looked at. */
export type ShownConversation = Pick<Conversation, "contextWindow" | "effort" | "veil" | "onTrouble"> & {
  readonly engine: Pick<
    Conversation["engine"],
    "subscribe" | "state" | "queued" | "mode" | "model" | "openQuestions"
  >;
  readonly session: Pick<Conversation["session"], "header" | "branch">;
  readonly jobs: Pick<Conversation["jobs"], "list">;
  readonly spending: Pick<Conversation["spending"], "cost">;
  readonly sandbox: Pick<Conversation["sandbox"], "words" | "onChange">;
};

export type ConversationViewOptions = {
  readonly conversation: ShownConversation;
  /** How what it holds already is shown. @default all of it is printed */
  readonly restore?: RestoreOptions;
  readonly gitBranch: string | null;
  /** False while something that the folder brings is not used. */
  readonly isTrusted: boolean;
  readonly screen: Screen;
  readonly style: Style;
  readonly timers: Timers;
  /** What goes on by itself later, for the status line; empty for nothing. */
  readonly waiting: () => string;
  readonly drawStatus: StatusDrawing["draw"];
  /** The user's folder, which paths in questions are told from. */
  readonly home: string;
  /** A user's command has the terminal. */
  readonly isLent: () => boolean;
  /** The waiting messages stand on their board. */
  readonly isBoardOpen: () => boolean;
  /** Whether a key would count for the question that is shown. */
  readonly takesKeys: () => boolean;
  /** What the user wants to see of calls that only look, and of what the model thinks. */
  readonly looks: Pick<TurnViewOptions, "groupReads" | "thinking" | "drawPicture" | "isOnlyShown">;
  /** Resolves when the images can be drawn; null where there is nothing to wait for. */
  readonly whenPicturesReady: (images: readonly EncodedImage[]) => Promise<void> | null;
  /** Told when questions have come or gone. */
  readonly onQuestions: (change: ShownChange) => void;
  /** Told of every entry, once it is drawn or about to be. */
  readonly onEntry: (entry: Entry) => void;
  /** The conversation went to another place of its tree: what is on the screen stays, and these words are printed below. */
  readonly taken?: TakenUp | undefined;
  /** What is remembered of how it is looked at. @default nothing is */
  readonly kept?: ViewKeeper | undefined;
};

/** What is said in the place of printing a branch, and what stays from the view of the one that was left. */
export type TakenUp = {
  readonly words: string;
  readonly showsTodos: boolean;
  /** So many of its entries were shown before. @default those up to where it went */
  readonly there?: number;
};

/** Rows of the todo list at most, its head among them. */
const mostTodoRows = 6;

/** Draws a conversation until it is closed. */
export class ConversationView {
  readonly #options: ConversationViewOptions;
  readonly #turn: TurnView;
  readonly #inOrder: InOrder;
  readonly #flusher;
  readonly #clock;
  readonly #unsubscribe: () => void;
  #usage: Usage | undefined;
  /** By the running turn, so far. */
  #turnUsed: UsedByModel = new Map();
  /** No text of the running response has been drawn yet. */
  #silent = true;
  readonly questions: QuestionList;
  /** Which panels are opened in the transcript, where that is remembered. */
  readonly panels: Choice | undefined;
  #todos: readonly Todo[];
  #showsTodos: boolean;
  /** The conversation went to another place; what comes from now on is for the next view. */
  #isLeft = false;

  constructor(options: ConversationViewOptions) {
    this.#options = options;
    const { conversation, screen, style, timers, home, taken } = options;
    this.#showsTodos = taken?.showsTodos ?? options.kept?.showsTodos ?? false;
    this.panels = options.kept?.panels;
    const isCovered = () => screen.isFull || options.isLent();
    const { isOnlyShown = false } = options.looks;
    this.questions = new QuestionList({ style, home, now: timers.now, isCovered, isOnlyShown });
    this.#turn = new TurnView({
      ...options.looks,
      style,
      root: conversation.session.header.cwd,
      now: timers.now,
      columns: () => screen.columns,
      // Where the transcript is always on the screen, it shows what else is printed.
      print: (draw) => {
        if (screen.stage === undefined) screen.print(draw);
      },
    });
    this.#flusher = createFlusher(() => this.#draw(), timers);
    this.#clock = createActivityClock(timers, () => this.#flusher.request());
    const { engine, session } = conversation;
    this.#usage = lastUse(session.branch());
    this.#todos = todosIn(session.branch())?.items ?? [];
    this.#inOrder = new InOrder({
      // The transcript names them, and waits for nothing.
      whenReady: (images) => (screen.stage === undefined ? options.whenPicturesReady(images) : null),
      timers,
      onDone: () => this.#flusher.now(),
    });
    // Where images have to be waited for, what is added meanwhile comes as an event.
    const entries = session.branch().slice();
    if (taken === undefined)
      this.#inOrder.do(imagesToPrintAgain(entries), () => this.#turn.restore(entries, options.restore));
    else {
      const words: Item = { type: "notice", id: "rein", level: "info", text: taken.words };
      this.#turn.takeUp(entries, words, taken.there);
    }
    this.#unsubscribe = engine.subscribe((event) =>
      this.#inOrder.do(event.type === "entry" ? imagesOf(event.entry) : [], () => this.#onEvent(event)),
    );
    conversation.sandbox.onChange(() => this.#flusher.now());
    conversation.onTrouble((message, level) =>
      this.#inOrder.do([], () => {
        this.#turn.tell({ type: "notice", id: "trouble", level, text: message });
        this.#flusher.request();
      }),
    );
  }

  /** Everything said and done so far, the step in progress at its end. */
  items(): SeenItems {
    return this.#turn.items();
  }

  /** How many items the session has, and how many of them are on the screen for good. */
  get count(): TurnView["count"] {
    return this.#turn.count;
  }

  /** Prints words of rein's own. */
  tell(text: string, level: "info" | "warning" | "error" = "info"): void {
    this.#inOrder.do([], () => {
      this.#turn.tell({ type: "notice", id: "rein", level, text });
      this.#flusher.now();
    });
  }

  /** A command of the user's takes the terminal. */
  makeWay(): void {
    this.#inOrder.finish();
    this.#turn.makeWay();
  }

  /** The program ends at once: what the model was saying is printed. */
  breakOff(): void {
    this.#inOrder.finish();
    this.#turn.breakOff();
    this.#options.kept?.flush();
  }

  /** Shows the todo list, or no longer. */
  toggleTodos(): void {
    this.#showsTodos = !this.#showsTodos;
    if (this.#options.kept !== undefined) this.#options.kept.showsTodos = this.#showsTodos;
    this.#flusher.now();
  }

  get showsTodos(): boolean {
    return this.#showsTodos;
  }

  /** Draws now: something outside the engine has changed. */
  draw(): void {
    this.#flusher.now();
  }

  /** What the inline view shows of this conversation. */
  change(): ViewChange {
    const { conversation, gitBranch, isTrusted, screen, style } = this.#options;
    const { engine } = conversation;
    const { columns, rows } = screen;
    const label = sanitize(this.#turn.label, "approval_inline");
    const isHeld = engine.state === "idle" && this.#options.waiting() === "";
    const change = {
      tail: this.#turn.tail(rows),
      activity: this.#clock.isRunning
        ? {
            label,
            step: this.#turn.step,
            elapsedMs: this.#clock.elapsedMs,
            tick: this.#clock.tick,
            tokens: tokenWords(totalOf(this.#turnUsed)),
            canStop: this.#options.looks.isOnlyShown !== true,
          }
        : null,
      todos: this.#showsTodos ? renderTodos(this.#todos, { width: columns, style, rows: mostTodoRows }) : [],
      queue: this.#options.isBoardOpen() ? [] : queueLines(engine.queued, { columns, style, isHeld }),
      question: this.questions.view(columns, this.#options.takesKeys()),
      status: this.#options.drawStatus(
        {
          mode: engine.mode,
          model: formatModel(engine.model, conversation.effort()),
          usage: this.#usage,
          contextWindow: conversation.contextWindow(),
          cost: costWords(conversation.spending.cost()),
          gitBranch,
          isTrusted,
          jobs: runningJobsWords(conversation.jobs),
          sandbox: conversation.sandbox.words(),
          secrets: hiddenWords(conversation.veil),
          waiting: this.#options.waiting(),
        },
        columns,
      ),
    };
    const room = roomForPanels({ ...screen.view, ...change, columns, rows });
    return { ...change, panels: this.#turn.panels(room) };
  }

  /** The use of the model's context after the last response, as its server counted it. */
  get usage(): Usage | undefined {
    return this.#usage;
  }

  /** Stops listening. The conversation itself is the caller's to close. */
  close(): void {
    this.#inOrder.finish();
    this.#unsubscribe();
    this.#clock.stop();
    this.#flusher.cancel();
    this.#options.kept?.flush();
  }

  #onEvent(event: EngineEvent): void {
    if (event.type === "entry" && event.entry.type === "move") this.#isLeft = true;
    if (this.#isLeft) return;
    this.#turn.onEvent(event);
    switch (event.type) {
      case "turn_started":
        this.#turnUsed = new Map();
        this.#clock.start();
        return this.#flusher.now();
      case "request":
        this.#silent = true;
        return this.#flusher.request();
      case "text_delta": {
        // The first words are drawn at once, what follows is gathered.
        const isFirst = this.#silent;
        this.#silent = false;
        return isFirst ? this.#flusher.now() : this.#flusher.request();
      }
      case "approval_requested":
      case "approval_answered":
      case "approval_withdrawn":
        this.#takeQuestions();
        return this.#flusher.now();
      case "turn_ended":
        this.#takeQuestions();
        this.#clock.stop();
        return this.#flusher.now();
      case "entry":
        this.#turnUsed = withEntry(this.#turnUsed, event.entry);
        this.#usage = useAfter(event.entry) ?? this.#usage;
        if (event.entry.type === "tool_result" && isTodoWrite(event.entry.name))
          this.#todos = todosIn(this.#options.conversation.session.branch())?.items ?? [];
        this.#options.onEntry(event.entry);
        return this.#flusher.request();
      default:
        return this.#flusher.request();
    }
  }

  #takeQuestions(): void {
    const { conversation, onQuestions } = this.#options;
    onQuestions(this.questions.update(conversation.engine.openQuestions));
  }

  #draw(): void {
    const { screen } = this.#options;
    screen.set(this.change());
    if (screen.isFull) screen.refreshFull();
  }
}

/** How much of the window is used by the end of a branch; undefined where nobody has counted. */
function lastUse(branch: readonly Entry[]): Usage | undefined {
  for (let at = branch.length - 1; at >= 0; at -= 1) {
    const entry = branch[at];
    const use = entry === undefined ? undefined : useAfter(entry);
    if (use !== undefined) return use;
  }
  return undefined;
}

/** What its server counted, or after a summary or a change by the user what the next request will be, estimated. */
function useAfter(entry: Entry): Usage | undefined {
  switch (entry.type) {
    case "assistant":
      return entry.usage;
    case "compaction":
      return entry.summary === "" ? undefined : estimated(entry.tokens);
    case "context_edit":
      return estimated(entry.tokens);
    default:
      return undefined;
  }
}

function estimated(tokens: EntryOf<"compaction">["tokens"]): Usage | undefined {
  return tokens === undefined ? undefined : { inputTokens: tokens.after, outputTokens: 0 };
}
