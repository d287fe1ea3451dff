/** Looking through a folder for a name. */
import { readdirSync } from "node:fs";

/** So many entries are looked at unless somebody says otherwise; what is in a folder with more is not known. */
const maxEntries = 20_000;

/** What others have written for many projects, and git's own: there nobody keeps keys of this one. */
const passedOver = new Set([".git", "node_modules"]);

/**
 * The first file below a folder (absolute) that matches, as an absolute path; null when there is none. `"too many"` when
 * there is more to look at than that. Links are not followed; what cannot be looked into is as good as empty.
 */
export function findBelow(
  folder: string,
  matches: (path: string) => boolean,
  most = maxEntries,
): { readonly path: string } | "too many" | null {
  const left = [folder];
  let seen = 0;
  for (let at = 0; at < left.length; at += 1) {
    const parent = left[at] ?? folder;
    const entries = entriesOf(parent);
    seen += entries.length;
    if (seen > most) return "too many";
    for (const entry of entries) {
      const path = `${parent === "/" ? "" : parent}/${entry.name}`;
      if (entry.isDirectory() && !passedOver.has(entry.name)) left.push(path);
      else if (!entry.isDirectory() && matches(path)) return { path };
    }
  }
  return null;
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    // A file, gone, or closed to the user: a search does not look into it either.
    return [];
  }
}
