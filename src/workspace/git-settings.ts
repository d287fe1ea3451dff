/** What a repository brings along for git, read without git: it would act on it. */
import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { gitLinks } from "./git-links.ts";

/** Longer configurations are not read: nobody writes them by hand. Bytes. */
const maxConfig = 1_000_000;

/** More repositories inside each other than this are not looked into. */
const maxRepositories = 200;

/**
 * The settings of the repository that a folder (absolute) belongs to, and of those inside of it that git also looks into,
 * each as `section.name.key=value` with the section and the key in small letters; none outside of repositories. What
 * cannot be read is `unreadable=`, a repository without a working folder is also `bare=`, and a hook that looking may
 * start is `hook=`.
 */
export function gitSettings(folder: string): readonly string[] {
  for (let at = folder; ; at = dirname(at)) {
    const entry = join(at, ".git");
    if (existsSync(entry)) return settingsBelow(at);
    // Git takes a folder with these three for a repository, wherever it came from.
    if (["HEAD", "objects", "refs"].every((name) => existsSync(join(at, name))))
      return ["bare=", ...settingsIn(at)];
    if (at === dirname(at)) return [];
  }
}

/** The settings of a repository with a working folder, and of its submodules and theirs: `git status` goes into all. */
function settingsBelow(top: string): readonly string[] {
  const found: string[] = [];
  const left = [top];
  const seen = new Set<string>();
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    const entry = join(folder, ".git");
    if (seen.has(folder) || !existsSync(entry)) continue;
    if (seen.size >= maxRepositories) return [...found, "unreadable="];
    seen.add(folder);
    const git = gitFolder(entry, folder);
    const settings = settingsIn(git);
    // A submodule says where its working folder is, which is here.
    found.push(...settings.filter((one) => git === null || !isWorkingFolder(one, git, folder)));
    if (git === null) continue;
    const links = linksOf(git, settings.includes("extensions.objectformat=sha256") ? 32 : 20);
    if (links === null) return [...found, "unreadable="];
    for (const link of links) left.push(resolve(folder, link));
  }
  return found;
}

function isWorkingFolder(setting: string, git: string, folder: string): boolean {
  const path = /^core\.worktree=(.+)$/s.exec(setting)?.[1];
  return path !== undefined && resolve(git, path) === folder;
}

function linksOf(git: string, objectBytes: 20 | 32): readonly string[] | null {
  try {
    return gitLinks(git, objectBytes);
  } catch {
    // Said by the caller: what cannot be read may hold anything.
    return null;
  }
}

/** Where a `.git` leads: itself, or where its text says. */
function gitFolder(entry: string, folder: string): string | null {
  try {
    if (statSync(entry).isDirectory()) return entry;
    const target = /^gitdir: (.+?)\s*$/.exec(textOf(entry))?.[1];
    return target === undefined ? null : resolve(folder, target);
  } catch {
    // Said by the caller: what cannot be read may hold anything.
    return null;
  }
}

function settingsIn(git: string | null): readonly string[] {
  if (git === null) return ["unreadable="];
  try {
    const shared = join(git, "commondir");
    const common = existsSync(shared) ? resolve(git, textOf(shared).trim()) : git;
    const hook = join(common, "hooks", "post-index-change");
    const settings = [join(common, "config"), join(git, "config.worktree")].flatMap((config) =>
      existsSync(config) ? readConfig(config) : [],
    );
    return existsSync(hook) ? [...settings, "hook=post-index-change"] : settings;
  } catch {
    return ["unreadable="];
  }
}

function readConfig(path: string): readonly string[] {
  return lstatSync(path).isFile() ? settingsOf(textOf(path)) : ["unreadable="];
}

/** Throws for what is no regular file, such as a pipe, which would be waited for without an end, and for a long one. */
function textOf(path: string): string {
  const stats = statSync(path);
  if (!stats.isFile() || stats.size > maxConfig) throw new Error(`${path} cannot be read.`);
  return readFileSync(path, "utf8");
}

/** The settings in the text of a configuration, in the form of `gitSettings`. */
export function settingsOf(text: string): readonly string[] {
  const found: string[] = [];
  let section = "";
  for (const line of text.replace(/\\\r?\n/g, "").split(/\r?\n/)) {
    let rest = line.trim();
    const header = /^\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]\s*/.exec(rest);
    if (header !== null) {
      const [whole, name = "", sub] = header;
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub}`;
      rest = rest.slice(whole.length);
    }
    if (rest === "" || /^[#;]/.test(rest)) continue;
    const setting = /^([A-Za-z][\w-]*)\s*(?:=\s*(.*))?$/.exec(rest);
    found.push(
      setting === null
        ? "unreadable="
        : `${section}.${(setting[1] ?? "").toLowerCase()}=${setting[2] ?? "true"}`,
    );
  }
  return found;
}
