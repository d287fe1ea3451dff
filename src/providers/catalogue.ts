/** The vendors and local servers that rein knows. Data only; what their models can is in `model-table.ts`. */
import type { ChatTraits } from "./chat-request.ts";
import type { OwnModel } from "./model-info.ts";

/** One vendor or local server. `id` is the part of `provider/model-id` before the first slash. */
export type ProviderFamily = {
  readonly id: string;
  /** As a person calls it. */
  readonly name: string;
  readonly protocol: "chat" | "messages" | "responses" | "demo" | "script";
  /** The user's settings say so: then a model's name does not change it. */
  readonly protocolIsAsked?: boolean;
  /** Without a final slash; "" where nothing is asked over a network, or where only the user knows it. */
  readonly baseUrl: string;
  /** Environment variables that hold a key, the first that is set counts. */
  readonly keyVariables: readonly string[];
  /** It answers without a key, too. */
  readonly keyIsOptional?: boolean;
  /**
   * A key in the environment does not make it the default: only the user knows which of its models, or the key is there
   * for other things as well.
   */
  readonly onlyByName?: boolean;
  /** Other programs use the key as well: commands that the user runs keep it. */
  readonly keyIsShared?: boolean;
  /** Environment variables that replace the base address and the default model. */
  readonly baseUrlVariable?: string;
  readonly modelVariable?: string;
  /** Absent where only the user can know which models there are. */
  readonly defaultModel?: string;
  readonly traits?: ChatTraits;
  readonly headers?: Readonly<Record<string, string>>;
  /** A header that carries the key, besides `authorization`. */
  readonly keyHeader?: string;
  /** A server on this machine that can be asked what it has loaded, and how. */
  readonly local?: "ollama" | "lmstudio" | "llamacpp" | "vllm";
  /**
   * What answers only to a right key, an address or a path behind the base address; absent where the list of models
   * does.
   */
  readonly keyCheck?: string;
  /** Its models are others' under their own names, `vendor/model`. */
  readonly isRouter?: boolean;
  /** Where the key of a provider of the user's own is, besides `keyVariables`. */
  readonly keySource?: KeySource;
  /** What the settings say of its models. */
  readonly models?: Readonly<Record<string, OwnModel>>;
};

/** A file that holds nothing but the key, or a command that prints it. */
export type KeySource = { readonly file: string } | { readonly command: string };

/** The names of a vendor's variables, all made alike. */
function variables(prefix: string) {
  return { baseUrlVariable: `${prefix}_BASE_URL`, modelVariable: `${prefix}_MODEL` };
}

