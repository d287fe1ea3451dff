/** Searches that go through folders to their end, and show what is in files with keys. Pure. */
import { say } from "../words/say.ts";
import type { Facts } from "./judgement.ts";
import { pathsOf, type Place } from "./place.ts";
import { isSecretLooking } from "./sensitive-paths.ts";
import type { Word } from "./shell-syntax.ts";

/** True when a search by these words reads every file below a folder, hidden and ignored ones too. */
export function searchesDeep(program: string, words: readonly string[]): boolean {
  if (/^(grep|egrep|fgrep)$/.test(program))
    return words.some(
      (word, at) =>
        /^-[a-zA-Z]*[rR]|^--recursive|^-d=?recurse/.test(word) ||
        (/^-[a-zA-Z]*d$/.test(word) && words[at + 1] === "recurse"),
    );
  if (program !== "rg") return false;
  return words.some((word, at) => {
    if (/^-[a-zA-Z]*[u.]|^--(hidden|no-ignore)/.test(word)) return true;
    const glued = /^(?:-g|--i?glob=)(.+)$/.exec(word)?.[1];
    const glob = glued ?? (/^(-g|--i?glob)$/.test(word) ? words[at + 1] : undefined);
    // A pattern that lets files in also lets in those that are hidden or ignored.
    return (
      glob !== undefined &&
      !glob.startsWith("!") &&
      !/\.((?!env)\w+|\{(?!env)\w+(,(?!env)\w+)*\})$/i.test(glob)
    );
  });
}

/** Files in which a search for a word finds keys, unlike a certificate. */
function isFoundInSearch(path: string): boolean {
  return (
    isSecretLooking(path) && /^\.?(env|credentials?|secrets?)\b/i.test(path.slice(path.lastIndexOf("/") + 1))
  );
}

/** Why a search through these folders needs somebody's eye, or null: it would show what is in files with keys. */
export function reasonInside(
  paths: readonly Word[],
  place: Place,
  { facts }: { readonly facts: Facts },
): string | null {
  const folders = paths.length === 0 ? place.folders : paths.flatMap((word) => pathsOf(word, place) ?? []);
  for (const folder of folders) {
    const found = facts.findBelow?.(folder, isFoundInSearch) ?? null;
    if (found === "too many") return say`it searches ${folder}, which has too many files to look at`;
    if (found !== null) return say`it searches ${found.path}, which looks like it holds secrets`;
  }
  return null;
}
