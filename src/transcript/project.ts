/** The log's active branch → what a person sees of it. Pure: the same entries always give the same items. */
import type { ApprovalAnswer } from "../protocol/approval.ts";
import type { Entry, EntryOf } from "../protocol/entry.ts";
import { statusOf, type CallStatus, type ToolResult } from "../protocol/tool-result.ts";
import { say, sayCount } from "../words/say.ts";
import { sayFiles } from "../words/say-files.ts";
import { contextEditWords } from "./context-edit-words.ts";
import { formatModel, formatTokens } from "./format.ts";
import { isTodoWrite, type Todo, todosIn, todosOf } from "../tools/todo-list.ts";
import type { CallItem, Item } from "./item.ts";
import { todoChanges } from "./render-todos.ts";

export type ProjectOptions = {
  /**
   * Whether an engine is still at work on the last turn. When not, a call without a result was cut off, and its panel
   * says so. @default false
   */
  readonly live?: boolean;
  /** The project's folder: where a shell is expected to stand. Without it panels name no folder. */
  readonly root?: string;
};

/**
 * Returns the items of a branch (root first), in reading order. Every call has exactly one panel, at the place where
 * the model asked for it.
 */
export function project(entries: readonly Entry[], options: ProjectOptions = {}): Item[] {
  const projection = new Projection(options.root);
  for (const entry of entries) projection.add(entry);
  if (options.live !== true) projection.cutOff();
  return projection.items;
}

/** The same, entry by entry, for a session that grows. */
export class Projection {
  /** What is seen so far; an item whose call gets its result is replaced by one that has it. */
  readonly items: Item[] = [];
  /** Where the panels of calls without a result stand, by call id. */
  readonly #open = new Map<string, number>();
  readonly #ids: Set<string>;
  readonly #summaries = new Set<string>();
  readonly #root: string | undefined;
  #turn: string | null = null;
  #todos: readonly Todo[] = [];

  /** `taken`: ids that its items may not have, because others have them. */
  constructor(root?: string, taken: Iterable<string> = []) {
    this.#root = root;
    this.#ids = new Set(taken);
  }

  /** What its items are called. */
  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  /** Goes on behind these entries, whose items somebody else has. Nothing was added before. */
  goOnBehind(entries: readonly Entry[]): void {
    this.#todos = todosIn(entries)?.items ?? [];
    for (const { id, type } of entries) if (type === "compaction") this.#summaries.add(id);
  }

