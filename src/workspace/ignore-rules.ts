/** Which files git would not see, folder by folder, with `.ignore` and `.reinignore` above what git says. */
import { dirname, join } from "node:path";
import ignore, { type Ignore } from "ignore";
import { globalExcludes, readIfThere, repositoryExclude } from "./git-excludes.ts";
import { isInside } from "./paths.ts";

/** The patterns of one file. */
type Level = {
  /** The folder that anchored patterns start at, with a slash at its end. */
  readonly base: string;
  readonly lines: readonly string[];
  readonly matcher: Ignore;
};

/**
 * The rules in force in one folder. Of each kind the strongest comes first: the deepest file that has an opinion wins
 * (gitignore(5)). `.reinignore` beats `.ignore`, which beats all that git reads.
 */
export type IgnoreRules = {
  readonly rein: readonly Level[];
  readonly plain: readonly Level[];
  readonly git: readonly Level[];
};

/** `ignored`, `byGit`: by what git reads, not by a file of the user's for searches. `admitted`: a pattern with `!` lets it in. `byName`: one of those patterns says its very name, no wildcard. */
export type Verdict =
  | { readonly type: "none" }
  | { readonly type: "ignored"; readonly byGit: boolean }
  | { readonly type: "admitted"; readonly byName: boolean };

/** The files that hold rules, and what each is to the others. */
const ruleFiles = { ".reinignore": "rein", ".ignore": "plain", ".gitignore": "git" } as const;

const noRules: IgnoreRules = { rein: [], plain: [], git: [] };

/** git compares as the file system does by default. */
const ignorecase = process.platform === "darwin" || process.platform === "win32";

/**
 * The rules that reach `folder` from outside of it: from the repository around it, without one from `project` if that
 * is around it, and the user's own. Naming a folder asks for it: if it is ignored itself, what ignores it is left out.
 * `sources` are the files and folders that this depends on, existing or not.
 */
export async function rulesAbove(
  folder: string,
  project: string,
): Promise<{ readonly rules: IgnoreRules; readonly sources: readonly string[] }> {
  const sources: string[] = [];
  const above = foldersAbove(folder);
  let top: string | undefined;
  for (const parent of [folder, ...above]) {
    const head = join(parent, ".git");
    sources.push(head);
    if ((await readIfThere(head)) !== null || (await readIfThere(join(head, "HEAD"))) !== null) {
      top = parent;
      break;
    }
  }
  top ??= isInside(project, folder) ? project : folder;
  const global = await globalExcludes();
  sources.push(...global.sources);
  let rules: IgnoreRules = { ...noRules, git: await levelsOf(global.file, top) };
  for (const parent of above.filter((one) => isInside(top, one)).toReversed()) {
    const inside = await rulesInside(parent, [...Object.keys(ruleFiles), ".git"], rulesFor(parent, rules));
    rules = inside.rules;
    sources.push(...inside.sources);
  }
  return { rules: rulesFor(folder, rules), sources };
}

/** What `rules` say below a folder that is looked into, no matter what they say of the folder itself. */
function rulesFor(folder: string, rules: IgnoreRules): IgnoreRules {
  switch (verdictOn(rules, folder, true).type) {
    case "ignored":
      return noRules;
    case "admitted":
      return rulesBehind(folder, rules);
    default:
      return rules;
  }
}

/**
 * The rules below a folder that a stronger file has admitted: the weaker patterns that name the folder itself are gone,
 * else each would go on to ignore everything inside.
 */
export function rulesBehind(folder: string, rules: IgnoreRules): IgnoreRules {
  const weaken = (levels: readonly Level[]) => levels.map((level) => withoutFolder(level, folder));
  return { rein: weaken(rules.rein), plain: weaken(rules.plain), git: weaken(rules.git) };
}

function withoutFolder(level: Level, folder: string): Level {
  let weaker = level;
  for (;;) {
    const path = relativeTo(weaker, folder);
    const rule = path === "" ? undefined : weaker.matcher.test(`${path}/`).rule;
    if (rule === undefined) return weaker;
    const lines = weaker.lines.filter((line) => line !== rule.pattern);
    if (lines.length === weaker.lines.length) return weaker;
    weaker = levelOf(weaker.base, lines);
  }
}

/**
 * The rules inside `folder`, given those that reach it and the names of what lies in it. A repository of its own begins
 * anew with what git says. `sources` are the files that were read for it.
 */
export async function rulesInside(
  folder: string,
  names: readonly string[],
  above: IgnoreRules,
): Promise<{ readonly rules: IgnoreRules; readonly sources: readonly string[] }> {
  // Most folders have none, and there are many folders.
  if (!names.some((name) => name === ".git" || Object.hasOwn(ruleFiles, name)))
    return { rules: above, sources: [] };
  const sources: string[] = [];
  let rules = above;
  if (names.includes(".git")) {
    const dotGit = join(folder, ".git");
    const exclude = await repositoryExclude(dotGit);
    const isRepository = (await readIfThere(join(dotGit, "HEAD"))) !== null || !exclude.startsWith(dotGit);
    sources.push(join(dotGit, "HEAD"), exclude);
    if (isRepository) {
      const user = (await globalExcludes()).file;
      rules = { ...rules, git: [...(await levelsOf(exclude, folder)), ...(await levelsOf(user, folder))] };
    }
  }
  for (const [name, kind] of Object.entries(ruleFiles)) {
    if (!names.includes(name)) continue;
    const file = join(folder, name);
    sources.push(file);
    rules = { ...rules, [kind]: [...(await levelsOf(file, folder)), ...rules[kind]] };
  }
  return { rules, sources };
}

/** What the rules say of `path` (absolute). Its parents are taken as seen. `build/` names folders only. */
export function verdictOn(rules: IgnoreRules, path: string, isFolder: boolean): Verdict {
  for (const levels of [rules.rein, rules.plain, rules.git]) {
    if (levels.length === 0) continue;
    for (const level of levels) {
      const relative = relativeTo(level, path);
      if (relative === "") continue;
      const result = level.matcher.test(isFolder ? `${relative}/` : relative);
      if (result.ignored) return { type: "ignored", byGit: levels === rules.git };
      if (result.unignored) return { type: "admitted", byName: admitsByName(level, path) };
    }
  }
  return { type: "none" };
}

function admitsByName({ lines }: Level, path: string): boolean {
  const name = path.slice(path.lastIndexOf("/") + 1);
  return lines.some((line) => line.startsWith("!") && line.trimEnd().replace(/\/$/, "").endsWith(name));
}

async function levelsOf(file: string, folder: string): Promise<Level[]> {
  const text = await readIfThere(file);
  if (text === null) return [];
  return [levelOf(folder === "/" ? "/" : `${folder}/`, text.replace(/^\uFEFF/, "").split(/\r?\n/))];
}

function levelOf(base: string, lines: readonly string[]): Level {
  return { base, lines, matcher: ignore({ ignorecase }).add(lines.join("\n")) };
}

function relativeTo(level: Level, path: string): string {
  return path.slice(level.base.length);
}

function foldersAbove(folder: string): string[] {
  const above: string[] = [];
  for (let at = folder; at !== dirname(at); at = dirname(at)) above.push(dirname(at));
  return above;
}
