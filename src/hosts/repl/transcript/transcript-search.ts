/** Where words stand in a transcript: also in what a closed panel hides. */
import { say } from "../../../words/say.ts";
import type { Timers } from "../screen/flusher.ts";
import { isFoldable } from "../conversation/foldable.ts";
import type { Place, Section, Sections } from "./sections.ts";

export type SearchParts = {
  readonly isOpen: (section: Section) => boolean;
  /** Takes up what was added to the items. */
  readonly lay: () => void;
  /** Something was found. */
  readonly show: (match: Match) => void;
  /** For a search that takes longer than a frame; without, it holds everything up until it has ended. */
  readonly timers?: Pick<Timers, "now" | "after">;
  /** Draws the window anew. */
  readonly refresh?: () => void;
};

/** For so long it goes on before keys are read and the window is drawn again, ms. */
const slice = 20;

export class TranscriptSearch {
  readonly #sections: Sections;
  readonly #parts: SearchParts;
  #wanted = "";
  #cancel: (() => void) | undefined;
  /** The line that was found last. */
  found: Place | undefined;
  /** How it goes; null when there is nothing to say. */
  words: string | null = null;

  constructor(sections: Sections, parts: SearchParts) {
    this.#sections = sections;
    this.#parts = parts;
  }

  /** Goes to the first line from a place on that holds these words, in any case. A panel that hides it is opened. */
  begin(words: string, from: Place): void {
    this.#wanted = words.toLowerCase();
    this.found = undefined;
    this.next(1, from);
  }

  /** Goes to the next one in a direction; `from` where nothing was found yet. */
  next(step: 1 | -1, from: Place): void {
    if (this.#wanted === "" || this.#sections.length === 0) return;
    const place = this.found === undefined ? from : this.#sections.find(this.found);
    const inclusive = this.found === undefined;
    const { isOpen } = this.#parts;
    this.#goOn(findNext(this.#sections, { wanted: this.#wanted, step, place, inclusive, isOpen }));
  }

  /** Ends a search that goes on; false when there was none. */
  stop(): boolean {
    const wasSearching = this.#cancel !== undefined;
    this.#cancel?.();
    this.#cancel = undefined;
    this.words = null;
    return wasSearching;
  }

  /** Searches for a moment, and goes on with it after what has come meanwhile. */
  #goOn(search: Generator<undefined, Match | null>): void {
    const { timers, refresh, lay } = this.#parts;
    const since = timers?.now() ?? 0;
    this.#cancel = undefined;
    lay();
    for (let next = search.next(); ; next = search.next()) {
      if (next.done === true) return this.#end(next.value);
      if (timers === undefined || timers.now() - since < slice) continue;
      this.words = say`searching for “${this.#wanted}”…`;
      this.#cancel = timers.after(0, () => {
        this.#goOn(search);
        refresh?.();
      });
      return;
    }
  }

  #end(match: Match | null): void {
    this.found = match?.place;
    this.words = match === null ? say`“${this.#wanted}” is not in here` : null;
    if (match !== null) this.#parts.show(match);
  }
}

type Match = {
  readonly place: Place;
  /** The line only shows when its panel is opened. */
  readonly isHidden: boolean;
};

type SearchFrom = {
  /** Lower case. */
  readonly wanted: string;
  readonly step: 1 | -1;
  readonly place: Place;
  /** Whether the line at the place counts. */
  readonly inclusive: boolean;
  readonly isOpen: (section: Section) => boolean;
};

/**
 * The next line in a direction that holds the wanted words, in any case, round the end; null for none. It draws what it
 * looks at, so it stops after every item: the caller goes on with it as long as nothing else is to be done.
 */
function* findNext(sections: Sections, from: SearchFrom): Generator<undefined, Match | null> {
  const { step, place, inclusive } = from;
  const { length } = sections;
  // The first section is looked at twice: behind the place where the search begins, and at last before it.
  for (let count = 0; count <= length; count += 1) {
    const index = (place.index + step * count + length * 2) % length;
    const section = sections.at(index);
    if (section === undefined) continue;
    const { offsets, isHidden } = offsetsIn(sections, section, from);
    const ahead = count > 0 ? offsets : offsets.filter((offset) => isAhead(offset, place, step, inclusive));
    const offset = step === 1 ? ahead[0] : ahead.at(-1);
    if (offset !== undefined) return { place: { ...sections.place(index, offset), offset }, isHidden };
    yield;
  }
  return null;
}

function isAhead(offset: number, place: Place, step: 1 | -1, inclusive: boolean): boolean {
  return (offset - place.offset) * step > (inclusive ? -1 : 0);
}

/** The lines of a section that hold the wanted words; those that it would have when it is opened, when only they do. */
function offsetsIn(
  sections: Sections,
  section: Section,
  { wanted, isOpen }: SearchFrom,
): { readonly offsets: number[]; readonly isHidden: boolean } {
  const shown = matching(section.lines, wanted);
  if (shown.length > 0 || isOpen(section) || !isFoldable(section.item))
    return { offsets: shown, isHidden: false };
  const hidden = matching(sections.opened(section.item), wanted).map((index) => index + section.head);
  return { offsets: hidden, isHidden: hidden.length > 0 };
}

function matching(lines: readonly string[], wanted: string): number[] {
  // One look at all of them is much cheaper than one at each.
  if (!Bun.stripANSI(lines.join("\n")).toLowerCase().includes(wanted)) return [];
  return lines.flatMap((line, index) => (Bun.stripANSI(line).toLowerCase().includes(wanted) ? [index] : []));
}
