/** The files that a search of contents goes through, for engines that take folders and for those that take files. */
import { type FileList, foldersIn } from "../workspace/file-list.ts";
import { type FolderNode, isHidden } from "../workspace/folder-node.ts";
import type { Scope } from "./search-scope.ts";

export type SearchTargets = {
  readonly scope: Scope;
  readonly hidden: boolean;
  /** Names that every wanted file has, as globs; null when no glob says it. */
  readonly nameGlobs: readonly string[] | null;
  /** Each wanted file, absolute. */
  files(): Iterable<string>;
  /** The same in parts that fit a command line. Folders stand for everything in them, and may hold unwanted files. */
  batches(): Iterable<Batch>;
  /** How many files are wanted. */
  fileCount(): number;
  /** True for the absolute path of a wanted file. */
  wants(path: string): boolean;
};

export type Batch = {
  /** Absolute. */
  readonly folders: readonly string[];
  readonly files: readonly string[];
  /** How many files of the list these are. */
  readonly fileCount: number;
};

/** Restricts a search to some names; paths are relative to the scope. */
export type FileFilter = {
  readonly matches: (path: string) => boolean;
  readonly nameGlobs: readonly string[] | null;
};

/** A batch's limits: bytes of arguments (macOS takes 1 MB with the environment), and files, so that progress is known. */
const maxBatch = { bytes: 200_000, files: 50_000 } as const;

/** One file that was named. */
export function targetFile(scope: Scope): SearchTargets {
  return {
    scope,
    hidden: true,
    nameGlobs: null,
    files: () => [scope.path],
    batches: () => [{ folders: [], files: [scope.path], fileCount: 1 }],
    fileCount: () => 1,
    wants: (path) => path === scope.path,
  };
}

/** The files of a list that a filter lets through. */
export function targetList(scope: Scope, list: FileList, filter: FileFilter | null): SearchTargets {
  const { hidden } = list;
  const start = scope.path === "/" ? 1 : scope.path.length + 1;
  const folders = foldersIn(list.folder, hidden);
  const wanted: Wanted = (folder) =>
    namesSeen(folder, hidden)
      .map((name) => (folder.path === "/" ? `/${name}` : `${folder.path}/${name}`))
      .filter((file) => filter === null || filter.matches(file.slice(start)));
  const count = (folder: FolderNode) =>
    filter === null ? namesSeen(folder, hidden).length : wanted(folder).length;
  let whole: ReadonlyMap<FolderNode, Whole> | undefined;
  const wholeOf = () => (whole ??= wholeness(folders, hidden, count));
  let byPath: ReadonlyMap<string, FolderNode> | undefined;
  const known = new Map<string, ReadonlySet<string>>();
  return {
    scope,
    hidden,
    nameGlobs: filter?.nameGlobs ?? null,
    *files() {
      for (const folder of folders) yield* wanted(folder);
    },
    *batches() {
      const mayTakeFolders = filter === null || filter.nameGlobs !== null;
      yield* batchesOf(list, mayTakeFolders ? wholeOf() : new Map(), wanted);
    },
    fileCount: () => wholeOf().get(list.folder)?.fileCount ?? 0,
    wants(path) {
      const parent = path.slice(0, path.lastIndexOf("/")) || "/";
      let inside = known.get(parent);
      if (inside === undefined) {
        byPath ??= new Map(folders.map((folder) => [folder.path, folder]));
        const folder = byPath.get(parent);
        inside = new Set(folder === undefined ? [] : wanted(folder));
        known.set(parent, inside);
      }
      return inside.has(path);
    },
  };
}

function namesSeen({ content }: FolderNode, hidden: boolean): readonly string[] {
  const names = content?.files ?? [];
  return hidden ? names : names.filter((name) => !isHidden(name));
}

/** The wanted files of one folder: absolute. */
type Wanted = (folder: FolderNode) => readonly string[];

type Whole = { readonly isWhole: boolean; readonly fileCount: number };

/** For each folder, whether a search sees all that is in it and below, and how many files of it are wanted. */
function wholeness(
  folders: readonly FolderNode[],
  hidden: boolean,
  count: (folder: FolderNode) => number,
): Map<FolderNode, Whole> {
  const result = new Map<FolderNode, Whole>();
  for (const folder of folders.toReversed()) {
    const { content } = folder;
    let isWhole = content !== null && !content.isUnreadable && !content.keepsBack.open;
    if (hidden && content?.keepsBack.hidden === true) isWhole = false;
    let fileCount = count(folder);
    for (const child of content?.folders ?? []) {
      if (!hidden && isHidden(child.name)) continue;
      const inside = result.get(child);
      isWhole &&= inside?.isWhole === true;
      fileCount += inside?.fileCount ?? 0;
    }
    result.set(folder, { isWhole, fileCount });
  }
  return result;
}

/**
 * A folder that is seen whole is given as such: then the engine reads it by itself, in parallel, and looks at no ignore
 * files. With a filter that no name glob says, it would read too much.
 */
function* batchesOf(
  { folder: root, hidden }: FileList,
  whole: ReadonlyMap<FolderNode, Whole>,
  wanted: Wanted,
): Generator<Batch> {
  let folders: string[] = [];
  let files: string[] = [];
  let fileCount = 0;
  let bytes = 0;
  const take = (): Batch => {
    const batch = { folders, files, fileCount };
    [folders, files, fileCount, bytes] = [[], [], 0, 0];
    return batch;
  };
  const open = [root];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, content } = next;
    const all = whole.get(next);
    if (all?.isWhole === true && all.fileCount <= maxBatch.files) {
      if (all.fileCount === 0) continue;
      if (fileCount + all.fileCount > maxBatch.files || bytes > maxBatch.bytes) yield take();
      folders.push(path);
      bytes += Buffer.byteLength(path);
      fileCount += all.fileCount;
      continue;
    }
    for (const child of (content?.folders ?? []).toReversed()) {
      if (hidden || !isHidden(child.name)) open.push(child);
    }
    for (const file of wanted(next)) {
      if (fileCount >= maxBatch.files || bytes > maxBatch.bytes) yield take();
      files.push(file);
      bytes += Buffer.byteLength(file);
      fileCount += 1;
    }
  }
  if (fileCount > 0) yield take();
}
