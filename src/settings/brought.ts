/** What a folder brings along for rein. Looks at a few files, believes nothing they say, and starts nothing. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { ReadLayer } from "./layers.ts";
import { instructionFiles, projectSettingsFile } from "./paths.ts";
import { neededTrust } from "./project-layer.ts";
import { fileLayer, readProjectText } from "./settings-file.ts";

export type BroughtSettings = {
  /** The file's path in the folder. */
  readonly name: string;
  /** SHA-256 of its text in UTF-8, hex. */
  readonly hash: string;
  /** What holds only once the folder is trusted, a line each. */
  readonly sets: readonly string[];
};

export type Brought = {
  /** Absolute and real: the folder that the user sees. */
  readonly folder: string;
  /** The settings that need trust; null where there are none. */
  readonly settings: BroughtSettings | null;
  /** The file with instructions for the model, and its bytes; null where there is none. */
  readonly instructions: { readonly name: string; readonly bytes: number } | null;
  /** Files that other programs would use, and that rein leaves alone, trusted or not. */
  readonly notUsed: readonly string[];
  /** The settings file as it was read: nobody reads it again, so what is asked about is what holds. */
  readonly fromProject: ReadLayer;
};

/** Where hooks, MCP servers, skills, commands and agents use to be. rein knows none of them. */
const notUsedNames = [
  ".mcp.json",
  ".rein/mcp.json",
  ".rein/hooks",
  ".rein/hooks.json",
  ".rein/skills",
  ".rein/commands",
  ".rein/agents",
] as const;

/** Looks at what a folder (absolute, real) brings. Never throws. */
export function whatFolderBrings(folder: string): Brought {
  let text: string | null = null;
  const fromProject = fileLayer(projectSettingsFile(folder), (file) => (text = readProjectText(file)));
  const sets = neededTrust(fromProject.layer);
  return {
    folder,
    settings: text === null || sets.length === 0 ? null : { name: settingsName, hash: hashOf(text), sets },
    instructions:
      instructionFiles.map((name) => sizeOf(folder, name)).find((found) => found !== null) ?? null,
    notUsed: notUsedNames.filter((name) => statOf(join(folder, name)) !== null),
    fromProject,
  };
}

/** True when there is something that rein would use if the folder were trusted. */
export function needsTrust({ settings, instructions }: Brought): boolean {
  return settings !== null || instructions !== null;
}

const settingsName = ".rein/settings.json";

function hashOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex");
}

function sizeOf(folder: string, name: string): Brought["instructions"] {
  const stats = statOf(join(folder, name));
  return stats?.isFile() === true && stats.size > 0 ? { name, bytes: stats.size } : null;
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    // A link in a circle, a folder that may not be entered: whoever would use it cannot either.
    return null;
  }
}
