/** A running turn: messages wait for it or steer it, and one key stops it. */
import { describe, expect, test } from "bun:test";
import { call, gate, hold, type ModelServer, text } from "../support/model-server.ts";
import { countInLines } from "../support/screen-rules.ts";
import { conversationOf, resultsIn, userTexts } from "./requests.ts";
import {
  answered,
  asked,
  begin,
  composerShows,
  exists,
  held,
  HOLDING_COMMAND,
  idle,
  isBusy,
  seen,
  send,
} from "./start.ts";

/** Waits for the end of the first request, and says whether it was us who left before the answer was whole. */
async function isLeft(server: ModelServer): Promise<boolean> {
  const request = await server.nextRequest(0);
  await request.closed;
  return request.aborted;
}

describe("while a turn runs", () => {
  test("Enter queues a message for after it; the next one being written stays", async () => {
    const answer = gate();
    await using story = await begin([[text("working "), answer.shut, text("on it.")], [text("second done")]]);
    const { terminal, server } = story;
    await send(terminal, "one");
    await terminal.waitFor("working");
    await send(terminal, "and then this");
    await terminal.waitFor("▸ queued: and then this");
    terminal.type("half-typed");
    await composerShows(terminal, "half-typed");
    expect(server.requests).toHaveLength(1);
    answer.open();
    await answered(terminal, "second done");
    await composerShows(terminal, "half-typed");
    expect(userTexts(await server.nextRequest(1))).toEqual(["one", "and then this"]);
    expect(countInLines(terminal.scrollback(), "> and then this")).toBe(1);
    expect(server.requests).toHaveLength(2);
  });

  test("Alt+S steers: the message is in the turn's very next request", async () => {
    const think = gate();
    const look = [think.shut, call("read_file", { path: "a.txt" }, { id: "call_look" })];
    await using story = await begin([look, [text("with that in mind")]], { files: { "a.txt": "A\n" } });
    const { terminal, server } = story;
    await send(terminal, "look at a.txt");
    await terminal.waitFor("esc to stop");
    terminal.type("only the first line");
    await composerShows(terminal, "only the first line");
    terminal.press("alt+s");
    await terminal.waitFor("▸ next: only the first line");
    think.open();
    await answered(terminal, "with that in mind");
    expect(conversationOf(await server.nextRequest(1)).slice(1)).toMatchObject([
      { who: "model", calls: ["call_look"] },
      { who: "tool", id: "call_look" },
      { who: "user", text: "only the first line" },
    ]);
  });

  test("Alt+Up takes the last queued message back for editing", async () => {
    const answer = gate();
    await using story = await begin([[text("working "), answer.shut, text("done.")]]);
    const { terminal, server } = story;
    await send(terminal, "one");
    await terminal.waitFor("working");
    await send(terminal, "keep me");
    await send(terminal, "not this");
    await terminal.waitFor("▸ queued: not this");
    terminal.press("alt+up");
    await composerShows(terminal, "not this");
    await terminal.waitFor(() => !seen(terminal).includes("queued: not this"));
    terminal.press("alt+up");
    await composerShows(terminal, "not this\nkeep me");
    answer.open();
    await answered(terminal, "done.");
    expect(server.requests).toHaveLength(1);
  });

  test("one undo takes away what Alt+Up brought, with the line that it began", async () => {
    const answer = gate();
    await using story = await begin([[text("working "), answer.shut, text("done.")]]);
    const { terminal } = story;
    await send(terminal, "one");
    await terminal.waitFor("working");
    await send(terminal, "keep me");
    await terminal.waitFor("▸ queued: keep me");
    terminal.type("a draft");
    await composerShows(terminal, "a draft");
    terminal.press("alt+up");
    await composerShows(terminal, "a draft\nkeep me");
    terminal.press("ctrl+_");
    await composerShows(terminal, "a draft");
    answer.open();
    await answered(terminal, "done.");
  });

  test("bytes that only begin like Escape do not stop it", async () => {
    for (let isSlow = true; isSlow;) {
      const answer = gate();
      await using story = await begin([[text("working "), answer.shut, text("to the end.")], [text("ok")]]);
      const { terminal, server } = story;
      await send(terminal, "go");
      await terminal.waitFor("working");
      const from = performance.now();
      terminal.bytes("ab\x1b");
      await Bun.sleep(5);
      terminal.bytes("[D");
      terminal.bytes("\x1b");
      terminal.bytes("[?1;2c");
      // A lone ESC is the key after 50 ms. Where this machine was in the way there is nothing to see.
      isSlow = performance.now() - from > 25;
      if (isSlow) continue;
      terminal.type("X");
      await composerShows(terminal, "aXb");
      answer.open();
      await answered(terminal, "to the end.");
      terminal.press("enter");
      expect(userTexts(await server.nextRequest(1))).toEqual(["go", "aXb"]);
    }
  });
});

