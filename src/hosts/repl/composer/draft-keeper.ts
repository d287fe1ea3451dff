/** Keeps what is being written on disk, shortly after each pause, and brings back what an ended program has left. */
import { messageOf } from "../../../protocol/error.ts";
import type { DraftFile, Kept } from "../../../sessions/draft-file.ts";
import type { Content } from "../../../terminal/text-buffer/content.ts";
import type { Composer } from "./composer.ts";
import { keptOf, writtenOf } from "./draft-text.ts";
import type { DraftWords } from "./draft-words.ts";
import type { Timers } from "../screen/flusher.ts";
import { keyName } from "../keys.ts";
import { say, sayCount } from "../../../words/say.ts";

export type DraftKeeperOptions = {
  readonly composer: Composer;
  readonly timers: Timers;
  readonly file: DraftFile;
  /** Hides secrets; undefined where the user has switched that off. */
  readonly words: DraftWords | undefined;
  /** To what the text belongs now: a session, or its folder before it has begun. */
  readonly key: () => string;
  /** Messages that were sent and wait: they come back as texts that were set aside. */
  readonly waiting: () => readonly Content[];
  readonly hint: (text: string) => void;
  /** Told once when drafts cannot be kept. */
  readonly onTrouble: (message: string) => void;
};

/** Saved so long after a change, ms; one of the next changes does not put it off. */
const pauseMs = 200;
/** What is longer is saved only when it has not changed for that long: a big paste comes in pieces. UTF-16 units. */
const big = 256 * 1024;

export class DraftKeeper {
  readonly #options: DraftKeeperOptions;
  readonly #unsubscribe: () => void;
  #cancel: (() => void) | undefined;
  #changedAt = 0;
  #isTold = false;
  #isClosed = false;
  /** What is in the file, as it was before secrets were hidden in it. */
  #saved: Kept | undefined;

  constructor(options: DraftKeeperOptions) {
    this.#options = options;
    this.#unsubscribe = options.composer.buffer.subscribe(() => this.note());
  }

  /** Brings back what is left for the session that is on screen now. Safe to call again for another one. */
  bringBack(): void {
    const { composer, file, key, hint } = this.#options;
    this.#guarded(() => {
      const own = this.#kept();
      const left = file.claim(key(), this.#options.words?.conceal(own) ?? own);
      if (left === null) return this.note();
      // What is in the composer and its stash already is not brought back to it once more.
      const stash = left.stash.slice(0, left.stash.length - own.stash.length);
      const draft = own.draft === null ? left.draft : null;
      const isShown = composer.drafts.takeUp({
        draft: draft === null ? null : writtenOf(draft),
        stash: stash.map(writtenOf),
      });
      hint(backWords(isShown, composer.drafts.stash.texts.length));
      this.note();
    });
  }

  /** Something may have changed. Costs nothing but a timer. */
  note(): void {
    if (this.#isClosed) return;
    this.#changedAt = this.#options.timers.now();
    this.#cancel ??= this.#options.timers.after(pauseMs, () => this.#onPause());
  }

  /** Saves without a pause: a message was sent, and its text must not come back. */
  sent(): void {
    if (this.#isClosed) return;
    this.#cancel?.();
    this.#changedAt = Number.NEGATIVE_INFINITY;
    this.#onPause();
  }

  /** Saves for the last time: what is done to the composer from now on is not kept. */
  close(): void {
    if (this.#isClosed) return;
    this.#cancel?.();
    this.#save(this.#kept());
    this.#isClosed = true;
    this.#unsubscribe();
    this.#options.file.close();
  }

  #onPause(): void {
    this.#cancel = undefined;
    const { words, timers } = this.#options;
    const kept = this.#kept();
    const rest = pauseMs - (timers.now() - this.#changedAt);
    if (rest > 0 && sizeOf(kept) > big) {
      this.#cancel = timers.after(rest, () => this.#onPause());
      return;
    }
    if (words === undefined || words.isPrepared(kept)) return this.#save(kept);
    // The text may be another one by then, which is looked at anew.
    void words.prepare(kept).then(() => this.note());
  }

  #save(kept: Kept): void {
    if (this.#saved !== undefined && isSame(this.#saved, kept)) return;
    this.#guarded(() => {
      const { file, words, key } = this.#options;
      const shown = words?.conceal(kept) ?? kept;
      // What was saved while a secret was only half typed does not stay.
      file.save(key(), shown, !isSame(shown, kept));
      this.#saved = kept;
    });
  }

  #kept(): Kept {
    const { composer, waiting } = this.#options;
    const { draft, stash } = composer.drafts.written;
    const messages = waiting().map((content) => keptOf({ content, isTyped: false }));
    return { draft: draft === null ? null : keptOf(draft), stash: [...stash.map(keptOf), ...messages] };
  }

  #guarded(action: () => void): void {
    try {
      action();
    } catch (thrown) {
      if (this.#isTold) return;
      this.#isTold = true;
      this.#options.onTrouble(say`What you write is not kept over a crash: ${messageOf(thrown)}.`);
    }
  }
}

/** What stands in the composer without having been typed. */
function backWords(isShown: boolean, stashed: number): string {
  const waiting =
    stashed === 0
      ? ""
      : say`${sayCount(stashed, "text")} set aside: ${keyName("stash-draft", "composer")} on an empty line`;
  return [isShown ? say`draft brought back` : "", waiting].filter((words) => words !== "").join(" · ");
}

function isSame(one: Kept, other: Kept): boolean {
  return Bun.deepEquals(one, other);
}

function sizeOf({ draft, stash }: Kept): number {
  const texts = draft === null ? stash : [...stash, draft];
  return texts.reduce(
    (sum, { text, chips }) => sum + chips.reduce((more, chip) => more + chip.text.length, text.length),
    0,
  );
}
