/** The repositories inside of a repository, read without git from what git keeps of the working folder. */
import { indexEntries, readIndexNow } from "./git-index.ts";

/**
 * The paths at which an index has other repositories (submodules, with or without a `.gitmodules`), from the top of the
 * working folder. Null when it cannot be told. `objectBytes` is the length of the repository's object names.
 */
export function gitLinks(gitFolder: string, objectBytes: 20 | 32): readonly string[] | null {
  const index = readIndexNow(gitFolder);
  if (index === undefined) return [];
  if (index === null) return null;
  // Where the mode of a link stands nowhere, there is none: most repositories end here.
  if (!index.includes(linkMode) && !index.includes("link\0")) return [];
  return linksIn(index, objectBytes);
}

const linkMode = Buffer.from([0x00, 0x00, 0xe0, 0x00]);

const modeAt = 24;

/** Null for what does not read like an index. */
function linksIn(index: Buffer, objectBytes: 20 | 32): readonly string[] | null {
  const links: string[] = [];
  const entries = indexEntries(index, objectBytes);
  let next = entries.next();
  for (; next.done !== true; next = entries.next()) {
    const { at, name } = next.value;
    if (index.readUInt32BE(at + modeAt) === 0xe000) links.push(new TextDecoder().decode(name));
  }
  if (next.value === null) return null;
  // A split index has most of its entries in another file.
  return hasExtension(index, next.value.end, index.length - objectBytes) ? null : links;
}

/** Behind the entries stand extensions, each with 4 letters and its length; `link` leads to another file. */
function hasExtension(index: Buffer, from: number, to: number): boolean {
  for (let at = from; at + 8 <= to; at += 8 + index.readUInt32BE(at + 4)) {
    if (index.toString("latin1", at, at + 4) === "link") return true;
  }
  return false;
}
