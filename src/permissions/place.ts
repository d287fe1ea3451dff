/** Where the parts of a command run, and where their words lead. Pure: who knows the disk hands that in. */
import { resolve } from "node:path";
import type { Reading, SimpleCommand, Word } from "./shell-syntax.ts";

/**
 * Every real path that a word may stand for when it is taken as a path from `folder`, with `glob` as a pattern too.
 * Null when that cannot be told.
 */
export type LeadsTo = (folder: string, word: string, glob: boolean) => readonly string[] | null;

/** All paths absolute and real. */
export type Place = {
  /** The project's folder. */
  readonly root: string;
  readonly home: string;
  /** Every folder that a part may run in: the one it starts in, and those that a `cd` may have led to. */
  readonly folders: readonly string[];
  readonly leadsTo: LeadsTo;
  readonly ownFolders: readonly string[];
};

/** One part of a command, with the folders that it may run in. */
export type PlacedPart = { readonly part: SimpleCommand; readonly place: Place };

/** More folders than this are not followed. */
const maxFolders = 16;

/** Every part of a command that starts in `cwd` at its place, or null where its `cd`s cannot be followed. */
export function placeParts(
  { steps }: Pick<Reading, "steps">,
  cwd: string,
  {
    root,
    home,
    leadsTo = asWritten,
    ownFolders = [],
  }: Pick<Place, "root" | "home"> & Partial<Pick<Place, "leadsTo" | "ownFolders">>,
): readonly PlacedPart[] | null {
  const placed: PlacedPart[] = [];
  const outer: (readonly string[])[] = [];
  let folders: readonly string[] = [cwd];
  for (const step of steps) {
    if (step.type === "open") {
      outer.push(folders);
      continue;
    }
    if (step.type !== "command") {
      const before = outer.pop() ?? [cwd];
      // Behind a list nobody knows how much of it was run.
      folders = step.kind === "apart" ? before : [...new Set([...before, ...folders])];
      if (folders.length > maxFolders) return null;
      continue;
    }
    const { command, sure, loops } = step;
    const place = { root, home, folders, leadsTo, ownFolders };
    placed.push({ part: command, place });
    const [name, ...rest] = command.words;
    if (name.text !== "cd") continue;
    const words = rest.filter((word) => !/^-[LPe@]+$|^--$/.test(word.text));
    if (words.some((word) => word.unknown)) return null;
    const targets = pathsFrom(
      folders,
      words.length === 0 ? [{ text: home, glob: false }] : words.map(atHome(home)),
      leadsTo,
    );
    if (targets === null || (loops && targets.some((target) => !folders.includes(target)))) return null;
    folders = [...new Set(sure ? targets : [...folders, ...targets])];
    if (folders.length > maxFolders) return null;
  }
  return placed;
}

/** `~/x` as the path that it stands for. */
function atHome(home: string) {
  return <W extends Pick<Word, "text" | "tilde" | "glob">>(word: W) =>
    word.tilde ? { ...word, text: word.text.replace(/^~(?=\/|$)/, home) } : word;
}

function asWritten(folder: string, word: string): readonly string[] {
  return [resolve(folder, word)];
}

/** Every real path that a word names, as a whole or in a part of it; null when that cannot be told. */
export function pathsNamedBy(
  { text, glob, tilde }: Word,
  { folders, leadsTo, home }: Place,
): readonly string[] | null {
  return pathsFrom(
    folders,
    pathsIn(text).map((part) => atHome(home)({ text: part, glob, tilde })),
    leadsTo,
  );
}

/** Every real path that a word as a whole may stand for; null when that cannot be told. */
export function pathsOf(
  word: Pick<Word, "text" | "glob" | "tilde">,
  { folders, leadsTo, home }: Place,
): readonly string[] | null {
  return pathsFrom(folders, [atHome(home)(word)], leadsTo);
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
