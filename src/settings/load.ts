/** Reads the settings that hold here. Nothing in this folder ever writes a settings file. */
import { say } from "../words/say.ts";
import {
  mergeLayers,
  readLayer,
  type ReadLayer,
  type RuleFault,
  type SettingSources,
  type SettingsWarning,
} from "./layers.ts";
import { type Environment, projectSettingsFile, userSettingsFile } from "./paths.ts";
import { projectLayer } from "./project-layer.ts";
import { defaultSettings, type Layer, type SettingKey, type Settings, settingVariables } from "./schema.ts";
import { fileLayer, readProjectText, type ReadText, readUserText } from "./settings-file.ts";

export type SettingsRequest = {
  readonly env: Environment;
  /** The project's absolute folder. */
  readonly project: string;
  /** The user trusts the project's folder. @default false */
  readonly isTrusted?: boolean;
  /** What the project's file says, where it was read already: what holds is what the user was asked about. */
  readonly fromProject?: ReadLayer;
  /** What the command line says; already checked. */
  readonly flags?: Layer;
  /** Says which of a project's rules cannot be used. @default every rule can */
  readonly ruleFault?: RuleFault;
  /** In place of the disk, for tests. */
  readonly readText?: ReadText;
};

export type LoadedSettings = {
  readonly settings: Settings;
  readonly sources: SettingSources;
  /** What the user should know; each names its file or variable. */
  readonly warnings: readonly SettingsWarning[];
  /**
   * Why nothing may run on anybody's word but the user's, answer by answer, until their file is repaired: what they forbid
   * may stand where rein cannot read it. Null when the file is right, or not there.
   */
  readonly distrust: string | null;
  /** What the user's file may set, and nobody knows to what: the default holds, and nothing should be removed by it. */
  readonly notTaken: readonly SettingKey[] | "all";
};

/** Whether the default of a setting holds only because what the user has set cannot be used. */
export function isUncertain({ notTaken }: Pick<LoadedSettings, "notTaken">, key: SettingKey): boolean {
  return notTaken === "all" || notTaken.includes(key);
}

const distrusted = say`Rules that forbid may stand there. Until it is repaired, rein asks about everything that does more than read, whatever the other rules and the mode say.`;

/**
 * The settings for a run in `project`: defaults < the user's file < the project's file < environment < flags.
 * Never throws: what cannot be read or is not right is left out, left as it is on disk, and warned about.
 */
export function loadSettings({
  env,
  project,
  flags = {},
  isTrusted = false,
  ruleFault = () => null,
  readText,
  ...given
}: SettingsRequest): LoadedSettings {
  const userFile = userSettingsFile(env);
  const user = fileLayer(userFile, readText ?? readUserText);
  const where = projectSettingsFile(project);
  const read = given.fromProject ?? fileLayer(where, readText ?? readProjectText);
  const mode = user.layer.permissionMode ?? defaultSettings.permissionMode;
  const fromProject = projectLayer(read, { where, isTrusted, mode, ruleFault });
  const variables = variableLayer(env);
  return {
    ...mergeLayers({
      user: user.layer,
      project: fromProject.layer,
      env: variables.layer,
      flag: flags,
    }),
    warnings: [
      ...user.warnings,
      ...(user.missesRules === true ? [{ where: userFile, message: distrusted }] : []),
      ...fromProject.warnings,
      ...variables.warnings,
    ],
    distrust: user.missesRules === true ? say`the rules in ${userFile} cannot all be read` : null,
    notTaken: user.notTaken ?? [],
  };
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
