/** Where settings live on disk: the XDG layout on every platform, as for the sessions. */
import { isAbsolute, join } from "node:path";
import { homeFolder } from "../private-files/home-folder.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The user's configuration folder: `$XDG_CONFIG_HOME/rein`, else `~/.config/rein`. Touches nothing. */
export function configFolder(env: Environment): string {
  const xdg = env["XDG_CONFIG_HOME"];
  // The XDG specification says that a relative path is invalid and must be ignored.
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "rein");
  return join(homeFolder(env), ".config", "rein");
}

/** The user's settings file. */
export function userSettingsFile(env: Environment): string {
  return join(configFolder(env), "settings.json");
}

/** The settings file that a project brings along. */
export function projectSettingsFile(folder: string): string {
  return join(folder, ".rein", "settings.json");
}

/** Where a project tells the model something: the first of these that is there and not empty counts. */
export const instructionFiles = ["AGENTS.md", "CLAUDE.md"] as const;
