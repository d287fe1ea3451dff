/** Whatever the user, the model and the world beside them do, in whatever order. */
import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { buildRequest } from "../../src/context/request.ts";
import { validateRequest } from "../../src/context/validate.ts";
import { type Entry, entrySchema } from "../../src/protocol/entry.ts";
import { type ModelMessage, toolCallsOf } from "../../src/protocol/message.ts";
import { brokenRules } from "../context/request-rules.ts";
import { call, createTestEngine, response, type ScriptedAnswer, tool } from "../support/engine.ts";

const model = "test/model";

const actions = fc.array(
  fc.record({
    type: fc.constantFrom(
      "submit",
      "steer",
      "note",
      "shared",
      "private",
      "interrupt",
      "yes",
      "no",
      "stop",
      "nothing",
    ),
    /** How many turns of the microtask queue pass before the next one. */
    ticks: fc.nat({ max: 30 }),
  }),
  { minLength: 1, maxLength: 25 },
);
/** Which tools each of the first responses calls; none ends the turn. */
const responses = fc.array(fc.array(fc.constantFrom("look", "act", "fail"), { maxLength: 3 }), {
  maxLength: 20,
});

test("requests are valid and only grow, every call has one result, what is private stays so, and all is told", async () => {
  await fc.assert(
    fc.asyncProperty(actions, responses, async (doings, wanted) => {
      let ids = 0;
      const answers = Array.from(
        { length: 200 },
        (_, at): ScriptedAnswer =>
          async function* () {
            await Promise.resolve();
            const calls = (wanted[at] ?? []).map((name) => call(`c${(ids += 1)}`, name));
            yield* response(["words", ...calls]);
          },
      );
      const tools = [
        tool("look", { run: async () => ({ ok: true, text: "seen" }) }),
        tool("act", { risk: "execute", run: async () => ({ ok: true, text: "did" }) }),
        tool("fail", { run: () => Promise.reject(new Error("no")) }),
      ];
      const { engine, entries, requests, turnEnds } = createTestEngine({ answers, tools });
      const told: string[] = [];
      for (const [at, { type, ticks }] of doings.entries()) {
        const mark = `<${type} ${at}>`;
        const command = { command: mark, cwd: "/", exitCode: 0, output: "", durationMs: 1 };
        if (type === "submit") engine.submit(mark);
        else if (type === "steer") engine.steer(mark);
        else if (type === "note") engine.note(mark);
        else if (type === "shared" || type === "private")
          engine.noteUserCommand({ ...command, shared: type === "shared" });
        else if (type === "interrupt") engine.interrupt();
        else answer(engine, type);
        if (["submit", "steer", "note", "shared"].includes(type)) told.push(mark);
        for (let tick = 0; tick < ticks; tick += 1) await Promise.resolve();
      }
      // What waits behind a turn that was stopped goes out with the next messages.
      for (let asked = 0; asked < 40 && (asked === 0 || engine.queued.length > 0); asked += 1) {
        engine.submit("last");
        while (engine.state !== "idle") {
          answer(engine, "yes");
          await Promise.resolve();
        }
        await engine.whenIdle();
      }
      const log = entries();
      for (const entry of log) expect(entrySchema.safeParse(entry).success).toBeTrue();
      expect(resultsOf(log)).toEqual(callsOf(log));
      expect(turnEnds().length).toBe(log.filter(({ type }) => type === "turn_start").length);
      const sent = [...requests, log].map(messagesOf);
      for (const [at, messages] of sent.entries()) {
        expect(brokenRules({ system: "", tools: [], messages }, model)).toEqual([]);
        expect(JSON.stringify(messages)).not.toContain("<private");
        if (at > 0) expectGrowth(sent[at - 1] ?? [], messages);
      }
      const all = JSON.stringify(sent.at(-1));
      for (const mark of told) expect(all.split(mark)).toHaveLength(2);
    }),
    { numRuns: 300 },
  );
});

function answer(engine: ReturnType<typeof createTestEngine>["engine"], type: string): void {
  const callId = engine.openQuestions[0]?.callId;
  if (callId === undefined) return;
  if (type === "yes") engine.answer(callId, { type: "once" });
  if (type === "no") engine.answer(callId, { type: "decline", words: "" });
  if (type === "stop") engine.answer(callId, { type: "stop" });
}

function messagesOf(entries: readonly Entry[]): readonly ModelMessage[] {
  return validateRequest(buildRequest({ entries, system: "", tools: [], model }), { model }).request.messages;
}

function callsOf(log: readonly Entry[]): string[] {
  return log
    .flatMap((entry) => (entry.type === "assistant" ? toolCallsOf(entry.parts) : []))
    .map(({ callId }) => callId)
    .toSorted((a, b) => a.localeCompare(b));
}

function resultsOf(log: readonly Entry[]): string[] {
  return log
    .flatMap((entry) => (entry.type === "tool_result" ? [entry.callId] : []))
    .toSorted((a, b) => a.localeCompare(b));
}

/** What was sent stands in the next request as it was; a message of the user at its end may have grown. */
function expectGrowth(before: readonly ModelMessage[], after: readonly ModelMessage[]): void {
  const whole = before.slice(0, -1);
  expect(after.slice(0, whole.length)).toEqual(whole);
  const [last, now] = [before.at(-1), after[whole.length]];
  if (last?.role === "user" && now?.role === "user") expect(now.text).toStartWith(last.text);
  else expect(now).toEqual(last);
}
