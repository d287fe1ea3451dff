/** Answers of servers and models that do not keep to the book, from the wire to the tools and back. */
import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import {
  call,
  httpError,
  type ModelServer,
  raw,
  serveModel,
  type Step,
  stop,
  text,
} from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { conversationOf, resultsIn } from "./requests.ts";
import { type Run, runRein } from "./run-rein.ts";
import { accessTo } from "./start.ts";

type Scene = {
  readonly project: TestProject;
  readonly server: ModelServer;
  /** Asks with everything but commands allowed. */
  readonly ask: (...args: string[]) => Promise<Run>;
};

async function scene(
  script: Parameters<typeof serveModel>[0],
  play: (scene: Scene) => Promise<void>,
  settings?: object,
): Promise<void> {
  await using project = await makeProject({ a: "AA\n", b: "BB\n" });
  await using server = await serveModel(script);
  if (settings !== undefined) {
    await Bun.write(
      join(project.env["XDG_CONFIG_HOME"] ?? "", "rein", "settings.json"),
      JSON.stringify(settings),
    );
  }
  const env = accessTo(server);
  const ask = (...args: string[]) =>
    runRein(["-p", "go", "--permission-mode", "accept-edits", ...args], { project, env });
  await play({ project, server, ask });
}

const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: "c", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const calls = (...all: readonly object[]) => chunk({ tool_calls: all });
const ended = (reason: string) => chunk({}, reason) + "data: [DONE]\n\n";
const read = (fields: object, path: string) => ({
  ...fields,
  function: { name: "read_file", arguments: JSON.stringify({ path }) },
});

describe("a call that is not whole", () => {
  const half = call("write_file", '{"path": "a", "content": "half of th', { id: "c1" });

  test("because of the output limit changes nothing, and the model is told to do less at once", async () => {
    await scene([[half, stop("length")], [text("I will split it.")]], async ({ project, server, ask }) => {
      expect(await ask()).toMatchObject({ out: "I will split it.\n", code: 0 });
      expect(await Bun.file(project.path("a")).text()).toBe("AA\n");
      const next = await server.nextRequest(1);
      expect(resultsIn(next)["c1"]).toMatch(/output limit.*smaller parts/);
      // Servers parse what stands in the history.
      expect(() => JSON.parse(sentArguments(next.body))).not.toThrow();
    });
  });

  test("although the server says that all is well is not run and not mended", async () => {
    await scene([[half, stop("stop")], [text("Sorry.")]], async ({ project, server, ask }) => {
      expect(await ask()).toMatchObject({ code: 0 });
      expect(await Bun.file(project.path("a")).text()).toBe("AA\n");
      expect(resultsIn(await server.nextRequest(1))["c1"]).toContain("not valid JSON");
    });
  });
});

describe("calls run as they were meant", () => {
  test.each([
    ["without an index", [calls(read({ id: "x" }, "a"), read({ id: "y" }, "b"))], ["x", "y"]],
    [
      "all at index 0",
      [calls(read({ index: 0, id: "x" }, "a")), calls(read({ index: 0, id: "y" }, "b"))],
      ["x", "y"],
    ],
    [
      "with a later piece at a wrong index",
      [
        calls(read({ index: 0, id: "x" }, "a")),
        calls({ index: 0, id: "y", function: { name: "read_file", arguments: '{"pat' } }),
        calls({ index: 1, function: { arguments: 'h":"b"}' } }),
      ],
      ["x", "y"],
    ],
    [
      "with the name behind the arguments",
      [
        calls({ id: "x", function: { arguments: '{"path":"a"}' } }),
        calls({ id: "x", function: { name: "read_file", arguments: "" } }),
        calls(read({ id: "y" }, "b")),
      ],
      ["x", "y"],
    ],
    [
      "with the id again in each piece",
      [
        calls({ index: 0, id: "x", function: { name: "read_file", arguments: '{"pa' } }),
        calls({ index: 0, id: "x", function: { arguments: 'th":"a"}' } }),
        calls(read({ index: 1, id: "y" }, "b")),
      ],
      ["x", "y"],
    ],
    ["with empty ids", [calls(read({ index: 0, id: "" }, "a"), read({ index: 1, id: "null" }, "b"))], null],
  ] as const)("%s", async (_, pieces, ids) => {
    const answer = raw([...pieces, ended("tool_calls")].join(""));
    await scene([[answer], [text("ok")]], async ({ server, ask }) => {
      expect(await ask()).toMatchObject({ out: "ok\n", code: 0 });
      const results = resultsIn(await server.nextRequest(1));
      expect(Object.values(results).map((result) => /AA|BB/.exec(result)?.[0])).toEqual(["AA", "BB"]);
      if (ids !== null) expect(Object.keys(results)).toEqual([...ids]);
      expect(Object.keys(results)).not.toContain("");
    });
  });

  test("with numbers and truth values in strings", async () => {
    const look = call("read_file", { path: "a", offset: "1" }, { id: "c1" });
    const search = call(
      "grep",
      { pattern: "BB", hidden: "true", output: "files", context: null },
      { id: "c2" },
    );
    await scene([[look, search], [text("ok")]], async ({ server, ask }) => {
      expect(await ask()).toMatchObject({ code: 0 });
      const results = resultsIn(await server.nextRequest(1));
      expect(results["c1"]).toContain("AA");
      expect(results["c2"]).toMatch(/^b$/m);
    });
  });

  test("or the model is told which tools there are, or which field is wrong", async () => {
    await scene(
      [
        [call("no_such_tool", { x: 1 }, { id: "c1" })],
        [call("read_file", { wrong: true }, { id: "c2" })],
        [text("ok")],
      ],
      async ({ server, ask }) => {
        expect(await ask()).toMatchObject({ out: "ok\n", code: 0 });
        expect(resultsIn(await server.nextRequest(1))["c1"]).toMatch(/no_such_tool.*read_file/s);
        expect(resultsIn(await server.nextRequest(2))["c2"]).toContain("path");
      },
    );
  });
});

