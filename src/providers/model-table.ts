/**
 * What rein knows of models by itself. Sizes and reasoning are those of models.dev (MIT licence) as of July 2026, with
 * the newer ids of charmbracelet/catwalk (MIT licence) as of August 2026. Prices stand here only where the published
 * list that comes with rein (see `published-models.ts`) has none, or an old one.
 */
import type { Effort } from "../protocol/effort.ts";
import type { ModelPrices, ReasoningControl } from "./model-info.ts";

/** Sizes in tokens. */
export type TableRow = {
  readonly contextWindow: number;
  readonly maxOutput?: number;
  readonly prices?: ModelPrices;
};

/** A row; the prices are those of input, output, read from cache and written to it. */
function row(
  contextWindow: number,
  maxOutput?: number,
  ...[input, output, cacheRead, cacheWrite]: readonly (number | undefined)[]
): TableRow {
  return {
    contextWindow,
    ...(maxOutput === undefined ? {} : { maxOutput }),
    ...(input === undefined || output === undefined
      ? {}
      : {
          prices: {
            input,
            output,
            ...(cacheRead === undefined ? {} : { cacheRead }),
            ...(cacheWrite === undefined ? {} : { cacheWrite }),
          },
        }),
  };
}

const zai = {
  "glm-4.5-air": row(131_072, 98_304, 0.2, 1.1, 0.03, 0),
  "glm-4.6": row(204_800, 131_072, 0.6, 2.2, 0.11, 0),
  "glm-4.7": row(204_800, 131_072, 0.6, 2.2, 0.11, 0),
  "glm-4.7-flash": row(200_000, 131_072, 0, 0, 0, 0),
  "glm-5": row(204_800, 131_072, 1, 3.2, 0.2, 0),
  "glm-5-turbo": row(200_000, 131_072, 1.2, 4, 0.24, 0),
  "glm-5.1": row(200_000, 131_072, 1.4, 4.4, 0.26, 0),
  "glm-5.2": row(1_000_000, 131_072, 1.4, 4.4, 0.26, 0),
  "glm-5.3": row(1_000_000, 131_072, 1.4, 4.4, 0.26, 0),
};

/** By family and model id. */
const table: Readonly<Record<string, Readonly<Record<string, TableRow>>>> = {
  openai: {
    "gpt-4.1": row(1_047_576, 32_768),
    "gpt-5-mini": row(400_000, 128_000),
    "gpt-5.2": row(400_000, 128_000),
    "gpt-5.3-codex": row(400_000, 128_000),
    "gpt-5.4-mini": row(400_000, 128_000),
    "gpt-5.4-nano": row(400_000, 128_000),
    "gpt-5.4": row(1_050_000, 128_000),
    "gpt-5.5": row(1_050_000, 128_000),
    "gpt-5.5-pro": row(1_050_000, 128_000),
    "gpt-5.6-sol": row(1_050_000, 128_000),
    "gpt-5.6-terra": row(1_050_000, 128_000),
    "gpt-5.6-luna": row(1_050_000, 128_000),
  },
  anthropic: {
    "claude-fable-5": row(1_000_000, 128_000),
    "claude-haiku-4-5": row(200_000, 64_000),
    "claude-mythos-5": row(1_000_000, 128_000, 10, 50, 1),
    "claude-opus-4-7": row(1_000_000, 128_000),
    "claude-opus-4-8": row(1_000_000, 128_000),
    "claude-opus-5": row(1_000_000, 128_000),
    "claude-sonnet-4-6": row(1_000_000, 64_000),
    "claude-sonnet-5": row(1_000_000, 128_000),
  },
  deepseek: {
    "deepseek-chat": row(1_000_000, 384_000, 0.14, 0.28, 0.0028),
    "deepseek-reasoner": row(1_000_000, 384_000, 0.14, 0.28, 0.0028),
    "deepseek-v4-flash": row(1_000_000, 384_000),
    "deepseek-v4-pro": row(1_000_000, 384_000),
  },
  zai,
  zhipu: zai,
  dashscope: {
    "qwen-flash": row(1_000_000, 32_768, 0.05, 0.4),
    "qwen-plus": row(1_000_000, 32_768, 0.4, 1.2),
    "qwen3-coder-flash": row(1_000_000, 65_536, 0.3, 1.5),
    "qwen3-coder-plus": row(1_048_576, 65_536, 1, 5),
    "qwen3-max": row(262_144, 65_536, 1.2, 6),
    "qwen3.6-flash": row(1_000_000, 65_536, 0.1875, 1.125, undefined, 0.234375),
    "qwen3.6-plus": row(1_000_000, 65_536, 0.5, 3, 0.05, 0.625),
    "qwen3.7-flash": row(1_000_000, 65_536, 0.2, 0.8, 0.04),
    "qwen3.7-max": row(1_000_000, 65_536, 2.5, 7.5, 0.5, 3.125),
    "qwen3.7-plus": row(1_000_000, 65_536, 0.5, 3, 0.05, 0.625),
    "qwen3.8-max": row(1_000_000, 65_536, 2, 6, 0.25),
  },
  moonshot: {
    "kimi-k2.5": row(262_144, 262_144),
    "kimi-k2.6": row(262_144, 262_144),
    "kimi-k2.7-code": row(262_144, 262_144),
    "kimi-k2.7-code-highspeed": row(262_144, 262_144),
    "kimi-k3": row(1_048_576, undefined, 3, 15, 0.3),
  },
  minimax: {
    "MiniMax-M2.5": row(204_800, 131_072),
    "MiniMax-M2.7": row(204_800, 131_072),
    "MiniMax-M2.7-highspeed": row(204_800, 131_072),
    "MiniMax-M3": row(1_000_000, 128_000),
  },
  groq: {
    "llama-3.3-70b-versatile": row(131_072, 32_768),
    "openai/gpt-oss-20b": row(131_072, 65_536),
    "openai/gpt-oss-120b": row(131_072, 65_536),
    "qwen/qwen3-32b": row(131_072, 40_960),
  },
  mistral: {
    "codestral-latest": row(256_000, 4_096),
    "devstral-latest": row(262_144, 262_144, 0.4, 2),
    "devstral-medium-latest": row(262_144, 262_144, 0.4, 2),
    "magistral-medium-latest": row(128_000, 16_384, 2, 5),
    "mistral-large-latest": row(262_144, 262_144, 0.5, 1.5),
    "mistral-medium-latest": row(262_144, 262_144),
  },
  xai: {
    "grok-4.20-0309-reasoning": row(1_000_000, 30_000, 1.25, 2.5, 0.2),
    "grok-4.3": row(1_000_000, 30_000),
    "grok-4.5": row(500_000),
    "grok-4.6": row(200_000, undefined, 2, 6, 0.5),
    "grok-build-0.1": row(256_000, 256_000),
  },
  cerebras: {
    "gpt-oss-120b": row(131_072, 40_960),
    "zai-glm-4.7": row(131_072, 40_960),
  },
};

