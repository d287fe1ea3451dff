import { expect, test } from "bun:test";
import type { AssistantPart } from "../../src/protocol/message.ts";
import { httpError, serveModel, text } from "../support/model-server.ts";
import { collect, errorOf, requestOf, streamed } from "./collect.ts";
import { providerFor } from "./responses-server.ts";

const refusal = (message: string, fields: object = {}) =>
  httpError(400, { error: { message, type: "invalid_request_error", param: null, code: null, ...fields } });

test("a summary that an organization may not have is asked for once, and then no more", async () => {
  await using server = await serveModel([
    [refusal("Your organization must be verified to generate reasoning summaries.")],
    [text("hello")],
    [text("again")],
  ]);
  const provider = providerFor(server, { traits: { effort: "low" } });
  expect(streamed(await collect(provider), "text")).toBe("hello");
  expect(streamed(await collect(provider), "text")).toBe("again");
  expect(server.requests.map(({ body }) => body?.["reasoning"])).toEqual([
    { effort: "low", summary: "auto" },
    { effort: "low" },
    { effort: "low" },
  ]);
});

test("encrypted reasoning is not asked of a model that has none", async () => {
  await using server = await serveModel([
    [refusal("Encrypted content is not supported with this model.", { param: "include" })],
    [refusal("Unsupported parameter.", { param: "reasoning.summary" })],
    [text("hello")],
  ]);
  expect(streamed(await collect(providerFor(server)), "text")).toBe("hello");
  expect(server.requests[2]?.body).not.toHaveProperty("include");
  expect(server.requests[2]?.body).not.toHaveProperty("reasoning");
});

test("what another account has encrypted is left out, and what comes later goes back", async () => {
  const sealed = (name: string): AssistantPart => ({
    type: "reasoning",
    text: "",
    opaque: { type: "responses", item: { type: "reasoning", encrypted_content: name } },
  });
  const said = (text: string) => ({ type: "text", text }) as const;
  const code = { code: "invalid_encrypted_content" };
  await using server = await serveModel([
    [refusal("The encrypted content old could not be verified.", code)],
    [text("hello")],
    [text("again")],
  ]);
  const provider = providerFor(server);
  const first = { role: "assistant", model: provider.model, parts: [sealed("old"), said("x")] } as const;
  const second = { role: "assistant", model: provider.model, parts: [sealed("new"), said("y")] } as const;
  await collect(provider, requestOf(["hi", first, "on"]));
  await collect(provider, requestOf(["hi", first, "on", second, "and on"]));
  const sent = server.requests.map(({ bodyText }) => [
    bodyText.includes('"old"'),
    bodyText.includes('"new"'),
  ]);
  expect(sent).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ]);
});

test("any other refusal is told as it is, and the request is not sent again", async () => {
  await using server = await serveModel([[refusal("Your messages are wrong.", { param: "input" })]]);
  const error = errorOf(await collect(providerFor(server)));
  expect(error).toMatchObject({ kind: "invalid_request", status: 400, retryable: false });
  expect(error.message).toContain("Your messages are wrong.");
  expect(server.requests).toHaveLength(1);
});

test("a server that refuses the same again and again is believed in the end", async () => {
  await using server = await serveModel(() => [
    refusal("No reasoning summaries.", { param: "reasoning.summary" }),
  ]);
  expect(errorOf(await collect(providerFor(server)))).toMatchObject({ status: 400 });
  expect(server.requests).toHaveLength(2);
});
