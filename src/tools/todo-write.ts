/** todo_write: the model's own list of what is to be done, for the user to watch. */
import type { z } from "zod";
import { oneLine } from "./failures.ts";
import { doneWords, type Todo, todoListSchema, todoText, todoWriteNames } from "./todo-list.ts";
import { type Tool, ToolError } from "./tool.ts";

const [name, ...aliases] = todoWriteNames;

/** It touches nothing: the list is what the log says that the last call has set. */
export const todoWriteTool: Tool<z.infer<typeof todoListSchema>> = {
  name,
  aliases,
  description: "For work of several steps: sets the whole todo list, which the user sees.",
  risk: "read",
  schema: todoListSchema,
  title: ({ items }) => oneLine(titleOf(items)),
  async prepare({ items }) {
    const begun = items.filter(({ status }) => status === "in_progress").length;
    if (begun > 1)
      throw new ToolError(`${begun} items are in_progress; at most one may be.`, "invalid_arguments");
    const text = todoText(items);
    return {
      accesses: [],
      preview: { type: "text", text },
      run: async () => ({
        ok: true,
        text: "The list is set.",
        summary: doneWords(items),
        view: { type: "text", text },
      }),
    };
  },
};

/** What is under way now, else what comes next. */
function titleOf(items: readonly Todo[]): string {
  const next =
    items.find(({ status }) => status === "in_progress") ?? items.find(({ status }) => status === "pending");
  return next?.text ?? (items.length === 0 ? "nothing to do" : "all done");
}
