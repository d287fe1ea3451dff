/** Whatever happened to a conversation, the next request is one that the strictest server takes: in all protocols. */
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import {
  call,
  hold,
  httpError,
  reasoning,
  type RecordedRequest,
  type Step,
  stop,
  text,
} from "../support/model-server.ts";
import { png } from "../workspace/make-images.ts";
import { conversationOf, resultsIn, userTexts } from "./requests.ts";
import {
  answered,
  asked,
  begin,
  exists,
  held,
  HOLDING_COMMAND,
  idle,
  killHard,
  leave,
  type Protocol,
  seen,
  send,
  type Story,
} from "./start.ts";
import { type Rule, strictly } from "./strict-server.ts";

const bash = (id: string, command: string) => call("bash", { command }, { id: `call_${id}` });
const touch = (name: string) => bash(name, `touch ${name}`);

const protocols: readonly Protocol[] = ["chat", "messages", "responses"];

const ends: Readonly<Record<string, (story: Story) => Promise<unknown>>> = {
  "kill -9": ({ terminal }) => killHard(terminal),
  "a hang-up": ({ terminal }) => {
    terminal.signal("SIGHUP");
    return terminal.waitForExit();
  },
};

describe.each(protocols)("over %s", (protocol) => {
  test.each(Object.keys(ends))(
    "a program that ended by %s in the middle of calls goes on, without a call being run again",
    async (end) => {
      const calls = [
        bash("one", "echo once >> one"),
        bash("two", `echo once >> two; ${HOLDING_COMMAND}`),
        touch("three"),
      ];
      const strict = strictly([calls, [text("back")], [text("still here")]]);
      await using story = await begin(strict.script, { protocol, args: ["--allow", "bash"] });
      const { terminal, server, project } = story;
      await send(terminal, "go");
      await held(story);
      await ends[end]?.(story);
      const later = await story.again({ args: ["-c"] });
      expect(seen(later)).toMatch(/> go[^]*● bash .*one[^]*■ bash .*interrupted[^]*■ bash .*interrupted/);
      await send(later, "continue");
      await answered(later, "back");
      await leave(later);
      const last = await story.again({ args: ["-c"] });
      await send(last, "and on");
      await answered(last, "still here");
      const results = resultsIn(await server.nextRequest(2));
      expect(Object.keys(results)).toEqual(["call_one", "call_two", "call_three"]);
      expect(results["call_two"]).toMatch(/^Interrupted/);
      expect(results["call_three"]).toMatch(/did not run|not started/);
      expect([await project.read("one"), await project.read("two")]).toEqual(["once\n", "once\n"]);
      expect(await exists(project, "three")).toBeFalse();
      expect(strict.refused).toEqual([]);
    },
  );

  test("Escape in the middle of calls, and in the answer to the next message, leaves a history that goes on", async () => {
    const calls = [bash("one", "echo first"), bash("two", HOLDING_COMMAND), touch("three")];
    const strict = strictly([calls, [text("I beg"), hold()], [hold()], [text("all well")]]);
    await using story = await begin(strict.script, { protocol, args: ["--allow", "bash"] });
    const { terminal, server, project } = story;
    await send(terminal, "go");
    await held(story);
    terminal.press("escape");
    await idle(terminal);
    expect(server.requests).toHaveLength(1);
    await send(terminal, "next");
    await terminal.waitFor("I beg");
    terminal.press("escape");
    await idle(terminal);
    await send(terminal, "and then");
    await server.nextRequest(2);
    terminal.press("escape");
    await idle(terminal);
    await send(terminal, "at last");
    await answered(terminal, "all well");
    const request = await server.nextRequest(3);
    const results = resultsIn(request);
    expect(Object.keys(results)).toEqual(["call_one", "call_two", "call_three"]);
    expect(results["call_one"]).toContain("first");
    expect(results["call_two"]).toMatch(/^Interrupted by the user: stopped while it ran/);
    expect(results["call_three"]).toMatch(/^Interrupted by the user: not started/);
    expect(userTexts(request).join("\n")).toMatch(/^go\s+next\s+and then\s+at last$/);
    expect(await exists(project, "three")).toBeFalse();
    expect(strict.refused).toEqual([]);
  });

  test("a question that ended by Ctrl+C, and one that was open when the program was killed, are answered with not run", async () => {
    const strict = strictly([
      [touch("one"), touch("two")],
      [text("Once more."), touch("three"), touch("four")],
      [text("fine")],
    ]);
    await using story = await begin(strict.script, { protocol });
    const { terminal, server, project } = story;
    await send(terminal, "go");
    await asked(terminal, "touch one");
    terminal.press("ctrl+c");
    await idle(terminal);
    expect(terminal.exitCode).toBeNull();
    await send(terminal, "try");
    await asked(terminal, "touch three");
    await killHard(terminal);
    const later = await story.again({ args: ["-c"] });
    expect(seen(later)).toMatch(/■ bash {2}touch three .*\n +⎿ not answered, not run/);
    await send(later, "go on");
    await answered(later, "fine");
    const results = resultsIn(await server.nextRequest(2));
    expect(Object.keys(results)).toEqual(["call_one", "call_two", "call_three", "call_four"]);
    for (const result of Object.values(results)) expect(result).toMatch(/not run|not started|declined/);
    for (const name of ["one", "two", "three", "four"]) expect(await exists(project, name)).toBeFalse();
    expect(strict.refused).toEqual([]);
  });

  test("answers of calls alone, of blanks and of nothing go back as nothing blank, also after a restart", async () => {
    const read = (path: string) => call("read_file", { path });
    const strict = strictly([
      [read("a")],
      [text(" \n"), read("b")],
      [reasoning("hm"), read("c")],
      [text("ok")],
      [text("  ")],
      [stop()],
      [text("again")],
    ]);
    await using story = await begin(strict.script, { protocol, files: { a: "AA", b: "AA", c: "AA" } });
    const { terminal, server } = story;
    await send(terminal, "go");
    await answered(terminal, "ok");
    for (const [message, requests] of [
      ["more", 5],
      ["and more", 6],
    ] as const) {
      await send(terminal, message);
      await server.nextRequest(requests - 1);
      await idle(terminal);
    }
    await leave(terminal);
    const later = await story.again({ args: ["-c"] });
    await send(later, "still there?");
    await answered(later, "again");
    expect(strict.refused).toEqual([]);
    const last = await server.nextRequest(6);
    const found = conversationOf(last).filter(({ who }) => who === "tool");
    expect(found.map((one) => one.text)).toEqual(Array(3).fill(expect.stringContaining("AA")));
    expect(userTexts(last).join("\n")).toMatch(/^go\s+more\s+and more\s+still there\?$/);
  });

  test("output of emoji, wherever it is cut, ends on a whole one", async () => {
    const emoji = (ahead: number) =>
      bash(
        `${ahead}`,
        `awk 'BEGIN { printf "%${ahead}s", ""; for (i = 0; i < 60000; i++) printf "\\360\\237\\230\\200" }'`,
      );
    const strict = strictly([[0, 1, 2, 3].map(emoji), [text("ok")]]);
    await using story = await begin(strict.script, { protocol, args: ["--allow", "bash"] });
    await send(story.terminal, "go");
    await answered(story.terminal, "● ok");
    expect(strict.refused).toEqual([]);
    const results = Object.values(resultsIn(await story.server.nextRequest(1)));
    expect(results).toHaveLength(4);
    for (const result of results) {
      expect(result.length).toBeLessThan(120_000);
      expect(result).toContain("😀😀");
      expect(result).not.toContain("\uFFFD");
    }
  });
});