test("a call by a name that there cannot be does not spoil what is sent from then on", async () => {
  const odd = { id: "a b\u0000c", function: { name: "rea\u0007\u001b[2Jd", arguments: "{}" } };
  const long = { id: "y".repeat(500), function: { name: "x".repeat(5000), arguments: "{}" } };
  await scene([[raw(calls(odd, long) + ended("tool_calls"))], [text("ok")]], async ({ server, ask }) => {
    const { out, err } = await ask();
    expect(out).toBe("ok\n");
    expect(err).not.toContain("\u001b");
    const { body } = await server.nextRequest(1);
    const sent = JSON.stringify(body?.["messages"]);
    const names = [...sent.matchAll(/"function":\{"name":"([^"]*)"/g)].map(([, name]) => name);
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^[\w-]{1,64}$/);
    for (const [, id] of sent.matchAll(/"(?:id|tool_call_id)":"([^"]*)"/g)) expect(id).toMatch(/^\S{1,40}$/);
  });
});

test("an answer that breaks off behind its thoughts is no answer, and is asked for again", async () => {
  await scene([[raw(chunk({ reasoning_content: "a long thought" }))], [text("recovered")]], async (story) => {
    const { out, err, code } = await story.ask();
    expect({ out, code }).toEqual({ out: "recovered\n", code: 0 });
    expect(err).toMatch(/broke off before its end.*attempt 2 of 8/);
    expect(conversationOf(await story.server.nextRequest(1))).toMatchObject([{ who: "user", text: "go" }]);
  });
});

test("an answer that is wrongly called compressed is an error in words, and nothing else is written", async () => {
  const wrong = httpError(200, chunk({ content: "hello" }, "stop"), { "content-encoding": "gzip" });
  await scene([[wrong]], async ({ ask }) => {
    const { out, err, code } = await ask();
    expect({ out, code }).toEqual({ out: "", code: 1 });
    expect(err).toMatch(/^rein: The answer of \S+ could not be read: [^\n]+\n$/);
  });
});

describe("an answer is whole", () => {
  test.each([
    [
      "whose chunks all have an empty finish reason",
      chunk({ reasoning_content: "hm" }, "") +
        chunk({ content: "hello " }, "") +
        chunk({ content: "world" }, "") +
        ended("stop"),
      "hello world",
    ],
    [
      "that the server closes after the usage, without a word on its end",
      `${chunk({ content: "hello" })}data: ${JSON.stringify({ id: "c", choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } })}\n\n`,
      "hello",
    ],
    [
      "between comments, empty lines and events of other names",
      `: PROCESSING\n\ndata: \n\nevent: ping\n\n${(chunk({ content: "你" }) + chunk({ content: "好" }) + ended("stop")).replaceAll("\n", "\r\n").replaceAll("data: {", "data:{")}`,
      "你好",
    ],
    [
      "whose thinking stands in it",
      chunk({ content: "<think>\nhm\n</thi" }) + chunk({ content: "nk>\n\nhello" }) + ended("stop"),
      "hello",
    ],
  ])("%s", async (_, stream, answer) => {
    await scene([[raw(stream)]], async ({ ask }) => {
      expect(await ask()).toMatchObject({ out: `${answer}\n`, code: 0 });
    });
  });
});

