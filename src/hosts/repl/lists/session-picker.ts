/** The saved sessions to choose from: this folder's, all, or those in which something was said; renaming and removing one. */
import { basename } from "node:path";
import type { PickerView } from "../../../../components/view.ts";
import type { SessionInfo } from "../../../sessions/glance.ts";
import { patternSign } from "../../../sessions/index/indexed-sessions.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import type { Command } from "../../../terminal/keymap.ts";
import { printable } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine, widthOf } from "../../../terminal/width.ts";
import type { PriceOf } from "../../../transcript/usage.ts";
import { say } from "../../../words/say.ts";
import { keyName, keymap } from "../keys.ts";
import type { FoundSessions } from "../start.ts";
import type { HoldKeys } from "../held-keys.ts";
import { LineInput } from "./line-input.ts";
import type { List } from "./open-list.ts";
import { endOf, Picker, type PickerOption } from "./picker.ts";
import type { PlacedSession } from "./session-order.ts";
import { sessionPreview } from "./session-preview.ts";
import { sessionHelp, sessionRow, sessionTitle } from "./session-rows.ts";
import { type Scope, type ScopeParts, scopeWords, sessionsIn } from "./session-scope.ts";
import { type FindSaid, SessionSearch } from "./session-search.ts";
import { TranscriptPicker, type TranscriptSource } from "./transcript-picker.ts";

export type SessionPickerParts = {
  /** The folder whose sessions are shown at first. */
  readonly cwd: string;
  readonly now: number;
  readonly style: Style;
  readonly priceOf: PriceOf;
  /** Sessions to show at first in place of the folder's. */
  readonly found?: FoundSessions | undefined;
  readonly onChosen: (chosen: SessionInfo) => void;
  /** Moves it to the trash; false when that could not be, which was told. */
  readonly onRemove: (info: SessionInfo) => boolean;
  /** Gives it a name, or with an empty one the title by rule; null when that could not be, which was told. */
  readonly onRename: (info: SessionInfo, name: string) => SessionInfo | null;
  readonly findSaid: FindSaid;
  /** The cursor stands on one of which it is not known what it used: that is to be counted. */
  readonly onUncounted: (info: SessionInfo) => void;
  /** Nobody looks at the list any more. */
  readonly onClosed: () => void;
  /** The sessions of other programs; undefined where there are none. */
  readonly elsewhere?: TranscriptSource | undefined;
  /** Something has come that no key brought. */
  readonly draw: () => void;
  /** Those of other programs are being looked for: keys that come until then are for that list. */
  readonly holdKeys: HoldKeys;
  /** Leaves the list before they are there. */
  readonly close: () => void;
};

/** Orders options by how well they fit what was typed. */
export type RankSessions = (
  filter: string,
  options: readonly PickerOption<SessionInfo>[],
) => readonly PickerOption<SessionInfo>[];

/** In a narrower window rows are without the id, columns. */
const roomForIds = 60;

export class SessionPicker implements List {
  readonly #parts: SessionPickerParts;
  readonly #picker: Picker<SessionInfo>;
  readonly #search: SessionSearch;
  readonly #elsewhere: TranscriptPicker | undefined;
  /** Those of other programs are shown in place of the sessions. */
  #isElsewhere = false;
  #sessions: readonly SessionInfo[] = [];
  #scope: Scope;
  /** The sessions are here. */
  #isFilled = false;
  /** The one that the next press of the key removes. */
  #doomed: SessionInfo | undefined;
  /** The one that is given a name. */
  #renamed: { readonly info: SessionInfo; readonly input: LineInput } | undefined;
  #isNarrow = false;
  #rank: RankSessions | undefined;
  /** What is missing from the list; null for nothing. */
  #missing: string | null = null;
  #preview:
    { readonly of: SessionInfo; readonly scope: Scope; readonly lines: readonly string[] } | undefined;

