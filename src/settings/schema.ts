/** Every setting, defined once. */
import { z } from "zod";
import { type PermissionMode, permissionModeSchema } from "../protocol/approval.ts";
import { type Language, languages } from "../words/language.ts";
import { say } from "../words/say.ts";
import { type ProviderSetting, providersSchema } from "./provider-settings.ts";

/** A rule as the permissions know it, for example `bash(git diff:*)`. */
export const ruleSchema = z
  .string()
  .trim()
  .min(1, say`a rule cannot be empty`);

const modelNameSchema = z
  .string()
  .trim()
  .min(1, say`the name of a model is missing`);

/** What the status line can say. That commands are not confined, and a folder not trusted, it says in any case. */
export const statusParts = [
  "mode",
  "model",
  "context",
  "cost",
  "sandbox",
  "secrets",
  "jobs",
  "branch",
] as const;
export type StatusPart = (typeof statusParts)[number];

/** The keys of a settings file. Each is checked by itself, so that a fault in one leaves the others in force. */
export const settingSchemas = {
  /** `provider/model-id`. */
  model: modelNameSchema,
  permissionMode: permissionModeSchema,
  /** Most model responses in one turn. */
  maxTurns: z.int().positive(),
  /** What a session may cost at most, US dollars. */
  maxCost: z.number().positive(),
  /** How long a model server may be silent, seconds. */
  idleTimeout: z
    .number()
    .positive()
    .max(86_400, say`more than a day is no limit`),
  /** Who is asked when a model cannot answer: in place of any model, or by the model that they stand in for. */
  fallback: z.union([z.array(modelNameSchema), z.record(z.string(), z.array(modelNameSchema))], {
    error: say`a list of models is expected, or such a list for each model`,
  }),
  /** What happens to a command of the model at its time limit: it goes on in the background, or it is ended. */
  commandTimeLimit: z.enum(["background", "kill"]),
  /** Variables of the user's environment that the model's commands get beside the usual ones, by their exact names. */
  passEnvironment: z.array(z.string().regex(/^[A-Za-z_]\w*$/, say`the name of a variable is expected`)),
  /** Servers of the user's own, by the name that stands before the slash of `provider/model-id`. */
  providers: providersSchema,
  /** Models whose calls rein reads from their text: names or patterns, `*` stands for anything. */
  tolerantTools: z.array(
    z
      .string()
      .trim()
      .min(1, say`the name of a model is missing`),
  ),
  /** Whether rein summarises a conversation by itself when it comes near the model's context window; yes if nobody says. */
  autoCompact: z.boolean(),
  /** From how much of the window on, percent; 80 if nobody says. */
  compactAt: z
    .int()
    .min(10, say`below 10 percent there is no room for a conversation`)
    .max(95),
  /** What is kept of a project's files so that they can be brought back, megabytes on disk; 500 if nobody says. */
  checkpointLimit: z.int().min(10).max(1_000_000),
  /** How a user who looks elsewhere is told that rein waits for them; by a sound if nobody says. */
  notify: z.enum(["off", "bell", "osc"]),
  /** Whether terminals that can show that a turn runs do so, beside the window's title; they do if nobody says. */
  progress: z.boolean(),
  /** How the screen is coloured: the name of a theme; the one chosen with /theme, else "auto", if nobody says. */
  theme: z
    .string()
    .trim()
    .min(1, say`the name of a theme is missing`),
  /** How text is edited: as in the shell or as in vim; as chosen with /vim, else as in the shell, if nobody says. */
  editing: z.enum(["readline", "vim"]),
  /** The parts of the status line, in their order, or a command that prints it; the usual ones if nobody says. */
  statusLine: z.union([z.array(z.enum(statusParts)), z.strictObject({ command: z.string().trim().min(1) })], {
    error: say`a list of ${statusParts.join(", ")} is expected, or { "command": COMMAND }`,
  }),
  /** Whether calls that only look share a line on the screen; they do if nobody says. */
  groupReads: z.boolean(),
  /** How much the screen shows of what the model thinks; a line if nobody says. */
  thinking: z.enum(["line", "full", "off"]),
  /** Whether a session's title is made from its first message or by its model; from the message if nobody says. */
  titles: z.enum(["rule", "model"]),
  /** Whether images are drawn on the screen; where the terminal can if nobody says. */
  images: z.enum(["auto", "off"]),
  /** Whether the conversation has a screen of its own, or is printed into the terminal's scrollback: so if nobody says. */
  screen: z.enum(["inline", "full"]),
  /** Whether rein talks in plain lines, for a screen reader, in place of a screen; it does not if nobody says. */
  accessible: z.boolean(),
  /** Which language rein talks to its user in; the environment's if nobody says. */
  language: z.enum(languages),
  /** Whether secrets are kept from the model, the log and the screen; they are if nobody says. */
  secrets: z.enum(["hide", "off"]),
  /** Whether commands are confined: where that is possible, or nothing starts without it, or they are not. */
  sandbox: z.enum(["auto", "required", "none"]),
  permissions: z.strictObject({
    allow: z.array(ruleSchema).optional(),
    ask: z.array(ruleSchema).optional(),
    deny: z.array(ruleSchema).optional(),
  }),
} as const;

