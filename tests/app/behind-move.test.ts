/** Wherever the conversation goes on, its next request is valid and holds nothing of what was left. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { notedBehindMove } from "../../src/app/behind-move.ts";
import { buildRequest } from "../../src/context/request.ts";
import { validateRequest } from "../../src/context/validate.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import { matchResults } from "../../src/sessions/open-calls.ts";
import { memorySession } from "../../src/sessions/session-store.ts";
import type { Session } from "../../src/sessions/session.ts";
import { anyBranch, models } from "../context/random-history.ts";
import { brokenRules } from "../context/request-rules.ts";

const chosen = { model: "demo/demo" };

function newSession(): Session {
  return memorySession({ cwd: "/", version: "0" }, { now: () => 0 });
}

/** Goes there as a conversation does. */
function goTo(
  session: Session,
  to: string | null,
  more: Partial<Parameters<typeof notedBehindMove>[0]> = {},
): void {
  const left = session.branch();
  session.move(to);
  const gone = {
    branch: session.branch(),
    left,
    entries: session.entries(),
    jobs: [],
    mode: "ask",
    chosen,
  } as const;
  for (const entry of notedBehindMove({ ...gone, ...more })) session.append(entry);
}

function append(session: Session, entries: readonly NewEntry[]): void {
  for (const entry of entries) session.append(entry);
}

const contentOf = ({ id: _id, parentId: _parent, at: _at, ...content }: Entry): NewEntry => content;

describe("in any log", () => {
  test("the request at every place that is gone to breaks no rule, and no call is left open", () => {
    const walk = fc.array(fc.record({ place: fc.nat({ max: 400 }), said: anyBranch }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(anyBranch, walk, fc.constantFrom(...models), (begun, steps, model) => {
        const session = newSession();
        append(session, begun.map(contentOf));
        for (const { place, said } of steps) {
          const ids = [null, ...session.entries().map(({ id }) => id)];
          if (ids.length > 1) goTo(session, ids[place % ids.length] ?? null);
          expect(
            [...matchResults(session.branch()).values()].flat().filter(({ result }) => result === null),
          ).toEqual([]);
          append(session, [...said.map(contentOf), { type: "user", text: "go on", via: "submit" }]);
          const built = buildRequest({ entries: session.branch(), system: "s", tools: [], model });
          expect(brokenRules(validateRequest(built, { model }).request, model)).toEqual([]);
        }
      }),
      { numRuns: 500 },
    );
  });

  test("the request holds what was said on the way to that place, and nothing else", () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat({ max: 100 })), { minLength: 1, maxLength: 30 }), (steps) => {
        const session = newSession();
        /** What a request is to hold behind each entry. */
        const saidAt = new Map<string | null, readonly string[]>([[null, []]]);
        let here: readonly string[] = [];
        for (const [at, step] of steps.entries()) {
          const places = [...saidAt.keys()];
          const to = step === null ? undefined : (places[step % places.length] ?? null);
          if (to !== undefined && session.entries().length > 0) {
            here = saidAt.get(to) ?? [];
            goTo(session, to);
          }
          here = [...here, `message ${at}`];
          const { id } = session.append({ type: "user", text: `message ${at}`, via: "submit" });
          saidAt.set(id, here);
          const { messages } = buildRequest({
            entries: session.branch(),
            system: "",
            tools: [],
            model: models[0],
          });
          expect(messages.map((message) => message.role === "user" && message.text)).toEqual([...here]);
        }
      }),
    );
  });
});

describe("behind a move into the middle of a turn", () => {
  const call = (callId: string) =>
    ({ type: "tool_call", callId, name: "bash", argumentsText: "{}" }) as const;
  const turn: NewEntry[] = [
    { type: "user", text: "do both", via: "submit" },
    { type: "turn_start", turnId: "t", traceId: "0", model: "demo/demo", mode: "ask" },
    {
      type: "assistant",
      turnId: "t",
      step: 1,
      model: "demo/demo",
      parts: [call("ran"), call("did-not")],
      stop: "tool_use",
      latencyMs: 1,
      attempts: 1,
    },
    { type: "tool_start", callId: "ran", name: "bash", title: "make" },
    {
      type: "tool_result",
      callId: "ran",
      name: "bash",
      title: "make",
      result: { ok: true, text: "made" },
      durationMs: 1,
    },
  ];

  test("calls get results that say what is true of them, and the turn its end", () => {
    const session = newSession();
    append(session, turn);
    goTo(session, session.entries()[2]?.id ?? "");
    const noted = session.branch().slice(4);
    expect(noted).toMatchObject([
      { type: "tool_result", callId: "ran", result: { ok: false, kind: "interrupted" } },
      { type: "tool_result", callId: "did-not", result: { ok: false, kind: "interrupted" } },
      { type: "turn_end", outcome: "interrupted" },
    ]);
    const messages = noted.flatMap((entry) =>
      entry.type === "tool_result" && !entry.result.ok ? [entry.result.message] : [],
    );
    expect(messages[0]).toContain("It was run then");
    expect(messages[1]).toContain("this call was not run");
  });

  test("mode and model stay those of today, and are only noted where the branch says otherwise", () => {
    const session = newSession();
    append(session, turn);
    const first = session.entries()[1]?.id ?? "";
    goTo(session, first);
    expect(
      session
        .branch()
        .slice(3)
        .map(({ type }) => type),
    ).toEqual(["turn_end"]);
    goTo(session, first, { mode: "plan", chosen: { model: "other/model", effort: "high" } });
    expect(session.branch().slice(3).map(contentOf)).toMatchObject([
      { type: "turn_end" },
      { type: "mode", mode: "plan" },
      { type: "model", model: "other/model", effort: "high" },
    ]);
  });
});

describe("background jobs", () => {
  const started = (id: string): NewEntry[] => [
    { type: "user", text: `start ${id}`, via: "submit" },
    {
      type: "tool_result",
      callId: id,
      name: "bash",
      title: `run ${id}`,
      result: { ok: true, text: "started", job: { id, runs: true } },
      durationMs: 1,
    },
  ];

  test("what the branch does not know of them is told there", () => {
    const session = newSession();
    append(session, started("job-1"));
    const place = session.entries().at(-1)?.id ?? "";
    append(session, [{ type: "notice", text: "It ended.", endedJobs: ["job-1"] }, ...started("job-2")]);
    goTo(session, place, { jobs: [{ id: "job-2", command: "sleep 9", status: "running" }] });
    expect(session.branch().slice(-2)).toMatchObject([
      {
        type: "notice",
        text: "Background jobs that have ended meanwhile: job-1 (run job-1).",
        endedJobs: ["job-1"],
      },
      {
        type: "notice",
        text: "Background jobs that were started after this place still run: job-2 (sleep 9).",
      },
    ]);
  });

  test("nothing is said of one that runs and is known", () => {
    const session = newSession();
    append(session, started("job-1"));
    goTo(session, session.entries().at(-1)?.id ?? "", {
      jobs: [{ id: "job-1", command: "x", status: "running" }],
    });
    expect(session.branch().at(-1)?.type).toBe("move");
  });
});
