/** Where git keeps exclude patterns outside of the tree: the user's own file, and the repository's `info/exclude`. */
import { readFile, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, resolve } from "node:path";
import { homeFolder } from "../private-files/home-folder.ts";
import { errorCode } from "./file-error.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A larger file is no list of patterns. Bytes. */
const maxBytes = 4 * 1024 * 1024;

/** The text of a small regular file; null when there is none, or none that may be read. Never waits for a FIFO. */
export async function readIfThere(file: string): Promise<string | null> {
  try {
    const stats = await stat(file);
    if (!stats.isFile() || stats.size > maxBytes) return null;
    return await readFile(file, "utf8");
  } catch (thrown) {
    // An ignore file that cannot be read ignores nothing.
    if (errorCode(thrown) === undefined) throw thrown;
    return null;
  }
}

/** Where the user's own excludes come from: the file itself, and what was looked at to find it. */
export type GlobalExcludes = { readonly file: string; readonly sources: readonly string[] };

/**
 * The file of `core.excludesFile` in the user's git configuration, else git's default place (gitignore(5)). The
 * configuration is read here: git itself may not be installed, and starting it costs more than the whole search.
 */
export async function globalExcludes(env: Environment = process.env): Promise<GlobalExcludes> {
  const home = homeFolder(env);
  const xdg = env["XDG_CONFIG_HOME"];
  const config = xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, ".config");
  // Later files win (git-config(1), FILES).
  const files =
    env["GIT_CONFIG_GLOBAL"] === undefined
      ? ["/etc/gitconfig", join(config, "git", "config"), join(home, ".gitconfig")]
      : ["/etc/gitconfig", env["GIT_CONFIG_GLOBAL"]];
  const sources: string[] = [];
  let named: string | null = null;
  for (const file of files) named = (await excludesFileIn(file, home, sources, 0)) ?? named;
  const file = named ?? join(config, "git", "ignore");
  return { file, sources: [...sources, file] };
}

/** As deep as git follows includes. */
const maxIncludes = 10;

async function excludesFileIn(
  file: string,
  home: string,
  sources: string[],
  depth: number,
): Promise<string | null> {
  sources.push(file);
  const text = depth > maxIncludes ? null : await readIfThere(file);
  if (text === null) return null;
  let section = "";
  let found: string | null = null;
  // A backslash at the end goes on in the next line.
  for (const line of text.replace(/\\\r?\n/g, "").split(/\r?\n/)) {
    const header = /^\s*\[([^\]]*)\]\s*(.*)$/.exec(line);
    if (header !== null) section = (header[1] ?? "").trim().toLowerCase();
    const [, name = "", raw = ""] = /^\s*([A-Za-z][\w-]*)\s*=\s*(.*)$/.exec(header?.[2] ?? line) ?? [];
    const setting = `${section}.${name.toLowerCase()}`;
    if (setting === "core.excludesfile") found = placeOf(valueOf(raw), home, dirname(file));
    if (setting === "include.path") {
      const included = placeOf(valueOf(raw), home, dirname(file));
      found = (await excludesFileIn(included, home, sources, depth + 1)) ?? found;
    }
  }
  return found;
}

/** A value of a git configuration: quotes, escapes and a remark at the end taken off. */
function valueOf(raw: string): string {
  let value = "";
  let quoted = false;
  for (let at = 0; at < raw.length; at += 1) {
    const char = raw[at] ?? "";
    if (char === "\\") value += raw[(at += 1)] ?? "";
    else if (char === '"') quoted = !quoted;
    else if (!quoted && (char === "#" || char === ";")) break;
    else value += char;
  }
  return value.trimEnd();
}

function placeOf(path: string, home: string, folder: string): string {
  if (path === "~" || path.startsWith("~/")) return join(home, path.slice(1));
  return resolve(folder, path);
}

/** The repository's own `info/exclude`, given the `.git` of its root: a folder, or a file that points at one. */
export async function repositoryExclude(dotGit: string): Promise<string> {
  const pointer = /^gitdir:\s*(.*?)\s*$/m.exec((await readIfThere(dotGit)) ?? "")?.[1];
  if (pointer === undefined) return join(dotGit, "info", "exclude");
  // A worktree or submodule; a worktree shares the excludes of the repository that it belongs to.
  const gitFolder = resolve(dirname(dotGit), pointer);
  const common = (await readIfThere(join(gitFolder, "commondir")))?.trim();
  return join(common === undefined ? gitFolder : resolve(gitFolder, common), "info", "exclude");
}