  add(entry: Entry): void {
    switch (entry.type) {
      case "user":
        this.items.push({
          type: "user",
          id: entry.id,
          text: entry.text,
          ...(entry.images === undefined ? {} : { images: entry.images }),
        });
        return;
      case "turn_start":
        this.cutOff();
        this.#turn = entry.id;
        return;
      case "assistant":
        this.#closeCalls();
        return this.#assistant(entry);
      case "approval":
        return this.#update(entry.callId, (item) => ({
          ...item,
          preview: entry.preview,
          ...whatWasAllowed(entry.answer),
        }));
      case "tool_start":
        return this.#update(entry.callId, (item) => ({ ...item, title: entry.title, status: "running" }));
      case "tool_result":
        return this.#result(entry);
      case "turn_end":
        this.#closeCalls();
        this.#turn = null;
        return this.#turnEnd(entry);
      case "model":
        return this.#notice(entry.id, "info", modelWords(entry));
      case "failover":
        return this.#notice(entry.id, "warning", failoverWords(entry));
      case "compaction":
        return this.#compaction(entry);
      case "notice":
        return this.#happened(entry);
      case "user_command": {
        const { id, command, cwd, exitCode, output, durationMs, shared } = entry;
        this.items.push({ type: "user_command", id, command, cwd, exitCode, output, durationMs, shared });
        return;
      }
      case "restore":
        return this.#notice(entry.id, "info", restoreWords(entry));
      case "question":
        return this.#update(entry.callId, (item) => ({ ...item, title: entry.title }));
      case "mode":
      case "checkpoint":
      case "move":
      case "title":
      case "label":
        return;
      case "context_edit":
        return this.#contextEdit(entry);
      default:
        return entry satisfies never;
    }
  }

  /** What happened is said in the first line; what belongs to it is for who opens it. */
  #happened({ id, text }: EntryOf<"notice">): void {
    const [head = "", ...details] = text.split("\n");
    this.items.push({ type: "notice", id, level: "info", text: head, details: details.join("\n") });
  }

  #contextEdit({ id, edits }: EntryOf<"context_edit">): void {
    const words = contextEditWords(edits, (entryId) => this.#summaries.has(entryId));
    if (words !== "") this.#notice(id, "info", words);
  }

  /** A summary that came empty stands for nothing: how that ended, the turn says. */
  #compaction({ id, summary, tokens }: EntryOf<"compaction">): void {
    if (summary.trim() === "") return;
    this.#summaries.add(id);
    const size =
      tokens === undefined
        ? ""
        : say` (${formatTokens(tokens.before)} → ${formatTokens(tokens.after)} tokens)`;
    const text = say`Earlier messages are summarised for the model from here on${size}; the log keeps them all.`;
    this.items.push({ type: "notice", id, level: "info", text, details: summary });
  }

  /** Takes out the items that nothing changes any more: they are in front of every open call, and not the last one. */
  takeSettled(): Item[] {
    const count = Math.min(this.items.length - 1, ...this.#open.values());
    if (count <= 0) return [];
    for (const [callId, at] of this.#open) this.#open.set(callId, at - count);
    return this.items.splice(0, count);
  }

  /** Nothing more comes of the turn that is open: the program ended, or the branch leaves it. */
  cutOff(): void {
    this.#closeCalls();
    if (this.#turn !== null) {
      this.#notice(`${this.#turn}/cut`, "warning", say`This turn was cut off before it was finished.`);
    }
    this.#turn = null;
  }

  #assistant(entry: EntryOf<"assistant">): void {
    for (const part of entry.parts) {
      if (part.type === "tool_call") {
        const id = this.#callItemId(part.callId);
        const { name, argumentsText } = part;
        this.#open.set(part.callId, this.items.length);
        this.items.push({ type: "call", id, name, title: "", status: "pending", argumentsText });
      } else if (part.text.trim() !== "") {
        this.#said(entry.id, part.type, part.text);
      } else if (part.type === "reasoning" && part.note !== undefined) {
        this.#said(entry.id, "reasoning", `\n${part.note}\n`);
      }
    }
    const { id, brokenOff } = entry;
    if (brokenOff !== undefined)
      this.#notice(`${id}/broken`, "warning", say`The answer broke off; asking again. ${brokenOff.message}`);
  }

  /** Text that came in several parts one behind the other is one item. */
  #said(entryId: string, type: "text" | "reasoning", text: string): void {
    const last = this.items.at(-1);
    if (last?.type === type && last.id.split("/")[0] === entryId) {
      // Thoughts that came one by one, each with a title of its own, are paragraphs.
      const apart = type === "reasoning" && !last.text.endsWith("\n") && !text.startsWith("\n");
      this.items[this.items.length - 1] = { ...last, text: last.text + (apart ? "\n\n" : "") + text };
      return;
    }
    this.items.push({ type, id: this.#unique(type === "text" ? entryId : `${entryId}/reasoning`), text });
  }

  #result(entry: EntryOf<"tool_result">): void {
    if (!this.#open.has(entry.callId)) {
      const { callId, name } = entry;
      this.#open.set(callId, this.items.length);
      const id = this.#callItemId(callId);
      this.items.push({ type: "call", id, name, title: "", status: "pending", argumentsText: "" });
    }
    const folder = folderBelow(this.#root, entry.result);
    this.#update(entry.callId, (item) => ({
      ...item,
      ...this.#todoChanges(item, entry),
      title: entry.title,
      status: statusOf(entry.result),
      result: entry.result,
      durationMs: entry.durationMs,
      ...(folder === undefined ? {} : { folder }),
    }));
    this.#open.delete(entry.callId);
  }

  #todoChanges({ argumentsText }: CallItem, { name, result }: EntryOf<"tool_result">): Partial<CallItem> {
    const items = result.ok && isTodoWrite(name) ? todosOf(argumentsText) : null;
    if (items === null) return {};
    const changes = todoChanges(items, this.#todos);
    this.#todos = items;
    return { todoChanges: changes };
  }

  #turnEnd(entry: EntryOf<"turn_end">): void {
    const why = entry.error?.message ?? entry.reason;
    switch (entry.outcome) {
      case "completed":
        if (why !== undefined) this.#notice(entry.id, "warning", why);
        return;
      case "failed":
        return this.#notice(entry.id, "error", say`Failed: ${why ?? say`no reason was given.`}`);
      case "limit_reached":
        return this.#notice(
          entry.id,
          "warning",
          why ??
            say`Stopped at the limit of ${sayCount(entry.steps, "step")}. Your next message goes on from here.`,
        );
      case "interrupted":
        return this.#notice(
          entry.id,
          "info",
          why === undefined ? say`Interrupted.` : say`Interrupted: ${why}`,
        );
      case "budget_reached":
        return this.#notice(entry.id, "warning", why ?? say`Stopped: the budget is used up.`);
      default:
        return entry.outcome satisfies never;
    }
  }

  #update(callId: string, change: (item: CallItem) => CallItem): void {
    const at = this.#open.get(callId);
    const item = at === undefined ? undefined : this.items[at];
    if (at !== undefined && item?.type === "call") this.items[at] = change(item);
  }

  #closeCalls(): void {
    for (const callId of this.#open.keys()) {
      this.#update(callId, (item) => ({ ...item, status: endedWithoutResult(item.status) }));
    }
    this.#open.clear();
  }

  #notice(id: string, level: "info" | "warning" | "error", text: string): void {
    this.items.push({ type: "notice", id, level, text });
  }

  /** Some servers count their call ids from 0 in every response; an item's id is unique all the same. */
  #callItemId(callId: string): string {
    return this.#unique(callId);
  }

  #unique(wanted: string): string {
    let id = wanted;
    for (let count = 2; this.#ids.has(id); count += 1) id = `${wanted}/${count}`;
    this.#ids.add(id);
    return id;
  }
}

