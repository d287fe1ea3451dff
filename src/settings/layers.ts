/** Settings from many places → the ones that hold. Pure. */
import { z } from "zod";
import { say } from "../words/say.ts";
import { providerNameSchema, type ProviderSetting, providerSettingSchema } from "./provider-settings.ts";
import {
  defaultSettings,
  isSettingKey,
  type Layer,
  type LayerName,
  layerNames,
  ruleSchema,
  type SettingKey,
  settingSchemas,
  type Settings,
} from "./schema.ts";

/** Something in a settings file or variable that was not taken. `where` is the file's path or the variable's name. */
export type SettingsWarning = { readonly where: string; readonly message: string };

export type ReadLayer = {
  readonly layer: Layer;
  readonly warnings: readonly SettingsWarning[];
  /** A rule that forbids or asks may be among what was not taken. */
  readonly missesRules?: boolean;
  /** Settings that are there and were not taken, whole or in part. */
  readonly notTaken?: readonly SettingKey[] | "all";
};

/** Takes the settings that are right out of parsed JSON, and warns about each of the others. */
export function readLayer(value: unknown, where: string): ReadLayer {
  if (!isRecord(value)) {
    return {
      layer: {},
      warnings: [{ where, message: say`It holds no settings: a JSON object is expected.` }],
      missesRules: true,
      notTaken: "all",
    };
  }
  const layer: Record<string, unknown> = {};
  const warnings: SettingsWarning[] = [];
  const notTaken: SettingKey[] = [];
  let missesRules = false;
  const ignored = (name: string, why: string) => {
    if (name.startsWith("permissions") && !name.startsWith("permissions.allow")) missesRules = true;
    warnings.push({ where, message: say`"${name}" is not right and is ignored: ${why}.` });
  };
  for (const [key, setting] of Object.entries(value)) {
    if (key === "$schema") continue;
    if (!isSettingKey(key)) {
      warnings.push({ where, message: say`There is no setting "${key}". It is ignored.` });
      continue;
    }
    const parsed = settingSchemas[key].safeParse(setting);
    if (!parsed.success) notTaken.push(key);
    if (parsed.success) layer[key] = parsed.data;
    else if (key === "permissions" && isRecord(setting)) layer[key] = readRules(setting, ignored);
    else if (key === "providers" && isRecord(setting)) layer[key] = readProviders(setting, ignored);
    else ignored(key, faultsOf(parsed.error));
  }
  return { layer, warnings, missesRules, notTaken };
}

/** The rules that are right: a fault in one must not switch the others off, least of all those that forbid. */
function readRules(
  value: Readonly<Record<string, unknown>>,
  ignored: (name: string, why: string) => void,
): NonNullable<Layer["permissions"]> {
  const permissions: { allow?: string[]; ask?: string[]; deny?: string[] } = {};
  for (const [name, list] of Object.entries(value)) {
    if (name !== "allow" && name !== "ask" && name !== "deny")
      ignored(`permissions.${name}`, say`there are only allow, ask and deny`);
    else if (!Array.isArray(list)) ignored(`permissions.${name}`, say`a list of rules is expected`);
    else permissions[name] = goodRules(list, (index, why) => ignored(`permissions.${name}[${index}]`, why));
  }
  return permissions;
}

function goodRules(list: readonly unknown[], ignored: (index: number, why: string) => void): string[] {
  return list.flatMap((rule, index) => {
    const parsed = ruleSchema.safeParse(rule);
    if (!parsed.success) ignored(index, faultsOf(parsed.error));
    return parsed.success ? [parsed.data] : [];
  });
}

/** The providers that are right: a slip in one must not take the others away. */
function readProviders(
  value: Readonly<Record<string, unknown>>,
  ignored: (name: string, why: string) => void,
): NonNullable<Layer["providers"]> {
  const providers: Record<string, ProviderSetting> = {};
  for (const [name, provider] of Object.entries(value)) {
    const parsedName = providerNameSchema.safeParse(name);
    const parsed = providerSettingSchema.safeParse(provider);
    if (!parsedName.success) ignored(`providers.${name}`, faultsOf(parsedName.error));
    else if (parsed.success) providers[name] = parsed.data;
    else ignored(`providers.${name}`, faultsOf(parsed.error));
  }
  return providers;
}

/** Why a rule cannot be used, or null when it can. */
export type RuleFault = (rule: string) => string | null;

/** Which place each single-valued setting comes from; absent for a default. */
export type SettingSources = {
  readonly [Key in Exclude<SettingKey, "permissions">]?: LayerName;
};

/** The settings that hold: of a value the strongest layer's, of rules all of them, each once. */
export function mergeLayers(layers: Readonly<Partial<Record<LayerName, Layer>>>): {
  readonly settings: Settings;
  readonly sources: SettingSources;
} {
  const settings: { -readonly [Key in keyof Settings]: Settings[Key] } = { ...defaultSettings };
  const sources: { -readonly [Key in keyof SettingSources]: SettingSources[Key] } = {};
  for (const name of layerNames) {
    const { permissions, ...values } = layers[name] ?? {};
    const allow = union(settings.allow, permissions?.allow);
    const askFirst = union(settings.ask, permissions?.ask);
    const deny = union(settings.deny, permissions?.deny);
    Object.assign(settings, values, { allow, ask: askFirst, deny } satisfies Partial<Settings>);
    for (const key of Object.keys(values)) if (isSingleKey(key)) sources[key] = name;
  }
  return { settings, sources };
}

function isSingleKey(key: string): key is keyof SettingSources {
  return isSettingKey(key) && key !== "permissions";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function faultsOf(error: z.core.$ZodError): string {
  return error.issues
    .map(({ path, message }) => (path.length === 0 ? message : `${z.core.toDotPath(path)}: ${message}`))
    .join("; ");
}

function union(one: readonly string[], other: readonly string[] = []): string[] {
  return [...new Set([...one, ...other])];
}
