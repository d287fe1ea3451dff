/** What the user changes of what requests hold. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { planCut } from "../../src/context/cut.ts";
import { type ContextEdit, editsOf } from "../../src/context/edits.ts";
import { keptEntries } from "../../src/context/kept.ts";
import { leftOutOf } from "../../src/context/left-out.ts";
import { mostTokens, mostTokensOfFrame } from "../../src/context/most-tokens.ts";
import { buildRequest } from "../../src/context/request.ts";
import { estimateRequest } from "../../src/context/tokens.ts";
import { validateRequest } from "../../src/context/validate.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import { messagesBody } from "../../src/providers/anthropic-request.ts";
import { chatBody } from "../../src/providers/chat-request.ts";
import { responsesBody } from "../../src/providers/responses-request.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { said } from "../sessions/data-folder.ts";
import { brokenOrder } from "../support/model-order.ts";
import { anyEdited, placesOf } from "./random-edits.ts";
import { models } from "./random-history.ts";
import { brokenRules } from "./request-rules.ts";

const model = "demo/demo";
const tools = [{ name: "bash", description: "runs a command", parameters: { type: "object" } }];
const build = (entries: readonly Entry[], asked = model) =>
  validateRequest(buildRequest({ entries, system: "s", tools, model: asked }), { model: asked }).request;

const answer = (text: string, ...calls: readonly { callId: string; argumentsText: string }[]): NewEntry => ({
  type: "assistant",
  turnId: "t",
  step: 1,
  model,
  parts: [
    { type: "reasoning", text: `thought of ${text}` },
    { type: "text", text },
    ...calls.map(
      ({ callId, argumentsText }) =>
        ({ type: "tool_call", name: "write_file", callId, argumentsText }) as const,
    ),
  ],
  stop: "stop",
  latencyMs: 1,
  attempts: 1,
});
const result = (callId: string, text: string): NewEntry => ({
  type: "tool_result",
  callId,
  name: "write_file",
  title: "",
  result: { ok: true, text },
  durationMs: 1,
});
const edit = (...edits: ContextEdit[]): NewEntry => ({ type: "context_edit", edits });
const compaction = (firstKeptId: string): NewEntry => ({
  type: "compaction",
  summary: "SUMMARY",
  firstKeptId,
});

const big = "apples ".repeat(3_000);
const bigArguments = JSON.stringify({ path: "a.txt", content: big, more: { list: [big] } });
/** e0 user, e1 answer with a call, e2 result, e3 user, e4 answer. */
const story = [
  said("first question"),
  answer("first answer", { callId: "c", argumentsText: bigArguments }),
  result("c", big),
  said("second question"),
  answer("second answer"),
];
const messages = (...behind: NewEntry[]) => build(chained([...story, ...behind, said("third")])).messages;
const textOfAll = (...behind: NewEntry[]) => JSON.stringify(messages(...behind));

describe("a part that is left out", () => {
  test("is a call with short arguments and a result that says so, still a pair", () => {
    const [, asked, answered] = messages(
      edit({ entryId: "e1", callId: "c", action: "exclude", tokens: 3_200 }),
    );
    if (asked?.role !== "assistant" || answered?.role !== "tool") throw new Error("there is no pair");
    const call = asked.parts.find((part) => part.type === "tool_call");
    expect(answered.results).toEqual([
      { callId: "c", name: "write_file", text: "[left out by the user: 3,200 tokens]", isError: false },
    ]);
    expect(call?.argumentsText.length).toBeLessThan(400);
    expect(JSON.parse(call?.argumentsText ?? "")).toMatchObject({ path: "a.txt" });
    expect(asked.parts).toContainEqual({ type: "text", text: "first answer" });
  });

  test("is a message or an answer that is not there any more", () => {
    expect(textOfAll(edit({ entryId: "e3", action: "exclude" }))).not.toContain("second question");
    const without = textOfAll(edit({ entryId: "e4", action: "exclude" }));
    expect(without).not.toContain("second answer");
    expect(without).toContain("second question");
  });

  test("leaves words in its place where the conversation begins with it: nothing else is lost", () => {
    const without = textOfAll(edit({ entryId: "e0", action: "exclude", tokens: 7 }));
    expect(without).toContain("[left out by the user: 7 tokens]");
    expect(without).toContain("first answer");
  });

  test("is as it was again when it is put back", () => {
    const place = { entryId: "e1", callId: "c" };
    const all = edit({ ...place, action: "exclude" }, { entryId: "e0", action: "exclude" });
    expect(textOfAll(all, edit({ ...place, action: "restore" }, { entryId: "e0", action: "restore" }))).toBe(
      textOfAll(),
    );
  });
});

test("a part that is shortened or summarised has its text, and words that say so", () => {
  const [, asked, answered] = messages(
    edit(
      { entryId: "e1", callId: "c", action: "shorten", text: "apples … apples", tokens: 3_000 },
      { entryId: "e1", action: "summarise", text: "it answered", tokens: 900 },
    ),
  );
  expect(JSON.stringify(answered)).toContain(
    "[shortened by the user: 3,000 tokens before]\\napples … apples",
  );
  if (asked?.role !== "assistant") throw new Error("there is no answer");
  expect(asked.parts.map(({ type }) => type)).toEqual(["text", "tool_call"]);
  expect(asked.parts[0]).toMatchObject({
    text: "[summarised for the user: 900 tokens before]\nit answered",
  });
});

