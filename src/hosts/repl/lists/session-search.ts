/** Searching everything that was said, from the list of sessions: one search at a time, and what it has found. */
import type { Hit } from "../../../sessions/index/search.ts";
import { messageOf } from "../../../protocol/error.ts";
import { say, sayCount } from "../../../words/say.ts";

/** Finds texts, the last said first. `cwd`: only in sessions of this folder. Throws for a pattern that is none. */
export type FindSaid = (
  query: string,
  options: { readonly cwd?: string; readonly signal: AbortSignal },
) => Promise<{ readonly hits: readonly Hit[]; readonly isCut: boolean; readonly gaveUp: boolean }>;

export type SaidFound = {
  readonly query: string;
  /** By session, in the order in which they were found. */
  readonly hits: ReadonlyMap<string, readonly Hit[]>;
  /** In words: how much that is, and whether there is more. */
  readonly words: string;
};

export class SessionSearch {
  readonly #find: FindSaid;
  readonly #onChange: () => void;
  #running: { readonly query: string; readonly controller: AbortController } | undefined;
  #found: SaidFound | undefined;
  #fault = "";

  /** `onChange` is told when a search has ended, not when it begins. */
  constructor(find: FindSaid, onChange: () => void) {
    this.#find = find;
    this.#onChange = onChange;
  }

  /** What is being searched for now. */
  get running(): string | undefined {
    return this.#running?.query;
  }

  get found(): SaidFound | undefined {
    return this.#found;
  }

  /** Why the last search has found nothing; empty where nothing is wrong. */
  get fault(): string {
    return this.#fault;
  }

  start(query: string, cwd?: string): void {
    this.stop();
    const controller = new AbortController();
    const running = { query, controller };
    this.#running = running;
    void this.#search(query, { signal: controller.signal, ...(cwd === undefined ? {} : { cwd }) }).then(
      () => {
        if (this.#running !== running) return;
        this.#running = undefined;
        this.#onChange();
      },
    );
  }

  /** Nothing comes of a running search any more, and what was wrong with the last one is forgotten. */
  stop(): void {
    this.#running?.controller.abort();
    this.#running = undefined;
    this.#fault = "";
  }

  /** What was found is forgotten. */
  forget(): void {
    this.stop();
    this.#found = undefined;
  }

  async #search(query: string, options: Parameters<FindSaid>[1]): Promise<void> {
    try {
      const { hits, isCut, gaveUp } = await this.#find(query, options);
      if (options.signal.aborted) return;
      if (hits.length === 0 && gaveUp)
        this.#fault = say`The pattern took too long, so not everything was looked at.`;
      else if (hits.length === 0) this.#fault = say`“${query}” was said nowhere.`;
      else this.#found = { query, hits: bySession(hits), words: howMuch(hits, isCut || gaveUp) };
    } catch (thrown) {
      if (!options.signal.aborted) this.#fault = messageOf(thrown);
    }
  }
}

function bySession(hits: readonly Hit[]): Map<string, Hit[]> {
  const found = new Map<string, Hit[]>();
  for (const hit of hits) found.set(hit.id, [...(found.get(hit.id) ?? []), hit]);
  return found;
}

function howMuch(hits: readonly Hit[], isMore: boolean): string {
  const places = sayCount(hits.length, "place");
  return isMore ? say`the last ${places}` : places;
}
