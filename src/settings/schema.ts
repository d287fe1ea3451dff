/** Every setting, defined once. */
import { z } from "zod";
import { type PermissionMode, permissionModeSchema } from "../protocol/approval.ts";

/** A rule as the permissions know it, for example `bash(git diff:*)`. */
export const ruleSchema = z.string().trim().min(1, "a rule cannot be empty");

/** The keys of a settings file. Each is checked by itself, so that a fault in one leaves the others in force. */
export const settingSchemas = {
  /** `provider/model-id`. */
  model: z.string().trim().min(1, "the name of a model is missing"),
  permissionMode: permissionModeSchema,
  /** Most model responses in one turn. */
  maxTurns: z.int().positive(),
  /** What happens to a command of the model at its time limit: it goes on in the background, or it is ended. */
  commandTimeLimit: z.enum(["background", "kill"]),
  permissions: z.strictObject({
    allow: z.array(ruleSchema).optional(),
    deny: z.array(ruleSchema).optional(),
  }),
} as const;

export type SettingKey = keyof typeof settingSchemas;

/** True for the name of a setting. */
export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingSchemas, key);
}

/** The environment variables that stand for a setting. */
export const settingVariables = { model: "REIN_MODEL" } as const satisfies Partial<
  Record<SettingKey, string>
>;

/** What one place says. */
export type Layer = { readonly [Key in SettingKey]?: z.infer<(typeof settingSchemas)[Key]> };

/** What holds. What nobody set and has no default is absent. */
export type Settings = {
  readonly model?: string;
  readonly permissionMode: PermissionMode;
  readonly maxTurns?: number;
  readonly commandTimeLimit: "background" | "kill";
  readonly allow: readonly string[];
  readonly deny: readonly string[];
};

/** What holds where nobody says anything. */
export const defaultSettings: Settings = {
  permissionMode: "ask",
  commandTimeLimit: "background",
  allow: [],
  deny: [],
};

/** From the weakest to the strongest; all are stronger than the defaults. */
export const layerNames = ["user", "project", "env", "flag"] as const;
export type LayerName = (typeof layerNames)[number];