/** The row of a model of a family, or undefined. */
export function tableRow(familyId: string, modelId: string): TableRow | undefined {
  const ofFamily = table[familyId] ?? {};
  return Object.hasOwn(ofFamily, modelId) ? ofFamily[modelId] : undefined;
}

/** The row of a model by its own name alone, for servers that pass others' models on. */
export function rowByName(ownName: string): TableRow | undefined {
  for (const rows of Object.values(table)) {
    if (Object.hasOwn(rows, ownName)) return rows[ownName];
  }
  return undefined;
}

/** The ids of the families that have a model of this name, in the table's order. */
export function familiesOf(modelId: string): string[] {
  return Object.keys(table).filter((id) => tableRow(id, modelId) !== undefined);
}

/** The ids of a family's models. */
export function tableIds(familyId: string): string[] {
  return Object.keys(table[familyId] ?? {});
}

type ReasoningRule = {
  readonly name: RegExp;
  readonly control: ReasoningControl;
  readonly efforts: readonly Effort[];
};

/** By the model's own name, because the same model stands behind many providers; the first that fits counts. */
const reasoningRules: readonly ReasoningRule[] = [
  { name: /^gpt-5(?:\.\d+)?-(?:chat|image)/, control: "effort", efforts: [] },
  { name: /^gpt-5-pro/, control: "effort", efforts: ["high"] },
  { name: /^gpt-5\.\d+-pro/, control: "effort", efforts: ["medium", "high", "xhigh"] },
  { name: /^gpt-5(?![.\d])/, control: "effort", efforts: ["minimal", "low", "medium", "high"] },
  { name: /^gpt-5\.1/, control: "effort", efforts: ["none", "low", "medium", "high"] },
  { name: /^gpt-5\.[2-5]/, control: "effort", efforts: ["none", "low", "medium", "high", "xhigh"] },
  {
    name: /^gpt-(?:5\.|[6-9])/,
    control: "effort",
    efforts: ["none", "low", "medium", "high", "xhigh", "max"],
  },
  {
    name: /^(?:gpt-oss|o(?:1(?!-mini|-preview)|[3-9])(?![a-z0-9]))/,
    control: "effort",
    efforts: ["low", "medium", "high"],
  },
  {
    name: /^claude-(?:opus|sonnet)-4[-.]6/,
    control: "effort",
    efforts: ["none", "low", "medium", "high", "max"],
  },
  {
    name: /^claude-(?:opus-4[-.][7-9]|(?:opus|sonnet|haiku|fable|mythos)-[5-9])/,
    control: "effort",
    efforts: ["none", "low", "medium", "high", "xhigh", "max"],
  },
  {
    name: /^claude-(?:3[-.]7|(?:opus|sonnet|haiku)-4)/,
    control: "budget",
    efforts: ["none", "low", "medium", "high"],
  },
  { name: /^deepseek-v[4-9]/, control: "effort", efforts: ["none", "high", "max"] },
  { name: /^glm-5\.3/, control: "effort", efforts: ["low", "high", "xhigh"] },
  { name: /^glm-5\.2/, control: "effort", efforts: ["none", "high", "max"] },
  { name: /^zai-glm-4\.7/, control: "effort", efforts: ["none"] },
  { name: /^glm-(?:4\.[5-9]|5)/, control: "toggle", efforts: ["none", "high"] },
  {
    name: /^(?:qwen-(?:flash|plus)|qwen3\.(?:6|7)-|qwen3\.8-)/,
    control: "budget",
    efforts: ["none", "low", "medium", "high"],
  },
  { name: /^qwen-?3(?!-coder|-max|.*instruct|.*-2507)/, control: "toggle", efforts: ["none", "high"] },
  { name: /^kimi-k3/, control: "effort", efforts: ["low", "high", "max"] },
  { name: /^kimi-k2\.[56]/, control: "toggle", efforts: ["none", "high"] },
  { name: /^minimax-m3/, control: "toggle", efforts: ["none", "high"] },
  { name: /^grok-3-mini/, control: "effort", efforts: ["low", "high"] },
  { name: /^grok-4\.[3-9](?!\d)/, control: "effort", efforts: ["none", "low", "medium", "high"] },
];

