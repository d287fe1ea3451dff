/** A conversation that only looks like one: its engine tells what it is handed, and does nothing. */
import type { ApprovalRequest, PermissionMode } from "../../protocol/approval.ts";
import { type Effort, effortNamed } from "../../protocol/effort.ts";
import type { Entry, Header } from "../../protocol/entry.ts";
import type { EngineEvent, EngineState } from "../../protocol/event.ts";
import type { ShownConversation } from "../repl/conversation/conversation-view.ts";
import type { ReplayEvent } from "./schedule.ts";

export class PlayedConversation implements ShownConversation {
  readonly engine: ShownConversation["engine"];
  readonly session: ShownConversation["session"];
  readonly contextWindow = () => undefined;
  readonly effort = () => this.#effort;
  readonly veil = undefined;
  readonly jobs = { list: () => [] };
  readonly spending = { cost: () => ({ dollars: null, unpriced: [] }) };
  readonly sandbox = { words: () => "", onChange: () => undefined };
  readonly #listeners = new Set<(event: EngineEvent) => void>();
  readonly #entries: Entry[];
  #open: readonly ApprovalRequest[] = [];
  #state: EngineState = "idle";
  #model = "";
  #effort: Effort | undefined;
  #mode: PermissionMode = "ask";

  /** `entries`: what is shown of it already. */
  constructor(header: Header, entries: readonly Entry[]) {
    this.#entries = [...entries];
    for (const entry of entries) this.#learn(entry);
    this.session = { header, branch: () => this.#entries };
    const state = () => this.#state;
    const model = () => this.#model;
    const mode = () => this.#mode;
    const open = () => this.#open;
    this.engine = {
      subscribe: (listener) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      queued: [],
      get state() {
        return state();
      },
      get model() {
        return model();
      },
      get mode() {
        return mode();
      },
      get openQuestions() {
        return open();
      },
    };
  }

  /** The listeners hear of it. The state goes with the events. */
  tell(event: Exclude<ReplayEvent, { type: "typing" }>): void {
    if (event.type === "state") this.#state = event.state;
    if (event.type === "approval_requested") this.#open = [...this.#open, event.approval];
    if (event.type === "approval_answered")
      this.#open = this.#open.filter(({ callId }) => callId !== event.callId);
    if (event.type === "turn_ended") this.#open = [];
    if (event.type === "entry") {
      this.#entries.push(event.entry);
      this.#learn(event.entry);
      // Nothing of it is drawn; the screen would take it for a conversation that has left.
      if (event.entry.type === "move") return;
    }
    for (const listener of this.#listeners) listener(event);
  }

  onTrouble(): void {
    // Nothing is written, so nothing can go wrong.
  }

  #learn(entry: Entry): void {
    if (entry.type === "turn_start" || entry.type === "model") {
      this.#model = entry.model;
      this.#effort = effortNamed(entry.effort ?? "");
    }
    if (entry.type === "failover") this.#model = entry.to;
    if (entry.type === "turn_start" || entry.type === "mode") this.#mode = entry.mode;
  }
}
