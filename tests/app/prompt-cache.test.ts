/** What was sent once is sent again byte for byte, so that a server finds it in its cache; only what is new comes behind it. */
import { describe, expect, test } from "bun:test";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { call, gate, reasoning, type RecordedRequest, text } from "../support/model-server.ts";
import { png } from "../workspace/make-images.ts";
import { expectGrowth, mark, parts } from "./request-growth.ts";
import { openLongSession, type StoryOptions, turn } from "./long-session.ts";

const picture = { mediaType: "image/png", data: png(4, 4).toString("base64") };

const cases: readonly (readonly [string, StoryOptions, string])[] = [
  ["Chat Completions", {}, "openai/test-model"],
  ["Messages", { protocol: "messages", model: "anthropic/claude-sonnet-5" }, "anthropic/claude-sonnet-5"],
  ["Responses", { protocol: "responses" }, "mine/test-model"],
  [
    "OpenRouter's form of Anthropic",
    { model: "openrouter/anthropic/claude-sonnet-5" },
    "openrouter/anthropic/claude-sonnet-5",
  ],
];

describe.each(cases)("in %s", (_, options, model) => {
  test("each request begins with the bytes of the one before it, through calls, notices, images and commands", async () => {
    const history: NewEntry[] = [
      ...turn("look", { ok: true, text: "a picture", images: [picture] }, { model }),
      ...turn("and here", { ok: true, text: "another", images: [picture, picture] }, { model }),
    ];
    await using session = await openLongSession(
      history,
      [
        [call("bash", { command: "echo one" }), call("bash", { command: "exit 3" })],
        [text("did it")],
        [text("I see")],
        [call("read_file", { path: "gone.txt" })],
        [text("done")],
      ],
      options,
    );
    const { engine } = session.conversation;
    await session.say("first");
    engine.note("job-1 ended.");
    await session.say("second");
    engine.noteUserCommand({
      command: "ls",
      cwd: "/",
      exitCode: 0,
      output: "a\n",
      durationMs: 1,
      shared: true,
    });
    await session.say("third");
    const { requests } = session.server;
    expect(requests).toHaveLength(5);
    expectGrowth(requests);
  });

  test("also through changes of the mode and other starts of the program, in another mode and on another branch", async () => {
    const answers = (_request: RecordedRequest, at: number) => [reasoning("hm"), text(`answer ${at}`)];
    await using session = await openLongSession([], answers, {
      ...options,
      model,
      permissionMode: "plan",
      files: { ".git/HEAD": "ref: refs/heads/feature-one\n" },
    });
    const checkOut = (branch: string) => session.project.write(".git/HEAD", `ref: refs/heads/${branch}\n`);
    await session.say("first");
    session.conversation.engine.setMode("ask");
    await session.say("second");
    await checkOut("other");
    await session.again({ model });
    await session.say("third");
    await session.again({ model, permissionMode: "plan" });
    await session.say("fourth");
    expect(session.server.requests).toHaveLength(4);
    expect(session.server.requests[0]?.bodyText).toContain("Git branch at that time: feature-one");
    expectGrowth(session.server.requests);
  });

  test("what was said stays the same bytes when the effort changes, and a background job ends in the middle of an answer", async () => {
    const door = gate();
    await using session = await openLongSession(
      [],
      [[text("one")], [door.shut, text("two")], [text("three")], [text("four")]],
      { ...options, model },
    );
    const { engine } = session.conversation;
    await session.say("first");
    session.conversation.switchModel(`${model}:low`);
    const second = session.say("second");
    await session.server.nextRequest(1);
    engine.note("job-1 ended.", ["job-1"]);
    door.open();
    await second;
    session.conversation.switchModel(model);
    await session.say("third");
    const said = session.server.requests.map((request) => parts(request).messages);
    expect(said).toHaveLength(3);
    for (const [at, messages] of said.entries()) expect(messages.startsWith(said[at - 1] ?? "")).toBe(true);
    expect(said[2]).toMatch(/two.*job-1 ended.*third/s);
  });
});

test("the marks move with the history: at most four, one where the request before ended", async () => {
  await using session = await openLongSession(
    [],
    [[text("a")], [text("b")], [call("bash", { command: "true" })], [text("c")]],
    {
      protocol: "messages",
    },
  );
  for (const said of ["one", "two", "three"]) await session.say(said);
  for (const [at, { bodyText }] of session.server.requests.entries()) {
    expect(bodyText.split(mark)).toHaveLength(at === 0 ? 4 : 5);
    const before = session.server.requests[at - 1]?.bodyText;
    if (before === undefined) continue;
    const end = before.slice(
      before.lastIndexOf('{"type"', before.lastIndexOf(mark) - mark.length),
      before.lastIndexOf(mark),
    );
    expect(bodyText).toContain(`${end}${mark}`);
  }
});

test("a server that speaks Chat Completions gets marks only for Anthropic's models behind OpenRouter", async () => {
  for (const [model, marks] of [
    ["openrouter/anthropic/claude-sonnet-5", 2],
    ["openrouter/openai/gpt-5.4", 0],
    ["openai/test-model", 0],
  ] as const) {
    await using session = await openLongSession([], [[text("hi")]], { model });
    await session.say("hello");
    expect(session.server.requests[0]?.bodyText.split(mark)).toHaveLength(marks + 1);
  }
});
