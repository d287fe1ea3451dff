/** What a request has to hold by what the log's active branch says: marks, calls and results in their order. */
import type { Entry, EntryOf } from "../../../src/protocol/entry.ts";
import type { RecordedRequest } from "../../support/model-server.ts";
import { conversationOf } from "../requests.ts";
import { marksIn } from "./saved-log.ts";

/** Why a request is not what the branch says; undefined where it is. */
export function wrongHistory(request: RecordedRequest, branch: readonly Entry[]): string | undefined {
  const { tokens, free } = expectedOf(branch);
  const wanted = tokens.filter((token) => !free.has(token)).join(" ");
  const sent = sentIn(request)
    .filter((token) => !free.has(token))
    .join(" ");
  return sent === wanted ? undefined : `the request holds\n${sent}\nand the branch says\n${wanted}`;
}

function sentIn(request: RecordedRequest): string[] {
  return conversationOf(request).flatMap((said) => {
    switch (said.who) {
      case "user":
        return marksIn(said.text);
      case "model":
        return marksIn(said.text).concat(said.calls.map((id) => `call:${id}`));
      case "tool":
        return [said.text.startsWith("[left out by the user") ? `gone:${said.id}` : `result:${said.id}`];
      default:
        return said satisfies never;
    }
  });
}

/** `free`: what may be there or not. */
type Expected = { readonly tokens: readonly string[]; readonly free: ReadonlySet<string> };
type Held = { readonly holds: ReadonlyMap<string, string>; readonly pins: ReadonlySet<string> };

function expectedOf(branch: readonly Entry[]): Expected {
  const edits = heldIn(branch);
  const { holds, pins } = edits;
  const summary = branch.findLast(
    (entry): entry is EntryOf<"compaction"> =>
      entry.type === "compaction" && entry.summary.trim() !== "" && holds.get(key(entry.id)) !== "exclude",
  );
  const first = summary === undefined ? 0 : branch.findIndex(({ id }) => id === summary.firstKeptId);
  const free = new Set(
    branch.flatMap((entry) => {
      const isShort = holds.get(key(entry.id)) === "shorten";
      const isBroken = entry.type === "assistant" && entry.stop === "truncated";
      return isShort || isBroken ? marksOf(entry) : [];
    }),
  );
  const results = new Set(branch.flatMap((entry) => (entry.type === "tool_result" ? [entry.callId] : [])));
  const of = (entry: Entry, isPart: (id: string, callId?: string) => boolean): string[] => {
    const says = isPart(entry.id) && holds.get(key(entry.id)) !== "exclude" ? marksOf(entry) : [];
    if (entry.type !== "assistant") return says;
    const calls = entry.parts.flatMap((part) =>
      part.type === "tool_call" && results.has(part.callId) && isPart(entry.id, part.callId)
        ? [part.callId]
        : [],
    );
    const isGone = (id: string) => holds.get(key(entry.id, id)) === "exclude";
    return [
      ...says,
      ...calls.map((id) => `call:${id}`),
      ...calls.map((id) => (isGone(id) ? `gone:${id}` : `result:${id}`)),
    ];
  };
  const isPinned = (id: string, callId?: string) => pins.has(key(id, callId));
  const kept = branch.slice(Math.max(first, 0)).filter(({ type }) => type !== "compaction");
  const before = summary === undefined || first <= 0 ? [] : branch.slice(0, first);
  return {
    tokens: [
      ...(summary === undefined || first === -1 ? [] : of(summary, () => true)),
      ...before.flatMap((entry) => of(entry, isPinned)),
      ...kept.flatMap((entry) => of(entry, () => true)),
    ],
    free,
  };
}

function marksOf(entry: Entry): string[] {
  switch (entry.type) {
    case "user":
    case "notice":
      return marksIn(entry.text);
    case "compaction":
      return marksIn(entry.summary);
    case "assistant":
      return entry.parts.flatMap((part) => (part.type === "text" ? marksIn(part.text) : []));
    default:
      return [];
  }
}

/** What was said last of each part. */
function heldIn(branch: readonly Entry[]): Held {
  const holds = new Map<string, string>();
  const pins = new Set<string>();
  for (const { action, entryId, callId } of branch.flatMap((entry) =>
    entry.type === "context_edit" ? entry.edits : [],
  )) {
    const part = key(entryId, callId);
    if (action === "pin") pins.add(part);
    else if (action === "unpin") pins.delete(part);
    else if (action === "restore") holds.delete(part);
    else holds.set(part, action);
  }
  for (const part of pins) if (holds.get(part) === "exclude") pins.delete(part);
  return { holds, pins };
}

const key = (entryId: string, callId = ""): string => `${entryId} ${callId}`;
