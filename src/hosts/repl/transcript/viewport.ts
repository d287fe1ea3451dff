/**
 * A window over sections that are only drawn near it: where it stands, and how it moves. It stands at a line of an item
 * and stays there, whatever opens, closes, grows or is wrapped anew above it; or it follows the end.
 */
import type { Place, Section, Sections } from "./sections.ts";
import type { Shown } from "../conversation/shown.ts";

/** A row of the window: a line of the section at an index. */
export type WindowRow = {
  readonly index: number;
  readonly offset: number;
  readonly section: Section;
};

type End = { readonly place: Place; readonly grows: boolean };

/** Lines that have come; `isMore`: nobody has counted how many more there are. */
export type Added = { readonly count: number; readonly isMore: boolean };

/** What is counted of them. */
const mostAdded = 999;

export class Viewport {
  readonly #sections: Sections;
  /** The line at the top; null while it follows the end. */
  #place: Place | null = null;
  #rows = 1;
  /** The end as it was when it was left; `grows`: what stood there was not finished. */
  #end: End | null = null;

  constructor(sections: Sections) {
    this.#sections = sections;
  }

  get isFollowing(): boolean {
    return this.#place === null;
  }

  follow(): void {
    this.#place = null;
  }

  /** From now on the window has so many rows. `isRewrapped`: the lines have another width than before. */
  fit(rows: number, isRewrapped: boolean): void {
    this.#rows = Math.max(1, rows);
    if (this.#place === null) return;
    this.#end ??= this.#endNow();
    this.#place = this.#sections.find(this.#place, isRewrapped);
    if (isRewrapped && this.#end !== null)
      this.#end = { ...this.#end, place: this.#sections.find(this.#end.place) };
  }

  /** Puts a line at the top, as far as there is enough below it to fill the window. */
  stand(place: Place): void {
    if (this.#place === null) this.#end = this.#endNow();
    this.#place = place;
  }

  /** What has come below since it stands still. */
  added(): Added {
    if (this.#place === null || this.#end === null) return { count: 0, isMore: false };
    const { index, of } = this.#sections.found(this.#end.place);
    let count = this.#end.grows ? this.#sections.heightAt(index) - of : 0;
    for (let next = index + 1; next < this.#sections.length && count <= mostAdded; next += 1)
      count += this.#sections.heightAt(next);
    return { count: Math.max(0, Math.min(count, mostAdded)), isMore: count > mostAdded };
  }

  /** The line at the top. */
  top(): Place {
    const last = this.#lastTop();
    if (this.#place === null) return last;
    const place = this.#sections.find(this.#place);
    return isBefore(place, last) ? place : last;
  }

  /** What the window shows. */
  rows(): WindowRow[] {
    const rows: WindowRow[] = [];
    const top = this.top();
    let { offset } = top;
    for (let { index } = top; rows.length < this.#rows; index += 1) {
      const section = this.#sections.at(index);
      if (section === undefined) break;
      for (; offset < section.lines.length && rows.length < this.#rows; offset += 1)
        rows.push({ index, offset, section });
      offset = 0;
    }
    return rows;
  }

  /** Whether nothing is below what the window shows. */
  get showsEnd(): boolean {
    const last = this.rows().at(-1);
    if (last === undefined) return true;
    let index = this.#sections.length - 1;
    while (index > last.index && this.#sections.heightAt(index) === 0) index -= 1;
    return last.index === index && last.offset === last.section.lines.length - 1;
  }

  /** Moves by lines; at the end it follows what is added. */
  scroll(lines: number): void {
    if (lines === Number.NEGATIVE_INFINITY) return this.stand(this.#sections.place(0, 0));
    if (lines === Number.POSITIVE_INFINITY) return this.follow();
    const top = this.top();
    const place = this.step(top, lines);
    if (lines > 0 && !isBefore(place, this.#lastTop())) this.follow();
    else this.stand(place);
  }

  /** The line so many lines below a place, or above it; the first or the last where there is none. */
  step(from: Place, lines: number): Place {
    let { index, offset } = from;
    offset += lines;
    while (offset < 0 && index > 0) {
      index -= 1;
      offset += this.#sections.heightAt(index);
    }
    for (let height = this.#sections.heightAt(index); offset >= height;) {
      if (index >= this.#sections.length - 1) return this.#sections.place(index, Math.max(0, height - 1));
      offset -= height;
      index += 1;
      height = this.#sections.heightAt(index);
    }
    return this.#sections.place(index, Math.max(0, offset));
  }

  /** Moves so that a line is shown, with a few lines above it. */
  reveal(place: Place): void {
    const isShown = this.rows().some(({ index, offset }) => index === place.index && offset === place.offset);
    this.stand(isShown ? this.top() : this.step(place, -Math.floor(this.#rows / 4)));
  }

  #endNow(): End | null {
    const last = this.#sections.length - 1;
    if (last < 0) return null;
    return { place: this.#sections.place(last, 0), grows: isUnfinished(this.#sections.itemAt(last)) };
  }

  /** The line at the top of a window that shows the end. */
  #lastTop(): Place {
    let missing = this.#rows;
    let index = this.#sections.length;
    while (index > 0) {
      index -= 1;
      const height = this.#sections.heightAt(index);
      if (height >= missing) return this.#sections.place(index, height - missing);
      missing -= height;
    }
    return this.#sections.place(0, 0);
  }
}

function isUnfinished(item: Shown | undefined): boolean {
  return item?.type === "open_answer" || (item?.type === "call" && item.result === undefined);
}

function isBefore(one: Place, other: Place): boolean {
  return one.index === other.index ? one.offset < other.offset : one.index < other.index;
}
