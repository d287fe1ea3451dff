/**
 * Names as file systems compare them. A name that one of them takes for `.git` is compared as `.git` everywhere: the
 * project may lie on a mounted Windows or macOS disk, or go there with the next commit. Pure.
 */

/** A path without what some file system ignores: case, ways to compose a letter, invisible characters. */
export function folded(path: string): string {
  return path
    .normalize("NFKC")
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .toLowerCase();
}

/** A path folded, and also as Windows reads it. A protected name in one of the forms is protected. */
export function comparedForms(path: string): readonly string[] {
  const plain = folded(path);
  const windows = plain.replaceAll("\\", "/").split("/").map(windowsName).join("/");
  return windows === plain ? [plain] : [plain, windows];
}

/** `.git.` and `.git::$INDEX_ALLOCATION` are `.git` there, and so is `GIT~1`, its short name. */
function windowsName(segment: string): string {
  return segment
    .replace(/:.*$/s, "")
    .replace(/[. ]+$/, "")
    .replace(/^([a-z]{1,6})~\d+$/, ".$1");
}

/** True for a name that does not look like what it is: line breaks, invisible characters, letters that run backwards. */
export function hidesCharacters(path: string): boolean {
  // Emoji are held together by invisible characters, and hide nothing.
  return hiddenCharacter.test(path.replace(/\p{RGI_Emoji}/gv, ""));
}

/** One of those characters; emoji may have some of them. */
export const hiddenCharacter = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
