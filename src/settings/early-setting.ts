/** One of the user's settings before all of them are read: what must be known before the first frame. */
import { readFileSync, statSync } from "node:fs";
import { type Environment, userSettingsFile } from "./paths.ts";
import type { Layer, SettingKey } from "./schema.ts";

/** What the user's settings file says of `key`; undefined where it says nothing, or nothing usable. Never throws. */
export async function earlySetting<Key extends SettingKey>(
  env: Environment,
  key: Key,
): Promise<Layer[Key] | undefined> {
  const file = userSettingsFile(env);
  // Most files do not name it, and then what reads settings need not be loaded yet.
  if (!mentions(file, key)) return undefined;
  const { fileLayer, readUserText } = await import("./settings-file.ts");
  return fileLayer(file, readUserText).layer[key];
}

function mentions(file: string, key: string): boolean {
  try {
    return statSync(file).isFile() && readFileSync(file, "utf8").includes(key);
  } catch {
    return false; // not there, or not to be read: that is told where the settings are read as a whole
  }
}