describe("Escape", () => {
  test("stops an answer: the server sees it, what was said stays, and the next message works", async () => {
    await using story = await begin([[text("the beginning of"), hold()], [text("all well")]]);
    const { terminal, server } = story;
    await send(terminal, "a long story please");
    await terminal.waitFor("the beginning of");
    terminal.press("escape");
    await idle(terminal);
    expect(await isLeft(server)).toBeTrue();
    expect(countInLines(terminal.scrollback(), "● the beginning of")).toBe(1);
    await send(terminal, "something else");
    await answered(terminal, "all well");
    expect(conversationOf(await server.nextRequest(1))).toMatchObject([
      { who: "user", text: "a long story please" },
      { who: "model", text: expect.stringContaining("the beginning of") },
      { who: "user", text: "something else" },
    ]);
  });

  test("before any answer stops too, and both messages reach the model in one", async () => {
    await using story = await begin([[hold()], [text("understood")]]);
    const { terminal, server } = story;
    await send(terminal, "first thought");
    await server.nextRequest(0);
    terminal.press("escape");
    await idle(terminal);
    await send(terminal, "second thought");
    await answered(terminal, "understood");
    const said = conversationOf(await server.nextRequest(1));
    expect(said).toHaveLength(1);
    expect(said[0]?.text).toMatch(/^first thought\s+second thought$/);
  });

  test("stops a command and everything behind it in the same response", async () => {
    const calls = [
      call("bash", { command: "echo one" }, { id: "call_one" }),
      call("bash", { command: HOLDING_COMMAND }, { id: "call_two" }),
      call("bash", { command: "touch three" }, { id: "call_three" }),
    ];
    await using story = await begin([calls, [text("I see")]], { args: ["--allow", "bash"] });
    const { terminal, server, project } = story;
    await send(terminal, "go");
    const runs = await held(story);
    terminal.press("escape");
    await idle(terminal);
    await terminal.waitFor(() => !runs(), { what: "the end of the command" });
    expect(seen(terminal)).toMatch(/■ bash .*interrupted/);
    expect(server.requests).toHaveLength(1);
    expect(await exists(project, "three")).toBeFalse();
    await send(terminal, "what happened?");
    await answered(terminal, "I see");
    const results = resultsIn(await server.nextRequest(1));
    expect(Object.keys(results)).toEqual(["call_one", "call_two", "call_three"]);
    expect(results["call_one"]).toContain("one");
    expect(results["call_two"]).toMatch(/^Interrupted by the user: stopped while it ran/);
    expect(results["call_three"]).toMatch(/^Interrupted by the user: not started/);
  });

  test("leaves what is being written alone", async () => {
    await using story = await begin([[text("talking"), hold()]]);
    const { terminal } = story;
    await send(terminal, "go");
    await terminal.waitFor("talking");
    terminal.type("my next message");
    await composerShows(terminal, "my next message");
    terminal.press("escape");
    await idle(terminal);
    await composerShows(terminal, "my next message");
  });

  test("closes what is on top first: the list of commands, then the turn", async () => {
    await using story = await begin([[text("talking"), hold()]]);
    const { terminal, server } = story;
    await send(terminal, "go");
    await terminal.waitFor("talking");
    terminal.type("/");
    await terminal.waitFor(/\/help +the commands/);
    terminal.press("escape");
    await terminal.waitFor(() => !/\/help +the commands/.test(terminal.screen().join("\n")), {
      what: "the list to close",
    });
    expect(isBusy(terminal)).toBeTrue();
    terminal.press("escape");
    await idle(terminal);
    expect(await isLeft(server)).toBeTrue();
  });

  test("closes the list of commands first, and only then stops a running command", async () => {
    await using story = await begin([[call("bash", { command: HOLDING_COMMAND })]], {
      args: ["--allow", "bash"],
    });
    const { terminal, server } = story;
    await send(terminal, "go");
    const runs = await held(story);
    terminal.type("/");
    await terminal.waitFor(/\/help +the commands/);
    terminal.press("escape");
    await terminal.waitFor(() => !/\/help +the commands/.test(terminal.screen().join("\n")), {
      what: "the list to close",
    });
    expect(isBusy(terminal)).toBeTrue();
    expect(runs()).toBeTrue();
    terminal.press("escape");
    await idle(terminal);
    await terminal.waitFor(() => !runs(), { what: "the end of the command" });
    await composerShows(terminal, "/");
    expect(server.requests).toHaveLength(1);
  });

  test("keeps queued messages waiting instead of sending them", async () => {
    await using story = await begin([[text("talking"), hold()]]);
    const { terminal, server } = story;
    await send(terminal, "go");
    await terminal.waitFor("talking");
    await send(terminal, "later");
    await terminal.waitFor("▸ queued: later");
    terminal.press("escape");
    await idle(terminal);
    expect(seen(terminal)).toContain("▸ queued: later");
    await terminal.waitFor("sent after your next message · alt+q changes that");
    terminal.press("alt+up");
    await composerShows(terminal, "later");
    expect(server.requests).toHaveLength(1);
  });
});

