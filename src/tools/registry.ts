/** The tools of a session, by name. */
import { z } from "zod";
import { UserError } from "../protocol/error.ts";
import type { ToolDefinition } from "../protocol/message.ts";
import type { Tool } from "./tool.ts";

export interface Registry {
  /** The tool with this name or alias, or undefined. */
  find(name: string): Tool | undefined;
  /** The tools' own names, in the order in which the model sees them. */
  names(): readonly string[];
  /** The tools as a model sees them; the same objects in the same order at every call, so that caches hold. */
  definitions(): readonly ToolDefinition[];
}

/**
 * A registry of these tools, or of those of them that `only` names (by name or alias).
 *
 * @throws UserError (usage) when `only` names a tool that does not exist; the message lists those that do.
 */
export function createRegistry(
  tools: readonly Tool[],
  options: { readonly only?: readonly string[] | undefined } = {},
): Registry {
  const chosen = options.only === undefined ? tools : choose(tools, options.only);
  const byName = namesOf(chosen);
  let definitions: readonly ToolDefinition[] | undefined;
  return {
    find: (name) => byName.get(name),
    names: () => chosen.map((tool) => tool.name),
    definitions: () => (definitions ??= chosen.map(definitionOf)),
  };
}

function choose(tools: readonly Tool[], only: readonly string[]): Tool[] {
  const byName = namesOf(tools);
  const wanted = new Set<Tool>();
  for (const name of only) {
    const tool = byName.get(name);
    if (tool === undefined) {
      const names = tools.map((tool) => tool.name).join(", ");
      throw new UserError(`There is no tool "${name}". The tools are: ${names}.`, { exitCode: 2 });
    }
    wanted.add(tool);
  }
  return tools.filter((tool) => wanted.has(tool));
}

function namesOf(tools: readonly Tool[]): Map<string, Tool> {
  const names = new Map<string, Tool>();
  for (const tool of tools) for (const alias of tool.aliases ?? []) names.set(alias, tool);
  // Last, so that no alias hides a tool's own name.
  for (const tool of tools) names.set(tool.name, tool);
  return names;
}

function definitionOf(tool: Tool): ToolDefinition {
  const { $schema: _, ...parameters } = z.toJSONSchema(tool.schema, {
    io: "input",
    // Zod writes the range of safe integers into every integer: 60 bytes a field that no model needs.
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  return { name: tool.name, description: tool.description, parameters };
}
