/** Servers that are strict about the history take every request of a session, also of one that was left and opened again. */
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import type { NewEntry } from "../../src/protocol/entry.ts";
import {
  call,
  httpError,
  reasoning,
  type RecordedRequest,
  type Step,
  text,
} from "../support/model-server.ts";
import { type LongSession, openLongSession } from "./long-session.ts";

const refuse = (message: string) => httpError(400, { error: { message, type: "invalid_request_error" } });
/** Answers in order, and refuses what breaks the server's rule. */
const strict = (broken: (request: RecordedRequest) => boolean, answers: readonly (readonly Step[])[]) => {
  let next = 0;
  return (request: RecordedRequest): readonly Step[] => {
    if (broken(request)) return [refuse("not in form")];
    next += 1;
    return answers[next - 1] ?? [text("more")];
  };
};
const contents = (session: LongSession): NewEntry[] =>
  session.inFile().map(({ id: _id, parentId: _parent, at: _at, ...entry }) => entry);

test("a server that refuses blank text takes the history of a model that only called tools, also after a restart", async () => {
  const model = "anthropic/test-model";
  const isBlank = ({ bodyText }: RecordedRequest) => /"text":"\s*"/.test(bodyText);
  const answers = [[text(" "), call("bash", { command: "echo AA" })], [text("ok")]];
  await using session = await openLongSession([], strict(isBlank, answers), { protocol: "messages", model });
  expect(await session.say("go")).toMatchObject({ outcome: "completed" });
  await using again = await openLongSession(contents(session), strict(isBlank, [[text("again")]]), {
    protocol: "messages",
    model,
  });
  expect(await again.say("more")).toMatchObject({ outcome: "completed" });
  expect(again.server.requests).toHaveLength(1);
});

test("a server that refuses half characters takes output that was cut in the middle of emoji", async () => {
  const isHalf = ({ bodyText }: RecordedRequest) =>
    /\\u[dD][89abAB]/.test(bodyText) || !bodyText.isWellFormed() || bodyText.includes("\uFFFD");
  const command = `awk 'BEGIN { printf "x"; for (i = 0; i < 60000; i++) printf "\\360\\237\\230\\200" }'`;
  await using session = await openLongSession(
    [],
    strict(isHalf, [[call("bash", { command })], [text("ok")]]),
  );
  expect(await session.say("go")).toMatchObject({ outcome: "completed" });
  expect(session.server.requests[1]?.bodyText).toContain("😀");
});

describe("a server that wants its reasoning back with every call", () => {
  const model = "deepseek/deepseek-v4-pro";
  const body = z.object({
    messages: z.array(z.object({ tool_calls: z.unknown(), reasoning_content: z.unknown() }).partial()),
  });
  const messagesOf = (request: RecordedRequest) => body.parse(request.body).messages;
  const lacksReasoning = (request: RecordedRequest) =>
    messagesOf(request).some(
      (one) => one.tool_calls !== undefined && typeof one.reasoning_content !== "string",
    );

  test("gets it unchanged, call by call, and an empty one where there was none", async () => {
    await using session = await openLongSession(
      [],
      strict(lacksReasoning, [
        [reasoning("first thought"), call("bash", { command: "true" })],
        [call("bash", { command: "false" })],
        [text("done")],
      ]),
      { model },
    );
    expect(await session.say("go")).toMatchObject({ outcome: "completed" });
    expect(await session.say("on")).toMatchObject({ outcome: "completed" });
    const last = session.server.requests.at(-1);
    const given = last === undefined ? [] : messagesOf(last).filter((one) => one.tool_calls !== undefined);
    expect(given.map((one) => one.reasoning_content)).toEqual(["first thought", ""]);
  });

  test("gets none that another model thought", async () => {
    await using session = await openLongSession(
      [],
      strict(lacksReasoning, [[reasoning("mine alone"), call("bash", { command: "true" })], [text("done")]]),
      { model },
    );
    await session.say("go");
    session.conversation.switchModel("openai/test-model");
    await session.say("on");
    expect(session.server.requests.at(-1)?.bodyText).not.toContain("mine alone");
    session.conversation.switchModel(model);
    expect(await session.say("back")).toMatchObject({ outcome: "completed" });
    expect(session.server.requests.at(-1)?.bodyText).toContain("mine alone");
  });
});
