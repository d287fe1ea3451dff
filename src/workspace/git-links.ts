/** The repositories inside of a repository, read without git from what git keeps of the working folder. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** Larger ones are not read. Bytes; a million files are about 100 MB. */
const maxIndex = 128 * 1024 * 1024;

/**
 * The paths at which an index has other repositories (submodules, with or without a `.gitmodules`), from the top of the
 * working folder. Null when it cannot be told. `objectBytes` is the length of the repository's object names.
 */
export function gitLinks(gitFolder: string, objectBytes: 20 | 32): readonly string[] | null {
  const path = join(gitFolder, "index");
  if (!existsSync(path)) return [];
  if (statSync(path).size > maxIndex) return null;
  const index = readFileSync(path);
  // Where the mode of a link stands nowhere, there is none: most repositories end here.
  if (!index.includes(linkMode) && !index.includes("link\0")) return [];
  return linksIn(index, objectBytes);
}

const linkMode = Buffer.from([0x00, 0x00, 0xe0, 0x00]);

const modeAt = 24;

/** https://git-scm.com/docs/index-format, versions 2 to 4. Null for what does not read like one. */
function linksIn(index: Buffer, objectBytes: number): readonly string[] | null {
  // Before the name: ten numbers of 4 bytes, an object's name, 2 bytes of flags.
  const fixedLength = 40 + objectBytes + 2;
  if (index.length < 12 || index.toString("latin1", 0, 4) !== "DIRC") return null;
  const version = index.readUInt32BE(4);
  if (version < 2 || version > 4) return null;
  const links: string[] = [];
  let name: Uint8Array = Buffer.alloc(0);
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    if (at + fixedLength > index.length) return null;
    const start = at;
    const isExtended = (index.readUInt16BE(at + fixedLength - 2) & 0x4000) !== 0;
    at += fixedLength + (isExtended ? 2 : 0);
    let kept = 0;
    if (version === 4) {
      let dropped = 0;
      let byte = 0;
      do {
        byte = index[at] ?? 0;
        at += 1;
        dropped = dropped * 128 + (byte & 0x7f) + ((byte & 0x80) === 0 ? 0 : 1);
      } while ((byte & 0x80) !== 0 && at < index.length);
      kept = name.length - dropped;
    }
    const end = index.indexOf(0, at);
    if (end === -1 || kept < 0) return null;
    name = Buffer.concat([name.subarray(0, version === 4 ? kept : 0), index.subarray(at, end)]);
    at = version === 4 ? end + 1 : start + (Math.floor((end - start) / 8) + 1) * 8;
    if (index.readUInt32BE(start + modeAt) === 0xe000) links.push(new TextDecoder().decode(name));
  }
  // A split index has most of its entries in another file.
  return hasExtension(index, at, index.length - objectBytes) ? null : links;
}

/** Behind the entries stand extensions, each with 4 letters and its length; `link` leads to another file. */
function hasExtension(index: Buffer, from: number, to: number): boolean {
  for (let at = from; at + 8 <= to; at += 8 + index.readUInt32BE(at + 4)) {
    if (index.toString("latin1", at, at + 4) === "link") return true;
  }
  return false;
}
