/** Whatever a history holds, what goes over the wire keeps the rules of each protocol. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { buildRequest } from "../../src/context/request.ts";
import { validateRequest } from "../../src/context/validate.ts";
import type { NewEntry } from "../../src/protocol/entry.ts";
import type { ModelRequest } from "../../src/protocol/message.ts";
import { messagesBody } from "../../src/providers/anthropic-request.ts";
import { chatBody, type ChatTraits } from "../../src/providers/chat-request.ts";
import { responsesBody } from "../../src/providers/responses-request.ts";
import { branchOf, parseLog } from "../../src/sessions/log.ts";
import { repairOpenCalls } from "../../src/sessions/open-calls.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { brokenOrder } from "../support/model-order.ts";
import { anyLongBranch, anyRequest, models } from "./random-history.ts";
import { brokenRules } from "./request-rules.ts";

type Item = Readonly<Record<string, unknown>>;

const tools = [{ name: "bash", description: "runs a command", parameters: { type: "object" } }];
const anyValid: fc.Arbitrary<readonly [ModelRequest, string]> = fc
  .tuple(fc.oneof(anyRequest, anyLongBranch), fc.constantFrom(...models))
  .map(([history, model]) => {
    const built = Array.isArray(history)
      ? buildRequest({ entries: history, system: "s", tools, model })
      : history;
    return [validateRequest(built, { model }).request, model] as const;
  })
  .filter(([request]) => request.messages.length > 0);

const runs = { numRuns: 1_000 };
const listOf = (value: unknown): readonly Item[] => (Array.isArray(value) ? value : []);
/** The text in a field of an object. */
const textAt = (value: unknown, field: string): string =>
  typeof value === "object" && value !== null
    ? String(Object.entries(value).find(([name]) => name === field)?.[1])
    : "";
const strings = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(strings) : [];
};

test("a branch with commands, notices, summaries and what was left out makes a valid request for any model", () => {
  fc.assert(
    fc.property(anyLongBranch, fc.constantFrom(...models), (entries, model) => {
      const built = buildRequest({ entries, system: "s", tools: [], model });
      expect(brokenRules(validateRequest(built, { model }).request, model)).toEqual([]);
    }),
    runs,
  );
});

test("a log that was damaged anywhere is opened with a history that each protocol takes", () => {
  const damage = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
    kind: fc.constantFrom("lost", "cut", "nul", "twice", "moved", "odd"),
  });
  fc.assert(
    fc.property(anyLongBranch, fc.array(damage, { maxLength: 4 }), (entries, damages) => {
      const lines = entries.map((entry) => JSON.stringify(entry));
      for (const { at, kind } of damages) damageLine(lines, Math.floor(at * lines.length), kind);
      const bytes = new TextEncoder().encode(lines.join("\n"));
      const branch = branchOf(parseLog(bytes).nodes);
      const opened = [...branch, ...chained([...repairOpenCalls(branch), lastQuestion])];
      for (const model of models) {
        const built = buildRequest({ entries: opened, system: "s", tools, model });
        const { request } = validateRequest(built, { model });
        expect(brokenRules(request, model)).toEqual([]);
        const { messages } = chatBody(request, { model, modelId: "m", traits: {} });
        expect(brokenOrder("chat", { messages })).toBeUndefined();
        const body = messagesBody(request, { model, modelId: "m", maxTokens: 100 });
        expect(brokenOrder("messages", { messages: body.messages })).toBeUndefined();
        const { input, store } = responsesBody(request, { model, modelId: "m", traits: {} });
        expect(brokenOrder("responses", { input, store })).toBeUndefined();
        expect(JSON.stringify(messages)).toContain("the last question");
      }
    }),
    runs,
  );
});

const lastQuestion: NewEntry = { type: "user", text: "the last question", via: "submit" };

/** What power cuts, full disks and other programs do to a line. */
function damageLine(lines: string[], at: number, kind: string): void {
  const line = lines[at];
  if (line === undefined) return;
  if (kind === "lost") lines.splice(at, 1);
  else if (kind === "cut") lines[at] = line.slice(0, Math.floor(line.length / 2));
  else if (kind === "nul") lines[at] = "\0".repeat(40) + line;
  else if (kind === "twice") lines.splice(at, 0, line);
  else if (kind === "moved") lines.push(...lines.splice(at, 1));
  else lines[at] = line.replace(/"type":"\w+"/, '"type":"from_the_future"');
}

