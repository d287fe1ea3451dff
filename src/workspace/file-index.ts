/** The project's files and folders by fuzzy name, for completion: walked in the background, never in the way of a key. */
import { namesHidden } from "./globs.ts";
import { modifiedAt } from "./modified-at.ts";
import { createPathList, type PathList } from "./path-list.ts";
import type { RankedPath } from "./rank-paths.ts";

/** One file or folder that a query found. */
export type FileMatch = {
  /** Relative to the root; a folder's ends with "/". */
  readonly path: string;
  readonly type: "file" | "folder";
  /** Which characters of `path` the query matched (indexes of UTF-16 units, ascending); empty for an empty query. */
  readonly positions: readonly number[];
};

export type FileSearch = {
  /** Best first. */
  readonly matches: readonly FileMatch[];
  /** False while the first walk is under way: there may be more soon (see `onChange`). */
  readonly isComplete: boolean;
  /** True when the project has more entries than the index takes; those beyond are not found. */
  readonly isCut: boolean;
};

export interface FileIndex {
  /** Begins to walk unless that is done already. Returns at once. */
  start(): void;
  /**
   * The best matches for a query; for an empty one, what was changed last and lies near the root. Answers from what is
   * known now, lets keys in while it works, and looks in the background whether files have come or gone. Throws only
   * the signal's reason.
   */
  search(query: string, limit: number, signal?: AbortSignal): Promise<FileSearch>;
  /**
   * To be called when a tool may have made or removed files: the next search has all looked over at once, and waits for
   * it in a project of usual size; in a large one `onChange` tells when it is done.
   */
  invalidate(): void;
  /** Calls back when the known files have changed, so that an open list can search again. Returns the way to stop it. */
  onChange(listener: () => void): () => void;
  /** Ends its work; a search after that finds what was known. */
  close(): void;
}

/** An index of what git would see below `root` (absolute and real); hidden files are in it when the query names one. */
export function createFileIndex(root: string): FileIndex {
  const stop = new AbortController();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const open = createPathList(root, false, stop.signal, tell);
  // The folders of hidden tools are many in some homes, and few people ever name one.
  let withHidden: PathList | undefined;
  return {
    start: () => open.start(),
    async search(query, limit, signal) {
      const wanted = query.replace(/^(\.\/)+/, "");
      const isHiddenWanted = namesHidden(wanted);
      if (isHiddenWanted) withHidden ??= createPathList(root, true, stop.signal, tell);
      const list = isHiddenWanted && withHidden !== undefined ? withHidden : open;
      const { near, ranking, isComplete, isCut } = await list.current();
      signal?.throwIfAborted();
      const found =
        wanted === "" ? nearAndNew(root, near, limit) : await ranking.search(wanted, limit, signal);
      // Afterwards, so that nobody waits for it.
      list.start();
      return { matches: found.map(matchOf), isComplete, isCut };
    },
    invalidate() {
      open.invalidate();
      withHidden?.invalidate();
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => stop.abort(),
  };
}

function matchOf({ path, positions }: RankedPath): FileMatch {
  return { path, type: path.endsWith("/") ? "folder" : "file", positions };
}

/** A change this long ago is no longer news, ms. */
const newsMs = 24 * 60 * 60 * 1_000;

/** What to offer before anything was typed: what was changed lately, then what lies nearest to the root. */
function nearAndNew(root: string, near: readonly string[], limit: number): RankedPath[] {
  const since = Date.now() - newsMs;
  const news = near
    .filter((path) => !path.endsWith("/"))
    .map((path) => ({ path, time: modifiedAt(`${root}/${path}`) }))
    .filter(({ time }) => time > since)
    .toSorted((a, b) => b.time - a.time)
    .map(({ path }) => path);
  return [...new Set([...news, ...near])].slice(0, limit).map((path) => ({ path, positions: [] }));
}
