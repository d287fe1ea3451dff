/** The slash commands, and lines that only look like one. */
import { describe, expect, test } from "bun:test";
import { call, gate, text } from "../support/model-server.ts";
import { count, countInLines } from "../support/screen-rules.ts";
import { userTexts } from "./requests.ts";
import { answered, asked, begin, composerShows, held, HOLDING_COMMAND, isBusy, seen, send } from "./start.ts";

test("/help lists the commands and the keys, and asks no model", async () => {
  await using story = await begin();
  const { terminal } = story;
  await send(terminal, "/help");
  await terminal.waitFor(() => seen(terminal).includes("take the last queued message back"));
  for (const command of ["/help", "/clear", "/model", "/resume", "/sessions", "/compact", "/exit"]) {
    expect(seen(terminal)).toContain(`  ${command}`);
  }
  for (const sign of ["/jobs", "!command", "!!command", "@path"])
    expect(seen(terminal)).toContain(`  ${sign} `);
  expect(seen(terminal)).toContain("shift+tab");
  // Here the terminal scrolls; these keys do nothing.
  expect(seen(terminal)).not.toContain("pageup");
  expect(story.server.requests).toHaveLength(0);
});

test("typing a slash offers the commands, and Tab completes one", async () => {
  await using story = await begin();
  const { terminal } = story;
  terminal.type("/mo");
  await terminal.waitFor(/\/model \[provider\/model\] +talk to another model/);
  terminal.press("tab");
  // How its argument is named stands behind it.
  await composerShows(terminal, "/model [provider/model]");
  terminal.press("ctrl+u");
  // Completing is not running: this one would leave.
  terminal.type("/exi");
  terminal.press("tab");
  await composerShows(terminal, "/exit");
  terminal.press("ctrl+u");
  terminal.type("/he");
  await terminal.waitFor(/\/help +the commands and the keys/);
  terminal.press("enter");
  await terminal.waitFor(() => seen(terminal).includes("Commands:"));
});

test("an unknown command says so, names a near one, and keeps the text for mending", async () => {
  await using story = await begin();
  const { terminal } = story;
  terminal.type("/hepl me");
  await composerShows(terminal, "/hepl me");
  terminal.press("enter");
  await terminal.waitFor("There is no command /hepl; did you mean /help?");
  await composerShows(terminal, "/hepl me");
  expect(story.server.requests).toHaveLength(0);
});

test("letters that changed places are a slip, too", async () => {
  await using story = await begin();
  const { terminal } = story;
  for (const [slip, meant] of [
    ["/hlep", "/help"],
    ["/modle", "/model"],
    ["/quti", "/quit"],
  ] as const) {
    terminal.type(slip);
    await composerShows(terminal, slip);
    terminal.press("enter");
    await terminal.waitFor(`There is no command ${slip}; did you mean ${meant}?`);
    terminal.press("ctrl+u");
  }
  terminal.type("/xyzzyx");
  await composerShows(terminal, "/xyzzyx");
  terminal.press("enter");
  await terminal.waitFor("There is no command /xyzzyx; /help lists them");
});

test("/help and a command is all about that one: its arguments, its other names, when it works", async () => {
  await using story = await begin();
  const { terminal } = story;
  await send(terminal, "/help secrets");
  await terminal.waitFor(() => /\/secrets \[add NAME\|allow NAME\]: the secrets/.test(seen(terminal)));
  expect(seen(terminal)).toMatch(/\/secrets add NAME +hide a secret of yours/);
  expect(seen(terminal)).not.toContain("Commands:");
  terminal.type("/help bud");
  await terminal.waitFor(/budget +show what this session may cost/);
  terminal.press("ctrl+u");
  await send(terminal, "/help /cost");
  await terminal.waitFor(() => seen(terminal).includes("Also: /cost"));
  await send(terminal, "/help hlep");
  await terminal.waitFor("There is no command /hlep; did you mean /help?");
  expect(story.server.requests).toHaveLength(0);
});

test.each(["/etc/hosts is odd, look", "/home/me/x.ts", "//comment style?", "/ is the root"])(
  "a message that begins with a path is sent: %s",
  async (message) => {
    await using story = await begin([[text("looked")]]);
    await send(story.terminal, message);
    await answered(story.terminal, "looked");
    expect(userTexts(await story.server.nextRequest(0))).toEqual([message]);
  },
);