describe("Messages", () => {
  const bodyOf = ([request, model]: readonly [ModelRequest, string]) =>
    messagesBody(request, { model, modelId: "m", maxTokens: 100 });

  test("roles alternate from the user on, results come first, no text is blank, ids are in form, at most four marks", () => {
    fc.assert(
      fc.property(anyValid, (valid) => {
        const { messages, ...body } = bodyOf(valid);
        expect(brokenOrder("messages", { messages })).toBeUndefined();
        expect(messages.map(({ role }, at) => role === (at % 2 === 0 ? "user" : "assistant"))).not.toContain(
          false,
        );
        const ids = messages.flatMap(({ content }) =>
          listOf(content).flatMap(({ type, id }) => (type === "tool_use" ? [id] : [])),
        );
        expect(new Set(ids).size).toBe(ids.length);
        for (const id of ids) expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
        for (const { content } of messages) {
          const blocks = listOf(content);
          expect(blocks.length).toBeGreaterThan(0);
          const types = blocks.map(({ type }) => type);
          expect(types.lastIndexOf("tool_result")).toBeLessThanOrEqual(
            types.includes("tool_result") ? types.filter((type) => type === "tool_result").length - 1 : -1,
          );
          for (const block of blocks)
            if (block["type"] === "text") expect(String(block["text"]).trim()).not.toBe("");
        }
        expect(JSON.stringify({ messages, ...body }).split('"cache_control"').length - 1).toBeLessThanOrEqual(
          4,
        );
        expect(strings(messages).every((text) => text.isWellFormed())).toBe(true);
      }),
      runs,
    );
  });
});

describe("Chat Completions", () => {
  const traitSets: readonly ChatTraits[] = [
    {},
    { reasoningBack: "reasoning_content", omitEmptyContent: true },
    { reasoningBack: "reasoning_details", cacheMarks: true },
  ];

  test("results stand directly behind their calls, the user never speaks twice, ids and arguments are in form", () => {
    fc.assert(
      fc.property(anyValid, fc.constantFrom(...traitSets), ([request, model], traits) => {
        const { messages } = chatBody(request, { model, modelId: "m", traits });
        expect(brokenOrder("chat", { messages })).toBeUndefined();
        const list = listOf(messages);
        const roles = list.map(({ role }) => String(role));
        expect(roles.lastIndexOf("system")).toBeLessThanOrEqual(0);
        for (const [at, role] of roles.entries()) if (role !== "tool") expect(roles[at + 1]).not.toBe(role);
        for (const message of list) {
          const calls = listOf(message["tool_calls"]);
          for (const { id, function: asked } of calls) {
            expect(String(id).length).toBeLessThanOrEqual(40);
            expect(() => JSON.parse(textAt(asked, "arguments"))).not.toThrow();
          }
          // DeepSeek and Moonshot refuse a call without the field.
          if (traits.reasoningBack === "reasoning_content" && calls.length > 0)
            expect(message).toHaveProperty("reasoning_content");
          const isBlank = message["content"] === "" || message["content"] === undefined;
          if (message["role"] === "user" || message["role"] === "tool") expect(isBlank).toBe(false);
          if (message["role"] === "assistant" && isBlank)
            expect(
              calls.length + Object.keys(message).filter((key) => key.startsWith("reasoning")).length,
            ).toBeGreaterThan(0);
        }
        expect(strings(messages).every((text) => text.isWellFormed())).toBe(true);
      }),
      runs,
    );
  });
});

describe("Responses", () => {
  test("each call has one output behind it, each output a call before it, ids are unique and in form", () => {
    fc.assert(
      fc.property(anyValid, ([request, model]) => {
        const { input, store } = responsesBody(request, { model, modelId: "m", traits: {} });
        expect(brokenOrder("responses", { input, store })).toBeUndefined();
        const open = new Set<unknown>();
        const seen = new Set<unknown>();
        for (const { type, call_id: id } of listOf(input)) {
          if (type === "function_call") {
            expect(seen.has(id)).toBe(false);
            expect(id).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
            seen.add(id);
            open.add(id);
          } else if (type === "function_call_output") {
            expect(open.delete(id)).toBe(true);
          }
        }
        expect(open.size).toBe(0);
        expect(strings(input).every((text) => text.isWellFormed())).toBe(true);
      }),
      runs,
    );
  });
});
