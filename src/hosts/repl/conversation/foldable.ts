/** Which items have more to show than they do at first. */
import type { Shown } from "./shown.ts";

/** Whether an item opens and closes. */
export function isFoldable(item: Shown): boolean {
  switch (item.type) {
    case "call":
    case "reasoning":
    case "user":
    case "user_command":
      return true;
    case "notice":
      return (item.details ?? "") !== "";
    case "text":
    case "open_answer":
    case "printed":
      return false;
    default:
      return item satisfies never;
  }
}
