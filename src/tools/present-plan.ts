/** present_plan: how plan mode ends: with a plan that the user agrees to, or does not. */
import { z } from "zod";
import { say } from "../words/say.ts";
import { oneLine } from "./failures.ts";
import { type Tool, ToolError } from "./tool.ts";

const schema = z.object({ plan: z.string().min(1).describe("Markdown.") });

/**
 * It is offered in every mode: a tool that came and went with the mode would change each request's beginning, and with it
 * all that a provider has cached.
 */
export const presentPlanTool: Tool<z.infer<typeof schema>> = {
  name: "present_plan",
  aliases: ["ExitPlanMode", "exit_plan_mode"],
  description: "In plan mode: shows the plan to the user, whose yes ends plan mode.",
  risk: "write",
  schema,
  title: ({ plan }) => oneLine(plan.replace(/^[#*\s]+/, "")),
  async prepare({ plan }, { mode }) {
    if (mode === undefined || mode.get() !== "plan") return answering(notNeeded, say`plan mode is off`);
    if (plan.trim() === "") throw new ToolError("The plan is empty.", "invalid_arguments");
    return {
      accesses: [{ type: "plan" }],
      preview: { type: "text", text: plan },
      async run({ ask, signal }) {
        const freely = (await ask?.(goOn)) === "yes";
        // Who stops here has not let it be carried out; who has changed the mode meanwhile wants that one.
        signal.throwIfAborted();
        if (mode.get() === "plan") mode.set(freely ? "accept-edits" : "ask");
        const now = mode.get();
        return {
          ok: true,
          text: `The user agrees to the plan, and plan mode is over. Carry it out now. ${
            now === "ask"
              ? "The user is asked about each change."
              : "Files of the project may be changed without asking; other changes are asked about."
          }`,
          summary: say`agreed; ${now} mode`,
        };
      },
    };
  },
};

const goOn = {
  wants: say`to change files without asking`,
  preview: { type: "text", text: say`Change files of the project from now on without asking about each?` },
  reasons: [say`the plan is agreed to; without a yes here, rein asks about each change`],
} as const;

const notNeeded =
  "Plan mode is off, so no plan waits for a yes. Go ahead with what the user asked for; rein asks them where it must.";

function answering(text: string, summary: string) {
  return {
    accesses: [],
    preview: { type: "text", text },
    run: async () => ({ ok: true, text, summary }) as const,
  } as const;
}
