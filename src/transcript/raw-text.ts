/** Items as they were said: what `r` in the transcript shows and `c` copies. Not made printable: that is the caller's. */
import type { Item } from "./item.ts";

/**
 * The text of an item: an answer's markdown as the model wrote it, a message as it was sent; for a call its name and
 * arguments as the model wrote them, and all of what came of it.
 */
export function rawTextOf(item: Item): string {
  switch (item.type) {
    case "user":
    case "text":
    case "reasoning":
      return item.text.trim();
    case "notice":
      return joined([item.text, item.details ?? ""]);
    case "user_command":
      return joined([`${item.shared ? "!" : "!!"}${item.command}`, item.output.trimEnd()]);
    case "call": {
      const asked = `${item.name} ${item.editedText ?? item.argumentsText}`.trim();
      return joined([asked, resultOf(item).trimEnd()]);
    }
    default:
      return item satisfies never;
  }
}

function resultOf({ result, output = "" }: Item & { type: "call" }): string {
  if (result === undefined) return output;
  const { view } = result;
  const shown = view?.type === "command" ? view.output : view?.type === "text" ? view.text : null;
  if (result.ok) return shown ?? result.text;
  return joined([result.message, shown ?? ""]);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join("\n");
}
