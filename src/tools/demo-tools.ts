/** Two tools of the demo model, from the classroom example that rein grew from. No other model is offered them. */
import { z } from "zod";
import { oneLine } from "./failures.ts";
import type { PreparedCall, Tool } from "./tool.ts";

const startCommands: Readonly<Record<string, string>> = { demo: "pnpm dev" };

const lookupSchema = z.object({ project: z.string().describe("The project's name.") });

export const lookupCommandTool: Tool<z.infer<typeof lookupSchema>> = {
  name: "lookup_command",
  description: "Tells the command that starts a project.",
  risk: "read",
  schema: lookupSchema,
  title: ({ project }) => oneLine(project),
  async prepare({ project }) {
    const command = Object.hasOwn(startCommands, project) ? startCommands[project] : undefined;
    return answering(command ?? `No start command is known for the project "${project}".`);
  },
};

const uppercaseSchema = z.object({ text: z.string() });

export const uppercaseTool: Tool<z.infer<typeof uppercaseSchema>> = {
  name: "uppercase",
  description: "Returns a text in upper case.",
  risk: "read",
  schema: uppercaseSchema,
  title: ({ text }) => oneLine(text),
  async prepare({ text }) {
    return answering(text.toUpperCase());
  },
};

export const demoTools: readonly Tool[] = [lookupCommandTool, uppercaseTool];

/** A call that touches nothing and answers with a text. */
function answering(text: string): PreparedCall {
  return {
    accesses: [],
    preview: { type: "text", text },
    run: async () => ({ ok: true, text, summary: text.slice(0, 40) }),
  };
}
