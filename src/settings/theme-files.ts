/** The user's own themes, as their files have them, and the theme that was chosen last. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { readPrivateFile } from "../private-files/private-file.ts";
import { messageOf } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { parseCommentedJson } from "./commented-json.ts";
import { configFolder, type Environment } from "./paths.ts";
import { type ReadText, readUserText } from "./settings-file.ts";
import { stateFile } from "./state.ts";

export type ThemeFile = {
  readonly file: string;
  /** The file's name without its ending. */
  readonly name: string;
  /** What the file says, unchecked; undefined when it is not used. */
  readonly content: unknown;
  /** Why the file is not used, in a sentence; null when it is. */
  readonly warning: string | null;
};

/** More than anybody looks through in a list. */
const mostFiles = 100;

/** Where the user's own themes are. */
export function themesFolder(env: Environment): string {
  return join(configFolder(env), "themes");
}

/**
 * The files `*.json` in the folder `themes` beside the user's settings, by name: JSON with comments, believed as the
 * settings are. Never throws.
 */
export function readThemeFiles(env: Environment, readText: ReadText = readUserText): readonly ThemeFile[] {
  const folder = themesFolder(env);
  return namesIn(folder).map((name) => {
    const file = join(folder, `${name}.json`);
    const not = (why: string): ThemeFile => ({
      file,
      name,
      content: undefined,
      warning: say`It is not used: ${why}.`,
    });
    if (!/^[A-Za-z\d][\w.-]{0,40}$/.test(name))
      return not(say`the name of a theme is made of letters, digits, dots and dashes, 40 at most`);
    try {
      const text = readText(file);
      return text === null
        ? not(say`it is gone`)
        : { file, name, content: parseCommentedJson(text), warning: null };
    } catch (thrown) {
      return not(messageOf(thrown));
    }
  });
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json"))
      .map((name) => name.slice(0, -".json".length))
      .toSorted()
      .slice(0, mostFiles);
  } catch {
    // There is no such folder, or nobody may look into it: there are no themes in it for this user.
    return [];
  }
}

/** The theme that the user has chosen in rein; undefined when they have not. One look at a small file, without `conf`. */
export function chosenTheme(env: Environment): string | undefined {
  try {
    const state: unknown = JSON.parse(readPrivateFile(stateFile(env))?.toString() ?? "");
    const theme = typeof state === "object" && state !== null && "theme" in state ? state.theme : undefined;
    return typeof theme === "string" ? theme : undefined;
  } catch {
    // Nothing is kept, or a file that whoever writes next keeps aside and tells of.
    return undefined;
  }
}
