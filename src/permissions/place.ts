/** Where the parts of a command run, and where their words lead. Pure: who knows the disk hands that in. */
import { resolve } from "node:path";
import type { SimpleCommand, Word } from "./simple-shell.ts";

/**
 * Every real path that a word may stand for when it is taken as a path from `folder`, with `glob` as a pattern too.
 * Null when that cannot be told.
 */
export type LeadsTo = (folder: string, word: string, glob: boolean) => readonly string[] | null;

/** All paths absolute and real. */
export type Place = {
  /** The project's folder. */
  readonly root: string;
  /** Every folder that a part may run in: the one it starts in, and those that a `cd` may have led to. */
  readonly folders: readonly string[];
  readonly leadsTo: LeadsTo;
};

/** More folders than this are not followed. */
const maxFolders = 16;

/** The place of a command that starts in `cwd`, or null where its `cd`s lead to too many folders to follow. */
export function placeOf(
  commands: readonly SimpleCommand[],
  cwd: string,
  { root, leadsTo = asWritten }: { readonly root: string; readonly leadsTo?: LeadsTo },
): Place | null {
  const folders = new Set([cwd]);
  for (const { words } of commands) {
    if (words[0].text !== "cd") continue;
    // Whether it is reached, and whether it lasts, depends on what is around it: both are thought of.
    for (const from of [...folders]) {
      for (const word of words.slice(1)) {
        const targets = leadsTo(from, word.text, word.glob);
        if (targets === null) return null;
        for (const target of targets) folders.add(target);
      }
    }
    if (folders.size > maxFolders) return null;
  }
  return { root, folders: [...folders], leadsTo };
}

function asWritten(folder: string, word: string): readonly string[] {
  return [resolve(folder, word)];
}

/** Every real path that a word names, as a whole or in a part of it; null when that cannot be told. */
export function pathsNamedBy(word: Word, { folders, leadsTo }: Place): readonly string[] | null {
  const paths = new Set<string>();
  for (const path of pathsIn(word.text)) {
    for (const folder of folders) {
      const places = leadsTo(folder, path, word.glob);
      if (places === null) return null;
      for (const place of places) paths.add(place);
    }
  }
  return [...paths];
}

/** Every part of a word that could be a path: `--out=a:b` is `--out`, `a`, `b`; `-Ca` is also `a`. */
export function pathsIn(word: string): string[] {
  const grown = /^-\w(.+)$/.exec(word)?.[1];
  return [...word.split(/[=:,]/), ...(grown === undefined ? [] : [grown])].filter((part) => part !== "");
}