/** How the reasoning of a model is set; undefined when it cannot be, or nobody knows. */
export function reasoningOf(ownName: string): Omit<ReasoningRule, "name"> | undefined {
  return reasoningRules.find(({ name }) => name.test(ownName));
}

/**
 * Families of models that take images. What is not here gets words in an image's place: a model that could have seen it
 * only misses something, one that cannot would refuse the request, and every later one of the session with it.
 * Mistral's are left out although some see: their servers refuse a message of the user behind results, which is where
 * Chat Completions have a result's images.
 */
const seeing: readonly RegExp[] = [
  /^claude-/,
  /^gpt-(?:4o|4\.1|4-turbo|[5-9])/,
  /^o(?:1|3|4-mini)(?!-mini|-preview)/,
  /^gemini-/,
  /^gemma-?3(?!-?n|[:-]1b|[:-]270m)/,
  /^grok-(?:4|build)/,
  /^kimi-k(?:2\.[5-9]|[3-9])/,
  /^qwen3\.(?:6-(?:flash|plus)|7-plus)/,
  /^qwen.*-?vl\b/,
  /^glm-\d+(?:\.\d+)?v/,
  /^minimax-m3/,
  /^llama-?4/,
  /^llama.*vision/,
  /^(?:llava|minicpm-v)/,
];

/** True for a model that is known to take images. */
export function seesImages(ownName: string): boolean {
  return seeing.some((pattern) => pattern.test(ownName));
}

/** The longest answers of Claude, tokens: the API wants to be told a limit, and refuses one that is too high. */
const longestAnswers: readonly { readonly name: RegExp; readonly maxOutput: number }[] = [
  { name: /^claude-opus-4(?:[-.][01])?(?:-\d{8})?$/, maxOutput: 32_000 },
  { name: /^claude-(?:3[-.]7|[a-z]+-[4-9])/, maxOutput: 64_000 },
];

/** The longest answer of a model that the table does not have; undefined when that is not known. */
export function maxOutputOf(ownName: string): number | undefined {
  return longestAnswers.find(({ name }) => name.test(ownName))?.maxOutput;
}

/** Of models that are no partners to talk to, lists are full. */
const notForTalk =
  /embed|whisper|(?:^|[-/])tts|dall-e|moderation|realtime|transcri|(?:^|-)audio|image|sora|veo-|rerank|ocr|speech|babbage|davinci|curie|(?:^|\/)ada$|guard/i;

/** False for a model of pictures, speech, vectors and the like, by its name. */
export function isForTalk(modelId: string): boolean {
  return !notForTalk.test(modelId);
}

/**
 * A model's own name in lower case: without the vendors in front of it, as in "openrouter/anthropic/claude-sonnet-5" or
 * "us.anthropic.claude-sonnet-5" behind a gateway.
 */
export function ownNameOf(model: string): string {
  const name = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  return name.replace(/^(?:[a-z]+\.)+(?=claude-)/, "");
}
