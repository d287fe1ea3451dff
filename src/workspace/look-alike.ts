/** Names that a person takes for the one that was asked for: a screenshot's narrow blank, an accent that is a letter of its own. */
import { readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { errorCode } from "./file-error.ts";
import { plainText } from "./loose-characters.ts";

/**
 * The path of the only file that looks like `path` (absolute, real, of something that does not exist), up to the part
 * that is missing; null when there is none or more than one.
 */
export async function lookAlike(path: string): Promise<string | null> {
  for (let missing = path; missing !== "/"; missing = dirname(missing)) {
    const folder = dirname(missing);
    const names = await namesIn(folder);
    if (names === null) continue;
    const wanted = asSeen(basename(missing));
    const [only, ...others] = names.filter((name) => asSeen(name) === wanted);
    if (only === undefined || others.length > 0) return null;
    return folder === "/" ? `/${only}` : `${folder}/${only}`;
  }
  return null;
}

/** The names in a folder; null when it is not there or may not be looked into. */
async function namesIn(folder: string): Promise<string[] | null> {
  try {
    return await readdir(folder);
  } catch (thrown) {
    if (errorCode(thrown) === undefined) throw thrown;
    return null;
  }
}

function asSeen(name: string): string {
  return plainText(name.normalize("NFC")).toLowerCase();
}

/** A path as JSON has it, with what cannot be told apart by eye spelled out: combining marks, other blanks, what has no width. */
export function spelledOut(path: string): string {
  return JSON.stringify(path).replace(/[\p{M}\p{Cf}\u0080-\u00A0\u1680\u2000-\u206F\u3000]/gu, (character) =>
    [...Array(character.length).keys()]
      .map((at) => String.raw`\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`)
      .join(""),
  );
}
