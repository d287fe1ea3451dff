/** What was sent once is sent again byte for byte, so that a server finds it in its cache; only what is new comes behind it. */
import { describe, expect, test } from "bun:test";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { call, type RecordedRequest, text } from "../support/model-server.ts";
import { png } from "../workspace/make-images.ts";
import { openLongSession, type StoryOptions, turn } from "./long-session.ts";

const picture = { mediaType: "image/png", data: png(4, 4).toString("base64") };

const cases: readonly (readonly [string, StoryOptions, string])[] = [
  ["Chat Completions", {}, "openai/test-model"],
  ["Messages", { protocol: "messages", model: "anthropic/claude-sonnet-5" }, "anthropic/claude-sonnet-5"],
  [
    "OpenRouter's form of Anthropic",
    { model: "openrouter/anthropic/claude-sonnet-5" },
    "openrouter/anthropic/claude-sonnet-5",
  ],
];

const mark = '"cache_control":{"type":"ephemeral"}';

/** A body in two parts: all but the messages, and the messages without what closes them, and without marks. */
function parts({ bodyText }: RecordedRequest): { readonly frame: string; readonly messages: string } {
  const { messages, ...frame } = JSON.parse(bodyText.replaceAll(`,${mark}`, ""));
  return { frame: JSON.stringify(frame), messages: JSON.stringify(messages).replace(/["\]}]+$/, "") };
}

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
    for (const [at, request] of requests.entries()) {
      const next = requests[at + 1];
      if (next === undefined) break;
      expect(parts(next).frame).toBe(parts(request).frame);
      expect(parts(next).messages.startsWith(parts(request).messages)).toBe(true);
      expect(parts(next).messages.length).toBeGreaterThan(parts(request).messages.length);
    }
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
