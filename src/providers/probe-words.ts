/** What the user should know of what a local server has loaded. Pure. */
import { say } from "../words/say.ts";
import type { LoadedModel } from "./model-memory.ts";
import type { ProbeTarget } from "./probe-local.ts";

export type ProbeLine = { readonly level: "info" | "warning"; readonly text: string };

/** An agent's instructions, tools and a few files take this much; below it, a prompt is soon cut. Tokens. */
const comfortableWindow = 16_384;

/** Two lines at most: whether it can call tools, where it cannot; the window that it has, and how to raise a small one. */
export function probeWords(
  target: Pick<ProbeTarget, "kind" | "modelId">,
  loaded: LoadedModel,
): readonly ProbeLine[] {
  const { modelId } = target;
  const tools: ProbeLine[] =
    loaded.tools === false
      ? [
          {
            level: "warning",
            text: say`${modelId} cannot call tools: it can talk, but not read or change files.`,
          },
        ]
      : [];
  return [...tools, ...windowLine(target, loaded)];
}

function windowLine(
  { kind, modelId }: Pick<ProbeTarget, "kind" | "modelId">,
  { contextWindow, trainedWindow }: LoadedModel,
): ProbeLine[] {
  const wayOut = raise(kind, trainedWindow);
  if (contextWindow === undefined) {
    if (kind !== "ollama") return [];
    const text = say`${modelId} is not loaded yet, so its window is not known. Ollama's default is small, and what does not fit is cut without a word: ${wayOut}.`;
    return [{ level: "warning", text }];
  }
  const most = trainedWindow === undefined ? "" : say` of the ${count(trainedWindow)} that it was made for`;
  const size = say`${modelId} is loaded with a window of ${count(contextWindow)} tokens${most}`;
  return contextWindow < comfortableWindow
    ? [{ level: "warning", text: say`${size}. That is little for an agent: ${wayOut}.` }]
    : [{ level: "info", text: `${size}.` }];
}

function raise(kind: ProbeTarget["kind"], trained: number | undefined): string {
  const wanted = Math.min(trained ?? 32_768, 32_768);
  switch (kind) {
    case "ollama":
      return say`start Ollama with OLLAMA_CONTEXT_LENGTH=${wanted}, or set it in its app`;
    case "lmstudio":
      return say`raise “Context Length” where LM Studio loads the model`;
    case "llamacpp":
      return say`start llama-server with -c ${wanted}`;
    case "vllm":
      return say`start vLLM with --max-model-len ${wanted}`;
    default:
      return kind satisfies never;
  }
}

function count(tokens: number): string {
  return tokens.toLocaleString("en-US");
}
