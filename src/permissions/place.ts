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
  readonly ownFolders: readonly string[];
};

/** More folders than this are not followed. */
const maxFolders = 16;

/** The place of a command that starts in `cwd`, or null where its `cd`s lead to too many folders to follow. */
export function placeOf(
  commands: readonly SimpleCommand[],
  cwd: string,
  {
    root,
    leadsTo = asWritten,
    ownFolders = [],
  }: Pick<Place, "root"> & Partial<Pick<Place, "leadsTo" | "ownFolders">>,
): Place | null {
  const folders = new Set([cwd]);
  for (const { words } of commands) {
    if (words[0].text !== "cd") continue;
    const targets = pathsFrom([...folders], words.slice(1), leadsTo);
    if (targets === null) return null;
    // Whether it is reached, and whether it lasts, depends on what is around it: both are thought of.
    for (const target of targets) folders.add(target);
    if (folders.size > maxFolders) return null;
  }
  return { root, folders: [...folders], leadsTo, ownFolders };
}

function asWritten(folder: string, word: string): readonly string[] {
  return [resolve(folder, word)];
}

/** Every real path that a word names, as a whole or in a part of it; null when that cannot be told. */
export function pathsNamedBy({ text, glob }: Word, { folders, leadsTo }: Place): readonly string[] | null {
  return pathsFrom(
    folders,
    pathsIn(text).map((part) => ({ text: part, glob })),
    leadsTo,
  );
}

/** Where each of the words leads from each of the folders; null when that cannot be told of one. */
function pathsFrom(
  folders: readonly string[],
  words: readonly Pick<Word, "text" | "glob">[],
  leadsTo: LeadsTo,
): readonly string[] | null {
  const found = folders.flatMap((folder) => words.map(({ text, glob }) => leadsTo(folder, text, glob)));
  return found.includes(null) ? null : found.flatMap((paths) => paths ?? []);
}

/** True when `path` is `folder` or lies below it, by whole segments. */
export function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith("/") ? folder : `${folder}/`);
}

/** True for a real path among the whole outputs that the session's commands have left. */
export function isOwnOutput(path: string, { outputFolder }: { readonly outputFolder?: string }): boolean {
  return outputFolder !== undefined && isInside(outputFolder, path);
}

/** Every part of a word that could be a path: `--out=a:b` is `--out`, `a`, `b`; `-Ca` is also `a`. */
export function pathsIn(word: string): string[] {
  const grown = /^-\w(.+)$/.exec(word)?.[1];
  return [...word.split(/[=:,]/), ...(grown === undefined ? [] : [grown])].filter((part) => part !== "");
}
