/**
 * The vendors that rein knows, and the sizes of their models. Data only; a model that is not here is usable all the
 * same. Sizes are those of models.dev (MIT licence) as of July 2026.
 */
import type { ChatTraits } from "./chat-request.ts";

/** One vendor or local server. `id` is the part of `provider/model-id` before the first slash. */
export type ProviderFamily = {
  readonly id: string;
  /** As a person calls it. */
  readonly name: string;
  readonly protocol: "chat" | "messages" | "demo" | "script";
  /** Without a final slash; "" where nothing is asked over a network. */
  readonly baseUrl: string;
  /** Environment variables that hold a key, the first that is set counts; none for servers that need no key. */
  readonly keyVariables: readonly string[];
  /** Environment variables that replace the base address and the default model. */
  readonly baseUrlVariable?: string;
  readonly modelVariable?: string;
  /** Absent where only the user can know which models there are. */
  readonly defaultModel?: string;
  readonly traits?: ChatTraits;
  readonly headers?: Readonly<Record<string, string>>;
};

/** In tokens. */
export type ModelSize = { readonly contextWindow: number; readonly maxOutput: number };

/** In the order in which a key in the environment makes one of them the default. */
export const families = [
  {
    id: "anthropic",
    name: "Anthropic",
    protocol: "messages",
    baseUrl: "https://api.anthropic.com",
    keyVariables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
    baseUrlVariable: "ANTHROPIC_BASE_URL",
    modelVariable: "ANTHROPIC_MODEL",
    defaultModel: "claude-sonnet-5",
  },
  {
    id: "openai",
    name: "OpenAI",
    protocol: "chat",
    baseUrl: "https://api.openai.com/v1",
    keyVariables: ["OPENAI_API_KEY"],
    baseUrlVariable: "OPENAI_BASE_URL",
    modelVariable: "OPENAI_MODEL",
    defaultModel: "gpt-5.4",
  },
  {
    id: "deepseek",
    name: "DeepSeek",
    protocol: "chat",
    baseUrl: "https://api.deepseek.com",
    keyVariables: ["DEEPSEEK_API_KEY"],
    baseUrlVariable: "DEEPSEEK_BASE_URL",
    modelVariable: "DEEPSEEK_MODEL",
    defaultModel: "deepseek-v4-pro",
    traits: { reasoningBack: "reasoning_content" },
  },
  {
    id: "zhipu",
    name: "Zhipu",
    protocol: "chat",
    baseUrl: "https://open.bigmodel.cn/api/paas/v4",
    keyVariables: ["ZHIPU_API_KEY", "ZHIPUAI_API_KEY"],
    baseUrlVariable: "ZHIPU_BASE_URL",
    modelVariable: "ZHIPU_MODEL",
    defaultModel: "glm-5.2",
    traits: { reasoningBack: "reasoning_content", toolStream: true },
  },
  {
    id: "zai",
    name: "Z.AI",
    protocol: "chat",
    baseUrl: "https://api.z.ai/api/paas/v4",
    keyVariables: ["ZAI_API_KEY"],
    baseUrlVariable: "ZAI_BASE_URL",
    modelVariable: "ZAI_MODEL",
    defaultModel: "glm-5.2",
    traits: { reasoningBack: "reasoning_content", toolStream: true },
  },
  {
    id: "dashscope",
    name: "DashScope",
    protocol: "chat",
    baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1",
    keyVariables: ["DASHSCOPE_API_KEY"],
    baseUrlVariable: "DASHSCOPE_BASE_URL",
    modelVariable: "DASHSCOPE_MODEL",
    defaultModel: "qwen3-coder-plus",
  },
  {
    id: "moonshot",
    name: "Moonshot",
    protocol: "chat",
    baseUrl: "https://api.moonshot.ai/v1",
    keyVariables: ["MOONSHOT_API_KEY"],
    baseUrlVariable: "MOONSHOT_BASE_URL",
    modelVariable: "MOONSHOT_MODEL",
    defaultModel: "kimi-k2.7-code",
    traits: { reasoningBack: "reasoning_content", omitEmptyContent: true },
  },
  {
    id: "openrouter",
    name: "OpenRouter",
    protocol: "chat",
    baseUrl: "https://openrouter.ai/api/v1",
    keyVariables: ["OPENROUTER_API_KEY"],
    baseUrlVariable: "OPENROUTER_BASE_URL",
    modelVariable: "OPENROUTER_MODEL",
    defaultModel: "anthropic/claude-sonnet-5",
    traits: { reasoningBack: "reasoning_details" },
    headers: { "X-Title": "rein" },
  },
  {
    id: "groq",
    name: "Groq",
    protocol: "chat",
    baseUrl: "https://api.groq.com/openai/v1",
    keyVariables: ["GROQ_API_KEY"],
    baseUrlVariable: "GROQ_BASE_URL",
    modelVariable: "GROQ_MODEL",
    defaultModel: "openai/gpt-oss-120b",
  },
  {
    id: "ollama",
    name: "Ollama",
    protocol: "chat",
    baseUrl: "http://localhost:11434/v1",
    keyVariables: [],
    baseUrlVariable: "OLLAMA_BASE_URL",
    modelVariable: "OLLAMA_MODEL",
  },
  {
    id: "lmstudio",
    name: "LM Studio",
    protocol: "chat",
    baseUrl: "http://localhost:1234/v1",
    keyVariables: [],
    baseUrlVariable: "LMSTUDIO_BASE_URL",
    modelVariable: "LMSTUDIO_MODEL",
  },
  {
    id: "demo",
    name: "the demo model",
    protocol: "demo",
    baseUrl: "",
    keyVariables: [],
    defaultModel: "offline",
  },
  { id: "script", name: "the script", protocol: "script", baseUrl: "", keyVariables: [] },
] as const satisfies readonly ProviderFamily[];

