/** What of a project's own settings may hold. A repository is a stranger's until the user trusts its folder. Pure. */
import type { PermissionMode } from "../protocol/permission-mode.ts";
import { say } from "../words/say.ts";
import type { ReadLayer, RuleFault, SettingsWarning } from "./layers.ts";
import type { Layer, SettingKey } from "./schema.ts";

/**
 * What each setting may do in a project's file.
 *
 * - `never`: it is the user's alone, also in a trusted folder: models, servers, keys, and what is asked of whom
 * - `stricter`: it holds where it asks for more caution than the user does, trusted or not
 * - `trusted`: it holds in a trusted folder
 * - `rules`: `ask` and `deny` hold, `allow` in a trusted folder
 */
export const projectMay = {
  model: "never",
  permissionMode: "stricter",
  maxTurns: "never",
  maxCost: "never",
  idleTimeout: "never",
  fallback: "never",
  commandTimeLimit: "trusted",
  passEnvironment: "never",
  providers: "never",
  tolerantTools: "never",
  autoCompact: "trusted",
  compactAt: "trusted",
  checkpointLimit: "never",
  notify: "never",
  progress: "never",
  editing: "never",
  statusLine: "never",
  groupReads: "never",
  thinking: "never",
  titles: "never",
  images: "never",
  theme: "never",
  screen: "never",
  accessible: "never",
  language: "never",
  secrets: "never",
  sandbox: "stricter",
  permissions: "rules",
} as const satisfies Record<SettingKey, "never" | "stricter" | "trusted" | "rules">;

/** The kinds of rules that only forbid or ask. Whatever else there is needs trust. */
const tightening: ReadonlySet<string> = new Set(["deny", "ask"]);

/** From the most to the least careful. */
const strictness: readonly PermissionMode[] = ["plan", "ask", "accept-edits", "auto"];

export type ProjectContext = {
  /** The file's path. */
  readonly where: string;
  readonly isTrusted: boolean;
  /** The mode that holds without the project. */
  readonly mode: PermissionMode;
  /** Why a rule cannot be used: one of a project's does not keep rein from starting. */
  readonly ruleFault: RuleFault;
};

/**
 * The settings of a project's file that hold, and warnings about those that never do. What is left out only because the
 * folder is not trusted is not warned about here: see `neededTrust`.
 */
export function projectLayer({ layer, warnings }: ReadLayer, context: ProjectContext): ReadLayer {
  const { where, isTrusted, mode } = context;
  const { permissions, permissionMode, sandbox, ...others } = layer;
  const rules = usableRules(permissions, context);
  const isStricter = permissionMode !== undefined && strictnessOf(permissionMode) < strictnessOf(mode);
  const never = Object.keys(others).filter((key) => mayOf(key) === "never");
  if (permissionMode !== undefined && strictnessOf(permissionMode) > strictnessOf(mode))
    never.push("permissionMode");
  if (sandbox !== undefined && sandbox !== "required") never.push("sandbox");
  const message = say`A project cannot set ${never.map((key) => `"${key}"`).join(", ")}: that is yours to choose. It is ignored.`;
  return {
    layer: {
      ...Object.fromEntries(Object.entries(others).filter(([key]) => isTrusted && mayOf(key) === "trusted")),
      ...(isStricter ? { permissionMode } : {}),
      ...(sandbox === "required" ? { sandbox } : {}),
      ...(Object.keys(rules.permissions).length === 0 ? {} : { permissions: rules.permissions }),
    },
    warnings: [...warnings, ...rules.warnings, ...(never.length === 0 ? [] : [{ where, message }])],
  };
}

/** What a project's file sets that holds only in a trusted folder: a line each, as in `allow bash(npm test)`. */
export function neededTrust(layer: Layer): string[] {
  const { permissions = {}, ...others } = layer;
  const rules = Object.entries(permissions).flatMap(([kind, list]) =>
    tightening.has(kind) ? [] : (list ?? []).map((rule) => `${kind} ${rule}`),
  );
  const settings = Object.entries(others).filter(([key]) => mayOf(key) === "trusted");
  return [...rules, ...settings.map(([key, value]) => `${key} ${JSON.stringify(value)}`)];
}

type Permissions = NonNullable<Layer["permissions"]>;

function usableRules(
  permissions: Permissions = {},
  { where, isTrusted, ruleFault }: ProjectContext,
): { readonly permissions: Permissions; readonly warnings: readonly SettingsWarning[] } {
  const warnings: SettingsWarning[] = [];
  const usable = Object.entries(permissions).flatMap(([kind, list]) => {
    if (!isTrusted && !tightening.has(kind)) return [];
    const good = (list ?? []).filter((rule) => {
      const fault = ruleFault(rule);
      if (fault !== null) warnings.push({ where, message: say`${fault} It is ignored.` });
      return fault === null;
    });
    return good.length === 0 ? [] : [[kind, good] as const];
  });
  return { permissions: Object.fromEntries(usable), warnings };
}

function strictnessOf(mode: PermissionMode): number {
  return strictness.indexOf(mode);
}

function mayOf(key: string): (typeof projectMay)[SettingKey] {
  return Object.entries(projectMay).find(([name]) => name === key)?.[1] ?? "never";
}
