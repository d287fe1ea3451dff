/** The end of a long session on the screen, before the heavy half of the REPL is loaded. */
import { looksOf } from "../../app/looks.ts";
import { openFolder, type OpenFolder } from "../../app/open-folder.ts";
import { type Ahead, lookAhead } from "../../app/read-ahead.ts";
import { readGitBranch } from "../../context/git-branch.ts";
import { homeFolder } from "../../private-files/home-folder.ts";
import { dataPaths } from "../../sessions/paths.ts";
import { needsTrust } from "../../settings/brought.ts";
import { loadSettings } from "../../settings/load.ts";
import type { BeingRead, ShownAhead, ShownAheadOptions } from "./conversation/shown-ahead.ts";
import type { Pictures } from "./conversation/pictures.ts";
import { type LoadedKeys, loadKeybindings } from "./keys.ts";
import { beginTheming } from "./screen/open-themes.ts";
import type { Theming } from "./screen/theming.ts";
import type { ReplStart } from "./start.ts";

/** What of the start is done already. */
export type TailFirst = {
  readonly keys: LoadedKeys;
  readonly folder: OpenFolder;
  /** What the user should know of their themes, a sentence each. */
  readonly themeFaults: readonly string[];
  readonly ahead: Ahead;
  readonly shown: ShownAhead;
};

export type TailFirstHost = Omit<ShownAheadOptions, "app" | "version" | "home" | "env"> & {
  readonly theming: Theming;
  readonly pictures: Pick<Pictures, "begin">;
  /** Told what is being read. */
  readonly onReading: (reading: BeingRead) => void;
};

/**
 * Shows the end of the session that is to be gone on with. Null where there is no need to, and where something has to be
 * known first that only comes with the rest: the answer to a question, a folder that is this run's own, a model.
 * Throws a `UserError` when there is no such session.
 */
export async function showTailFirst(
  { options, resume }: ReplStart,
  host: TailFirstHost,
): Promise<TailFirst | null> {
  if (resume === undefined || resume.type === "pick" || resume.type === "copy") return null;
  if (options.isEphemeral === true) return null;
  const { env, cwd, version } = options;
  const folder = openFolder(options);
  const { brought, isTrusted } = folder;
  if (!isTrusted && needsTrust(brought)) return null;
  const paths = dataPaths(env);
  const ahead = lookAhead(resume, cwd, paths);
  if (ahead?.model === undefined) return null;
  const { model, tail } = ahead;
  const { ShownAhead } = await import("./conversation/shown-ahead.ts");
  const keys = await loadKeybindings(env, () => host.talk.whenKeyboardKnown());
  // How things look is never the project's to say.
  const looks = looksOf(loadSettings({ env, project: cwd, fromProject: brought.fromProject }).settings);
  const themeFaults = await beginTheming(env, looks.theme, host.theming);
  host.pictures.begin(looks.images);
  const gitBranch = await readGitBranch(cwd);
  const app = { ...looks, paths, cwd, gitBranch, isTrusted };
  const shown = new ShownAhead({ tail, model }, { ...host, app, env, version, home: homeFolder(env) });
  host.onReading({
    change: () => shown.change(),
    openTranscript: () => shown.openTranscript(),
    // What keeps a draft comes with the rest, in a moment.
    keep: () => undefined,
  });
  return { keys, folder, themeFaults, ahead, shown };
}
