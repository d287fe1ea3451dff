/**
 * pi: `<agent folder>/sessions/<folder>/<time>_<id>.jsonl`, one object a line. From its sources
 * (`coding-agent/src/core/session-manager.ts`, `ai/src/types.ts`), what is relied on here:
 *
 * - the header: `type: "session"`, `id`, `timestamp`, `cwd`; the first version also `provider`, `modelId`
 * - each entry: `id`, `parentId`, `timestamp`. The active branch leads from the last one to a root; the entries of the first
 *   version have no ids, and follow each other
 * - `message.message` by `role`: `user`; `assistant` with `provider`, `model`, `content` (`text`, `thinking`, `toolCall` with `id`,
 *   `name`, `arguments`), `usage` (`input`, `output`, `cacheRead`, `cacheWrite`), `stopReason`, `errorMessage`; `toolResult` with
 *   `toolCallId`, `content`, `isError`; `bashExecution` with `command`, `output`, `exitCode`, `excludeFromContext`
 * - `compaction` (`summary`, `firstKeptEntryId`), `branch_summary`, `custom_message`, `session_info.name`, `model_change`
 */
import { type Fields, fieldsOf, folderOf, lineOf, textOf, timeOf } from "./fields.ts";
import { PiTelling } from "./pi-telling.ts";
import { lineAt, type Source, sourceLines } from "./source-lines.ts";
import type { Reading } from "./transcript.ts";

type Node = { readonly parent: number; readonly start: number; readonly end: number };

/** Reads a session's file. */
export function* readPi(source: Source): Reading {
  const nodes: Node[] = [];
  const byId = new Map<string, number>();
  let header: Fields | null = null;
  let unreadable = 0;
  let name = "";
  let first = "";
  for (const { value, start, end } of sourceLines(source)) {
    yield;
    if (value === null) {
      unreadable += 1;
      continue;
    }
    if (value["type"] === "session") {
      header ??= value;
      continue;
    }
    first ||= timeOf(value["timestamp"]);
    if (value["type"] === "session_info") name = textOf(value["name"]);
    nodes.push({ parent: parentOf(value, byId, nodes.length), start, end });
    const id = textOf(value["id"]);
    if (id !== "" && !byId.has(id)) byId.set(id, nodes.length - 1);
  }
  const facts = header ?? {};
  const telling = new PiTelling(textOf(facts["provider"]), textOf(facts["modelId"]));
  for (const node of branchOf(nodes)) {
    yield;
    telling.add(fieldsOf(lineAt(source, node)));
  }
  return {
    tool: "pi",
    id: lineOf(facts["id"]),
    isHelper: false,
    cwd: folderOf(facts["cwd"]),
    createdAt: timeOf(facts["timestamp"]) || first || null,
    gitBranch: null,
    title: name === "" ? null : { text: name, by: "user" },
    told: telling.told,
    leftOut: { unreadable, helpers: 0, noise: telling.noise },
  };
}

/** -1 for a root. A parent that is missing stood in a damaged line: the entry before that is the nearest that is left. */
function parentOf(entry: Fields, byId: ReadonlyMap<string, number>, at: number): number {
  const { parentId } = entry;
  if (parentId === null) return -1;
  return (typeof parentId === "string" ? byId.get(parentId) : undefined) ?? at - 1;
}

/** Every parent stands before its children. */
function branchOf(nodes: readonly Node[]): Node[] {
  const path: Node[] = [];
  for (let at = nodes.length - 1; at >= 0;) {
    const node = nodes[at];
    if (node === undefined) break;
    path.push(node);
    at = node.parent;
  }
  return path.toReversed();
}