describe("/model", () => {
  test("switches, and another model answers from then on", async () => {
    await using story = await begin([[text("from the server")]]);
    const { terminal, server } = story;
    await send(terminal, "hi");
    await answered(terminal, "from the server");
    await send(terminal, "/model demo");
    await terminal.waitFor("The model is demo/offline from here on.");
    await terminal.waitFor(/demo\/offline \(offline demo/);
    await send(terminal, "what can you do");
    await answered(terminal, "demo");
    expect(server.requests).toHaveLength(1);
  });

  test("that cannot be used says why and changes nothing", async () => {
    await using story = await begin([[text("still here")]]);
    const { terminal } = story;
    terminal.type("/model deepseek");
    await composerShows(terminal, "/model deepseek");
    terminal.press("enter");
    await terminal.waitFor("DEEPSEEK_API_KEY");
    terminal.press("ctrl+c");
    await composerShows(terminal, "");
    await send(terminal, "hello");
    await answered(terminal, "still here");
  });
});

test("/clear begins a fresh conversation, on the screen and for the model, and prints nothing old again", async () => {
  await using story = await begin([[text("MARKER-OLD")], [text("a fresh answer")]]);
  const { terminal, server } = story;
  await send(terminal, "one");
  await answered(terminal, "MARKER-OLD");
  const old = count(terminal.raw(), "MARKER-OLD");
  await send(terminal, "/clear");
  await terminal.waitFor("A fresh session");
  await send(terminal, "two");
  await answered(terminal, "a fresh answer");
  expect(userTexts(await server.nextRequest(1))).toEqual(["two"]);
  expect(count(terminal.raw(), "MARKER-OLD")).toBe(old);
  expect(countInLines(terminal.scrollback(), "a fresh answer")).toBe(1);
});

test("/sessions lists the folder's sessions, and /compact says when nothing is to be summarised", async () => {
  await using story = await begin([[text("hello")]]);
  const { terminal } = story;
  await send(terminal, "the first words");
  await answered(terminal, "hello");
  await send(terminal, "/sessions");
  await terminal.waitFor(/Sessions of this folder:\n +[a-z0-9]{10} .*the first words · openai\/test-model/);
  await send(terminal, "/compact");
  await terminal.waitFor(/not yet needed/i);
  expect(story.server.requests).toHaveLength(1);
});

describe("/resume", () => {
  test("opens a list; typing filters it, Enter opens that session with all that was said", async () => {
    await using story = await begin([[text("about apples")], [text("about pears")], [text("more apples")]]);
    const { terminal, server } = story;
    await send(terminal, "tell of apples");
    await answered(terminal, "about apples");
    await send(terminal, "/clear");
    await terminal.waitFor("A fresh session");
    await send(terminal, "tell of pears");
    await answered(terminal, "about pears");
    await send(terminal, "/resume");
    await terminal.waitFor(/❯ [a-z0-9]{10} .*tell of apples/);
    terminal.type("nothing like it");
    await terminal.waitFor("nothing fits");
    for (const _ of "nothing like it") terminal.press("backspace");
    terminal.type("apples");
    await terminal.waitFor("Which session? apples");
    terminal.press("enter");
    await terminal.waitFor(() => countInLines(terminal.scrollback(), "> tell of apples") === 2);
    await send(terminal, "go on");
    await answered(terminal, "more apples");
    expect(userTexts(await server.nextRequest(2))).toEqual(["tell of apples", "go on"]);
  });

  test("says so when there is no other session, and Esc leaves the list alone", async () => {
    await using story = await begin([[text("hello")]]);
    const { terminal } = story;
    await send(terminal, "/resume");
    await terminal.waitFor("There is no other session.");
    await send(terminal, "hi");
    await answered(terminal, "hello");
    await send(terminal, "/clear");
    await terminal.waitFor("A fresh session");
    await send(terminal, "/resume");
    await terminal.waitFor("Which session?");
    terminal.press("escape");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("Which session?"));
    terminal.type("typing works");
    await composerShows(terminal, "typing works");
  });
});

test("a command that would change the session has to wait for the turn, one that only tells does not", async () => {
  const answer = gate();
  await using story = await begin([[text("thinking aloud "), answer.shut, text("and done.")]]);
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("thinking aloud");
  terminal.type("/clear");
  await composerShows(terminal, "/clear");
  terminal.press("enter");
  await terminal.waitFor("/clear has to wait until the turn is over");
  await composerShows(terminal, "/clear");
  expect(isBusy(terminal)).toBeTrue();
  terminal.press("ctrl+u");
  await send(terminal, "/help");
  await terminal.waitFor(() => seen(terminal).includes("Commands:"));
  answer.open();
  await answered(terminal, "and done.");
});

test.each(["/exit", "/quit"])("%s leaves", async (command) => {
  await using story = await begin();
  story.terminal.type(command);
  story.terminal.press("enter");
  expect(await story.terminal.waitForExit()).toBe(0);
});

test("/exit during a turn ends what runs", async () => {
  await using story = await begin([[call("bash", { command: HOLDING_COMMAND })]]);
  const { terminal } = story;
  await send(terminal, "go");
  await asked(terminal);
  terminal.press("1");
  const runs = await held(story);
  terminal.type("/exit");
  terminal.press("enter");
  expect(await terminal.waitForExit()).toBe(0);
  expect(seen(terminal)).toMatch(/■ bash .* interrupted/);
  await terminal.waitFor(() => !runs(), { what: "the end of the command" });
});
