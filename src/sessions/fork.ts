/** Where a session can be forked: in front of a message of its user. Pure. */
import type { Entry, EntryOf, LeftOut } from "../protocol/entry.ts";
import { toolCallsOf } from "../protocol/message.ts";

/** A message with which a turn began, and where it stands in the branch. */
export type BeginningMessage = { readonly message: EntryOf<"user">; readonly at: number };

/** The messages that turns began with, the last one first: the first of them is what `/fork 1` ends before. */
export function beginningMessages(branch: readonly Entry[]): BeginningMessage[] {
  return branch
    .flatMap((message, at) => (message.type === "user" && message.via !== "steer" ? [{ message, at }] : []))
    .toReversed();
}

/**
 * How many messages back, from 1, a fork has to end so that none of these parts is in it; null when no entry of the branch
 * holds one. `nameOfText` names a text as `LeftOut` does.
 */
export function messagesBackTo(
  parts: readonly LeftOut[],
  branch: readonly Entry[],
  nameOfText: (text: string) => string,
): number | null {
  const first = branch.findIndex((entry) => parts.some((part) => holds(entry, part, nameOfText)));
  if (first === -1) return null;
  const messages = beginningMessages(branch);
  const back = messages.findIndex(({ at }) => at <= first);
  return back === -1 ? null : back + 1;
}

function holds(entry: Entry, { what, id }: LeftOut, nameOfText: (text: string) => string): boolean {
  if (entry.type === "user" && what === "images")
    return (entry.images ?? []).some(({ data }) => nameOfText(data) === id);
  if (entry.type === "user") return what === "text" && nameOfText(entry.text) === id;
  if (entry.type !== "assistant") return false;
  switch (what) {
    case "reasoning":
      return entry.parts.some(({ type }) => type === "reasoning");
    case "text":
      return entry.parts.some((part) => part.type === "text" && nameOfText(part.text) === id);
    default:
      return toolCallsOf(entry.parts).some(({ callId }) => callId === id);
  }
}