/** In the order in which a key in the environment makes one of them the default. */
export const families: readonly ProviderFamily[] = [
  {
    id: "anthropic",
    name: "Anthropic",
    protocol: "messages",
    baseUrl: "https://api.anthropic.com",
    keyVariables: ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"],
    ...variables("ANTHROPIC"),
    defaultModel: "claude-sonnet-5",
  },
  {
    id: "openai",
    name: "OpenAI",
    protocol: "chat",
    baseUrl: "https://api.openai.com/v1",
    keyVariables: ["OPENAI_API_KEY"],
    ...variables("OPENAI"),
    defaultModel: "gpt-5.4",
    traits: { effort: "reasoning_effort" },
  },
  {
    id: "deepseek",
    name: "DeepSeek",
    protocol: "chat",
    baseUrl: "https://api.deepseek.com",
    keyVariables: ["DEEPSEEK_API_KEY"],
    ...variables("DEEPSEEK"),
    defaultModel: "deepseek-v4-pro",
    traits: { reasoningBack: "reasoning_content", effort: "thinking" },
  },
  {
    id: "zhipu",
    name: "Zhipu",
    protocol: "chat",
    baseUrl: "https://open.bigmodel.cn/api/paas/v4",
    keyVariables: ["ZHIPU_API_KEY", "ZHIPUAI_API_KEY"],
    ...variables("ZHIPU"),
    defaultModel: "glm-5.2",
    traits: { reasoningBack: "reasoning_content", toolStream: true, effort: "thinking" },
  },
  {
    id: "zai",
    name: "Z.AI",
    protocol: "chat",
    baseUrl: "https://api.z.ai/api/paas/v4",
    keyVariables: ["ZAI_API_KEY"],
    ...variables("ZAI"),
    defaultModel: "glm-5.2",
    traits: { reasoningBack: "reasoning_content", toolStream: true, effort: "thinking" },
  },
  {
    id: "dashscope",
    name: "DashScope",
    protocol: "chat",
    baseUrl: "https://dashscope.aliyuncs.com/compatible-mode/v1",
    keyVariables: ["DASHSCOPE_API_KEY"],
    ...variables("DASHSCOPE"),
    defaultModel: "qwen3-coder-plus",
    traits: { effort: "enable_thinking" },
  },
  {
    id: "moonshot",
    name: "Moonshot",
    protocol: "chat",
    baseUrl: "https://api.moonshot.ai/v1",
    keyVariables: ["MOONSHOT_API_KEY"],
    ...variables("MOONSHOT"),
    defaultModel: "kimi-k2.7-code",
    traits: {
      reasoningBack: "reasoning_content",
      omitEmptyContent: true,
      promptCacheKey: true,
      effort: "thinking",
    },
  },
  {
    id: "openrouter",
    name: "OpenRouter",
    protocol: "chat",
    baseUrl: "https://openrouter.ai/api/v1",
    keyVariables: ["OPENROUTER_API_KEY"],
    ...variables("OPENROUTER"),
    defaultModel: "anthropic/claude-sonnet-5",
    traits: { reasoningBack: "reasoning_details", effort: "reasoning" },
    headers: { "X-Title": "rein" },
    keyCheck: "/key",
    isRouter: true,
  },
  {
    id: "groq",
    name: "Groq",
    protocol: "chat",
    baseUrl: "https://api.groq.com/openai/v1",
    keyVariables: ["GROQ_API_KEY"],
    ...variables("GROQ"),
    defaultModel: "openai/gpt-oss-120b",
    traits: { effort: "reasoning_effort" },
  },
  {
    id: "mistral",
    name: "Mistral",
    protocol: "chat",
    baseUrl: "https://api.mistral.ai/v1",
    keyVariables: ["MISTRAL_API_KEY"],
    ...variables("MISTRAL"),
    defaultModel: "devstral-latest",
  },
  {
    id: "xai",
    name: "xAI",
    protocol: "chat",
    baseUrl: "https://api.x.ai/v1",
    keyVariables: ["XAI_API_KEY"],
    ...variables("XAI"),
    defaultModel: "grok-4.5",
    traits: { effort: "reasoning_effort" },
  },
  {
    // The address that the vendor recommends: thinking comes apart from the text.
    id: "minimax",
    name: "MiniMax",
    protocol: "messages",
    baseUrl: "https://api.minimax.io/anthropic",
    keyVariables: ["MINIMAX_API_KEY"],
    ...variables("MINIMAX"),
    defaultModel: "MiniMax-M3",
  },
  {
    id: "cerebras",
    name: "Cerebras",
    protocol: "chat",
    baseUrl: "https://api.cerebras.ai/v1",
    keyVariables: ["CEREBRAS_API_KEY"],
    ...variables("CEREBRAS"),
    defaultModel: "zai-glm-4.7",
    traits: { effort: "reasoning_effort" },
  },
  {
    id: "together",
    name: "Together",
    protocol: "chat",
    baseUrl: "https://api.together.xyz/v1",
    keyVariables: ["TOGETHER_API_KEY"],
    ...variables("TOGETHER"),
    traits: { effort: "reasoning_effort" },
    onlyByName: true,
  },
  {
    id: "fireworks",
    name: "Fireworks",
    protocol: "chat",
    baseUrl: "https://api.fireworks.ai/inference/v1",
    keyVariables: ["FIREWORKS_API_KEY"],
    ...variables("FIREWORKS"),
    traits: { effort: "reasoning_effort" },
    onlyByName: true,
  },
  {
    id: "huggingface",
    name: "Hugging Face",
    protocol: "chat",
    baseUrl: "https://router.huggingface.co/v1",
    keyVariables: ["HF_TOKEN"],
    keyIsShared: true,
    keyCheck: "https://huggingface.co/api/whoami-v2",
    ...variables("HUGGINGFACE"),
    traits: { effort: "reasoning_effort" },
    onlyByName: true,
  },
  {
    id: "vercel",
    name: "Vercel AI Gateway",
    protocol: "chat",
    baseUrl: "https://ai-gateway.vercel.sh/v1",
    keyVariables: ["AI_GATEWAY_API_KEY"],
    keyCheck: "/credits",
    ...variables("AI_GATEWAY"),
    defaultModel: "anthropic/claude-sonnet-5",
    traits: { reasoningBack: "reasoning_details", effort: "reasoning" },
    isRouter: true,
  },
  {
    id: "perplexity",
    name: "Perplexity",
    protocol: "chat",
    baseUrl: "https://api.perplexity.ai",
    keyVariables: ["PERPLEXITY_API_KEY"],
    ...variables("PERPLEXITY"),
    onlyByName: true,
  },
  {
    id: "azure",
    name: "Azure",
    protocol: "chat",
    baseUrl: "",
    keyVariables: ["AZURE_OPENAI_API_KEY", "AZURE_API_KEY"],
    baseUrlVariable: "AZURE_OPENAI_BASE_URL",
    modelVariable: "AZURE_OPENAI_MODEL",
    traits: { effort: "reasoning_effort" },
    keyHeader: "api-key",
    onlyByName: true,
  },
  {
    id: "ollama",
    name: "Ollama",
    protocol: "chat",
    baseUrl: "http://localhost:11434/v1",
    keyVariables: ["OLLAMA_API_KEY"],
    ...variables("OLLAMA"),
    traits: { effort: "reasoning_effort" },
    keyIsOptional: true,
    onlyByName: true,
    local: "ollama",
  },
  {
    id: "lmstudio",
    name: "LM Studio",
    protocol: "chat",
    baseUrl: "http://localhost:1234/v1",
    keyVariables: ["LM_API_TOKEN", "LMSTUDIO_API_KEY"],
    ...variables("LMSTUDIO"),
    keyIsOptional: true,
    onlyByName: true,
    local: "lmstudio",
  },
  {
    // It has one model, and answers to any name.
    id: "llamacpp",
    name: "llama.cpp",
    protocol: "chat",
    baseUrl: "http://localhost:8080/v1",
    keyVariables: ["LLAMA_API_KEY"],
    ...variables("LLAMACPP"),
    defaultModel: "default",
    traits: { effort: "chat_template_kwargs" },
    keyIsOptional: true,
    onlyByName: true,
    local: "llamacpp",
  },
  {
    id: "vllm",
    name: "vLLM",
    protocol: "chat",
    baseUrl: "http://localhost:8000/v1",
    keyVariables: ["VLLM_API_KEY"],
    ...variables("VLLM"),
    traits: { effort: "chat_template_kwargs" },
    keyIsOptional: true,
    onlyByName: true,
    local: "vllm",
  },
  {
    id: "demo",
    name: "the demo model",
    protocol: "demo",
    baseUrl: "",
    keyVariables: [],
    keyIsOptional: true,
    defaultModel: "offline",
  },
  {
    id: "script",
    name: "the script",
    protocol: "script",
    baseUrl: "",
    keyVariables: [],
    keyIsOptional: true,
  },
];

/** The family with this id, or undefined: one of the user's own, else one that rein knows. */
export function findFamily(id: string, own: readonly ProviderFamily[] = []): ProviderFamily | undefined {
  return own.find((family) => family.id === id) ?? families.find((family) => family.id === id);
}
