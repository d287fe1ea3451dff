/** Many sentences of one kind, of which nobody reads all. */
import { say } from "./say.ts";

/** So many are said of one file before the rest is only counted. */
const mostSaid = 6;

/** The first sentences, and a last one that says how many more there are. `where`: what lists all of them. */
export function firstFew(sentences: readonly string[], where: string): readonly string[] {
  if (sentences.length <= mostSaid) return sentences;
  const told = sentences.slice(0, mostSaid - 1);
  return [...told, say`… and ${sentences.length - told.length} more like these; ${where} lists them.`];
}
