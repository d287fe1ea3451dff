/** The sessions of other programs on this disk, to choose one that is made a session of rein. */
import { basename } from "node:path";
import type { PickerView } from "../../../../components/view.ts";
import type { FoundTranscript } from "../../../sessions/import/find-transcripts.ts";
import type { InputEvent } from "../../../terminal/input/event.ts";
import { printable } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine } from "../../../terminal/width.ts";
import { formatAge, formatBytes } from "../../../transcript/format.ts";
import { say } from "../../../words/say.ts";
import type { HoldKeys } from "../held-keys.ts";
import type { List } from "./open-list.ts";
import { Picker } from "./picker.ts";

/** What it takes to list them and to show how they ended; imported only when they are looked at. */
export type TranscriptSource = {
  /** Those of this folder and of others, the last used first. */
  readonly find: () => Promise<readonly FoundTranscript[]>;
  /** A few lines on how one ended, not cut and not made printable. */
  readonly endOf: (found: FoundTranscript) => readonly string[];
  /** What the program is called. */
  readonly nameOf: (found: FoundTranscript) => string;
  readonly onChosen: (found: FoundTranscript) => void;
};

export type TranscriptPickerParts = {
  readonly cwd: string;
  readonly now: number;
  readonly style: Style;
  readonly source: TranscriptSource;
  /** The keys that lead on, in words. */
  readonly keys: () => string;
  /** Something has come that no key brought. */
  readonly draw: () => void;
  /** They are being looked for: keys that come until then are for the list of them. */
  readonly holdKeys: HoldKeys;
  /** It is left before they are there. */
  readonly close: () => void;
};

/** How far it has come with looking for them. */
type State = "unseen" | "looking" | "there" | "failed";

export class TranscriptPicker implements List {
  readonly #parts: TranscriptPickerParts;
  readonly #picker: Picker<FoundTranscript>;
  #state: State = "unseen";
  #preview: { readonly of: FoundTranscript; readonly lines: readonly string[] } | undefined;

  constructor(parts: TranscriptPickerParts) {
    this.#parts = parts;
    this.#picker = new Picker<FoundTranscript>({
      question: say`Which session?`,
      help: say`Of other programs; a copy becomes a session of rein. Type to filter`,
      options: [],
      onChosen: parts.source.onChosen,
      isSame: (one, other) => one.tool === other.tool && one.id === other.id,
    });
  }

  /** It is looked at: from the first time on it looks for them. */
  show(): void {
    if (this.#state !== "unseen") return;
    this.#state = "looking";
    const { holdKeys, close } = this.#parts;
    holdKeys(this.#fill(), { onLeave: () => (close(), "drop") });
  }

  async #fill(): Promise<void> {
    const { source, draw } = this.#parts;
    try {
      this.#replace(await source.find());
      this.#state = "there";
    } catch {
      // The list says so: there is nothing else that could be done about it.
      this.#state = "failed";
    }
    draw();
  }

  #replace(found: readonly FoundTranscript[]): void {
    const { cwd, now, source } = this.#parts;
    const here = found.filter((one) => one.cwd === cwd);
    const others = found.filter((one) => one.cwd !== cwd);
    const options = [...here, ...others].map((one) => {
      const age = formatAge(now - Date.parse(one.updatedAt)).padStart(4);
      const title = one.title === "" ? say`(no title)` : one.title;
      const folder = one.cwd === null || one.cwd === cwd ? "" : ` · ${basename(one.cwd)}`;
      return { label: printable(`${source.nameOf(one).padEnd(11)}  ${age}  ${title}${folder}`), value: one };
    });
    this.#picker.replace(options, say`Of other programs; a copy becomes a session of rein. Type to filter`);
  }

  view(columns: number): PickerView {
    const heading = truncateLine(say`Which session?`, columns);
    if (this.#state === "unseen" || this.#state === "looking") return { heading, rows: ["…"], selected: 0 };
    if (this.#state === "failed")
      return { heading, rows: [say`The sessions of other programs cannot be listed.`], selected: 0 };
    return { ...this.#picker.view(columns), sample: this.#sample(columns) };
  }

  onInput(event: InputEvent): "stay" | "close" {
    return this.#picker.onInput(event);
  }

  #sample(columns: number): string[] {
    const { style, keys } = this.#parts;
    const line = style.dim(truncateLine(`  ${keys()}`, columns));
    const chosen = this.#picker.chosen;
    if (chosen === undefined) return [line];
    if (this.#preview?.of !== chosen) this.#preview = { of: chosen, lines: this.#previewOf(chosen) };
    return [
      line,
      style.rule("─".repeat(columns)),
      ...this.#preview.lines.map((one) => style.dim(truncateLine(one, columns))),
    ];
  }

  #previewOf(found: FoundTranscript): string[] {
    const size = found.size === null ? [] : [formatBytes(found.size)];
    const place = [this.#parts.source.nameOf(found), ...(found.cwd === null ? [] : [found.cwd]), ...size];
    return [place.join(" · "), ...this.#parts.source.endOf(found)].map(printable);
  }
}
