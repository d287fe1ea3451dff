/** How a call ended, as a sign in front of its name. What it means stands in words behind it. */
import type { CallItem } from "../item.ts";

const signs = {
  pending: "◌",
  awaiting_approval: "◌",
  running: "◐",
  done: "●",
  failed: "✗",
  declined: "⊘",
  interrupted: "■",
} as const;

export function statusSign({ status }: CallItem): string {
  return signs[status];
}
