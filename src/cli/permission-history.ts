/** The calls of past sessions, and what came of the questions about them. */
import type { PastCall } from "../permissions/suggest.ts";
import type { ApprovalAnswer } from "../protocol/approval.ts";
import type { Entry, EntryOf } from "../protocol/entry.ts";
import { messageOf } from "../protocol/error.ts";
import type { Access, ToolResult } from "../protocol/tool-result.ts";
import { labelsIn } from "../secrets/label.ts";
import { listSessions } from "../sessions/list.ts";
import { type UnreadLog, unreadLogsWords } from "../sessions/unread-logs.ts";
import type { DataPaths } from "../sessions/paths.ts";
import { readSession } from "../sessions/session-store.ts";
import { accessesOf } from "./permission-calls.ts";
import { say } from "../words/say.ts";

/** One call as a session has it. */
export type LoggedCall = {
  readonly sessionId: string;
  readonly callId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly tool: string;
  /** JSON as the model sent it. */
  readonly argumentsText: string;
  /** JSON that the user put in its place; undefined when they did not. */
  readonly edited: string | undefined;
  /** The secrets that it names, `NAME#1` each. */
  readonly secrets: readonly string[];
  /** The user's last answer before it ran; undefined when nobody was asked. */
  readonly answer: ApprovalAnswer | undefined;
  readonly keptRule: string | undefined;
  readonly started: boolean;
  readonly result: ToolResult | undefined;
  /** Where a command was to run. */
  readonly cwd: string | undefined;
};

/** How many sessions of a folder are looked at, the last used first. */
const maxSessions = 200;

export type LoggedSessions = {
  readonly sessions: readonly { readonly id: string; readonly calls: readonly LoggedCall[] }[];
  /** What could not be read, a sentence each. */
  readonly warnings: readonly string[];
};

/** The calls of the sessions that were started in a folder, the last used session first. */
export function loggedSessions(paths: DataPaths, cwd: string, most = maxSessions): LoggedSessions {
  const warnings: string[] = [];
  const unread: UnreadLog[] = [];
  const listed = listSessions(paths, { cwd }, (one) => unread.push(one));
  const unreadWords = unreadLogsWords(unread);
  if (unreadWords !== null) warnings.push(unreadWords);
  const infos = listed.filter(({ readable }) => readable);
  const sessions = infos.slice(0, most).flatMap(({ id, file }) => {
    try {
      return [{ id, calls: callsOf(readSession(file).session.entries, id) }];
    } catch (thrown) {
      warnings.push(say`The session ${id} could not be read: ${messageOf(thrown)}`);
      return [];
    }
  });
  return { sessions, warnings };
}

function callsOf(entries: readonly Entry[], sessionId: string): LoggedCall[] {
  const approvals = new Map<string, EntryOf<"approval">[]>();
  const results = new Map<string, ToolResult>();
  const started = new Set<string>();
  for (const entry of entries) {
    // What is answered while a call runs is about something else: whether it may leave its sandbox, for one.
    if (entry.type === "approval" && !started.has(entry.callId))
      approvals.set(entry.callId, [...(approvals.get(entry.callId) ?? []), entry]);
    else if (entry.type === "tool_result") results.set(entry.callId, entry.result);
    else if (entry.type === "tool_start") started.add(entry.callId);
  }
  return entries.flatMap((entry) => {
    if (entry.type !== "assistant") return [];
    return entry.parts.flatMap((part): LoggedCall[] => {
      if (part.type !== "tool_call") return [];
      const answered = approvals.get(part.callId) ?? [];
      const approval = answered.at(-1);
      const edited = answered
        .flatMap(({ answer }) => (answer.type === "edit" ? answer.arguments : []))
        .at(-1);
      return [
        {
          sessionId,
          callId: part.callId,
          at: entry.at,
          tool: part.name,
          argumentsText: part.argumentsText,
          edited,
          secrets: [...new Set(labelsIn(edited ?? part.argumentsText))],
          answer: approval?.answer,
          keptRule: approval?.rule,
          started: started.has(part.callId),
          result: results.get(part.callId),
          cwd: approval?.preview.type === "command" ? approval.preview.cwd : undefined,
        },
      ];
    });
  });
}

/**
 * What a call touches, as it would be taken up now in `project`: the one that the user made of it, where they changed it.
 * Throws what it throws for arguments that make no sense.
 */
export function accessesOfLogged(call: LoggedCall, project: string): Access[] {
  const text = call.edited ?? call.argumentsText;
  const input: unknown = JSON.parse(text === "" ? "{}" : text);
  if (typeof input !== "object" || input === null) throw new Error(say`its arguments are no JSON object`);
  const place = call.cwd === undefined ? {} : { cwd: call.cwd };
  return accessesOf({ tool: call.tool, input: { ...input, ...place } }, project);
}

/**
 * The calls that somebody was asked about, equal ones together. Left out are those whose arguments make no sense, and those
 * with secrets in them, which no rule allows.
 */
export function pastCalls({ sessions }: LoggedSessions, project: string): readonly PastCall[] {
  const found = new Map<string, PastCall>();
  for (const call of sessions.flatMap(({ calls }) => calls)) {
    const isYes = call.answer?.type === "once" || call.answer?.type === "remember";
    const isNo = call.answer?.type === "decline" || call.answer?.type === "stop";
    if ((!isYes && !isNo) || call.secrets.length > 0) continue;
    let accesses: readonly Access[];
    try {
      accesses = accessesOfLogged(call, project);
    } catch {
      // What cannot be decided again speaks for no rule.
      continue;
    }
    const key = JSON.stringify(accesses);
    const before = found.get(key);
    found.set(key, {
      shown: accesses.map(shownOf).join(", "),
      accesses,
      approved: (before?.approved ?? 0) + (isYes ? 1 : 0),
      declined: (before?.declined ?? 0) + (isNo ? 1 : 0),
    });
  }
  return [...found.values()];
}

function shownOf(access: Access): string {
  switch (access.type) {
    case "execute":
      return access.command;
    case "read":
    case "write":
      return `${access.type === "read" ? "read" : "edit"} ${access.path}`;
    case "network":
      return access.url;
    case "mcp":
      return `${access.server}/${access.tool}`;
    case "plan":
      return "a plan";
  }
}