  constructor(parts: SessionPickerParts) {
    this.#parts = parts;
    this.#scope = parts.found === undefined ? "here" : "found";
    this.#search = new SessionSearch(parts.findSaid, () => this.#onFound());
    const { elsewhere: source } = parts;
    this.#elsewhere =
      source === undefined
        ? undefined
        : new TranscriptPicker({
            ...parts,
            source,
            keys: () => say`${keyName("all-folders", "sessions")} fewer sessions`,
          });
    this.#picker = new Picker<SessionInfo>({
      question: say`Which session?`,
      help: "",
      options: [],
      onChosen: parts.onChosen,
      isSame: (one, other) => one.id === other.id,
      rank: (filter, options) => this.#ranked(filter, options),
    });
  }

  /** The sessions are here, or more is known of them. `missing`: which are not, in words. */
  fill(sessions: readonly SessionInfo[], rank: RankSessions, missing: string | null): void {
    this.#missing = missing;
    this.#sessions = sessions;
    this.#rank = rank;
    if (!this.#isFilled && this.#placed().length === 0) this.#scope = "all";
    if (!this.#isFilled && sessions.length === 0) this.#goElsewhere();
    this.#isFilled = true;
    this.#replace();
  }

  /** What they cost is known by now. */
  refresh(): void {
    this.#replace();
  }

  view(columns: number): PickerView {
    this.#fitTo(columns);
    if (!this.#isFilled)
      return { heading: truncateLine(say`Which session?`, columns), rows: ["…"], selected: 0 };
    if (this.#isElsewhere && this.#elsewhere !== undefined) return this.#elsewhere.view(columns);
    const view = this.#picker.view(columns);
    const heading = this.#heading(columns);
    if (this.#doomed !== undefined) return { ...view, heading: heading ?? view.heading };
    return { ...view, heading: heading ?? view.heading, sample: this.#sample(columns) };
  }

  /** Where there is little room the title says more than the id. */
  #fitTo(columns: number): void {
    const isNarrow = columns < roomForIds;
    if (isNarrow === this.#isNarrow) return;
    this.#isNarrow = isNarrow;
    if (this.#isFilled) this.#replace();
  }

  onInput(event: InputEvent): "stay" | "close" {
    const command = event.type === "key" ? keymap.lookup(event.key, "sessions") : undefined;
    if (this.#isElsewhere && command !== "all-folders") return this.#elsewhere?.onInput(event) ?? "close";
    if (this.#renamed !== undefined) return this.#onNameInput(event, this.#renamed);
    const doomed = this.#doomed;
    this.#doomed = undefined;
    if (doomed !== undefined) {
      if (command === "remove-session") this.#remove(doomed);
      return "stay";
    }
    if (this.#search.running !== undefined && command === "dismiss") {
      this.#search.stop();
      return "stay";
    }
    const outcome = this.#onCommand(command);
    if (outcome !== undefined) return outcome;
    const before = this.#picker.filter;
    const end = this.#picker.onInput(event);
    // What was wrong was wrong with another text.
    if (this.#picker.filter !== before) this.#search.stop();
    return end;
  }

  /** A search that still runs is nobody's any more. */
  onClosed(): void {
    this.#parts.onClosed();
    this.#search.stop();
  }

  /** Undefined for what is the list's. */
  #onCommand(command: Command | undefined): "stay" | undefined {
    const { chosen, filter } = this.#picker;
    switch (command) {
      case "remove-session":
        this.#doomed = chosen;
        return "stay";
      case "rename-session":
        if (chosen !== undefined)
          this.#renamed = { info: chosen, input: new LineInput(sessionTitle({ title: chosen.title })) };
        return "stay";
      case "all-folders":
        this.#widen();
        return "stay";
      case "search-sessions":
        this.#find(filter);
        return "stay";
      case "accept":
        // A pattern is no name, and where nothing fits there is nothing to choose.
        if (filter.startsWith(patternSign) || (chosen === undefined && filter.trim() !== "")) {
          this.#find(filter);
          return "stay";
        }
        return undefined;
      default:
        return undefined;
    }
  }

  #widen(): void {
    const narrow: Scope = this.#parts.found === undefined ? "here" : "found";
    if (this.#scope === "said") this.#search.forget();
    if (this.#scope === "all" && !this.#isElsewhere && this.#elsewhere !== undefined)
      return this.#goElsewhere();
    this.#isElsewhere = false;
    this.#scope = this.#scope === "all" ? narrow : "all";
    this.#replace();
  }

  #goElsewhere(): void {
    this.#isElsewhere = this.#elsewhere !== undefined;
    this.#elsewhere?.show();
  }

  /** Searches what was said; with nothing to search for it goes back to all. */
  #find(query: string): void {
    if (query.trim() !== "") return this.#search.start(query.trim(), this.#cwdOfSearch());
    if (this.#scope === "said") this.#widen();
  }

  /** Where all folders are shown they are searched. */
  #cwdOfSearch(): string | undefined {
    return this.#scope === "here" ? this.#parts.cwd : undefined;
  }

  #onFound(): void {
    if (this.#search.fault === "" && this.#search.found !== undefined) {
      this.#scope = "said";
      this.#picker.clearFilter();
      this.#replace();
    }
    this.#parts.draw();
  }

  #onNameInput(
    event: InputEvent,
    { info, input }: { readonly info: SessionInfo; readonly input: LineInput },
  ): "stay" {
    const end = input.onInput(event);
    if (end === "stay") return "stay";
    this.#renamed = undefined;
    const named = end === "done" ? this.#parts.onRename(info, input.text.trim()) : null;
    if (named !== null) {
      this.#sessions = this.#sessions.map((one) => (one.id === named.id ? named : one));
      this.#replace();
    }
    return "stay";
  }

  #remove(info: SessionInfo): void {
    if (!this.#parts.onRemove(info)) return;
    this.#sessions = this.#sessions.filter(({ id }) => id !== info.id);
    this.#replace();
  }

  #placed(): readonly PlacedSession[] {
    return sessionsIn(this.#scope, this.#sessions, this.#scopeParts());
  }

  #scopeParts(): ScopeParts {
    return { ...this.#parts, said: this.#search.found };
  }

  #replace(): void {
    this.#preview = undefined;
    this.#picker.replace(
      this.#placed().map(({ info, depth }) => ({ label: this.#label(info, depth), value: info })),
      scopeWords(this.#scope, this.#scopeParts()),
    );
  }

  #label(info: SessionInfo, depth: number): string {
    const { now, cwd, priceOf } = this.#parts;
    const folder = this.#scope === "here" || info.cwd === cwd ? "" : ` · ${printable(basename(info.cwd))}`;
    const row = this.#isNarrow ? sessionHelp : sessionRow;
    return `${row(info, { now, priceOf, depth })}${folder}`;
  }

  /** The best first, each by itself: no tree is left of what fits. */
  #ranked(
    filter: string,
    options: readonly PickerOption<SessionInfo>[],
  ): readonly PickerOption<SessionInfo>[] {
    if (filter.startsWith(patternSign)) return options;
    const flat = options.map(({ value }) => ({ label: this.#label(value, 0), value }));
    return this.#rank?.(filter, flat) ?? flat;
  }

  /** In place of the list's own heading; null where that stands. */
  #heading(columns: number): string | null {
    const { running, fault } = this.#search;
    if (this.#doomed !== undefined)
      return truncateLine(
        say`To the trash? ${keyName("remove-session", "sessions")} again does it, any other key keeps it: ${sessionTitle(this.#doomed)}`,
        columns,
      );
    if (this.#renamed !== undefined) {
      const start = say`Its name, empty for the one by rule:`;
      return `${start} ${endOf(this.#renamed.input.text, Math.max(1, columns - widthOf(start) - 1))}`;
    }
    if (running !== undefined)
      return truncateLine(say`Searching everything that was said for “${printable(running)}”…`, columns);
    return fault === "" ? null : truncateLine(printable(fault), columns);
  }

  #keys(): string {
    const elsewhere = keyName("all-folders", "sessions");
    return [
      this.#scope !== "all"
        ? say`${elsewhere} all folders`
        : this.#elsewhere === undefined
          ? say`${elsewhere} fewer sessions`
          : say`${elsewhere} other programs`,
      say`${keyName("search-sessions", "sessions")} what was said`,
      say`${keyName("rename-session", "sessions")} rename`,
      say`${keyName("remove-session", "sessions")} remove`,
    ].join(" · ");
  }

  /** Below the list: where it was, and how it ended. Read when the cursor comes to stand on it, once. */
  #sample(columns: number): string[] {
    const info = this.#picker.chosen;
    const { style } = this.#parts;
    const keys = style.dim(truncateLine(`  ${this.#keys()}`, columns));
    // Last, as it is of least use: where there is no room for it, it is not there.
    const missing =
      this.#missing === null ? [] : [style.warning(truncateLine(`  ${printable(this.#missing)}`, columns))];
    if (info === undefined) return [keys, ...missing];
    return [
      keys,
      style.rule("─".repeat(columns)),
      ...this.#previewOf(info).map((line) => truncateLine(line, columns)),
      ...missing,
    ];
  }

  #previewOf(info: SessionInfo): readonly string[] {
    if (this.#preview?.of !== info || this.#preview.scope !== this.#scope) {
      const hits = this.#scope === "said" ? this.#search.found?.hits.get(info.id) : undefined;
      const lines = sessionPreview(info, { ...this.#parts, ...(hits === undefined ? {} : { hits }) });
      this.#preview = { of: info, scope: this.#scope, lines };
      if (info.used === null && info.readable) this.#parts.onUncounted(info);
    }
    return this.#preview.lines;
  }
}
