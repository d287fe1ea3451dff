/** The word that somebody may have meant. */

/**
 * The candidate that takes the fewest changes of a letter, if they are few enough for a slip: at most one in three
 * letters, and two. Null when none is near.
 */
export function nearestWord(word: string, candidates: Iterable<string>): string | null {
  let best: string | null = null;
  let fewest = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const candidate of candidates) {
    // So many letters are to be put in or left out at least; a word as long as a file is not compared at all.
    if (Math.abs(candidate.length - word.length) >= fewest) continue;
    const changes = changesBetween(word.toLowerCase(), candidate);
    if (changes < fewest) [best, fewest] = [candidate, changes];
  }
  return best;
}

/** How many letters have to be put in, left out or replaced (Levenshtein). */
function changesBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let to = 1; to <= other.length; to += 1) {
      const replaced = (row[to - 1] ?? 0) + (one[at - 1] === other[to - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