describe("another model in the same conversation", () => {
  const block = z.looseObject({
    type: z.string(),
    thinking: z.string().optional(),
    signature: z.string().optional(),
  });
  const sent = z.object({
    model: z.string(),
    messages: z.array(z.object({ content: z.union([z.string(), z.array(block)]) })),
  });
  const thoughts = ({ body }: RecordedRequest) =>
    sent
      .parse(body)
      .messages.flatMap(({ content }) => (typeof content === "string" ? [] : content))
      .filter(({ type }) => type === "thinking")
      .map(({ thinking, signature }) => `${thinking} ${signature}`);
  /** A signature is good for the model that gave it, over the very words. */
  const ownThoughtsOnly: Rule = (request) => {
    const { model } = sent.parse(request.body);
    const strange = thoughts(request).find(
      (one) => !new RegExp(`^\\w+ thought of ${model} signed-0$`).test(one),
    );
    return strange === undefined ? undefined : `Invalid \`signature\` in \`thinking\` block: ${strange}`;
  };

  test("is not given the thoughts of the first, which gets its own back unchanged: also with calls, and after a restart", async () => {
    const think = (which: string, model: string, ...more: Step[]) => [
      reasoning(`${which} thought of ${model}`),
      ...more,
    ];
    const strict = strictly(
      [
        think("first", "m1", text("I look."), call("read_file", { path: "a" })),
        think("second", "m1", text("it says AA")),
        think("first", "m2", call("read_file", { path: "a" })),
        think("second", "m2", text("still AA")),
        [text("back with the first")],
        [text("and once more")],
      ],
      ownThoughtsOnly,
    );
    await using story = await begin(strict.script, {
      protocol: "messages",
      files: { a: "AA" },
      env: { ANTHROPIC_MODEL: "m1" },
    });
    const { terminal, server } = story;
    await send(terminal, "one");
    await answered(terminal, "it says AA");
    await send(terminal, "/model anthropic/m2");
    await terminal.waitFor("anthropic/m2 from here on");
    await send(terminal, "two");
    await answered(terminal, "still AA");
    await send(terminal, "/model anthropic/m1");
    await terminal.waitFor("anthropic/m1 from here on");
    await send(terminal, "three");
    await answered(terminal, "back with the first");
    await killHard(terminal);
    const later = await story.again({ args: ["-c"] });
    await send(later, "four");
    await answered(later, "and once more");
    expect(strict.refused).toEqual([]);
    const given = await Promise.all([1, 2, 3, 4].map(async (at) => thoughts(await server.nextRequest(at))));
    expect(given[0]).toEqual(["first thought of m1 signed-0"]);
    expect(given[1]).toEqual([]);
    expect(given[2]).toEqual(["first thought of m2 signed-0"]);
    expect(given[3]).toContain("first thought of m1 signed-0");
  });
});

