/** Which branch is checked out. Starts no process: a stranger's repository can make `git` run programs. */
import { join, resolve } from "node:path";
import { FileError } from "../workspace/file-error.ts";
import { resolvePath } from "../workspace/paths.ts";
import { readFileSnapshot } from "../workspace/read-file.ts";

/**
 * The branch that is checked out in `root`, the first digits of a commit when none is, or null where there is no
 * repository or it cannot be read.
 */
export async function readGitBranch(root: string): Promise<string | null> {
  try {
    const folder = await gitFolder(root);
    if (folder === null) return null;
    const head = (await readText(join(folder, "HEAD")))?.trim() ?? "";
    // Whatever file this was, nothing but the name of a branch or a commit is taken from it.
    const branch = /^ref: refs\/heads\/(\S+)$/.exec(head)?.[1];
    return branch ?? (/^[0-9a-f]{40,64}$/.test(head) ? head.slice(0, 12) : null);
  } catch (thrown) {
    if (thrown instanceof FileError) return null;
    throw thrown;
  }
}

/** `.git` itself, or where it points in a worktree or submodule: there it is a file. */
async function gitFolder(root: string): Promise<string | null> {
  const path = join(root, ".git");
  const { type } = await resolvePath(root, path);
  if (type === "directory") return path;
  if (type === null) return null;
  const pointer = /^gitdir: (.+)$/m.exec((await readText(path)) ?? "")?.[1];
  return pointer === undefined ? null : resolve(root, pointer.trim());
}

async function readText(path: string): Promise<string | null> {
  const found = await resolvePath("/", path);
  if (found.type === null) return null;
  return (await readFileSnapshot(found.path)).decoded?.text ?? null;
}
