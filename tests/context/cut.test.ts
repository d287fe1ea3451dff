/** Where a conversation is cut for a summary. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { planCut } from "../../src/context/cut.ts";
import { buildRequest } from "../../src/context/request.ts";
import { validateRequest } from "../../src/context/validate.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { anyLongBranch } from "./random-history.ts";
import { brokenRules } from "./request-rules.ts";

const model = "demo/demo";
const user = (text: string, via: "submit" | "steer" = "submit"): NewEntry => ({ type: "user", text, via });
const step = (...callIds: string[]): NewEntry => ({
  type: "assistant",
  turnId: "t",
  step: 1,
  model,
  parts: [
    { type: "text", text: "I do" },
    ...callIds.map((callId) => ({ type: "tool_call", callId, name: "bash", argumentsText: "{}" }) as const),
  ],
  stop: "stop",
  latencyMs: 1,
  attempts: 1,
});
const result = (callId: string): NewEntry => ({
  type: "tool_result",
  callId,
  name: "bash",
  title: "",
  durationMs: 1,
  result: { ok: true, text: `did ${callId}` },
});
/** Everything that is said weighs 10. */
const weigh = ({ type }: Entry) =>
  type === "user" || type === "assistant" || type === "tool_result" ? 10 : 0;

const twoTurns = [user("one"), step("a"), result("a"), step(), user("two"), step("b"), result("b"), step()];

describe("the cut falls", () => {
  test("between turns, as early as what is kept allows", () => {
    expect(planCut(chained(twoTurns), 45, weigh)).toMatchObject({ firstKeptId: "e4", lastWords: [] });
  });

  test("between steps when the last turn is too long, and what the user asked in it is carried along", () => {
    expect(
      planCut(chained([...twoTurns, user("also this", "steer"), step("c"), result("c")]), 25, weigh),
    ).toMatchObject({
      firstKeptId: "e9",
      lastWords: ["two", "also this"],
    });
  });

  test("never between a call and its result, also when results of several calls come one by one", () => {
    const entries = chained([user("go"), step("a", "b"), result("a"), result("b"), step("c"), result("c")]);
    expect(planCut(entries, 25, weigh)?.firstKeptId).toBe("e4");
    expect(planCut(entries, 35, weigh)?.firstKeptId).toBe("e4");
    expect(planCut(entries, 45, weigh)?.firstKeptId).toBe("e4");
  });

  test("behind everything when not even the last step fits", () => {
    const cut = planCut(chained([user("go"), step("a"), result("a")]), 5, weigh);
    expect(cut).toMatchObject({ firstKeptId: "e2", lastWords: ["go"] });
    expect(cut?.summarised).toHaveLength(2);
  });

  test("nowhere when all of it fits, or nothing was said", () => {
    expect(planCut(chained(twoTurns), 1_000, weigh)).toBeNull();
    expect(
      planCut(
        chained([
          { type: "mode", mode: "plan" },
          { type: "notice", text: "n" },
        ]),
        0,
        weigh,
      ),
    ).toBeNull();
    expect(planCut([], 0, weigh)).toBeNull();
  });

  test("behind an earlier summary, which becomes a part of the new one", () => {
    const earlier: NewEntry = { type: "compaction", summary: "before", firstKeptId: "e4" };
    const cut = planCut(chained([...twoTurns, earlier, user("three"), step()]), 20, weigh);
    expect(cut?.firstKeptId).toBe("e9");
    expect(cut?.summarised.map(({ type }) => type)).toEqual([
      "compaction",
      "user",
      "assistant",
      "tool_result",
      "assistant",
    ]);
  });
});

test("whatever the branch holds, a summary at the cut keeps the request valid and the user's last words in it", () => {
  fc.assert(
    fc.property(anyLongBranch, fc.nat({ max: 120 }), (entries, keep) => {
      const cut = planCut(entries, keep, weigh);
      if (cut === null) return;
      const summary = ["SUMMARY", ...cut.lastWords].join("\n\n");
      const place = { id: "new", parentId: entries.at(-1)?.id ?? null, at: "" };
      const compaction: Entry = { ...place, type: "compaction", summary, firstKeptId: cut.firstKeptId };
      const built = buildRequest({ entries: [...entries, compaction], system: "s", tools: [], model });
      const { request } = validateRequest(built, { model });
      expect(brokenRules(request, model)).toEqual([]);
      const said = request.messages
        .flatMap((message) => (message.role === "user" ? [message.text] : []))
        .join("\n");
      expect(said).toContain("SUMMARY");
      const last = entries.findLast(
        (entry) => entry.type === "user" && entry.via !== "steer" && entry.text.trim() !== "",
      );
      const isLeftOut = entries.some(
        (entry) => entry.type === "notice" && entry.leftOut?.some(({ what }) => what === "text"),
      );
      if (last?.type === "user" && !isLeftOut) expect(said).toContain(last.text.trim().toWellFormed());
    }),
    { numRuns: 1_000 },
  );
});