describe("a call in words", () => {
  const written = text(
    'I will look.\n<tool_call>\n{"name": "read_file", "arguments": {"path": "a"}}\n</tool_call>',
  );

  test("is not run; the model is told once and makes it", async () => {
    await scene(
      [[written], [call("read_file", { path: "a" }, { id: "c1" })], [text("AA it is.")]],
      async ({ server, ask }) => {
        const { out, err, code } = await ask();
        expect({ out, code }).toEqual({ out: "AA it is.\n", code: 0 });
        expect(err).toContain("wrote a call of read_file as text");
        expect(conversationOf(await server.nextRequest(1)).at(-1)).toMatchObject({
          who: "user",
          text: expect.stringContaining("read_file as text"),
        });
        expect(resultsIn(await server.nextRequest(2))["c1"]).toContain("AA");
      },
    );
  });

  test("for a second time ends the turn, and the user learns why", async () => {
    await scene([[written], [written]], async ({ server, ask }) => {
      const { err, code } = await ask();
      expect(code).toBe(1);
      expect(err).toContain('The setting "tolerantTools"');
      expect(server.requests).toHaveLength(2);
    });
  });

  test("is made where the settings say so, and asked about like any other", async () => {
    const change = text('<tool_call>{"name":"bash","arguments":{"command":"touch made"}}</tool_call>');
    await scene(
      [[written], [change], [text("Done.")]],
      async ({ project, server, ask }) => {
        const { out, err, code } = await ask();
        expect({ out, code }).toEqual({ out: "Done.\n", code: 0 });
        expect(Object.values(resultsIn(await server.nextRequest(1)))[0]).toContain("AA");
        expect(conversationOf(await server.nextRequest(1))[1]).toMatchObject({ text: "I will look." });
        expect(err).toContain("Nobody is there to ask");
        expect(await Bun.file(project.path("made")).exists()).toBeFalse();
      },
      { tolerantTools: ["*"] },
    );
  });
});

test("a model that goes round in circles is told so, and then stopped with the reason", async () => {
  const round = (_: unknown, at: number): Step[] =>
    at % 2 === 0 ? [call("read_file", { path: "a" })] : [call("grep", { pattern: "BB" })];
  await scene(round, async ({ server, ask }) => {
    const { err, code } = await ask();
    expect(code).toBe(3);
    expect(err).toMatch(/same calls \(read_file, grep\) 4 times/);
    expect(server.requests).toHaveLength(8);
  });
});

test("an answer that its server pauses goes on from exactly where it was", async () => {
  const events = (...all: readonly { readonly type: string; readonly [field: string]: unknown }[]) =>
    all.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join("");
  const search = { type: "server_tool_use", id: "s1", name: "web_search", input: { query: "ruby" } };
  const thinking = { type: "thinking", thinking: "look", signature: "c2ln" };
  const paused = events(
    { type: "message_start", message: { usage: { input_tokens: 1, output_tokens: 1 } } },
    { type: "content_block_start", index: 0, content_block: thinking },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: search },
    { type: "content_block_stop", index: 1 },
    { type: "message_delta", delta: { stop_reason: "pause_turn" }, usage: { output_tokens: 2 } },
    { type: "message_stop" },
  );
  await using project = await makeProject({});
  await using server = await serveModel([[raw(paused)], [text("Ruby 4.")]]);
  const env = {
    ANTHROPIC_API_KEY: "k",
    ANTHROPIC_BASE_URL: server.url,
    REIN_MODEL: "anthropic/claude-sonnet-5",
  };
  expect(await runRein(["-p", "which ruby?"], { project, env })).toMatchObject({ out: "Ruby 4.\n", code: 0 });
  const { body } = await server.nextRequest(1);
  const messages = Array.isArray(body?.["messages"]) ? body["messages"] : [];
  expect(messages).toHaveLength(2);
  expect(messages[1]).toEqual({ role: "assistant", content: [thinking, search] });
});

/** The arguments of the first call in a request's history, as text. */
function sentArguments(body: Readonly<Record<string, unknown>> | undefined): string {
  return (
    /"arguments":("(?:[^"\\]|\\.)*")/
      .exec(JSON.stringify(body))?.[1]
      ?.replace(/^"|"$/g, "")
      .replaceAll('\\"', '"') ?? ""
  );
}
