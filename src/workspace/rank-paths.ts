/** The paths that a few typed characters stand for, best first. */
import { setImmediate as othersFirst } from "node:timers/promises";

export type RankedPath = {
  readonly path: string;
  /** Which characters of `path` the query matched: indexes of UTF-16 units, ascending. */
  readonly positions: readonly number[];
};

export interface PathRanking {
  /** The best matches; lets keys in between two parts of the list. Throws the signal's reason when it fires. */
  search(query: string, limit: number, signal?: AbortSignal): Promise<RankedPath[]>;
}

/** So many are looked at before keys get a turn: a few ms. */
const pathsAtOnce = 20_000;

/**
 * As many go to the fuzzy comparison, which takes 4 µs and 2 KB for each. A query that more paths contain than this is
 * one or two letters, and then those whose name begins with it come first.
 */
const maxCompared = 3_000;

/** A worse match than this is noise: letters strewn over a long path. 1 is the same text. */
const lowestScore = 0.2;

/** A ranking of these paths (folders end in "/"). Loads its library at the first search. */
export function createPathRanking(paths: readonly string[]): PathRanking {
  const plain: string[] = [];
  return {
    async search(query, limit, signal) {
      const { go, prepare } = await import("fuzzysort");
      const wanted = plainOf(query.trim());
      const words = wanted.split(/\s+/);
      const byTier: [string[], string[], string[], string[]] = [[], [], [], []];
      for (const [index, path] of paths.entries()) {
        if (index % pathsAtOnce === pathsAtOnce - 1) await othersFirst();
        signal?.throwIfAborted();
        const tier = tierOf((plain[index] ??= plainOf(path)), wanted, words);
        if (tier !== null) byTier[tier].push(path);
      }
      const candidates = byTier.flat().slice(0, maxCompared).map(prepare);
      const found = go(query, candidates, {
        limit,
        threshold: lowestScore,
        scoreFn: ({ score, target }) => score + bonus(plainOf(target), wanted),
      });
      return found.map(({ target, indexes }) => ({
        path: target,
        positions: [...indexes].toSorted((a, b) => a - b),
      }));
    },
  };
}

/** In small letters without accents: what is typed for it. */
function plainOf(text: string): string {
  const small = text.toLowerCase();
  return /^[\0-\x7f]*$/.test(small) ? small : small.normalize("NFD").replace(/\p{M}/gu, "");
}

/** How well it may match, 0 is best; null when it cannot. */
function tierOf(path: string, wanted: string, words: readonly string[]): 0 | 1 | 2 | 3 | null {
  const at = path.lastIndexOf(wanted);
  if (at !== -1) {
    const name = nameStart(path);
    if (at < name) return 2;
    return path.startsWith(wanted, name) ? 0 : 1;
  }
  return words.every((word) => hasInOrder(path, word)) ? 3 : null;
}

function hasInOrder(path: string, word: string): boolean {
  let from = 0;
  for (let index = 0; index < word.length; index += 1) {
    const at = path.indexOf(word[index] ?? "", from);
    if (at === -1) return false;
    from = at + 1;
  }
  return true;
}

/** People type names of files more than of folders, and their beginnings more than their ends. */
function bonus(path: string, wanted: string): number {
  const start = nameStart(path);
  if (path.startsWith(wanted, start)) return /^(\/|\..*)?$/.test(path.slice(start + wanted.length)) ? 1 : 0.6;
  return path.includes(wanted, start) ? 0.4 : 0;
}

/** Where the last name begins; a folder's slash at the end is part of it. */
function nameStart(path: string): number {
  return path.lastIndexOf("/", path.length - 2) + 1;
}
