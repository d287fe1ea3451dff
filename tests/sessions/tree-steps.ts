/** Sessions that branch, for tests: what was done in them, step by step, and random ones. */
import fc from "fast-check";
import type { NewEntry } from "../../src/protocol/entry.ts";
import type { LogNode } from "../../src/sessions/log.ts";
import type { Session } from "../../src/sessions/session.ts";
import { memorySession } from "../../src/sessions/session-store.ts";

export function emptySession(): Session {
  return memorySession({ cwd: "/shop", version: "0.0.0" }, { now: () => 0 });
}

/** One whole turn, with so many calls. Returns the id of its first entry and of its last. */
export function addTurn(
  session: Pick<Session, "append">,
  text: string,
  { calls = 0, answer = "Done.", paths = [] }: { calls?: number; answer?: string; paths?: string[] } = {},
): { readonly id: string; readonly end: string } {
  const { id } = session.append({ type: "user", text, via: "submit" });
  const turnId = `t-${id}`;
  session.append({ type: "turn_start", turnId, traceId: "0".repeat(32), model: "demo/offline", mode: "ask" });
  for (let at = 0; at < calls; at += 1) {
    const call = { callId: `c${at}`, name: "bash", title: `run ${at}` };
    session.append({ type: "tool_start", ...call });
    const files = paths.map((path) => ({ path, after: "0".repeat(64) }));
    session.append({ type: "tool_result", ...call, result: { ok: true, text: "" }, durationMs: 1, files });
  }
  session.append(said(answer, turnId));
  const end = session.append({ type: "turn_end", turnId, outcome: "completed", steps: 1 });
  return { id, end: end.id };
}

export function said(text: string, turnId = "t"): NewEntry {
  return {
    type: "assistant",
    turnId,
    step: 1,
    model: "demo/offline",
    parts: [{ type: "text", text }],
    stop: "stop",
    latencyMs: 1,
    attempts: 1,
  };
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ turn: fc.string(), calls: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ go: fc.option(fc.nat(60), { nil: null }) }) },
  { weight: 1, arbitrary: fc.record({ label: fc.string(), at: fc.nat(60) }) },
  { weight: 1, arbitrary: fc.record({ begin: fc.constantFrom("submit" as const, "steer" as const) }) },
  { weight: 1, arbitrary: fc.constant("retry" as const) },
  { weight: 1, arbitrary: fc.constant("mode" as const) },
);

/** The log of a session in which somebody wrote, went elsewhere, named places and stopped in the middle. */
export const anyTreeLog: fc.Arbitrary<readonly LogNode[]> = fc.array(step, { maxLength: 40 }).map((steps) => {
  const session = emptySession();
  const idAt = (place: number) => {
    const nodes = session.tree();
    return nodes[place % Math.max(1, nodes.length)]?.id;
  };
  for (const one of steps) {
    if (one === "mode") session.append({ type: "mode", mode: "plan" });
    else if (one === "retry")
      session.append({ type: "turn_start", turnId: "r", traceId: "0", model: "demo/offline", mode: "ask" });
    else if ("turn" in one) addTurn(session, one.turn, { calls: one.calls });
    else if ("begin" in one) session.append({ type: "user", text: "into it", via: one.begin });
    else if ("label" in one) {
      const entryId = idAt(one.at);
      if (entryId !== undefined) session.append({ type: "label", entryId, label: one.label });
    } else if (session.tree().length > 0) session.move(one.go === null ? null : (idAt(one.go) ?? null));
  }
  return session.tree();
});

/** The same with lines that were lost, or that this version cannot read. */
export const anyDamagedLog: fc.Arbitrary<readonly LogNode[]> = fc
  .tuple(anyTreeLog, fc.array(fc.nat(200), { maxLength: 8 }), fc.array(fc.nat(200), { maxLength: 8 }))
  .map(([nodes, lost, unknown]) =>
    nodes
      .map((node, at): LogNode =>
        unknown.includes(at) ? { id: node.id, parentId: node.parentId, entry: null, raw: "{}" } : node,
      )
      .filter((_, at) => !lost.includes(at)),
  );
