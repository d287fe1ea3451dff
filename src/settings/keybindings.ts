/** The user's own keys, as their file has them. rein never writes it. */
import { join } from "node:path";
import { messageOf } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { parseCommentedJson } from "./commented-json.ts";
import { configFolder, type Environment } from "./paths.ts";
import { type ReadText, readUserText } from "./settings-file.ts";

export type Keybindings = {
  readonly file: string;
  /** What the file says, unchecked; null for no file. */
  readonly content: unknown;
  /** Why the file is not used, in a sentence; null when it is. */
  readonly warning: string | null;
};

/** `keybindings.json` beside the user's settings: JSON with comments, believed as the settings are. Never throws. */
export function readKeybindings(env: Environment, readText: ReadText = readUserText): Keybindings {
  const file = join(configFolder(env), "keybindings.json");
  try {
    const text = readText(file);
    const content: unknown = text === null || text.trim() === "" ? null : parseCommentedJson(text);
    return { file, content, warning: null };
  } catch (thrown) {
    const warning = say`It is not used (${messageOf(thrown)}); all keys do what they do for everybody.`;
    return { file, content: null, warning };
  }
}
