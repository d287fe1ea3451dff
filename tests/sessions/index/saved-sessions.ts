/** Sessions for tests of their index, and what is found of them. */
import type { NewEntry } from "../../../src/protocol/entry.ts";
import type { SessionInfo } from "../../../src/sessions/glance.ts";
import { searchSessions } from "../../../src/sessions/index/indexed-sessions.ts";
import type { Session } from "../../../src/sessions/session.ts";
import { createSession } from "../../../src/sessions/session-store.ts";
import { said, start, type TestContext } from "../data-folder.ts";

/** A session that is closed again, with these entries; a text is a message of the user's. */
export function saved(
  context: TestContext,
  entries: readonly (string | NewEntry)[],
  cwd = start.cwd,
): Session {
  const session = createSession({ ...start, cwd, gitBranch: "main" }, context);
  for (const entry of entries) session.append(typeof entry === "string" ? said(entry) : entry);
  session.close();
  return session;
}

/** As a list without an index has them: that counts nothing. */
export function uncounted(sessions: readonly SessionInfo[]): SessionInfo[] {
  return sessions.map((info) => ({ ...info, used: null }));
}

export function answer(text: string): NewEntry {
  return {
    type: "assistant",
    turnId: "t",
    step: 1,
    model: "demo/demo",
    parts: [{ type: "text", text }],
    stop: "stop",
    latencyMs: 1,
    attempts: 1,
  };
}

export function printed(text: string): NewEntry {
  return {
    type: "tool_result",
    callId: "c",
    name: "bash",
    title: "bash ls",
    result: { ok: true, text },
    durationMs: 1,
  };
}

/** What a search finds, the hits of each text in brackets. */
export async function found(context: TestContext, query: string, cwd?: string): Promise<string[]> {
  const { hits } = await searchSessions(context.paths, query, {
    limit: 20,
    ...(cwd === undefined ? {} : { cwd }),
  });
  return hits.map(({ snippet }) => snippet.map(({ text, isHit }) => (isHit ? `[${text}]` : text)).join(""));
}
