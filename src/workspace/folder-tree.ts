/** Trees of folders as a search sees them, kept between searches and looked over anew by each. */
import { setImmediate as othersFirst } from "node:timers/promises";
import {
  type FolderContent,
  type FolderNode,
  isFresh,
  isHidden,
  readFolder,
  rulesInto,
  stampOfSources,
} from "./folder-node.ts";
import { type IgnoreRules, rulesAbove, rulesInside } from "./ignore-rules.ts";

export type LookOptions = {
  /** Names that begin with a dot are left out unless this is true. What is version control's always is. */
  readonly hidden?: boolean;
  /** When it fires, looking ends and what is known by then has to do. */
  readonly signal?: AbortSignal;
  /** It ends when there are more files than this. @default maxTreeFiles */
  readonly maxFiles?: number;
};

/** Why not everything was looked at. `size`: there are more than `maxFiles`. */
export type LookEnd = "whole" | "stopped" | "size";

export interface FolderTree {
  readonly root: FolderNode;
  /**
   * The node of a folder below (or of) the root, as it is on disk now; null when nothing is there that a search sees.
   * Only the way to it is looked at.
   */
  find(path: string): Promise<FolderNode | null>;
  /**
   * Makes everything below a node of `find` what it is on disk now: asks each folder's change time and reads those
   * that have changed. Lets others have a turn every few ms.
   */
  look(node: FolderNode, options?: LookOptions): Promise<LookEnd>;
  /** Counts the readings that may have changed something. */
  changes(): number;
}

/** More files than this are not walked: a list of them takes about 100 MB. */
export const maxTreeFiles = 500_000;

/** The longest stretch without letting keys in, ms. */
const turnMs = 8;

/** As many folders are read at once. */
const readersAtOnce = 16;

/** A folder on the way, with what is needed to read it again. */
type Step = {
  readonly node: FolderNode;
  readonly parent: Step | null;
  /** A rule above has changed, so it is read again though it has not. */
  readonly isForced: boolean;
  rules?: Promise<IgnoreRules>;
};

/** A tree below `root` (absolute and real). `project` is the folder whose ignore files count without a repository. */
export function createFolderTree(root: string, project: string): FolderTree {
  const top: FolderNode = { path: root, name: root.slice(root.lastIndexOf("/") + 1), content: null };
  let above: { rules: IgnoreRules; sources: readonly string[]; stamp: string } | undefined;
  let changes = 0;

  async function firstStep(): Promise<Step> {
    const isStale =
      above === undefined || above.stamp === "" || above.stamp !== stampOfSources(above.sources);
    if (isStale) {
      const found = await rulesAbove(root, project);
      above = { ...found, stamp: stampOfSources(found.sources) };
    }
    return { node: top, parent: null, isForced: isStale };
  }

  /** The rules that reach the folder from above. */
  async function rulesTo({ node, parent }: Step): Promise<IgnoreRules> {
    if (parent === null) return above?.rules ?? (await rulesAbove(root, project)).rules;
    parent.rules ??= rulesOf(parent);
    return rulesInto(node.path, await parent.rules);
  }

  async function rulesOf(step: Step): Promise<IgnoreRules> {
    const names = step.node.content?.sources.map((file) => nameOfSource(step.node, file)) ?? [];
    return (await rulesInside(step.node.path, names, await rulesTo(step))).rules;
  }

  /** Reads the folder again and returns true when its rules have changed. */
  async function read(step: Step): Promise<boolean> {
    const { rules, rulesChanged } = await readFolder(step.node, await rulesTo(step));
    step.rules = Promise.resolve(rules);
    changes += 1;
    return rulesChanged;
  }

  async function stepTo(path: string): Promise<Step | null> {
    let step = await firstStep();
    for (const name of path.slice(root.length).split("/")) {
      if (name === "") continue;
      const isForced = step.isForced || !isFresh(step.node) ? await read(step) : false;
      const node = step.node.content?.folders.find((folder) => folder.name === name);
      if (node === undefined) return null;
      step = { node, parent: step, isForced: isForced || step.isForced };
    }
    return step;
  }

  return {
    root: top,
    changes: () => changes,
    find: async (path) => (await stepTo(path))?.node ?? null,
    async look(node, { hidden = false, signal, maxFiles = maxTreeFiles } = {}) {
      const start = await stepTo(node.path);
      if (start === null) return "whole";
      const open: Step[] = [start];
      const reading = new Set<Promise<void>>();
      let files = 0;
      let turnEnds = performance.now() + turnMs;
      const goOn = (step: Step, content: FolderContent, isForced: boolean): void => {
        files += content.files.length;
        for (const child of content.folders) {
          if (hidden || !isHidden(child.name)) open.push({ node: child, parent: step, isForced });
        }
      };
      for (;;) {
        if (signal?.aborted === true) return "stopped";
        if (files > maxFiles) return "size";
        const step = open.pop();
        if (step === undefined) {
          if (reading.size === 0) return "whole";
          await Promise.race(reading);
          continue;
        }
        if (performance.now() > turnEnds) {
          await othersFirst();
          turnEnds = performance.now() + turnMs;
        }
        const { content } = step.node;
        if (!step.isForced && content !== null && isFresh(step.node)) {
          goOn(step, content, false);
          continue;
        }
        const done = read(step).then((rulesChanged) => {
          reading.delete(done);
          if (step.node.content !== null) goOn(step, step.node.content, step.isForced || rulesChanged);
        });
        reading.add(done);
        if (reading.size >= readersAtOnce) await Promise.race(reading);
      }
    },
  };
}

/** The name in the folder that a source of its rules belongs to: `.git/info/exclude` to `.git`. */
function nameOfSource({ path }: FolderNode, file: string): string {
  const [name = ""] = file.slice(path === "/" ? 1 : path.length + 1).split("/");
  return file.startsWith(path) ? name : ".git";
}
