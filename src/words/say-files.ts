/** How many files there are, for the user, where some of them are symbolic links. */
import { say, sayCount } from "./say.ts";

/** `3 files`, `1 link`, `3 files and 1 link`. */
export function sayFiles<T>(all: readonly T[], isLink: (one: T) => boolean): string {
  const links = all.filter(isLink).length;
  const files = sayCount(all.length - links, "file");
  if (links === 0) return files;
  return links === all.length ? sayCount(links, "link") : say`${files} and ${sayCount(links, "link")}`;
}
