/** The setting `providers`: servers of the user's own, and what the user knows better of models. */
import { z } from "zod";
import { efforts } from "../protocol/effort.ts";
import { say } from "../words/say.ts";

const tokens = z.int().positive();
const price = z.number().nonnegative();
const optional = <Schema extends z.ZodType>(schema: Schema) => schema.exactOptional();

/** What a server takes differently from OpenAI's; the words are those of rein's own catalogue. */
export const traitsSchema = z.strictObject({
  /** Fields that requests leave out. */
  omit: optional(z.array(z.string().min(1))),
  maxTokensField: optional(z.enum(["max_tokens", "max_completion_tokens"])),
  systemRole: optional(z.enum(["developer", "user"])),
  effort: optional(
    z.enum(["reasoning_effort", "thinking", "enable_thinking", "reasoning", "chat_template_kwargs"]),
  ),
  reasoningBack: optional(z.enum(["reasoning_content", "reasoning_details"])),
  omitEmptyContent: optional(z.boolean()),
  toolStream: optional(z.boolean()),
});

/** What the user knows better of one model. */
export const modelSchema = z.strictObject({
  contextWindow: optional(tokens),
  maxOutput: optional(tokens),
  /** US dollars per million tokens. */
  prices: optional(
    z.strictObject({ input: price, output: price, cacheRead: optional(price), cacheWrite: optional(price) }),
  ),
  vision: optional(z.boolean()),
  efforts: optional(z.array(z.enum(efforts))),
  traits: optional(traitsSchema),
});

const keySchema = z.union(
  [
    z.strictObject({ env: z.string().min(1) }),
    z.strictObject({ file: z.string().min(1) }),
    z.strictObject({ command: z.string().min(1) }),
  ],
  say`where the key is: {"env": NAME}, {"file": PATH} or {"command": COMMAND}, and never the key itself`,
);

const isHttp = (address: string) => /^https?:$/.test(URL.parse(address)?.protocol ?? "");

/** One provider. One that rein knows by the same name is changed only where this says something. */
export const providerSettingSchema = z.strictObject({
  baseUrl: optional(z.string().refine(isHttp, say`an http address is expected`)),
  protocol: optional(z.enum(["chat", "responses", "messages"])),
  headers: optional(z.record(z.string(), z.string())),
  key: optional(keySchema),
  models: optional(z.record(z.string().min(1), modelSchema)),
});
export type ProviderSetting = z.infer<typeof providerSettingSchema>;

/** It is the part of `provider/model-id` before the slash. */
export const providerNameSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]*$/i, say`a provider's name has letters, digits, “.”, “_” and “-” only`);

/** All of them, by name. */
export const providersSchema = z.record(providerNameSchema, providerSettingSchema);
