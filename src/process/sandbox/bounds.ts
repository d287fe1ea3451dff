/** Where a path stands to what a command may do, and what would have to be opened for it. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Bounds } from "./sandbox.ts";

/** True for what the sandbox lets it write: then something else was the matter. */
export function isWritable(path: string, bounds: Bounds): boolean {
  return bounds.writable.some((folder) => isAtOrIn(folder, path)) && keptPlace(path, bounds) === null;
}

/** The kept file or folder that a path belongs to; null when it is none. */
export function keptPlace(path: string, { guarded }: Bounds): string | null {
  return guarded.find((kept) => isAtOrIn(kept, path) || `${kept}.lock` === path) ?? null;
}

/** True for what is hidden, and could be read outside. */
export function isHidden(path: string, bounds: Bounds): boolean {
  return !isWritable(path, bounds) && bounds.hidden.some((hidden) => isAtOrIn(hidden, path));
}

/**
 * What would have to be writable for this path: all of a cache, else the path itself, or the folder it would stand in.
 * Null when that holds the home folder or the project.
 */
export function placeToOpen(path: string, { root, home }: { root: string; home: string }): string | null {
  const place = cacheOf(path, home) ?? (existsSync(path) ? path : nearestFolder(path));
  return isAtOrIn(place, root) || isAtOrIn(place, home) ? null : place;
}

/** In the home folder: what is asked about once and not folder by folder, as a package manager fills it. */
const caches =
  /^(\.npm|\.gradle|\.nuget|\.pub-cache|\.ivy2|\.yarn|\.m2\/repository|\.cargo\/(registry|git)|\.bun\/install|\.local\/share\/pnpm|go\/pkg|(\.cache|Library\/Caches)\/[^/]+)(?=\/)/;

function cacheOf(path: string, home: string): string | null {
  const [cache] = path.startsWith(`${home}/`) ? (caches.exec(path.slice(home.length + 1)) ?? []) : [];
  const place = cache === undefined ? null : join(home, cache);
  return place !== null && existsSync(place) ? place : null;
}

function nearestFolder(path: string): string {
  const folder = dirname(path);
  return folder === path || existsSync(folder) ? folder : nearestFolder(folder);
}

function isAtOrIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? "/" : `${folder}/`);
}
