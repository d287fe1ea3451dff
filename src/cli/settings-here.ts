/** The settings for a command that opens no conversation. */
import { type LoadedSettings, loadSettings, type SettingsRequest } from "../settings/load.ts";
import { currentFolder } from "./current-folder.ts";
import { tell } from "./output.ts";

/** Those that hold in this folder, or as `request` has it. What of them is not right and left out is told on stderr. */
export async function settingsHere(request: Partial<SettingsRequest> = {}): Promise<LoadedSettings> {
  const loaded = loadSettings({ env: process.env, project: currentFolder(), ...request });
  for (const { where, message } of loaded.warnings) await tell(`rein: ${where}: ${message}`);
  return loaded;
}
