/** The paths of a tree in one list, kept up to date in the background while somebody asks for it. */
import { setImmediate as othersFirst } from "node:timers/promises";
import { foldersIn, treeOf } from "./file-list.ts";
import { type FolderNode, isHidden } from "./folder-node.ts";
import { createPathRanking, type PathRanking } from "./rank-paths.ts";

export type KnownPaths = {
  readonly ranking: PathRanking;
  /** Some of those nearest to the root, nearest first. */
  readonly near: readonly string[];
  /** False until the first walk has ended. */
  readonly isComplete: boolean;
  /** There are more than the tree takes. */
  readonly isCut: boolean;
};

export interface PathList {
  /** Begins to look unless what is known is fresh. Returns at once. */
  start(): void;
  /** What is known. If nothing that counts is known yet, it is looked for, and waited for a moment. */
  current(): Promise<KnownPaths>;
  /** What was found holds no longer. */
  invalidate(): void;
}

/** How long what was found holds before it is looked over again in the background, ms. */
const holdsMs = 2_000;

/** How long somebody who asks is kept for a look that is under way, ms: small projects are done by then. */
const patienceMs = 30;

/** While a long first walk is under way, what it has found so far is taken over this often, ms. */
const takeOverMs = 300;

/** The list of what a search sees below `root`. `onChange` is called when it has changed. */
export function createPathList(
  root: string,
  hidden: boolean,
  signal: AbortSignal,
  onChange: () => void,
): PathList {
  const tree = treeOf(root);
  let known: KnownPaths = { near: [], ranking: createPathRanking([]), isComplete: false, isCut: false };
  let knownChanges = -1;
  let takenAt = performance.now();
  /** When the last look began that still counts. */
  let lookedAt: number | null = null;
  let looking: Promise<void> | null = null;

  async function take(isComplete: boolean, isCut: boolean): Promise<void> {
    takenAt = performance.now();
    const changes = tree.changes();
    if (knownChanges === changes && known.isComplete === isComplete) return;
    knownChanges = changes;
    const { paths, near } = await pathsOf(tree.root, hidden);
    known = { near, ranking: createPathRanking(paths), isComplete, isCut };
    onChange();
  }

  async function look(isCurrent: () => boolean): Promise<void> {
    const began = performance.now();
    const end = await tree.look(tree.root, { hidden, signal });
    if (end === "stopped") return;
    await take(true, end === "size");
    if (isCurrent()) lookedAt = began;
  }

  function start(): void {
    const isOld = lookedAt === null || performance.now() - lookedAt > holdsMs;
    if (looking !== null || !isOld || signal.aborted) return;
    const own: Promise<void> = look(() => looking === own).finally(() => {
      if (looking === own) looking = null;
    });
    looking = own;
  }

  return {
    start,
    async current() {
      if (lookedAt === null) start();
      if (looking !== null && lookedAt === null) {
        await Promise.race([looking, Bun.sleep(patienceMs)]);
        if (!known.isComplete && performance.now() - takenAt > takeOverMs) await take(false, false);
      }
      return known;
    },
    invalidate() {
      lookedAt = null;
      looking = null;
    },
  };
}

/** As many are listed between two turns of others. */
const foldersAtOnce = 2_000;

/** So many are near. */
const maxNear = 1_000;

/** The paths of a tree relative to its root, folders (with "/" at their end) before what is in them. */
async function pathsOf(root: FolderNode, hidden: boolean): Promise<{ paths: string[]; near: string[] }> {
  const paths: string[] = [];
  const byDepth: string[][] = [];
  const start = root.path === "/" ? 1 : root.path.length + 1;
  for (const [index, { path, content }] of foldersIn(root, hidden).entries()) {
    if (index % foldersAtOnce === foldersAtOnce - 1) await othersFirst();
    const folder = path.length < start ? "" : `${path.slice(start)}/`;
    const depth = folder.split("/").length - 1;
    const names = (content?.files ?? []).filter((name) => hidden || !isHidden(name));
    const files = names.map((name) => folder + name);
    if (folder !== "") {
      paths.push(folder);
      (byDepth[depth - 1] ??= []).push(folder);
    }
    for (const file of files) paths.push(file);
    const near = (byDepth[depth] ??= []);
    for (const file of files.slice(0, Math.max(0, maxNear - near.length))) near.push(file);
  }
  return { paths, near: byDepth.flat().slice(0, maxNear) };
}
