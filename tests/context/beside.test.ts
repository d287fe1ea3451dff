/** What happened beside the conversation, in the requests: told once, in its place, and never what is private. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { buildRequest } from "../../src/context/request.ts";
import { validateRequest } from "../../src/context/validate.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import type { AssistantPart, ModelMessage } from "../../src/protocol/message.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { said } from "../sessions/data-folder.ts";
import { brokenRules, roles } from "./request-rules.ts";

const model = "demo/demo";
const sent = (entries: readonly Entry[]): readonly ModelMessage[] =>
  validateRequest(buildRequest({ entries, system: "s", tools: [], model }), { model }).request.messages;

const notice = (text: string): NewEntry => ({ type: "notice", text });
const command = (shared: boolean, output = "out\n"): NewEntry => ({
  type: "user_command",
  command: "ls -a",
  cwd: "/home/ada/project",
  exitCode: 0,
  output,
  durationMs: 1,
  shared,
});
const call = (callId: string): AssistantPart => ({
  type: "tool_call",
  callId,
  name: "bash",
  argumentsText: "{}",
});
const answer = (parts: AssistantPart[], requestedAfter?: string): NewEntry => ({
  type: "assistant",
  turnId: "t",
  step: 1,
  model,
  parts,
  stop: "stop",
  latencyMs: 1,
  attempts: 1,
  ...(requestedAfter === undefined ? {} : { requestedAfter }),
});
const result = (callId: string): NewEntry => ({
  type: "tool_result",
  callId,
  name: "bash",
  title: "",
  result: { ok: true, text: "done" },
  durationMs: 1,
});
const words = (text: string): AssistantPart => ({ type: "text", text });

describe("what the model is told", () => {
  test("a notice is told as rein's, with the next message of the user", () => {
    expect(sent(chained([said("go"), answer([words("ok")]), notice("job-1 ended."), said("and?")]))).toEqual([
      { role: "user", text: "go" },
      { role: "assistant", model, parts: [words("ok")] },
      { role: "user", text: "[Notice from rein, not from the user] job-1 ended.\n\nand?" },
    ]);
  });

  test("a shared command of the user is told with its folder, exit code and output", () => {
    expect(sent(chained([command(true), said("why?")]))).toEqual([
      {
        role: "user",
        text: "[The user ran a command in /home/ada/project]\n$ ls -a\nexit code: 0\nout\n\nwhy?",
      },
    ]);
    expect(sent(chained([command(true, "  \n"), said("why?")]))[0]).toMatchObject({
      text: expect.stringContaining("(no output)"),
    });
  });

  test("a private command is told to nobody", () => {
    const request = sent(
      chained([said("go"), answer([words("ok")]), command(false, "secret"), said("and?")]),
    );
    expect(JSON.stringify(request)).not.toMatch(/secret|ls -a/);
  });

  test("what happens while calls run stands behind their results", () => {
    const entries = chained([
      said("go"),
      answer([call("a"), call("b")]),
      result("a"),
      notice("job-1 ended."),
      command(true),
      result("b"),
    ]);
    expect(roles(sent(entries))).toBe("user assistant tool user");
  });

  test("what happens while the model answers stands behind that answer, which did not know it", () => {
    const entries = chained([said("go"), notice("job-1 ended."), answer([call("a")], "e0"), result("a")]);
    const request = sent(entries);
    expect(roles(request)).toBe("user assistant tool user");
    expect(request[0]).toEqual({ role: "user", text: "go" });
  });

  test("what happens before a summary is a part of it", () => {
    const summary: NewEntry = { type: "compaction", summary: "We talked.", firstKeptId: "e3" };
    const entries = chained([
      said("go"),
      notice("old news."),
      answer([words("ok")], "e0"),
      said("on"),
      summary,
    ]);
    expect(JSON.stringify(sent(entries))).not.toContain("old news");
  });
});

/** A turn as an engine writes it down, with things happening beside it at every moment. */
type Aside = { readonly kind: "notice" | "shared" | "private"; readonly count: number };
const asides = fc.array(
  fc.record({ kind: fc.constantFrom("notice", "shared", "private"), count: fc.nat() }),
  {
    maxLength: 2,
  },
) as fc.Arbitrary<Aside[]>;
const step = fc.record({
  calls: fc.nat({ max: 3 }),
  whileThinking: asides,
  betweenResults: asides,
  afterResults: asides,
});
const turns = fc.array(fc.record({ before: asides, steps: fc.array(step, { maxLength: 3 }) }), {
  minLength: 1,
  maxLength: 4,
});

describe("whatever happens, whenever it happens", () => {
  test("requests are valid, only grow at their end, tell what is shared exactly once and nothing private", () => {
    fc.assert(
      fc.property(turns, (all) => {
        const contents: NewEntry[] = [];
        const requests: (readonly ModelMessage[])[] = [];
        let count = 0;
        const beside = (list: readonly Aside[]) => {
          for (const { kind } of list) {
            count += 1;
            const mark = `<${kind} ${count}>`;
            contents.push(kind === "notice" ? notice(mark) : command(kind === "shared", mark));
          }
        };
        for (const { before, steps } of all) {
          beside(before);
          contents.push(said("go"));
          for (const { calls, whileThinking, betweenResults, afterResults } of [...steps, null].map(
            (one) => one ?? { calls: 0, whileThinking: [], betweenResults: [], afterResults: [] },
          )) {
            requests.push(sent(chained(contents)));
            const leaf = `e${contents.length - 1}`;
            beside(whileThinking);
            const ids = Array.from({ length: calls }, (_, at) => `c${contents.length}-${at}`);
            contents.push(
              answer([words("I say"), ...ids.map(call)], whileThinking.length > 0 ? leaf : undefined),
            );
            for (const id of ids) {
              beside(betweenResults);
              contents.push(result(id));
            }
            if (calls > 0) beside(afterResults);
          }
        }
        contents.push(said("last"));
        requests.push(sent(chained(contents)));
        for (const [at, request] of requests.entries()) {
          expect(brokenRules({ system: "s", tools: [], messages: request }, model)).toEqual([]);
          const next = requests[at + 1];
          if (next !== undefined) expect(next.slice(0, request.length)).toEqual([...request]);
        }
        const last = JSON.stringify(requests.at(-1));
        expect(last).not.toContain("<private");
        const marks = contents.flatMap((entry) =>
          entry.type === "notice"
            ? [entry.text]
            : entry.type === "user_command" && entry.shared
              ? [entry.output]
              : [],
        );
        for (const mark of marks) expect(last.split(mark)).toHaveLength(2);
      }),
      { numRuns: 500 },
    );
  });
});