describe("a part that is pinned", () => {
  const pins = edit({ entryId: "e1", callId: "c", action: "pin" }, { entryId: "e0", action: "pin" });

  test("stands behind every later summary as it was said, a call with its result", () => {
    const all = messages(pins, compaction("e3"), said("x"), answer("y"), compaction("e4"));
    const text = JSON.stringify(all);
    expect(text).toContain("first question");
    expect(text).not.toContain("first answer");
    expect(text).not.toContain("second question");
    expect(all.find(({ role }) => role === "tool")).toMatchObject({ results: [{ callId: "c", text: big }] });
    expect(text.indexOf("SUMMARY")).toBeLessThan(text.indexOf("first question"));
  });

  test("is summarised like everything else once it is pinned no more", () => {
    const text = textOfAll(pins, edit({ entryId: "e0", action: "unpin" }), compaction("e3"));
    expect(text).not.toContain("first question");
  });

  test("is no place to cut at, so that a later summary brings nothing else back", () => {
    const branch = chained([...story, pins, compaction("e3"), said("x"), answer("y")]);
    for (const keep of [0, 10, 100, 10_000]) {
      const cut = planCut(branch, keep, () => 10);
      if (cut === null) continue;
      expect(["e0", "e1", "e2"]).not.toContain(cut.firstKeptId);
      expect(cut.summarised.map(({ id }) => id)).not.toContain("e1");
    }
  });
});

test("a summary that is left out stands for nothing: what it stood for is there again", () => {
  const back = edit({ entryId: "e5", action: "exclude" });
  expect(textOfAll(compaction("e4"))).not.toContain("first question");
  expect(textOfAll(compaction("e4"), back)).toBe(textOfAll());
});

describe("whatever is edited", () => {
  test("the request keeps the rules of every protocol, and the last question is in it", () => {
    fc.assert(
      fc.property(anyEdited, fc.constantFrom(...models), ({ edited }, asked) => {
        const entries = [...edited, ...last(edited)];
        const request = build(entries, asked);
        expect(brokenRules(request, asked)).toEqual([]);
        const chat = chatBody(request, { model: asked, modelId: "m", traits: {} });
        expect(brokenOrder("chat", { messages: chat.messages })).toBeUndefined();
        const body = messagesBody(request, { model: asked, modelId: "m", maxTokens: 100 });
        expect(brokenOrder("messages", { messages: body.messages })).toBeUndefined();
        const { input, store } = responsesBody(request, { model: asked, modelId: "m", traits: {} });
        expect(brokenOrder("responses", { input, store })).toBeUndefined();
        expect(JSON.stringify(chat.messages)).toContain("the very last question");
      }),
      { numRuns: 1_000 },
    );
  });

  test("putting everything back gives the very same request", () => {
    fc.assert(
      fc.property(anyEdited, fc.constantFrom(...models), ({ plain, edited }, asked) => {
        const places = placesOf(edited);
        const back = edit(
          ...places.flatMap((place) => [
            { ...place, action: "restore" } as const,
            { ...place, action: "unpin" } as const,
          ]),
          ...edited
            .slice(plain.length)
            .filter(({ type }) => type === "compaction")
            .map(({ id }) => ({ entryId: id, action: "exclude" }) as const),
        );
        const again = chained([...edited.map(withoutPlace), back]);
        expect(JSON.stringify(build(again, asked))).toBe(JSON.stringify(build(plain, asked)));
      }),
      { numRuns: 1_000 },
    );
  });

  test("every message that is pinned is in the request word for word, whatever was summarised", () => {
    fc.assert(
      fc.property(anyEdited, ({ edited }) => {
        const edits = editsOf(edited);
        const left = leftOutOf(edited);
        const texts = build([...edited, ...last(edited)]).messages.flatMap((message) =>
          message.role === "user" ? [message.text] : [],
        );
        for (const entry of edited) {
          if (entry.type !== "user" || !edits.isPinned(entry.id) || edits.holdOf(entry.id) !== undefined)
            continue;
          if (entry.text.trim() === "" || left.hasText(entry.text)) continue;
          expect(texts.join("\n")).toContain(entry.text.toWellFormed());
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("a request is never longer than what is counted without counting", () => {
    const frame = { system: "s", tools };
    fc.assert(
      fc.property(anyEdited, ({ edited }) => {
        const most = mostTokens(keptEntries(edited)) + mostTokensOfFrame(frame);
        expect(most).toBeGreaterThanOrEqual(estimateRequest(build(edited)));
      }),
      { numRuns: 500 },
    );
  });

  test("a part that is left out takes about as much as the words in its place", () => {
    // What each part has of the long text: a message once, an answer as thoughts and words, a call and its result.
    const parts = [
      { edit: { entryId: "e0", action: "exclude" }, times: 1 },
      { edit: { entryId: "e1", action: "exclude" }, times: 2 },
      { edit: { entryId: "e1", callId: "c", action: "exclude" }, times: 2 },
    ] satisfies { edit: ContextEdit; times: number }[];
    fc.assert(
      fc.property(fc.subarray(parts), fc.nat({ max: 10_000 }), (kept, length) => {
        const long = "word ".repeat(length);
        const chosen = parts.filter((part) => !kept.includes(part));
        const entries = chained([
          said(long),
          answer(long, { callId: "c", argumentsText: JSON.stringify({ content: long }) }),
          result("c", long),
          edit(...chosen.map((part) => part.edit)),
          said("third"),
        ]);
        const times = kept.reduce((sum, part) => sum + part.times, 0);
        expect(estimateRequest(build(entries))).toBeLessThan(times * length * 1.1 + 200);
      }),
      { numRuns: 50 },
    );
  });
});

const last = (edited: readonly Entry[]): Entry[] => [
  {
    ...said("the very last question"),
    id: "the-last",
    parentId: edited.at(-1)?.id ?? null,
    at: "",
  },
];

function withoutPlace({ id: _id, parentId: _parentId, at: _at, ...content }: Entry): NewEntry {
  return content;
}
