/** The little that rein remembers by itself between runs. Settings are the user's; this file is rein's. */
import { existsSync, renameSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { isLink, LinkError } from "../private-files/link-error.ts";
import { removeLeftHalves } from "../private-files/left-halves.ts";
import { readPrivateFile, replacePrivateFile } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";
import { messageOf } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { withPlace } from "./commented-json.ts";
import { configFolder, type Environment } from "./paths.ts";
import { formatOf, migrated, type Migration } from "./state-format.ts";

const stateSchema = z.object({
  /** The newcomer's greeting was on screen once. */
  welcomeShown: z.boolean().optional().catch(undefined),
  /** The theme that was chosen with /theme. */
  theme: z.string().optional().catch(undefined),
  /** How text is edited, as chosen with /vim. */
  editing: z.enum(["readline", "vim"]).optional().catch(undefined),
  /** What was found out about models; see `remembered-models.ts`. */
  models: z.record(z.string(), z.unknown()).optional().catch(undefined),
});
export type RememberedState = z.infer<typeof stateSchema>;

export type StateStore = {
  /** What is remembered now; a value that makes no sense counts as not remembered. */
  get(): RememberedState;
  /** Remembers the given keys and leaves the others. Trouble with the disk is told, not thrown. */
  set(state: RememberedState): void;
  /** As `set`, with what `next` makes of the state; no other rein changes it in between. */
  change(next: (state: RememberedState) => RememberedState): void;
};

export type StateContext = {
  readonly env: Environment;
  /** The time now, ms since 1970: names the copy of a file that cannot be read. */
  readonly now: () => number;
  /** Told in words for the user what went wrong. rein goes on without remembering. */
  readonly onWarning: (message: string) => void;
  /** What makes today's format of older ones; for tests. */
  readonly migrations?: readonly Migration[];
};

/**
 * Opens `state.json` in the configuration folder. A file that cannot be parsed is moved to `state.json.bad-<time>` and
 * a new one begins; one of an older format is kept as `state.json.format-<N>` and brought up to date. Never throws. The package `conf` is loaded here, at the first use, because that takes some 50 ms.
 */
export async function openState({ env, now, onWarning, migrations }: StateContext): Promise<StateStore> {
  const [{ default: Conf }, { oneAtATime }] = await Promise.all([
    import("conf"),
    import("../private-files/one-at-a-time.ts"),
  ]);
  const folder = configFolder(env);
  const open = () =>
    new Conf<Record<string, unknown>>({
      projectName: "rein",
      projectSuffix: "",
      cwd: folder,
      configName: "state",
      configFileMode: 0o600,
      accessPropertiesByDotNotation: false,
    });
  const attempt = <T>(action: () => T, otherwise: T): T => {
    try {
      // `conf` would write to what a link leads to.
      if (isLink(stateFile(env))) throw new LinkError(stateFile(env));
      return action();
    } catch (thrown) {
      onWarning(say`rein cannot remember its state in ${folder}: ${messageOf(thrown)}.`);
      return otherwise;
    }
  };

  const file = stateFile(env);
  const store = attempt(() => {
    ensurePrivateFolder(folder, { mayBeLink: true });
    if (whyUnreadable(file) !== null) {
      oneAtATime(file, () => {
        // Another rein may have put a good one in its place while this one waited.
        const why = whyUnreadable(file);
        if (why === null) return;
        const kept = `${file}.bad-${now()}`;
        renameSync(file, kept);
        onWarning(say`${file} could not be read (${why}). It was kept as ${kept}, and a new one begins.`);
      });
    }
    removeLeftHalves(file);
    const opened = open();
    const found = opened.store;
    if (migrated(found, migrations) !== found)
      oneAtATime(file, () => {
        const state = opened.store;
        const kept = `${file}.format-${formatOf(state)}`;
        // Whole or not at all: a half one would be taken for it the next time.
        if (!existsSync(kept)) replacePrivateFile(kept, readPrivateFile(file) ?? "");
        opened.store = { ...migrated(state, migrations) };
      });
    return opened;
  }, null);

  const get = () => stateSchema.parse(store === null ? {} : attempt(() => store.store, {}));
  // What another rein remembered since is read and written again.
  const change: StateStore["change"] = (next) => {
    if (store === null) return;
    attempt(() => oneAtATime(file, () => store.set(withoutUndefined(next(get())))), undefined);
  };
  return {
    get,
    set: (state) => change(() => state),
    change,
  };
}

/** Why a file holds no state, in words; null for one that does, and for none. Throws what `fs` throws. */
function whyUnreadable(file: string): string | null {
  const bytes = readPrivateFile(file);
  if (bytes === null) return null;
  const text = new TextDecoder().decode(bytes);
  try {
    const state: unknown = JSON.parse(text);
    // `conf` would write over what is no object as if there were nothing.
    return isObject(state) ? null : say`it holds no JSON object`;
  } catch (thrown) {
    return withPlace(text, messageOf(thrown));
  }
}

/** What is wrong with the file, in a sentence; null when nothing is. Changes nothing, and never throws. */
export function stateFault(env: Environment): string | null {
  const file = stateFile(env);
  let why: string | null;
  try {
    why = whyUnreadable(file);
  } catch (thrown) {
    why = messageOf(thrown);
  }
  if (why === null) return null;
  return say`What rein remembers in ${file} (the theme, what models can do) could not be read and is not used: ${why}.`;
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether nobody was ever greeted here. Costs one look at the disk, and no `conf`. */
export function isFirstStart(env: Environment): boolean {
  try {
    const text = readPrivateFile(stateFile(env))?.toString();
    if (text === undefined) return true;
    const state: unknown = JSON.parse(text);
    // A run without a screen may have remembered something before.
    return typeof state === "object" && state !== null && !("welcomeShown" in state);
  } catch (thrown) {
    // Of a link the user should hear, and does when the greeting is to be remembered.
    return thrown instanceof LinkError;
  }
}

/** Where it is kept. */
export function stateFile(env: Environment): string {
  return join(configFolder(env), "state.json");
}

function withoutUndefined(state: RememberedState): Record<string, unknown> {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined));
}
