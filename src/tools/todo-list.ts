/** The list of what a model means to do, as calls set it: read from arguments and from the log. Pure. */
import { z } from "zod";
import type { Entry } from "../protocol/entry.ts";
import { say } from "../words/say.ts";
import { coerceArguments } from "./coerce-arguments.ts";

const itemSchema = z.object({
  text: z.string().trim().min(1),
  status: z.enum(["pending", "in_progress", "done"]),
});

/** What a call of `todo_write` sets. */
export const todoListSchema = z.object({ items: z.array(itemSchema) });

export type Todo = z.infer<typeof itemSchema>;

/** The names by which models know the tool; the first is its own. */
export const todoWriteNames = ["todo_write", "TodoWrite", "update_plan"] as const;

/** True for the tool, by whatever name a model calls it. */
export function isTodoWrite(name: string): boolean {
  return todoWriteNames.some((known) => known === name);
}

/** `2 of 5 done`. */
export function doneWords(items: readonly Todo[]): string {
  const done = items.filter(({ status }) => status === "done").length;
  return say`${done} of ${items.length} done`;
}

const marks = { done: "[x]", in_progress: "[>]", pending: "[ ]" } as const;

/** One item on a line, with its state as a sign: `[x]`, `[>]` or `[ ]`. */
export function todoText(items: readonly Todo[]): string {
  return items.map(({ text, status }) => `${marks[status]} ${text.replace(/\s+/g, " ")}`).join("\n");
}

/** The list as a call's arguments set it; null when they set none. */
export function todosOf(argumentsText: string): readonly Todo[] | null {
  try {
    const value = coerceArguments(JSON.parse(argumentsText), z.toJSONSchema(todoListSchema));
    const read = todoListSchema.safeParse(value);
    return read.success ? read.data.items : null;
  } catch {
    // No JSON: a call with such arguments was refused.
    return null;
  }
}

/** The list after these entries, and where in them the call stands that set it; null when none has. */
export function todosIn(
  entries: readonly Entry[],
): { readonly items: readonly Todo[]; readonly at: number } | null {
  const last = entries.findLastIndex(
    (entry) => entry.type === "tool_result" && entry.result.ok && isTodoWrite(entry.name),
  );
  const result = entries[last];
  if (result?.type !== "tool_result") return null;
  for (let at = last - 1; at >= 0; at -= 1) {
    const entry = entries[at];
    if (entry?.type !== "assistant") continue;
    const call = entry.parts.find((part) => part.type === "tool_call" && part.callId === result.callId);
    if (call?.type !== "tool_call") continue;
    const items = todosOf(call.argumentsText);
    return items === null ? null : { items, at };
  }
  return null;
}
