import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createThinkSplitter } from "../../src/providers/think-tags.ts";
import { raw, serveModel } from "../support/model-server.ts";
import { chunks, delta, done, providerFor } from "./chat-server.ts";
import { collect, requestOf, responseOf, streamed } from "./collect.ts";

/** What an answer is split into when it comes in these pieces. */
function split(...pieces: readonly string[]) {
  const splitter = createThinkSplitter();
  const said = [...pieces.flatMap((piece) => splitter.feed(piece)), ...splitter.flush()];
  const join = (type: "text" | "reasoning") =>
    said.map((piece) => (piece.type === type ? piece.text : "")).join("");
  return { reasoning: join("reasoning"), text: join("text"), tags: splitter.tags() };
}

describe("think tags", () => {
  test.each([
    ["at the start", "<think>\nhm, two\n</think>\n\nFour.", "hm, two", "Four."],
    ["behind blanks", " \n<think>hm</think>Four.", "hm", "Four."],
    ["of the longer name", "<thinking>hm</thinking> Four.", "hm", "Four."],
    ["with nothing in them", "<think>\n\n</think>\n\nFour.", "", "Four."],
    ["that are never closed", "<think>hm, and then", "hm, and then", ""],
    ["with others inside", "<think>a <think> b </thinking> c</think>d", "a <think> b </thinking> c", "d"],
    ["that come twice", "<think>a</think>b<think>c</think>", "a", "b<think>c</think>"],
    ["with an answer in tags of its own", "<think>a</think><response>b", "a", "<response>b"],
  ])("%s are taken for reasoning", (_, answer, reasoning, text) => {
    expect(split(answer)).toMatchObject({ reasoning, text });
  });

  test.each([
    "Use <think> for that</think>.",
    "```\n<think>x</think>\n```",
    "`<think>` is a tag",
    "<thinker>x</thinker>",
    "<thi",
    "<",
    "</think>x",
    "  ",
  ])("that are no tags at the start stay text (%j)", (answer) => {
    expect(split(answer)).toEqual({ reasoning: "", text: answer, tags: undefined });
  });
});

const piece = fc.oneof(
  fc.constantFrom(
    "<think>",
    "</think>",
    "<thinking>",
    "</thinking>",
    "<",
    "think>",
    "</",
    " ",
    "\n",
    "x",
    "日本",
  ),
  fc.string(),
);
const answer = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(""));

test("however an answer is cut, its parts are the same", () => {
  fc.assert(
    fc.property(answer, fc.array(fc.nat(), { maxLength: 8 }), (whole, places) => {
      const at = [...places.map((place) => place % (whole.length + 1)), whole.length].toSorted(
        (a, b) => a - b,
      );
      const pieces = at.map((end, n) => whole.slice(n === 0 ? 0 : at[n - 1], end));
      expect(split(...pieces)).toEqual(split(whole));
      expect(split(...whole.split(""))).toEqual(split(whole));
    }),
  );
});

test("nothing of an answer is lost: tags, reasoning and text make it again", () => {
  fc.assert(
    fc.property(answer, (whole) => {
      const { reasoning, text, tags = { open: "", close: "" } } = split(whole);
      expect(tags.open + reasoning + tags.close + text).toBe(whole);
    }),
  );
});

describe("a chat answer with thinking in its content", () => {
  const stream = (...texts: readonly string[]) =>
    chunks(...texts.map((content) => delta({ content })), delta({}, "stop")) + done;

  test("streams it as reasoning, and it goes back as it stood to the model that thought it", async () => {
    await using server = await serveModel([
      [raw(stream("<th", "ink>\nh", "m\n</thi", "nk>\n\nFo", "ur."))],
      [raw(stream("ok"))],
      [raw(stream("ok"))],
    ]);
    const provider = providerFor(server);
    const events = await collect(provider);
    expect(streamed(events, "reasoning")).toBe("hm");
    expect(streamed(events, "text")).toBe("Four.");
    const { parts } = responseOf(events);
    expect(parts.map(({ type }) => type)).toEqual(["reasoning", "text"]);

    for (const model of ["test/m1", "other/m2"]) {
      await collect(provider, requestOf(["hi", { role: "assistant", model, parts }, "go on"]));
    }
    const sent = server.requests.slice(1).map(({ body }) => body?.["messages"]);
    expect(sent[0]).toContainEqual({ role: "assistant", content: "<think>\nhm\n</think>\n\nFour." });
    expect(sent[1]).toContainEqual({ role: "assistant", content: "Four." });
  });

  test("shows the last piece too, whatever it may have become", async () => {
    await using server = await serveModel([[raw(stream("<thi"))]]);
    const events = await collect(providerFor(server));
    expect(streamed(events, "text")).toBe("<thi");
    expect(responseOf(events).parts).toEqual([{ type: "text", text: "<thi" }]);
  });

  test("that breaks off keeps what was thought and said", async () => {
    await using server = await serveModel([[raw(chunks(delta({ content: "<think>hm" })))]]);
    expect((await collect(providerFor(server))).at(-1)).toMatchObject({
      type: "error",
      parts: [{ type: "reasoning", text: "hm" }],
    });
  });

  test("has the reasoning of its field beside it", async () => {
    const both = chunks(
      delta({ reasoning_content: "first " }),
      delta({ content: "<think>then</think>Four." }),
      delta({}, "stop"),
    );
    await using server = await serveModel([[raw(both + done)]]);
    expect(responseOf(await collect(providerFor(server))).parts).toEqual([
      { type: "reasoning", text: "first then" },
      { type: "text", text: "Four." },
    ]);
  });
});
