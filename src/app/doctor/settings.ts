/** What the user has set, what the folder brings, and whether it can all be read. */
import { ruleFault } from "../../permissions/rule.ts";
import { readKeybindings } from "../../settings/keybindings.ts";
import { type LoadedSettings, loadSettings } from "../../settings/load.ts";
import { userSettingsFile } from "../../settings/paths.ts";
import { readRememberedRules } from "../../settings/remembered-rules.ts";
import { stateFault } from "../../settings/state.ts";
import { readThemeFiles } from "../../settings/theme-files.ts";
import { readTrust } from "../../settings/trust.ts";
import { dataPaths } from "../../sessions/paths.ts";
import { readTheme } from "../../terminal/themes/read-theme.ts";
import { moveKeys } from "../../terminal/keymap/moved.ts";
import { defaultBindings } from "../../terminal/keymap/bindings.ts";
import { say } from "../../words/say.ts";
import { leftOutWords, type OpenFolder } from "../open-folder.ts";
import { type Check, checksOf } from "./check.ts";

type Env = Readonly<Record<string, string | undefined>>;

const { ok, warn, bad } = checksOf("settings");

export function loadForDoctor(env: Env, project: string, { isTrusted, brought }: OpenFolder): LoadedSettings {
  return loadSettings({ env, project, isTrusted, fromProject: brought.fromProject, ruleFault });
}

export function checkSettings(
  env: Env,
  { warnings, distrust }: LoadedSettings,
  folder: OpenFolder,
): readonly Check[] {
  const faults = warnings.map(({ where, message }) =>
    warn(where, message, say`Repair it there; rein never writes it.`),
  );
  const leftOut = leftOutWords(folder);
  return [
    ...(distrust === null
      ? []
      : [
          bad(
            "rules",
            say`${distrust}, so rein asks about everything that does more than read.`,
            say`Repair ${userSettingsFile(env)}.`,
          ),
        ]),
    ...(faults.length > 0 ? faults : [ok("settings", say`${userSettingsFile(env)}: nothing is wrong`)]),
    ...checkKeys(env),
    ...checkThemes(env),
    ...checkKept(env, folder.brought.folder),
    leftOut === null
      ? ok(
          "trust",
          folder.trust.type === "nothing"
            ? say`this folder brings nothing to trust`
            : say`this folder is trusted`,
        )
      : warn("trust", leftOut),
  ];
}

function checkKeys(env: Env): readonly Check[] {
  const { file, content, warning } = readKeybindings(env);
  if (warning !== null)
    return [bad("keys", say`${file}: ${warning}`, say`Repair it there; rein never writes it.`)];
  if (content === null) return [ok("keys", say`those that everybody has; /keys lists them`)];
  const { faults } = moveKeys(defaultBindings, content);
  if (faults.length === 0) return [ok("keys", say`${file}: nothing is wrong`)];
  return faults.map((fault) =>
    warn("keys", say`${file}: ${fault}`, say`Repair it there; /keys lists all names.`),
  );
}

/** What rein keeps itself, where it cannot be read: whether this folder needs it or not. */
function checkKept(env: Env, project: string): readonly Check[] {
  const { warning } = readTrust(dataPaths(env).trust);
  const { fault } = readRememberedRules(env, project);
  const state = stateFault(env);
  return [
    ...(fault === null ? [] : [bad("remembered-rules", fault)]),
    ...(state === null ? [] : [warn("state", state)]),
    ...(warning === null ? [] : [warn("trust", warning)]),
  ];
}

/** Only what is wrong with one: who has no theme of their own need not hear of themes. */
function checkThemes(env: Env): readonly Check[] {
  return readThemeFiles(env).flatMap(({ file, name, content, warning }) => {
    const faults = warning === null ? readTheme(name, content).faults : [warning];
    return faults.map((fault) =>
      warn("themes", say`${file}: ${fault}`, say`Repair it there; rein never writes it.`),
    );
  });
}
