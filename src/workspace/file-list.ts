/** The files below a folder that a search should see. */
import { FileError } from "./file-error.ts";
import { type FolderNode, isHidden } from "./folder-node.ts";
import { createFolderTree, type FolderTree, type LookEnd, type LookOptions } from "./folder-tree.ts";
import { isInside } from "./paths.ts";

export type FileList = {
  /** The folder that was looked into: absolute and real. */
  readonly folder: FolderNode;
  readonly hidden: boolean;
  /** Folders that were left out though no ignore file names them, such as `node_modules`: absolute. */
  readonly leftOut: readonly string[];
  /** Folders that could not be looked into: absolute. */
  readonly unreadable: readonly string[];
  readonly fileCount: number;
  /** Whether this is all. */
  readonly end: LookEnd;
};

/** As many trees are kept; the one that was not used for longest goes. */
const maxTrees = 4;

const trees = new Map<string, FolderTree>();

/** The one tree of a folder, so that all searches in it share what is known. Absolute and real. */
export function treeOf(root: string, project: string = root): FolderTree {
  const key = `${root}\0${project}`;
  const tree = trees.get(key) ?? createFolderTree(root, project);
  trees.delete(key);
  trees.set(key, tree);
  for (const oldest of trees.keys()) if (trees.size > maxTrees) trees.delete(oldest);
  return tree;
}

/**
 * What git would see below `folder` (absolute and real), as it is on disk now, without links: what they lead to is
 * either elsewhere in the tree or not part of it. A folder that is ignored, or left out for its name, is looked into
 * when it is asked for by its own name. When the signal fires, what is known by then is returned.
 *
 * @throws FileError when the folder itself cannot be read.
 */
export async function listFiles(
  folder: string,
  project: string,
  options: LookOptions = {},
): Promise<FileList> {
  const { hidden = false } = options;
  let tree = treeOf(isInside(project, folder) ? project : folder, project);
  let node = await tree.find(folder);
  if (node === null) {
    tree = treeOf(folder, project);
    node = tree.root;
  }
  const end = await tree.look(node, { ...options, hidden });
  if (node.content?.isUnreadable === true) {
    throw new FileError("no_permission", `${folder} cannot be read.`);
  }
  const leftOut: string[] = [];
  const unreadable: string[] = [];
  let fileCount = 0;
  for (const { path, content } of foldersIn(node, hidden)) {
    if (content === null) continue;
    for (const name of content.leftOut) if (hidden || !isHidden(name)) leftOut.push(join(path, name));
    if (content.isUnreadable) unreadable.push(path);
    fileCount += content.files.length;
  }
  return { folder: node, hidden, leftOut, unreadable, fileCount, end };
}

/** A folder and all below it, parents first, in the order of their names. */
export function foldersIn(node: FolderNode, hidden: boolean): FolderNode[] {
  const found: FolderNode[] = [];
  const open = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    found.push(next);
    const inside = next.content?.folders ?? [];
    for (let at = inside.length - 1; at >= 0; at -= 1) {
      const folder = inside[at];
      if (folder !== undefined && (hidden || !isHidden(folder.name))) open.push(folder);
    }
  }
  return found;
}

/** The absolute paths of a list's files, folder by folder in the order of their names. */
export function* filesOf({ folder, hidden }: Pick<FileList, "folder" | "hidden">): Generator<string> {
  for (const { path, content } of foldersIn(folder, hidden)) {
    for (const name of content?.files ?? []) if (hidden || !isHidden(name)) yield join(path, name);
  }
}

/** The same of those whose path relative to `base` (the list's folder or one above it) passes a test. */
export function filesThat(
  { folder, hidden }: Pick<FileList, "folder" | "hidden">,
  base: string,
  passes: (path: string) => boolean,
): string[] {
  const found: string[] = [];
  const start = base === "/" ? 1 : base.length + 1;
  // Of 100,000 files few pass: only theirs are put together.
  for (const { path, content } of foldersIn(folder, hidden)) {
    const parent = path.length < start ? "" : `${path.slice(start)}/`;
    for (const name of content?.files ?? []) {
      if ((hidden || !isHidden(name)) && passes(parent + name)) found.push(join(path, name));
    }
  }
  return found;
}

function join(folder: string, name: string): string {
  return folder === "/" ? `/${name}` : `${folder}/${name}`;
}
