/** What holds in a folder: its mode, its rules with where they come from, and the policy made of them. */
import { realpathSync } from "node:fs";
import { openFolder } from "../app/open-folder.ts";
import { policyFacts } from "../app/policy-facts.ts";
import { rulesInForce } from "../app/policy-options.ts";
import { createPolicy, type SessionPolicy } from "../permissions/policy.ts";
import { ruleFault } from "../permissions/rule.ts";
import { messageOf, UserError } from "../protocol/error.ts";
import type { PermissionMode } from "../protocol/permission-mode.ts";
import { dataPaths } from "../sessions/paths.ts";
import { loadSettings } from "../settings/load.ts";
import { projectSettingsFile, userSettingsFile } from "../settings/paths.ts";
import type { LayerName } from "../settings/schema.ts";
import { fileLayer, readUserText } from "../settings/settings-file.ts";
import { currentFolder } from "./current-folder.ts";
import { say } from "../words/say.ts";

export type RuleList = "allow" | "ask" | "deny";

export type ListedRule = {
  readonly list: RuleList;
  readonly rule: string;
  /** Where it comes from: `flag`, `user`, `project` or `remembered`, and the same in words. */
  readonly source: "flag" | "user" | "project" | "remembered";
  readonly from: string;
};

export type Place = {
  /** The project's folder: absolute, real. */
  readonly cwd: string;
  readonly mode: PermissionMode;
  /** Where the mode comes from, in words. */
  readonly modeFrom: string;
  readonly rules: readonly ListedRule[];
  readonly policy: SessionPolicy;
  /** The same policy with more rules that allow. */
  readonly policyWith: (rules: readonly string[]) => SessionPolicy;
  /** What the user should know, a sentence each. */
  readonly warnings: readonly string[];
};

export type PlaceFlags = {
  readonly cwd?: string | undefined;
  readonly mode?: PermissionMode | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly ask?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
};

/** Reads what holds. Throws a `UserError` for a folder that cannot be used and for a rule that is none. */
export function openPlace(flags: PlaceFlags): Place {
  const env = process.env;
  const cwd = placeFolder(flags.cwd);
  const given = { allow: flags.allow ?? [], ask: flags.ask ?? [], deny: flags.deny ?? [] };
  const folder = openFolder({ cwd, env });
  const loaded = loadSettings({
    env,
    project: cwd,
    isTrusted: folder.isTrusted,
    fromProject: folder.brought.fromProject,
    ruleFault,
    flags: {
      permissions: { allow: [...given.allow], ask: [...given.ask], deny: [...given.deny] },
      ...(flags.mode === undefined ? {} : { permissionMode: flags.mode }),
    },
  });
  const force = rulesInForce(loaded, env, cwd);
  const options = {
    ...policyFacts(env, cwd, [dataPaths(env)]),
    ...force,
    unconfinedAuto: flags.mode === "auto",
  };
  const userFile = userSettingsFile(env);
  const user = fileLayer(userFile, readUserText).layer.permissions ?? {};
  const names: Readonly<Record<LayerName, string>> = {
    user: userFile,
    project: projectSettingsFile(cwd),
    env: say`the environment`,
    flag: say`the command line`,
  };
  const listed = (list: RuleList, rule: string): ListedRule => {
    if (user[list]?.includes(rule) === true) return { list, rule, source: "user", from: userFile };
    if (given[list].includes(rule)) return { list, rule, source: "flag", from: names.flag };
    if (list === "allow" && force.remembered.includes(rule))
      return { list, rule, source: "remembered", from: say`remembered for this project` };
    return { list, rule, source: "project", from: names.project };
  };
  const modeSource = loaded.sources.permissionMode;
  return {
    cwd,
    mode: force.mode,
    modeFrom: modeSource === undefined ? say`the default` : names[modeSource],
    rules: (["deny", "ask", "allow"] as const).flatMap((list) =>
      force[list].map((rule) => listed(list, rule)),
    ),
    policy: createPolicy(options),
    policyWith: (rules) => createPolicy({ ...options, allow: [...force.allow, ...rules] }),
    warnings: [
      ...folder.warnings,
      ...loaded.warnings.map(({ where, message }) => `${where}: ${message}`),
      ...force.warnings,
    ],
  };
}

/** The folder that is meant: absolute, real. Throws a `UserError` when it cannot be used. */
export function placeFolder(path: string | undefined): string {
  if (path === undefined) return currentFolder();
  try {
    return realpathSync(path);
  } catch (cause) {
    throw new UserError(say`The folder ${path} cannot be used (${messageOf(cause)}).`, {
      cause,
      exitCode: 2,
    });
  }
}
