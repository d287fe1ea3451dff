/** The saved sessions to choose from: this folder's or all, with the end of the chosen one; and removing one. */
import { basename } from "node:path";
import type { PickerView } from "../../../../components/view.ts";
import type { SessionInfo } from "../../../sessions/glance.ts";
import { lastExchange } from "../../../sessions/last-exchange.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import type { Style } from "../../../terminal/style.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import { truncateLine } from "../../../terminal/width.ts";
import { say } from "../../../words/say.ts";
import { keyName, keymap } from "../keys.ts";
import type { List } from "./open-list.ts";
import { Picker, type PickerOption } from "./picker.ts";
import { sessionRow } from "./session-rows.ts";
import type { FoundSessions } from "../start.ts";

export type SessionPickerParts = {
  /** The folder whose sessions are shown at first. */
  readonly cwd: string;
  readonly now: number;
  readonly style: Style;
  /** Sessions to show at first in place of the folder's. */
  readonly found?: FoundSessions | undefined;
  readonly onChosen: (chosen: SessionInfo) => void;
  /** Moves it to the trash; false when that could not be, which was told. */
  readonly onRemove: (info: SessionInfo) => boolean;
};

/** Orders options by how well they fit what was typed. */
export type RankSessions = (
  filter: string,
  options: readonly PickerOption<SessionInfo>[],
) => readonly PickerOption<SessionInfo>[];

type Scope = "found" | "here" | "all";

export class SessionPicker implements List {
  readonly #parts: SessionPickerParts;
  readonly #picker: Picker<SessionInfo>;
  #sessions: readonly SessionInfo[] = [];
  #scope: Scope;
  /** Keys that came before the sessions; null once these are here. */
  #early: InputEvent[] | null = [];
  /** The one that the next press of the key removes. */
  #doomed: SessionInfo | undefined;
  #rank: RankSessions | undefined;
  #preview: { readonly file: string; readonly lines: readonly string[] } | undefined;

  constructor(parts: SessionPickerParts) {
    this.#parts = parts;
    this.#scope = parts.found === undefined ? "here" : "found";
    this.#picker = new Picker<SessionInfo>({
      question: say`Which session?`,
      help: "",
      options: [],
      onChosen: parts.onChosen,
      rank: (filter, options) => this.#rank?.(filter, options) ?? options,
    });
  }

  /** The sessions are here. Returns what the keys that came before them have led to. */
  fill(sessions: readonly SessionInfo[], rank: RankSessions): "stay" | "close" {
    this.#sessions = sessions;
    this.#rank = rank;
    if (this.#inScope().length === 0) this.#scope = "all";
    this.#replace();
    const early = this.#early ?? [];
    this.#early = null;
    return early.some((event) => this.onInput(event) === "close") ? "close" : "stay";
  }

  view(columns: number): PickerView {
    const doomed = this.#doomed;
    if (this.#early !== null)
      return { heading: truncateLine(say`Which session?`, columns), rows: ["…"], selected: 0 };
    const view = this.#picker.view(columns);
    if (doomed !== undefined)
      return {
        ...view,
        heading: truncateLine(
          say`To the trash? ${keyName("remove-session", "sessions")} again does it, any other key keeps it: ${titleOf(doomed)}`,
          columns,
        ),
      };
    return { ...view, sample: this.#sample(columns) };
  }

  onInput(event: InputEvent): "stay" | "close" {
    if (this.#early !== null) {
      if (event.type === "key" && keymap.lookup(event.key, "sessions") === "dismiss") return "close";
      this.#early.push(event);
      return "stay";
    }
    const command = event.type === "key" ? keymap.lookup(event.key, "sessions") : undefined;
    const doomed = this.#doomed;
    this.#doomed = undefined;
    if (doomed !== undefined) {
      if (command === "remove-session") this.#remove(doomed);
      return "stay";
    }
    if (command === "remove-session") {
      this.#doomed = this.#picker.chosen;
      return "stay";
    }
    if (command === "all-folders") {
      this.#scope = this.#scope === "all" ? (this.#parts.found === undefined ? "here" : "found") : "all";
      this.#replace();
      return "stay";
    }
    return this.#picker.onInput(event);
  }

  #remove(info: SessionInfo): void {
    if (!this.#parts.onRemove(info)) return;
    this.#sessions = this.#sessions.filter(({ id }) => id !== info.id);
    this.#replace();
  }

  #inScope(): readonly SessionInfo[] {
    const { cwd, found } = this.#parts;
    if (this.#scope === "all") return this.#sessions;
    if (this.#scope === "here") return this.#sessions.filter((info) => info.cwd === cwd);
    return this.#sessions.filter(({ id }) => found?.ids.includes(id));
  }

  #replace(): void {
    const { now, cwd } = this.#parts;
    const options = this.#inScope().map((info) => {
      const folder = this.#scope === "here" || info.cwd === cwd ? "" : ` · ${printable(basename(info.cwd))}`;
      return { label: `${sessionRow(info, now)}${folder}`, value: info };
    });
    this.#picker.replace(options, this.#help());
  }

  #help(): string {
    switch (this.#scope) {
      case "all":
        return say`All folders. Type to filter`;
      case "here":
        return say`This folder. Type to filter`;
      case "found":
        return say`With “${printable(this.#parts.found?.words ?? "")}”. Type to filter`;
      default:
        return this.#scope satisfies never;
    }
  }

  #keys(): string {
    const elsewhere = keyName("all-folders", "sessions");
    return [
      this.#scope === "all" ? say`${elsewhere} fewer sessions` : say`${elsewhere} all folders`,
      say`${keyName("accept", "list")} open`,
      say`${keyName("remove-session", "sessions")} remove`,
      say`esc back`,
    ].join(" · ");
  }

  /** Below the list: where it was, and how it ended. Read when the cursor comes to stand on it, once. */
  #sample(columns: number): string[] {
    const info = this.#picker.chosen;
    const { style } = this.#parts;
    const keys = style.dim(truncateLine(`  ${this.#keys()}`, columns));
    if (info === undefined) return [keys];
    if (this.#preview?.file !== info.file) this.#preview = { file: info.file, lines: previewOf(info) };
    return [
      keys,
      style.rule("─".repeat(columns)),
      ...this.#preview.lines.map((line) => style.dim(truncateLine(line, columns))),
    ];
  }
}

/** So much of a message is looked at for its lines, UTF-16 units. */
const mostShown = 2_000;
const mostAnswerLines = 3;

function previewOf(info: SessionInfo): string[] {
  const place = [printable(info.cwd), ...(info.branch === null ? [] : [printable(info.branch)])].join(" · ");
  try {
    const { user, assistant } = lastExchange(info.file);
    return [place, ...linesOf(user, 1).map((line) => `> ${line}`), ...linesOf(assistant, mostAnswerLines)];
  } catch {
    // Removed since it was listed, or not ours to read: opening it says which.
    return [place];
  }
}

function linesOf(text: string, most: number): string[] {
  return text
    .slice(0, mostShown)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, most)
    .map(printable);
}

function titleOf({ title }: SessionInfo): string {
  return title === "" ? say`(nothing said)` : printable(title);
}

function printable(text: string): string {
  return sanitize(text, "approval_inline");
}