function restoreWords({ files }: EntryOf<"restore">): string {
  const isLink = ({ link, after, linkAfter }: (typeof files)[number]) =>
    linkAfter !== undefined || (after === null && link !== undefined);
  return files.length > 0 && files.every(isLink)
    ? say`Brought back ${sayFiles(files, isLink)}.`
    : say`Brought back what ${sayFiles(files, isLink)} held before.`;
}

function modelWords({ model, effort }: EntryOf<"model">): string {
  return say`The model is ${formatModel(model, effort)} from here on.`;
}

/** What the user reads when another model is asked. */
export function failoverWords({ from, to, error }: EntryOf<"failover">): string {
  return error === undefined
    ? say`Asking ${to} again, in place of ${from}.`
    : say`Asking ${to} in place of ${from}. ${error.message}`;
}

/** Where a command left the shell, when that is a folder of the project. */
function folderBelow(root: string | undefined, { view }: ToolResult): string | undefined {
  const folder = view?.type === "command" ? view.endedIn : undefined;
  return root !== undefined && folder?.startsWith(`${root}/`) === true
    ? folder.slice(root.length + 1)
    : undefined;
}

/** What an answer makes of the call: whether it runs, and what of it is the user's own. */
function whatWasAllowed(answer: ApprovalAnswer): Partial<CallItem> {
  switch (answer.type) {
    case "once":
    case "remember":
      return {};
    case "decline":
      return { status: "declined", declinedWith: answer.words };
    case "stop":
      return { status: "declined", declinedWith: "" };
    case "edit":
      return { editedText: answer.arguments };
    case "hunks": {
      const edited = answer.hunks.filter(({ type }) => type === "edit").length;
      const taken = answer.hunks.filter(({ type }) => type === "take").length + edited;
      return { hunks: { of: answer.hunks.length, taken, edited } };
    }
    default:
      return answer satisfies never;
  }
}

function endedWithoutResult(status: CallStatus): CallStatus {
  return status === "declined" ? "declined" : "interrupted";
}