describe("Ctrl+C", () => {
  test("first stops the turn, then clears the text, which Up brings back", async () => {
    await using story = await begin([[text("talking"), hold()]]);
    const { terminal, server } = story;
    await send(terminal, "go");
    await terminal.waitFor("talking");
    terminal.type("a draft");
    await composerShows(terminal, "a draft");
    terminal.press("ctrl+c");
    await idle(terminal);
    expect(await isLeft(server)).toBeTrue();
    await composerShows(terminal, "a draft");
    terminal.press("ctrl+c");
    await composerShows(terminal, "");
    terminal.press("up");
    await composerShows(terminal, "a draft");
    expect(terminal.exitCode).toBeNull();
  });

  test("on an empty line says that once more leaves; any other key calls that off", async () => {
    await using story = await begin();
    const { terminal } = story;
    terminal.press("ctrl+c");
    await terminal.waitFor("ctrl+c once more to exit");
    terminal.type("x");
    await terminal.waitFor(() => !seen(terminal).includes("once more"));
    terminal.press("ctrl+c");
    await composerShows(terminal, "");
    terminal.press("ctrl+c");
    await terminal.waitFor("ctrl+c once more to exit");
    terminal.press("ctrl+c");
    expect(await terminal.waitForExit()).toBe(0);
  });

  test("in a question goes back to the prompt without running anything", async () => {
    await using story = await begin([
      [call("bash", { command: "touch A" }, { id: "call_a" })],
      [text("fine")],
    ]);
    const { terminal, server, project } = story;
    await send(terminal, "go");
    await asked(terminal, "touch A");
    terminal.press("ctrl+c");
    await idle(terminal);
    await send(terminal, "next");
    await answered(terminal, "fine");
    expect(resultsIn(await server.nextRequest(1))["call_a"]).toMatch(/not run|declined/);
    expect(await exists(project, "A")).toBeFalse();
  });
});

test("Ctrl+D leaves when pressed twice on an empty line, and deletes inside a text", async () => {
  await using story = await begin();
  const { terminal } = story;
  terminal.type("abc");
  terminal.press("ctrl+a", "ctrl+d");
  await composerShows(terminal, "bc");
  terminal.press("ctrl+u", "ctrl+k");
  await composerShows(terminal, "");
  expect(isBusy(terminal)).toBeFalse();
  terminal.press("ctrl+d");
  await terminal.waitFor("ctrl+d once more to exit");
  terminal.press("ctrl+d");
  expect(await terminal.waitForExit()).toBe(0);
});
