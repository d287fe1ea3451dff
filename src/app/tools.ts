/** Which tools a model gets. */
import { demoTools } from "../tools/demo-tools.ts";
import { createRegistry, type Registry } from "../tools/registry.ts";
import { standardTools, trainedTools } from "../tools/standard-tools.ts";

/**
 * The registry for a model. Only the demo model has its own two tools, and only models that were trained on
 * `apply_patch` have it without being given it in `only`. Throws a `UserError` for an unknown name in `only`.
 */
export function registryFor(model: string, only: readonly string[] | undefined): Registry {
  const tools = [
    ...standardTools,
    ...(only !== undefined || knowsPatches(model) ? trainedTools : []),
    ...(model.startsWith("demo/") ? demoTools : []),
  ];
  return createRegistry(tools, { only });
}

/**
 * True for OpenAI's models from GPT-4.1 on, its o series, gpt-oss and whatever has codex in its name, wherever they are
 * served: the families whose documentation describes the format of `apply_patch`.
 */
function knowsPatches(model: string): boolean {
  const id = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  return id.includes("codex") || /^(?:gpt-?(?:4\.[1-9]|[5-9])|o[1-9](?![a-z0-9])|gpt-oss)/.test(id);
}
