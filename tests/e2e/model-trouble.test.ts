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
    expect(terminal.raw()).toMatch(/again in \d+s · attempt 2 of 8 · .*answered 500/);
    expect(server.requests).toHaveLength(3);
    expect(countInLines(terminal.scrollback(), "> hello")).toBe(1);
    expect(countInLines(terminal.scrollback(), "now it works")).toBe(1);
  });

  test("a stream that is cut keeps what was said, says that it broke off, and the answer comes anew", async () => {
    await using story = await begin(
      [[text("half of the ans"), cut()], [text("the whole answer")], [text("more")]],
      {
        protocol,
      },
    );
    const { terminal, server } = story;
    await send(terminal, "hello");
    await answered(terminal, "the whole answer");
    const lines = terminal.scrollback();
    const places = ["● half of the ans", "The answer broke off; asking again", "● the whole answer"].map(
      (words) => lines.findIndex((line) => line.includes(words)),
    );
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places).not.toContain(-1);
    expect(countInLines(lines, "half of the ans")).toBe(1);
    expect(conversationOf(await server.nextRequest(1))).toMatchObject([{ who: "user", text: "hello" }]);
    await send(terminal, "again");
    await answered(terminal, "more");
    expect(conversationOf(await server.nextRequest(2))).toMatchObject([
      { who: "user", text: "hello" },
      { who: "model", text: "the whole answer" },
      { who: "user", text: "again" },
    ]);
  });
});

test("a server that stays in trouble is given up with the number of attempts", async () => {
  await using story = await begin(() => [busyFor(5)]);
  const { terminal, server } = story;
  await send(terminal, "hello");
  await terminal.waitFor(() => /the gremlins are in\. rein tried 8 times/.test(oneLine(seen(terminal))));
  await idle(terminal);
  expect(server.requests).toHaveLength(8);
  expect(seen(terminal)).toContain("/retry asks again");
});

test("a connection that breaks in every answer is given up; the next message goes on from what was read", async () => {
  let tries = 0;
  const gates: ReturnType<typeof gate>[] = [];
  await using story = await begin(() => {
    tries += 1;
    const said = gate();
    gates.push(said);
    return tries <= 3 ? [text(`try ${tries} says`), said.shut, reset()] : [text("and now it works")];
  });
  const { terminal, server } = story;
  await send(terminal, "hello");
  for (const [at, shown] of ["try 1 says", "try 2 says", "try 3 says"].entries()) {
    await terminal.waitFor(shown);
    gates[at]?.open();
  }
  await terminal.waitFor(() => /rein tried 3 times/.test(oneLine(seen(terminal))));
  await idle(terminal);
  for (const shown of ["try 1 says", "try 2 says", "try 3 says"])
    expect(countInLines(terminal.scrollback(), shown)).toBe(1);
  expect(server.requests).toHaveLength(3);
  await send(terminal, "again");
  await answered(terminal, "and now it works");
  expect(conversationOf(await server.nextRequest(3))).toMatchObject([
    { who: "user", text: "hello" },
    { who: "model", text: "try 3 says" },
    { who: "user", text: "again" },
  ]);
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
  await terminal.waitFor(/again in 1s · attempt 2 of 8 · .*esc to stop/);
  await answered(terminal, "words at last");
});

test("during a long wait before the next attempt, Escape gives the prompt back and nothing more is sent", async () => {
  const limit = httpError(429, { error: { message: "slow down" } }, { "retry-after": "30" });
  await using story = await begin([[limit], [text("the answer to the second message")]]);
  const { terminal, server } = story;
  await send(terminal, "hello");
  await terminal.waitFor(/again in 30s · attempt 2 of 8 · .*esc to stop/);
  await terminal.waitFor(/again in 2\ds · attempt 2 of 8 · .*esc to stop/);
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
