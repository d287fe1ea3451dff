/** Which files git would not see, folder by folder. */
import { readFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import ignore, { type Ignore } from "ignore";
import { errorCode } from "./file-error.ts";

/**
 * The rules in force in one folder: its own `.gitignore` and those of the folders above. The deepest file that has
 * an opinion wins (gitignore(5)).
 */
export type IgnoreRules = readonly { readonly folder: string; readonly rules: Ignore }[];

/** The rules in force at `folder` from the repository around it: `.git/info/exclude` and each `.gitignore` above. */
export async function rulesAbove(folder: string): Promise<IgnoreRules> {
  const files: { readonly folder: string; readonly file: string }[] = [];
  for (let above = folder; ; above = dirname(above)) {
    if (above !== folder) files.push({ folder: above, file: join(above, ".gitignore") });
    const exclude = join(above, ".git", "info", "exclude");
    if ((await readIfThere(join(above, ".git", "HEAD"))) !== null) {
      files.push({ folder: above, file: exclude });
      break;
    }
    // Not in a repository: what lies above has no say.
    if (above === dirname(above)) return [];
  }
  const above: { readonly folder: string; readonly rules: Ignore }[] = [];
  for (const { folder: base, file } of files.toReversed()) {
    const text = await readIfThere(file);
    if (text !== null) above.push({ folder: base, rules: ignore().add(text) });
  }
  return above;
}

/** The rules in force inside `folder`, given those of its parent. */
export async function rulesInside(folder: string, above: IgnoreRules): Promise<IgnoreRules> {
  const text = await readIfThere(join(folder, ".gitignore"));
  return text === null ? above : [...above, { folder, rules: ignore().add(text) }];
}

/** True when git would not see `path` (absolute). `isFolder` matters: `build/` names folders only. */
export function isIgnored(rules: IgnoreRules, path: string, isFolder: boolean): boolean {
  for (const { folder, rules: own } of rules.toReversed()) {
    const result = own.test(relative(folder, path) + (isFolder ? "/" : ""));
    if (result.ignored) return true;
    if (result.unignored) return false;
  }
  return false;
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (thrown) {
    // An ignore file that cannot be read ignores nothing; so does a folder of that name.
    if (errorCode(thrown) === undefined) throw thrown;
    return null;
  }
}
