/** An answer that its server paused: it goes back as it is, so that the model goes on from there. */
import { describe, expect, test } from "bun:test";
import { buildRequest } from "../../src/context/request.ts";
import { validateRequest } from "../../src/context/validate.ts";
import type { Entry } from "../../src/protocol/entry.ts";
import type { AssistantPart, StopKind } from "../../src/protocol/message.ts";

const model = "anthropic/m1";
const searched: AssistantPart = {
  type: "reasoning",
  text: "",
  note: "The server ran web_search.",
  opaque: { type: "block", block: { type: "server_tool_use", id: "s1" } },
};
const said = (text: string): AssistantPart => ({ type: "text", text });

/** The messages of a request after these entries, for a model. */
function messagesFor(asked: string, ...entries: readonly (string | [StopKind, ...AssistantPart[]])[]) {
  const log = entries.map((entry, at): Entry => {
    const base = { id: `e${at}`, parentId: null, at: "2026-01-01T00:00:00.000Z" };
    if (typeof entry === "string")
      return Object.assign(base, { type: "user", text: entry, via: "submit" } as const);
    const [stop, ...parts] = entry;
    const step = { turnId: "t", step: 1, model, parts, stop, latencyMs: 1, attempts: 1 };
    return Object.assign(base, { type: "assistant", ...step } as const);
  });
  const request = buildRequest({ entries: log, system: "", tools: [], model: asked });
  return validateRequest(request, { model: asked }).request.messages;
}

describe("a paused answer", () => {
  test("stands at the end for the model that gave it, also without a word of it", () => {
    expect(messagesFor(model, "go", ["pause", searched])).toEqual([
      { role: "user", text: "go" },
      { role: "assistant", model, parts: [searched], paused: true },
    ]);
  });

  test("does not stand at the end for another model, which would have to go on with foreign words", () => {
    expect(messagesFor("other/m2", "go", ["pause", searched, said("So far")])).toEqual([
      { role: "user", text: "go" },
    ]);
  });

  test("and what came behind it are one answer", () => {
    expect(messagesFor(model, "go", ["pause", searched], ["stop", said("Found.")], "more")).toEqual([
      { role: "user", text: "go" },
      { role: "assistant", model, parts: [searched, said("Found.")] },
      { role: "user", text: "more" },
    ]);
  });

  test("that paused again is still open", () => {
    expect(messagesFor(model, "go", ["pause", searched], ["pause", said("So far.")]).at(-1)).toEqual({
      role: "assistant",
      model,
      parts: [searched, said("So far.")],
      paused: true,
    });
  });
});

test("an answer that was finished does not stand at the end", () => {
  expect(messagesFor(model, "go", ["stop", said("Done.")])).toEqual([{ role: "user", text: "go" }]);
});

test("what belongs to a text goes to its own model only, and not with half characters", () => {
  const opaque = { type: "citations", citations: [{ url: "https://a" }] };
  const cited = { ...said("So."), opaque };
  expect(messagesFor(model, "go", ["stop", cited], "more")[1]).toMatchObject({ parts: [cited] });
  expect(messagesFor("other/m2", "go", ["stop", cited], "more")[1]).toMatchObject({ parts: [said("So.")] });
  const half = { ...said("So."), opaque: { type: "citations", citations: [{ cited_text: "\ud83d" }] } };
  expect(messagesFor(model, "go", ["stop", half], "more")[1]).toEqual({
    role: "assistant",
    model,
    parts: [said("So.")],
  });
});