export type SandboxChoice = z.infer<typeof settingSchemas.sandbox>;

export type EditingName = z.infer<typeof settingSchemas.editing>;

export type StatusLineSetting = z.infer<(typeof settingSchemas)["statusLine"]>;

export type SettingKey = keyof typeof settingSchemas;

/** True for the name of a setting. */
export function isSettingKey(key: string): key is SettingKey {
  return Object.hasOwn(settingSchemas, key);
}

/** The environment variables that stand for a setting. */
export const settingVariables = { model: "REIN_MODEL", sandbox: "REIN_SANDBOX" } as const satisfies Partial<
  Record<SettingKey, string>
>;

/** What one place says. */
export type Layer = { readonly [Key in SettingKey]?: z.infer<(typeof settingSchemas)[Key]> };

/** Models by name, in the order in which they are asked. */
export type Fallback = z.infer<(typeof settingSchemas)["fallback"]>;

/** What holds. What nobody set and has no default is absent. */
export type Settings = {
  readonly model?: string;
  readonly permissionMode: PermissionMode;
  readonly maxTurns?: number;
  readonly maxCost?: number;
  readonly commandTimeLimit: "background" | "kill";
  readonly passEnvironment?: readonly string[];
  readonly providers?: Readonly<Record<string, ProviderSetting>>;
  /** Seconds. */
  readonly idleTimeout?: number;
  readonly fallback?: Fallback;
  readonly tolerantTools?: readonly string[];
  readonly autoCompact?: boolean;
  /** Percent. */
  readonly compactAt?: number;
  /** Megabytes. */
  readonly checkpointLimit?: number;
  readonly notify?: "off" | "bell" | "osc";
  readonly progress?: boolean;
  readonly theme?: string;
  readonly editing?: EditingName;
  readonly statusLine?: StatusLineSetting;
  readonly groupReads?: boolean;
  readonly thinking?: "line" | "full" | "off";
  readonly titles?: "rule" | "model";
  readonly images?: "auto" | "off";
  readonly screen?: "inline" | "full";
  readonly accessible?: boolean;
  readonly language?: Language;
  readonly secrets?: "hide" | "off";
  readonly sandbox?: SandboxChoice;
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
};

/** What holds where nobody says anything. */
export const defaultSettings: Settings = {
  permissionMode: "ask",
  commandTimeLimit: "background",
  allow: [],
  ask: [],
  deny: [],
};

/** From the weakest to the strongest; all are stronger than the defaults. */
export const layerNames = ["user", "project", "env", "flag"] as const;
export type LayerName = (typeof layerNames)[number];
