/** Whether the user wants lines to listen to in place of a screen. Asked before the first frame, so nothing heavy is loaded. */
import { readFileSync, statSync } from "node:fs";
import { type Environment, userSettingsFile } from "./paths.ts";

/** Ink's own variable counts too: who has set it for other programs means this one as well. */
const variables = ["ACCESSIBLE", "INK_SCREEN_READER"] as const;

/** What the environment says, or where it says nothing the user's settings file. Never throws. */
export async function wantsAccessible(env: Environment): Promise<boolean> {
  const said = variables.map((name) => env[name]?.trim() ?? "").find((text) => text !== "");
  if (said !== undefined) return !/^(?:0|false|no|off)$/i.test(said);
  const file = userSettingsFile(env);
  // Most files do not name it, and then what reads settings need not be loaded yet.
  if (!mentions(file)) return false;
  const { fileLayer, readUserText } = await import("./settings-file.ts");
  return fileLayer(file, readUserText).layer.accessible === true;
}

function mentions(file: string): boolean {
  try {
    return statSync(file).isFile() && readFileSync(file, "utf8").includes("accessible");
  } catch {
    return false; // not there, or not to be read: that is told where the settings are read as a whole
  }
}
