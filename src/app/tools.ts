/** Which tools a model gets. */
import { demoTools } from "../tools/demo-tools.ts";
import { createRegistry, type Registry } from "../tools/registry.ts";
import { standardTools } from "../tools/standard-tools.ts";

/** The registry for a model; only the demo model has its own two tools. Throws a `UserError` for an unknown name in `only`. */
export function registryFor(model: string, only: readonly string[] | undefined): Registry {
  const tools = model.startsWith("demo/") ? [...standardTools, ...demoTools] : standardTools;
  return createRegistry(tools, { only });
}