describe("an image that is too large for the server", () => {
  /** The widths of the PNG files in a request, in base64. */
  const widths = ({ bodyText }: RecordedRequest) =>
    [...bodyText.matchAll(/iVBORw0KGgo[A-Za-z0-9+/]*=*/g)].map(([data]) =>
      Buffer.from(data, "base64").readUInt32BE(16),
    );
  const files = { "big.png": png(3000, 200) };
  const seeing = {
    messages: ["--model", "anthropic/claude-sonnet-5"],
    chat: ["--model", "openai/gpt-5.4"],
  } as const;

  test.each(["messages", "chat"] as const)(
    "is made smaller, and if it is refused all the same it is words from then on: over %s",
    async (protocol) => {
      const strict = strictly(
        [[call("read_file", { path: "big.png" })], [text("wide")], [text("ok")]],
        (request) => (widths(request).some((width) => width > 1000) ? "image exceeds 1000 px" : undefined),
      );
      await using story = await begin(strict.script, { protocol, args: seeing[protocol] });
      const { terminal, project, server } = story;
      await project.write("big.png", files["big.png"]);
      await send(terminal, "look at big.png");
      await answered(terminal, "● wide");
      expect(strict.refused).toEqual([expect.stringContaining("image exceeds 1000 px")]);
      expect(widths(await server.nextRequest(1))).toEqual([1568]);
      await leave(terminal);
      const later = await story.again({ args: ["-c", ...seeing[protocol]] });
      await send(later, "never mind");
      await answered(later, "● ok");
      expect(strict.refused).toHaveLength(1);
    },
  );

  test("that a message names is no reason for the next message to fail", async () => {
    const strict = strictly(
      [[httpError(400, { error: { message: "image exceeds 2000 px" } })], [text("ok")], [text("ok2")]],
      (request) => (widths(request).some((width) => width > 2000) ? "image exceeds 2000 px" : undefined),
    );
    await using story = await begin(strict.script, { protocol: "messages", args: seeing.messages });
    const { terminal, project } = story;
    await project.write("big.png", files["big.png"]);
    terminal.type("look at @big.png");
    await terminal.waitFor("❯ big.png");
    terminal.press("enter");
    await story.server.nextRequest(0);
    await idle(terminal);
    await send(terminal, "never mind");
    await terminal.waitFor(/● ok/);
    await idle(terminal);
    expect(strict.refused).toEqual([]);
  });
});
