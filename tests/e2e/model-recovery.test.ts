/** Trouble that takes longer: silence, hours without quota, another model that stands in, and errors for scripts. */
import { describe, expect, test } from "bun:test";
import { hold, httpError, serveModel, streamError, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { countInLines } from "../support/screen-rules.ts";
import { conversationOf, userTexts } from "./requests.ts";
import { runRein } from "./run-rein.ts";
import { accessTo, answered, begin, idle, seen, send } from "./start.ts";

const settings = (value: object) => ({ "../home/.config/rein/settings.json": JSON.stringify(value) });
const hoursLong = (hours: number) =>
  httpError(429, { error: { message: "that was it for today" } }, { "retry-after": String(hours * 3600) });

describe("a server that falls silent in the middle of an answer", () => {
  test("is noticed after the time of the setting, and asked again", async () => {
    await using story = await begin([[text("as far as"), hold()], [text("the full answer")]], {
      files: settings({ idleTimeout: 0.5 }),
    });
    const { terminal, server } = story;
    await send(terminal, "hello");
    await answered(terminal, "the full answer");
    expect(oneLine(seen(terminal))).toContain("sent nothing for");
    expect(countInLines(terminal.scrollback(), "as far as")).toBe(1);
    await server.requests[0]?.closed;
    expect(server.requests[0]?.aborted).toBe(true);
    expect(userTexts(await server.nextRequest(1))).toEqual(["hello"]);
  });

  test("is left at once by Escape", async () => {
    await using story = await begin([[text("as far as"), hold()]]);
    const { terminal, server } = story;
    await send(terminal, "hello");
    await terminal.waitFor("as far as");
    terminal.press("escape");
    await terminal.waitFor("Interrupted.");
    await idle(terminal);
    await server.requests[0]?.closed;
    expect(server.requests).toHaveLength(1);
  });
});

test("an error that comes inside an answer with status 200 is a failed attempt", async () => {
  await using story = await begin([[streamError("overloaded_error", "Overloaded")], [text("better")]], {
    protocol: "messages",
  });
  const { terminal } = story;
  await send(terminal, "hello");
  await answered(terminal, "better");
  expect(countInLines(terminal.scrollback(), "better")).toBe(1);
});

describe("a limit of hours", () => {
  test("ends the turn and says when; /wait shows that time, and Escape takes it back", async () => {
    await using story = await begin([[hoursLong(3)], [text("never asked for")]]);
    const { terminal, server } = story;
    await send(terminal, "hello");
    await terminal.waitFor(() => /\/wait goes on by itself at \d\d:\d\d/.test(oneLine(seen(terminal))));
    await idle(terminal);
    expect(oneLine(seen(terminal))).toContain("3 hours");
    await send(terminal, "/wait");
    await terminal.waitFor(/goes on at \d\d:\d\d.*\(esc cancels\)/);
    terminal.press("escape");
    await terminal.waitFor("Nothing will go on by itself");
    expect(terminal.screen().join("\n")).not.toContain("(esc cancels)");
    expect(server.requests).toHaveLength(1);
  });

  test("can be tried at once with /retry, and the question is asked once", async () => {
    await using story = await begin([[hoursLong(3)], [text("a new day")]]);
    const { terminal, server } = story;
    await send(terminal, "hello");
    await terminal.waitFor(() => /\/retry asks right away/.test(oneLine(seen(terminal))));
    await idle(terminal);
    await send(terminal, "/retry");
    await answered(terminal, "a new day");
    expect(conversationOf(await server.nextRequest(1))).toMatchObject([{ who: "user", text: "hello" }]);
    await send(terminal, "/retry");
    await terminal.waitFor("nothing to ask again");
    expect(server.requests).toHaveLength(2);
  });
});

describe("a fallback", () => {
  const other = (url: { readonly url: string }) => ({
    REIN_MODEL: "openai/test-model",
    ANTHROPIC_API_KEY: "test",
    ANTHROPIC_BASE_URL: url.url,
  });

  test("answers in place of a model that cannot, in words that name both", async () => {
    await using second = await serveModel([[text("here I stand in")], [text("still here")]]);
    await using story = await begin([[httpError(401, { error: { message: "no such key" } })]], {
      files: settings({ fallback: ["anthropic/stand-in"] }),
      env: other(second),
    });
    const { terminal, server } = story;
    await send(terminal, "hello");
    await answered(terminal, "here I stand in");
    expect(oneLine(seen(terminal))).toContain("Asking anthropic/stand-in in place of openai/test-model.");
    expect(second.requests[0]?.body).toMatchObject({ model: "stand-in" });
    await terminal.waitFor(/⇧⇥ · anthropic\/stand-in/);
    await send(terminal, "again");
    await answered(terminal, "still here");
    expect(server.requests).toHaveLength(1);
  });

  test("that is none is said at the start", async () => {
    await using story = await begin([[text("fine")]], {
      files: settings({ fallback: { "openai/test-model": ["anthropic/stand-in"] } }),
      env: { REIN_MODEL: "openai/test-model" },
    });
    expect(oneLine(seen(story.terminal))).toContain("The fallback anthropic/stand-in cannot be asked");
  });

  test("works for scripts too, which are told on stderr", async () => {
    await using second = await serveModel([[text("here I stand in")]]);
    await using first = await serveModel([[httpError(402, { error: { message: "pay first" } })]]);
    await using project = await makeProject(settings({ fallback: ["anthropic/stand-in"] }));
    const env = { ...accessTo(first), ...other(second) };
    const { out, err, code } = await runRein(["-p", "hello"], { project, env });
    expect({ out, code }).toEqual({ out: "here I stand in\n", code: 0 });
    expect(err).toContain("Asking anthropic/stand-in in place of openai/test-model.");
    expect(err).toContain("pay first");
  });
});

describe("a script", () => {
  test("is told why there is no answer, and how the attempts went", async () => {
    await using server = await serveModel([[hoursLong(2)]]);
    await using project = await makeProject();
    const { out, err, code } = await runRein(["-p", "hello"], { project, env: accessTo(server) });
    expect({ out, code }).toEqual({ out: "", code: 1 });
    expect(err).toContain("that was it for today");
    expect(err).toContain("2 hours");
  });

  test("gets the answer of the attempt that worked, and only that", async () => {
    const busy = httpError(529, { error: { message: "too much to do" } }, { "retry-after-ms": "5" });
    await using server = await serveModel([[busy], [busy], [text("done")]]);
    await using project = await makeProject();
    const { out, err, code } = await runRein(["-p", "hello"], { project, env: accessTo(server) });
    expect({ out, code }).toEqual({ out: "done\n", code: 0 });
    expect(err).toContain("(attempt 2 of 8)");
    expect(err).toContain("(attempt 3 of 8)");
  });
});

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ");
