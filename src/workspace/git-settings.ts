/** What a repository brings along for git, read without git: it would act on it. */
import { existsSync, lstatSync, readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Longer configurations are not read: nobody writes them by hand. Bytes. */
const maxConfig = 1_000_000;

/**
 * The settings of the repository that a folder (absolute) belongs to, each as `section.name.key=value` with the section
 * and the key in small letters; none outside of repositories. What cannot be read is `unreadable=`, a repository
 * without a working folder is also `bare=`, and a hook that looking may start is `hook=`.
 */
export function gitSettings(folder: string): readonly string[] {
  for (let at = folder; ; at = dirname(at)) {
    const entry = join(at, ".git");
    if (existsSync(entry)) return settingsIn(gitFolder(entry, at));
    // Git takes a folder with these three for a repository, wherever it came from.
    if (["HEAD", "objects", "refs"].every((name) => existsSync(join(at, name))))
      return ["bare=", ...settingsIn(at)];
    if (at === dirname(at)) return [];
  }
}

/** Where a `.git` leads: itself, or where its text says. */
function gitFolder(entry: string, folder: string): string | null {
  try {
    if (statSync(entry).isDirectory()) return entry;
    const target = /^gitdir: (.+?)\s*$/.exec(readFileSync(entry, "utf8"))?.[1];
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
    const common = existsSync(shared) ? resolve(git, readFileSync(shared, "utf8").trim()) : git;
    const hook = join(common, "hooks", "post-index-change");
    const config = join(common, "config");
    const settings = existsSync(config) ? readConfig(config) : [];
    return existsSync(hook) ? [...settings, "hook=post-index-change"] : settings;
  } catch {
    return ["unreadable="];
  }
}

function readConfig(path: string): readonly string[] {
  if (!lstatSync(path).isFile() || statSync(path).size > maxConfig) return ["unreadable="];
  return settingsOf(readFileSync(path, "utf8"));
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
