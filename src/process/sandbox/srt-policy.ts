/** What a command may do, in the words of the sandbox runtime. Nothing here runs anything. */
import { existsSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { guardedIn } from "./folder-contents.ts";
import type { Landscape } from "./landscape.ts";
import type { Bounds, CommandPolicy } from "./sandbox.ts";

export type SandboxPlaces = {
  /** The project's folder: absolute, real. */
  readonly root: string;
  /** The session's folder for files that do not belong to the project; perhaps not there. */
  readonly scratch: string | null;
  /** Not to be read by any command: stores of credentials, rein's own state. Absolute; perhaps not there. */
  readonly hidden: readonly string[];
  /** To be read although they lie in a hidden one. */
  readonly shown: readonly string[];
  /** Never writable, wherever they lie; perhaps not there. */
  readonly guarded: readonly string[];
  /** Names in the project's folder that are not to come about: startup files, settings of editors and of rein. */
  readonly absent: readonly string[];
};

/** A path as the runtime takes it: a name, never a pattern. */
export type LiteralPath = { readonly path: string; readonly literal: true };

export type FilesystemRules = {
  readonly denyRead: readonly LiteralPath[];
  readonly allowRead: readonly LiteralPath[];
  readonly allowWrite: readonly LiteralPath[];
  readonly denyWrite: readonly LiteralPath[];
};

/** Writable by name in the runtime itself, whatever it is told: so they are denied, where they are there. */
function runtimesOwnPlaces(): string[] {
  const home = homedir();
  return ["/tmp/claude", "/private/tmp/claude", join(home, ".claude/debug"), join(home, ".npm/_logs")];
}

/** The last part of a path that is not there: with it the runtime puts an empty folder in the way, not an empty file. */
const inside = "x";

/** The bounds of a command with this policy; `landscape` is null for one that may not write to the project. */
export function boundsOf(
  policy: CommandPolicy,
  places: SandboxPlaces,
  landscape: Landscape | null,
  runFolder: string,
): Bounds {
  const { root, scratch, hidden } = places;
  const writable = [runFolder, ...(policy.writable ?? [])];
  if (policy.kind === "project")
    writable.push(root, ...(scratch !== null && existsSync(scratch) ? [scratch] : []));
  const lifted = policy.lifted ?? [];
  const guarded =
    landscape === null
      ? [...places.guarded]
      : [
          ...places.guarded,
          ...landscape.repositories.flatMap((repository) => guardedIn(repository)),
          ...[...landscape.guarded, ...landscape.redirects].map(({ path }) => path),
          ...places.absent.map((name) => join(root, name)),
        ];
  return {
    writable,
    guarded: [...new Set(guarded)].filter((path) => !lifted.includes(path)),
    hidden,
  };
}

/**
 * The runtime's rules for these bounds. What is guarded and not there gets an empty folder put in its way while the
 * command runs: git does not see it, and nobody can write to it.
 */
export function filesystemRules(
  { writable, guarded, hidden }: Bounds,
  places: SandboxPlaces,
): FilesystemRules {
  const denyWrite = guarded.flatMap((path) => {
    if (existsSync(path)) return [path];
    // A repository without a configuration is none yet; git may make one.
    return path.endsWith("/config") ? [] : [join(path, inside)];
  });
  return {
    denyRead: literal(hidden),
    allowRead: literal(places.shown.flatMap((path) => shownIn(path, writable))),
    allowWrite: literal(writable),
    denyWrite: literal([...denyWrite, ...runtimesOwnPlaces()]),
  };
}

/**
 * What to show of a folder. The runtime shows one read-only and all of a piece, so what is writable in it must not be in
 * that piece: then its entries are shown one by one.
 */
function shownIn(path: string, writable: readonly string[]): string[] {
  if (!writable.some((other) => other === path || other.startsWith(`${path}/`))) return [path];
  if (writable.includes(path)) return [];
  try {
    return readdirSync(path).flatMap((name) => shownIn(join(path, name), writable));
  } catch {
    // Not there yet: there is nothing to show.
    return [];
  }
}

function literal(paths: readonly string[]): LiteralPath[] {
  return paths.map((path) => ({ path, literal: true }));
}
