/** When the model's server fails, the user reads what is wrong, and the conversation goes on. */
import { describe, expect, test } from "bun:test";
import { cut, gate, httpError, raw, reset, stop, text } from "../support/model-server.ts";
import { countInLines } from "../support/screen-rules.ts";
import { conversationOf, userTexts } from "./requests.ts";
import { answered, begin, idle, seen, send } from "./start.ts";

/** A server in trouble that is better after a moment. */
const busyFor = (ms: number) =>
  httpError(500, { error: { message: "the gremlins are in" } }, { "retry-after-ms": String(ms) });

describe.each(["chat", "messages"] as const)("over the %s protocol", (protocol) => {
  test.each([
    [
      401,
      "that key is not one",
      /refused the key \(401\): that key is not one\. Check the key in (OPENAI|ANTHROPIC)_API_KEY\./,
    ],
    [404, "no such model", /does not know this model or address \(404\): no such model\./],
    [400, "temperature is odd", /answered 400: temperature is odd\./],
  ])("status %d is said in words, once, and not tried again", async (status, message, words) => {
    await using story = await begin([[httpError(status, { error: { message } })], [text("better now")]], {
      protocol,
    });
    const { terminal, server } = story;
    await send(terminal, "hello");
    await terminal.waitFor(() => words.test(oneLine(seen(terminal))), { what: String(words) });
    await idle(terminal);
    expect(server.requests).toHaveLength(1);
    expect(countInLines([oneLine(seen(terminal))], message)).toBe(1);
    await send(terminal, "again");
    await answered(terminal, "better now");
    expect(userTexts(await server.nextRequest(1)).join("\n")).toMatch(/^hello\s+again$/);
  });

  test("a server in trouble is asked again, which can be seen, and the answer stands there once", async () => {
    await using story = await begin([[busyFor(200)], [busyFor(20)], [text("now it works")]], {
      protocol,
      cols: 120,
    });
    const { terminal, server } = story;
    await send(terminal, "hello");
    await answered(terminal, "now it works");
    expect(terminal.raw()).toMatch(/attempt 2 in \d+s · .*answered 500/);
    expect(server.requests).toHaveLength(3);
    expect(countInLines(terminal.scrollback(), "> hello")).toBe(1);
    expect(countInLines(terminal.scrollback(), "now it works")).toBe(1);
  });

  test("a stream that is cut keeps what was said and says that it broke off", async () => {
    await using story = await begin([[text("half of the ans"), cut()], [text("whole")]], { protocol });
    const { terminal, server } = story;
    await send(terminal, "hello");
    await terminal.waitFor(() => seen(terminal).includes("broke off"));
    await idle(terminal);
    expect(countInLines(terminal.scrollback(), "● half of the ans")).toBe(1);
    expect(server.requests).toHaveLength(1);
    await send(terminal, "again");
    await answered(terminal, "whole");
    expect(conversationOf(await server.nextRequest(1))).toMatchObject([
      { who: "user", text: "hello" },
      { who: "model", text: expect.stringContaining("half of the ans") },
      { who: "user", text: "again" },
    ]);
  });
});

test("a server that stays in trouble is given up with the number of attempts", async () => {
  await using story = await begin(() => [busyFor(5)]);
  const { terminal, server } = story;
  await send(terminal, "hello");
  await terminal.waitFor(() => /the gremlins are in\. rein tried 4 times/.test(oneLine(seen(terminal))));
  await idle(terminal);
  expect(server.requests).toHaveLength(4);
});

test("a broken connection in the middle of an answer is said, and the answer is not told twice", async () => {
  const said = gate();
  await using story = await begin([[text("first half "), said.shut, reset()], [text("second try")]]);
  const { terminal, server } = story;
  await send(terminal, "hello");
  await terminal.waitFor("first half");
  said.open();
  await terminal.waitFor(() => seen(terminal).includes("Failed: "));
  await idle(terminal);
  expect(countInLines(terminal.scrollback(), "first half")).toBe(1);
  await send(terminal, "again");
  await answered(terminal, "second try");
  expect(server.requests).toHaveLength(2);
});

test("an answer without a word is said to be one, and the next message works", async () => {
  await using story = await begin([[stop()], [text("words at last")]]);
  const { terminal, server } = story;
  await send(terminal, "hello");
  await terminal.waitFor("The model ended its answer without a word.");
  await idle(terminal);
  await send(terminal, "well?");
  await answered(terminal, "words at last");
  expect(conversationOf(await server.nextRequest(1))).toMatchObject([
    { who: "user", text: "hello\n\nwell?" },
  ]);
});

test("a server that answers nothing at all is asked again", async () => {
  await using story = await begin([[raw("")], [text("words at last")]]);
  const { terminal } = story;
  await send(terminal, "hello");
  await terminal.waitFor(/attempt 2 in 1s · .*esc to stop/);
  await answered(terminal, "words at last");
});

test("during a long wait before the next attempt, Escape gives the prompt back and nothing more is sent", async () => {
  const limit = httpError(429, { error: { message: "slow down" } }, { "retry-after": "30" });
  await using story = await begin([[limit], [text("the answer to the second message")]]);
  const { terminal, server } = story;
  await send(terminal, "hello");
  await terminal.waitFor(/attempt 2 in 30s · .* limits.*esc to stop/);
  terminal.press("escape");
  await idle(terminal);
  expect(server.requests).toHaveLength(1);
  await send(terminal, "again");
  await answered(terminal, "the answer to the second message");
  expect(server.requests).toHaveLength(2);
});

test("a wrong address that answers with a web page says so and names the variable", async () => {
  const page = "<!doctype html><html><head><title>Welcome</title></head><body>hello</body></html>";
  await using story = await begin([[httpError(404, page, { "content-type": "text/html" })]]);
  const { terminal } = story;
  await send(terminal, "hello");
  await terminal.waitFor(() => /OPENAI_BASE_URL/.test(seen(terminal)));
  expect(seen(terminal)).not.toContain("<html>");
});

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");
