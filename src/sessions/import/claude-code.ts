/**
 * Claude Code: `<config>/projects/<folder>/<session>.jsonl`, one object a line, appended only. Nobody has published the
 * format. What is relied on here:
 *
 * - every line: `type`, `uuid`, `parentUuid`, `timestamp`, `sessionId`, `cwd`, `gitBranch`, `isSidechain`, `agentId`. The
 *   lines are a tree: the active branch leads from the last one to a root; over a summary `logicalParentUuid` goes on
 * - `user`: `message.content`, a text or blocks (`text`, `image.source`, `tool_result` with `tool_use_id`, `content`,
 *   `is_error`), `isMeta`, `isCompactSummary`, `toolUseResult.structuredPatch`
 * - `assistant`: `message` with `id`, `model`, `content` (`text`, `thinking`, `tool_use`), `stop_reason`, `usage`. A response
 *   has a line for each block, all with the same `message.id`; calls that ran side by side hang off the branch
 * - `system` with `subtype: "compact_boundary"`: `compactMetadata.preTokens`, `postTokens`, `preservedSegment.headUuid`
 * - `attachment` of the type `queued_command`: what the user said while the model was at work
 * - titles: `custom-title`, `ai-title`, `summary`
 */
import { ClaudeBranch } from "./claude-branch.ts";
import { ClaudeTelling } from "./claude-telling.ts";
import { fieldsOf, folderOf, lineOf, textOf, timeOf } from "./fields.ts";
import { lineAt, type Source, sourceLines } from "./source-lines.ts";
import type { Reading, Transcript } from "./transcript.ts";

/** Reads a session's file. */
export function* readClaudeCode(source: Source): Reading {
  const branch = new ClaudeBranch();
  const titles = { custom: "", own: "", summary: "" };
  const facts = { id: "", cwd: null as string | null, gitBranch: null as string | null, createdAt: "" };
  let unreadable = 0;
  for (const line of sourceLines(source)) {
    yield;
    const { value } = line;
    if (value === null) {
      unreadable += 1;
      continue;
    }
    titles.custom = textOf(value["customTitle"]) || titles.custom;
    titles.own = textOf(value["aiTitle"]) || titles.own;
    if (value["type"] === "summary") titles.summary = textOf(value["summary"]) || titles.summary;
    branch.add(value, line);
    facts.id ||= lineOf(value["sessionId"]);
    facts.cwd ??= folderOf(value["cwd"]);
    facts.gitBranch ??= lineOf(value["gitBranch"]) || null;
    facts.createdAt ||= timeOf(value["timestamp"]);
  }
  const telling = new ClaudeTelling();
  for (const place of branch.active()) {
    yield;
    telling.add(fieldsOf(lineAt(source, place)));
  }
  return {
    tool: "claude-code",
    id: facts.id,
    isHelper: branch.isHelper,
    cwd: facts.cwd,
    createdAt: facts.createdAt || null,
    gitBranch: facts.gitBranch,
    title: titleOf(titles),
    told: telling.end(),
    leftOut: { unreadable, helpers: branch.helpers, noise: telling.noise },
  };
}

function titleOf(titles: {
  readonly custom: string;
  readonly own: string;
  readonly summary: string;
}): Transcript["title"] {
  if (titles.custom !== "") return { text: titles.custom, by: "user" };
  const text = titles.own || titles.summary;
  return text === "" ? null : { text, by: "model" };
}
