/** Talking: a message goes out, an answer comes in, and all of it stands on the screen once. */
import { describe, expect, test } from "bun:test";
import { call, gate, reasoning, text } from "../support/model-server.ts";
import { count, countInLines, ERASE_SCREEN, ERASE_SCROLLBACK } from "../support/screen-rules.ts";
import { conversationOf, resultsIn, userTexts } from "./requests.ts";
import { answered, begin, composerShows, idle, isBusy, leave, seen, send } from "./start.ts";

test("a start shows the model, the folder, an empty prompt and the mode", async () => {
  await using story = await begin();
  const { terminal, project } = story;
  expect(seen(terminal)).toContain(`openai/test-model · ${project.folder}`);
  await composerShows(terminal, "");
  expect(terminal.screen().findLast((line) => line !== "")).toContain("ask ⇧⇥ · openai/test-model");
  expect(story.server.requests).toHaveLength(0);
});

describe.each(["chat", "messages"] as const)("over the %s protocol", (protocol) => {
  test("a message is sent and its streamed answer stands there once and whole", async () => {
    const pause = gate();
    const answer = [text("The first "), text("half, "), pause.shut, text("the second half.")];
    await using story = await begin([answer], { protocol });
    const { terminal, server } = story;
    await send(terminal, "how is it?");
    await terminal.waitFor("The first half,");
    expect(isBusy(terminal)).toBeTrue();
    pause.open();
    await answered(terminal, "The first half, the second half.");
    expect(countInLines(terminal.scrollback(), "> how is it?")).toBe(1);
    expect(countInLines(terminal.scrollback(), "The first half")).toBe(1);
    expect(userTexts(await server.nextRequest(0))).toEqual(["how is it?"]);
    expect(server.strays).toEqual([]);
  });

  test("the next message brings the whole conversation along, calls and results in their places", async () => {
    const calls = [
      reasoning("look first"),
      text("I look."),
      call("read_file", { path: "a.txt" }, { id: "call_a" }),
    ];
    await using story = await begin([calls, [text("It says apple.")], [text("Yes.")]], {
      protocol,
      files: { "a.txt": "apple\n" },
    });
    const { terminal, server } = story;
    await send(terminal, "what is in a.txt?");
    await answered(terminal, "It says apple.");
    await send(terminal, "sure?");
    await answered(terminal, "Yes.");
    const said = conversationOf(await server.nextRequest(2));
    expect(said).toMatchObject([
      { who: "user", text: "what is in a.txt?" },
      { who: "model", text: "I look.", calls: ["call_a"] },
      { who: "tool", id: "call_a", text: expect.stringContaining("apple") },
      { who: "model", text: "It says apple." },
      { who: "user", text: "sure?" },
    ]);
  });
});

test("a long answer of code, lists and tables is there once, and nothing above it is touched", async () => {
  const items = Array.from({ length: 120 }, (_, at) => `- item ${at} of the list`);
  const code = Array.from({ length: 60 }, (_, at) => `const line${at} = ${at};`);
  const rows = Array.from({ length: 20 }, (_, at) => `| row ${at} | ${at * at} |`);
  const markdown = [
    ...items,
    "",
    "```ts",
    ...code,
    "```",
    "",
    "| n | square |",
    "| - | - |",
    ...rows,
    "",
    "The end.",
  ].join("\n");
  const pieces = markdown.match(/[^]{1,40}/g) ?? [];
  await using story = await begin([pieces.map((piece) => text(piece))]);
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "The end.");
  const lines = terminal.scrollback();
  const wanted = ["item 0 of", "item 119 of", "line0 =", "line59 =", "row 0 ", "row 19 "];
  expect(wanted.map((one) => countInLines(lines, one))).toEqual(wanted.map(() => 1));
  const order = lines.flatMap((line) => /item (\d+) of|line(\d+) =/.exec(line)?.slice(1).find(Boolean) ?? []);
  expect(order.map(Number)).toEqual([...items.keys(), ...code.keys()]);
  expect(terminal.raw()).not.toContain(ERASE_SCROLLBACK);
  expect(count(terminal.raw(), ERASE_SCREEN)).toBeLessThanOrEqual(1);
  expect(terminal.emulator.climb).toBeLessThan(24);
});

test("two files that are read in one response come back in order, each under its own id", async () => {
  const calls = [
    call("read_file", { path: "b.txt" }, { id: "call_second_file" }),
    call("read_file", { path: "a.txt" }, { id: "call_first_file" }),
  ];
  await using story = await begin([calls, [text("Both read.")]], {
    files: { "a.txt": "AAA\n", "b.txt": "BBB\n" },
  });
  await send(story.terminal, "read both");
  await answered(story.terminal, "Both read.");
  const results = resultsIn(await story.server.nextRequest(1));
  expect(Object.keys(results)).toEqual(["call_second_file", "call_first_file"]);
  expect(results["call_second_file"]).toContain("BBB");
  expect(results["call_first_file"]).toContain("AAA");
  expect(seen(story.terminal)).toMatch(/^● read 2 files {2}b\.txt, a\.txt +ctrl\+o$/m);
});

test("what a tool or a model sends cannot reach for the terminal", async () => {
  const evil = "\x1b[2J\x1b[H\x1b]0;PWN\x07\x1b[?1049h\x1b]52;c;cHdu\x07seen all the same\n";
  const answer = [text("model \x1b[2J\x1b]0;PWN\x07 text"), text(" ends")];
  await using story = await begin([[call("read_file", { path: "evil.txt" })], answer], {
    files: { "evil.txt": evil },
  });
  const { terminal } = story;
  await send(terminal, "read it");
  await answered(terminal, "ends");
  terminal.press("ctrl+o");
  await terminal.waitFor(() => terminal.modes().alternateScreen);
  terminal.press("ctrl+e");
  await terminal.waitFor("seen all the same");
  terminal.press("q");
  await terminal.waitFor(() => !terminal.modes().alternateScreen);
  expect(terminal.emulator.title).not.toContain("PWN");
  expect(terminal.emulator.clipboard).toEqual([]);
  expect(terminal.raw()).not.toContain(ERASE_SCREEN);
  expect(seen(terminal)).toContain("> read it");
});

test("the transcript opens every panel, and leaving it prints nothing twice", async () => {
  const lines = Array.from({ length: 30 }, (_, at) => `content ${at}`).join("\n");
  await using story = await begin([[call("read_file", { path: "a.txt" })], [text("Read.")]], {
    files: { "a.txt": lines },
  });
  const { terminal } = story;
  await send(terminal, "read it");
  await answered(terminal, "● Read.");
  expect(seen(terminal)).not.toContain("content 29");
  terminal.press("ctrl+o");
  await terminal.waitFor("q back");
  terminal.press("tab", "enter");
  await terminal.waitFor("content 0");
  terminal.press("shift+g");
  await terminal.waitFor("content 29");
  terminal.press("q");
  await terminal.waitFor(() => !terminal.modes().alternateScreen);
  expect(countInLines(terminal.scrollback(), "> read it")).toBe(1);
  expect(countInLines(terminal.scrollback(), "● Read.")).toBe(1);
  terminal.type("back again");
  await terminal.waitFor("> back again");
});

test("leaving says which session is saved and how to go on", async () => {
  await using story = await begin([[text("Hello.")]]);
  await send(story.terminal, "hi");
  await answered(story.terminal, "Hello.");
  await idle(story.terminal);
  expect(await leave(story.terminal)).toBe(0);
  expect(seen(story.terminal)).toMatch(/session [a-z0-9]{10} is saved · rein -c/);
});
