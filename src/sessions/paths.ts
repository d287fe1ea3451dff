/**
 * Where sessions live on disk.
 *
 * Every platform uses the XDG layout, macOS too: one place to document, and the place a terminal's user looks first.
 */
import { isAbsolute, join, resolve } from "node:path";
import { homeFolder } from "../private-files/home-folder.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** Absolute paths; none of them has to exist yet. */
export type DataPaths = {
  readonly data: string;
  /** What is derived from the sessions, for lists and searches: one SQLite file, with others of its name beside it. */
  readonly index: string;
  /** One `.jsonl` file a session, all projects side by side: the folder a session belongs to is in its header. */
  readonly sessions: string;
  /** When which session was used, in the order in which that was. */
  readonly uses: string;
  /** Removed sessions, whole. */
  readonly trash: string;
  /** One lock a live session. */
  readonly locks: string;
  readonly promptHistory: string;
  /** What was being written, a file for each program that ended in the middle of it. */
  readonly drafts: string;
  /** The last text that was too large for the clipboard. */
  readonly copied: string;
  /** How each session was looked at when it was left. */
  readonly views: string;
  /** The folders that the user trusts. */
  readonly trust: string;
  /** What files held before they were changed; shared by all sessions. */
  readonly checkpoints: string;
  /** Whole outputs of commands, a folder a session. Old ones are removed. */
  readonly outputs: string;
};

/** The data folder: `REIN_DATA_DIR`, else `$XDG_DATA_HOME/rein`, else `~/.local/share/rein`. Touches nothing. */
export function dataPaths(env: Environment): DataPaths {
  const data = dataFolder(env);
  return {
    data,
    index: join(data, "session-index.sqlite"),
    sessions: join(data, "sessions"),
    uses: join(data, "session-uses"),
    trash: join(data, "trash"),
    locks: join(data, "locks"),
    promptHistory: join(data, "prompt-history.jsonl"),
    drafts: join(data, "drafts"),
    copied: join(data, "copied.md"),
    views: join(data, "views"),
    trust: join(data, "trust.json"),
    checkpoints: join(data, "checkpoints"),
    outputs: join(data, "outputs"),
  };
}

function dataFolder(env: Environment): string {
  const own = env["REIN_DATA_DIR"];
  if (own !== undefined && own !== "") return resolve(own);
  const xdg = env["XDG_DATA_HOME"];
  // The XDG specification says that a relative path is invalid and must be ignored.
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "rein");
  return join(homeFolder(env), ".local", "share", "rein");
}
