/** Reads the settings that hold here. Nothing in this folder ever writes a settings file. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { messageOf } from "../protocol/error.ts";
import {
  mergeLayers,
  onlyTightening,
  readLayer,
  type ReadLayer,
  type RuleFault,
  type SettingSources,
  type SettingsWarning,
} from "./layers.ts";
import { type Environment, projectSettingsFile, userSettingsFile } from "./paths.ts";
import { type Layer, type Settings, settingVariables } from "./schema.ts";

export type SettingsRequest = {
  readonly env: Environment;
  /** The project's absolute folder. */
  readonly project: string;
  /** What the command line says; already checked. */
  readonly flags?: Layer;
  /** Says which of a project's rules cannot be used. @default every rule can */
  readonly ruleFault?: RuleFault;
  /** A file's text, or null when there is none; throws when it cannot be read. For tests. */
  readonly readText?: (file: string) => string | null;
};

export type LoadedSettings = {
  readonly settings: Settings;
  readonly sources: SettingSources;
  /** What the user should know; each names its file or variable. */
  readonly warnings: readonly SettingsWarning[];
};

/**
 * The settings for a run in `project`: defaults < the user's file < the project's file < environment < flags.
 * Never throws: what cannot be read or is not right is left out, left as it is on disk, and warned about.
 */
export function loadSettings({
  env,
  project,
  flags = {},
  ruleFault = () => null,
  readText = readSettingsFile,
}: SettingsRequest): LoadedSettings {
  const user = fileLayer(userSettingsFile(env), readText);
  const projectFile = projectSettingsFile(project);
  const fromProject = onlyTightening(fileLayer(projectFile, readText), projectFile, ruleFault);
  const variables = variableLayer(env);
  return {
    ...mergeLayers({
      user: user.layer,
      project: fromProject.layer,
      env: variables.layer,
      flag: flags,
    }),
    warnings: [...user.warnings, ...fromProject.warnings, ...variables.warnings],
  };
}

function fileLayer(file: string, readText: (file: string) => string | null): ReadLayer {
  let value: unknown;
  try {
    const text = readText(file);
    if (text === null || text.trim() === "") return { layer: {}, warnings: [] };
    value = Bun.JSONC.parse(text);
  } catch (thrown) {
    const message = `It could not be read (${messageOf(thrown)}). It was left as it is, and rein runs without it.`;
    return { layer: {}, warnings: [{ where: file, message }] };
  }
  return readLayer(value, file);
}

function variableLayer(env: Environment): ReadLayer {
  const layers = Object.entries(settingVariables).map(([key, variable]): ReadLayer => {
    const text = env[variable];
    if (text === undefined || text.trim() === "") return { layer: {}, warnings: [] };
    return readLayer({ [key]: text }, variable);
  });
  return {
    layer: Object.assign({}, ...layers.map(({ layer }) => layer)),
    warnings: layers.flatMap(({ warnings }) => warnings),
  };
}

/** A project's file is a stranger's: it may be a FIFO that never ends, or huge. Bytes. */
const largestFile = 1024 * 1024;

function readSettingsFile(file: string): string | null {
  let fd: number;
  try {
    fd = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (thrown) {
    const code = thrown instanceof Error && "code" in thrown ? thrown.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return null;
    throw thrown;
  }
  try {
    const stats = fstatSync(fd);
    if (!stats.isFile()) throw new Error("it is not a regular file");
    if (stats.size > largestFile) throw new Error(`it has ${stats.size} bytes, more than settings ever need`);
    return readFileSync(fd, "utf8").replace(/^\uFEFF/, "");
  } finally {
    closeSync(fd);
  }
}
