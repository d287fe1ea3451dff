/** Which part of the history an error means. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { nameOfText } from "../../src/context/left-out.ts";
import { findRepair } from "../../src/context/repair.ts";
import { validateRequest } from "../../src/context/validate.ts";
import type { ProviderError } from "../../src/protocol/error.ts";
import type { ModelMessage, ModelRequest } from "../../src/protocol/message.ts";
import { placesIn } from "../../src/context/wire-place.ts";
import { responsesBody } from "../../src/providers/responses-request.ts";
import { png } from "../workspace/make-images.ts";
import { anyRequest, models } from "./random-history.ts";

const model = "anthropic/claude-sonnet-5";
const refused = (message: string, kind: ProviderError["kind"] = "invalid_request"): ProviderError => ({
  kind,
  message: `It answered 400: ${message}`,
  status: 400,
  retryable: false,
});
const image = { mediaType: "image/png", data: png(2, 2).toString("base64") };
const call = (callId: string) => ({ type: "tool_call", callId, name: "bash", argumentsText: "{}" }) as const;
const result = (callId: string, images?: (typeof image)[]) => ({
  callId,
  name: "bash",
  text: `did ${callId}`,
  isError: false,
  ...(images === undefined ? {} : { images }),
});

const messages: ModelMessage[] = [
  { role: "user", text: "first" },
  { role: "assistant", model, parts: [{ type: "text", text: "I look" }, call("a"), call("b")] },
  { role: "tool", results: [result("a", [image]), result("b", [image])] },
  { role: "user", text: "second" },
  { role: "assistant", model, parts: [{ type: "text", text: "done" }] },
  { role: "user", text: "last" },
];
const request: ModelRequest = { system: "s", messages, tools: [] };
const leftOut = (message: string) => findRepair(refused(message), request)?.leftOut;

describe("a path in the error", () => {
  test.each([
    ["messages.2.content.1.tool_result.content.1.image: too large", [{ what: "images", id: "b" }]],
    ["messages.2.content.0: image does not match its media type", [{ what: "images", id: "a" }]],
    ["messages[4].content: image is too large", [{ what: "images", id: "b" }]],
    ["messages.[1].content: odd characters", [{ what: "text", id: nameOfText("first") }]],
    ["messages.0.content.0.text: odd characters", [{ what: "text", id: nameOfText("first") }]],
    ["messages.2.content.2.text: odd characters", [{ what: "text", id: nameOfText("second") }]],
    ["messages[3].content: odd characters", [{ what: "result", id: "a" }]],
    ["Invalid 'input[4].output[1].image_url'", [{ what: "images", id: "a" }]],
    ["Invalid 'input[5].output': string too long", [{ what: "result", id: "b" }]],
    ["Invalid value at input[7].content[0].text", [{ what: "text", id: nameOfText("done") }]],
    ["Invalid value at 'input[6]'", [{ what: "text", id: nameOfText("second") }]],
    ["message at index 6: odd characters", [{ what: "text", id: nameOfText("done") }]],
  ])("%s", (message, parts) => {
    expect(JSON.stringify(leftOut(message))).toBe(JSON.stringify(parts));
  });

  test("counts what a request over Responses really holds", () => {
    fc.assert(
      fc.property(anyRequest, fc.constantFrom(...models), (history, asked) => {
        const valid = validateRequest(history, { model: asked }).request;
        const { input } = responsesBody(valid, { model: asked, modelId: "m", traits: {} });
        const items: readonly object[] = Array.isArray(input) ? input : [];
        for (const [at, item] of items.entries()) {
          const [place] = placesIn(`Invalid 'input[${at}]'`, valid);
          if ("role" in item && "content" in item) expect(item.content).toBe(place?.text);
          else if ("output" in item)
            expect(JSON.stringify(item.output)).toContain(JSON.stringify(place?.result?.text));
          else expect(place?.message.role).toBe("assistant");
        }
        expect(placesIn(`Invalid 'input[${items.length}]'`, valid)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  test("of words that stand in one message with others means all of them, and none of the last", () => {
    const joined = { role: "user", text: "odd one\n\nodd two\nand more\n\n[Notice] a job ended" } as const;
    const said = ["odd one", "odd", "odd two\nand more", "elsewhere"];
    const repair = findRepair(
      refused("messages[1].content: bad"),
      { ...request, messages: [joined, ...messages.slice(1)] },
      said,
    );
    expect(repair?.leftOut.map(({ id }) => id)).toEqual([
      nameOfText("odd one"),
      nameOfText("odd two\nand more"),
    ]);
  });

  test("that names no place there is means nothing", () => {
    expect(leftOut("messages.99.content.3: odd characters")).toBeUndefined();
    expect(leftOut("top_p: must be below 1")).toBeUndefined();
  });

  test("of the user's last message means nothing that can be left out", () => {
    expect(leftOut("messages.4.content.0.text: odd characters")).toBeUndefined();
  });
});

test("images without a place mean all of them, calls by their ids only those", () => {
  expect(leftOut("this model does not support image input")).toEqual([
    { what: "images", id: "a" },
    { what: "images", id: "b" },
  ]);
  expect(
    findRepair(refused("`tool_use` ids were found without `tool_result` blocks: b", "message_order"), request)
      ?.leftOut,
  ).toContainEqual({ what: "call", id: "b" });
});

test("whatever a server says about whatever history, a repair names what is there, and not what the user just said", () => {
  const words = fc.constantFrom(
    "image too large",
    "Invalid signature in thinking block",
    "tool_use without tool_result",
    "odd",
    "roles must alternate",
  );
  const place = fc.tuple(
    fc.constantFrom("messages.", "messages[", "input["),
    fc.nat({ max: 9 }),
    fc.nat({ max: 3 }),
  );
  fc.assert(
    fc.property(
      anyRequest,
      fc.constantFrom(...models),
      words,
      place,
      (any, asked, said, [start, at, part]) => {
        const { request: valid } = validateRequest(any, { model: asked });
        const close = start.endsWith("[") ? "]" : "";
        const repair = findRepair(
          refused(`${start}${at}${close}.content.${part}: ${said}`, "message_order"),
          valid,
        );
        if (repair === null) return;
        expect(repair.leftOut.length).toBeGreaterThan(0);
        const all = JSON.stringify(valid.messages);
        const texts = valid.messages.flatMap((message) =>
          message.role === "user"
            ? [message.text]
            : message.role === "assistant"
              ? message.parts.flatMap((one) => (one.type === "text" ? [one.text] : []))
              : [],
        );
        const last = valid.messages.at(-1);
        for (const { what, id } of repair.leftOut) {
          if (what === "text") expect(texts.map(nameOfText)).toContain(id);
          else if (what !== "reasoning") expect(all).toContain(JSON.stringify(id));
          const earlier = texts.slice(0, -1).map(nameOfText);
          if (what === "text" && last?.role === "user" && !earlier.includes(id))
            expect(id).not.toBe(nameOfText(last.text));
        }
      },
    ),
    { numRuns: 1_000 },
  );
});