export type FamilyId = (typeof families)[number]["id"];

/** The family with this id, or undefined. */
export function findFamily(id: string): ProviderFamily | undefined {
  return families.find((family) => family.id === id);
}

const glm = {
  "glm-4.5-air": { contextWindow: 131_072, maxOutput: 98_304 },
  "glm-4.6": { contextWindow: 204_800, maxOutput: 131_072 },
  "glm-4.7": { contextWindow: 204_800, maxOutput: 131_072 },
  "glm-4.7-flash": { contextWindow: 200_000, maxOutput: 131_072 },
  "glm-5": { contextWindow: 204_800, maxOutput: 131_072 },
  "glm-5-turbo": { contextWindow: 200_000, maxOutput: 131_072 },
  "glm-5.1": { contextWindow: 200_000, maxOutput: 131_072 },
  "glm-5.2": { contextWindow: 1_000_000, maxOutput: 131_072 },
};

/** Sizes by family and model id. */
const sizes: Readonly<Record<string, Readonly<Record<string, ModelSize>>>> = {
  openai: {
    "gpt-4.1": { contextWindow: 1_047_576, maxOutput: 32_768 },
    "gpt-5-mini": { contextWindow: 400_000, maxOutput: 128_000 },
    "gpt-5.2": { contextWindow: 400_000, maxOutput: 128_000 },
    "gpt-5.3-codex": { contextWindow: 400_000, maxOutput: 128_000 },
    "gpt-5.4-mini": { contextWindow: 400_000, maxOutput: 128_000 },
    "gpt-5.4-nano": { contextWindow: 400_000, maxOutput: 128_000 },
    "gpt-5.4": { contextWindow: 1_050_000, maxOutput: 128_000 },
    "gpt-5.5": { contextWindow: 1_050_000, maxOutput: 128_000 },
    "gpt-5.5-pro": { contextWindow: 1_050_000, maxOutput: 128_000 },
  },
  anthropic: {
    "claude-fable-5": { contextWindow: 1_000_000, maxOutput: 128_000 },
    "claude-haiku-4-5": { contextWindow: 200_000, maxOutput: 64_000 },
    "claude-opus-4-7": { contextWindow: 1_000_000, maxOutput: 128_000 },
    "claude-opus-4-8": { contextWindow: 1_000_000, maxOutput: 128_000 },
    "claude-sonnet-4-6": { contextWindow: 1_000_000, maxOutput: 64_000 },
    "claude-sonnet-5": { contextWindow: 1_000_000, maxOutput: 128_000 },
  },
  deepseek: {
    "deepseek-chat": { contextWindow: 1_000_000, maxOutput: 384_000 },
    "deepseek-reasoner": { contextWindow: 1_000_000, maxOutput: 384_000 },
    "deepseek-v4-flash": { contextWindow: 1_000_000, maxOutput: 384_000 },
    "deepseek-v4-pro": { contextWindow: 1_000_000, maxOutput: 384_000 },
  },
  zhipu: glm,
  zai: glm,
  dashscope: {
    "qwen-flash": { contextWindow: 1_000_000, maxOutput: 32_768 },
    "qwen-plus": { contextWindow: 1_000_000, maxOutput: 32_768 },
    "qwen3-coder-flash": { contextWindow: 1_000_000, maxOutput: 65_536 },
    "qwen3-coder-plus": { contextWindow: 1_048_576, maxOutput: 65_536 },
    "qwen3-max": { contextWindow: 262_144, maxOutput: 65_536 },
    "qwen3.6-flash": { contextWindow: 1_000_000, maxOutput: 65_536 },
    "qwen3.6-plus": { contextWindow: 1_000_000, maxOutput: 65_536 },
    "qwen3.7-max": { contextWindow: 1_000_000, maxOutput: 65_536 },
    "qwen3.7-plus": { contextWindow: 1_000_000, maxOutput: 65_536 },
  },
  moonshot: {
    "kimi-k2.5": { contextWindow: 262_144, maxOutput: 262_144 },
    "kimi-k2.6": { contextWindow: 262_144, maxOutput: 262_144 },
    "kimi-k2.7-code": { contextWindow: 262_144, maxOutput: 262_144 },
    "kimi-k2.7-code-highspeed": { contextWindow: 262_144, maxOutput: 262_144 },
  },
  groq: {
    "llama-3.3-70b-versatile": { contextWindow: 131_072, maxOutput: 32_768 },
    "openai/gpt-oss-20b": { contextWindow: 131_072, maxOutput: 65_536 },
    "qwen/qwen3-32b": { contextWindow: 131_072, maxOutput: 40_960 },
  },
};

/** The size of a known model; undefined for others, which are usable without. */
export function modelSize(familyId: string, modelId: string): ModelSize | undefined {
  const ofFamily = sizes[familyId] ?? {};
  return Object.hasOwn(ofFamily, modelId) ? ofFamily[modelId] : undefined;
}

/** The ids of the families that have a model of this name, in the catalogue's order. */
export function familiesOf(modelId: string): string[] {
  return families.map((family) => family.id).filter((id) => modelSize(id, modelId) !== undefined);
}
