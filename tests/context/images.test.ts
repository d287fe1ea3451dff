import { describe, expect, test } from "bun:test";
import { buildRequest } from "../../src/context/request.ts";
import { imageLimits } from "../../src/context/image-limits.ts";
import { validateRequest } from "../../src/context/validate.ts";
import type { EncodedImage, ModelMessage, ModelRequest } from "../../src/protocol/message.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { png, pngBomb } from "../workspace/make-images.ts";

const seeing = "anthropic/claude-sonnet-5";
const blind = "deepseek/deepseek-v4-pro";

const picture = (width = 2): EncodedImage => ({
  mediaType: "image/png",
  data: png(width, 2).toString("base64"),
});

/** A question and one step after the other, each of one call with these images in its result. */
function history(...steps: (readonly EncodedImage[])[]): ModelRequest {
  const messages = steps.flatMap((images, at): ModelMessage[] => [
    {
      role: "assistant",
      model: seeing,
      parts: [{ type: "tool_call", callId: `c${at}`, name: "read_file", argumentsText: "{}" }],
    },
    {
      role: "tool",
      results: [{ callId: `c${at}`, name: "read_file", text: `file ${at}`, isError: false, images }],
    },
  ]);
  return { system: "", messages: [{ role: "user", text: "look" }, ...messages], tools: [] };
}

const validated = (request: ModelRequest, model = seeing) => validateRequest(request, { model }).request;
const resultsOf = (request: ModelRequest) =>
  request.messages.flatMap((message) => (message.role === "tool" ? message.results : []));
const counts = (request: ModelRequest) => resultsOf(request).map(({ images }) => images?.length ?? 0);

describe("images of results", () => {
  test("go to a model that sees as they are", () => {
    const request = history([picture()], [picture(), picture()]);
    expect(validateRequest(request, { model: seeing })).toEqual({ request, repairs: [] });
  });

  test("are words for a model that does not", () => {
    const [one, two] = resultsOf(validated(history([picture()], [picture(), picture()]), blind));
    expect(one).toEqual({
      callId: "c0",
      name: "read_file",
      text: `file 0\n[image left out: ${blind} does not take images]`,
      isError: false,
    });
    expect(two?.text).toBe(`file 1\n[2 images left out: ${blind} does not take images]`);
  });

  test("that no server could read are words, and the good ones beside them stay", () => {
    const good = picture();
    const broken = { ...good, data: good.data.slice(0, 20) };
    const mislabelled = { ...good, mediaType: "image/jpeg" };
    const [result] = resultsOf(validated(history([broken, good, mislabelled])));
    expect(result?.images).toEqual([good]);
    expect(result?.text).toBe("file 0\n[2 images left out: its data is damaged]");
  });

  test("that are too large for servers are words", () => {
    const wide = { mediaType: "image/png", data: pngBomb(8_001, 1).toString("base64") };
    const heavy = { mediaType: "image/png", data: png(2, 2).toString("base64").padEnd(5_000_004, "A") };
    const [result] = resultsOf(validated(history([wide, heavy])));
    expect(result).not.toHaveProperty("images");
    expect(result?.text).toBe("file 0\n[2 images left out: it is too large to be sent]");
  });
});

describe("of many images", () => {
  test("the newest are kept, and the others are words", () => {
    const request = validated(history(...Array.from({ length: 23 }, () => [picture()])));
    expect(counts(request)).toEqual([
      ...Array.from({ length: 5 }, () => 0),
      ...Array.from({ length: 18 }, () => 1),
    ]);
    expect(resultsOf(request)[0]?.text).toBe(
      "file 0\n[image left out: only the newest are kept; read the file again to see it]",
    );
  });

  test("so many are left out at a time that most new ones leave the older messages as they were", () => {
    const steps = Array.from({ length: 60 }, () => [picture()]);
    const requests = steps.map((_, at) => validated(history(...steps.slice(0, at + 1))));
    const rewritten = requests.filter((request, at) => {
      const before = requests[at - 1]?.messages ?? [];
      return JSON.stringify(request.messages.slice(0, before.length)) !== JSON.stringify(before);
    });
    expect(rewritten.length).toBe(8);
    for (const request of requests) {
      const sum = counts(request).reduce((total, count) => total + count, 0);
      expect(sum).toBeLessThanOrEqual(imageLimits.count);
    }
  });

  test("no more are sent than a request may be long", () => {
    const { data } = picture();
    const heavy = {
      mediaType: "image/png",
      data: Buffer.concat([Buffer.from(data, "base64"), Buffer.alloc(2_900_000)]).toString("base64"),
    };
    const request = validated(history(...Array.from({ length: 9 }, () => [heavy])));
    expect(counts(request)).toEqual([0, 0, 0, 0, 0, 1, 1, 1, 1]);
    const heavier = {
      ...heavy,
      data: Buffer.concat([Buffer.from(data, "base64"), Buffer.alloc(3_600_000)]).toString("base64"),
    };
    expect(counts(validated(history(...Array.from({ length: 9 }, () => [heavier]))))).toEqual([
      0, 0, 0, 0, 0, 0, 0, 0, 1,
    ]);
  });
});

test("an image in the log is in the request, one of a call that failed cannot be", () => {
  const entries = chained([
    { type: "user", text: "look", via: "submit" },
    {
      type: "assistant",
      turnId: "t",
      step: 1,
      model: seeing,
      parts: [{ type: "tool_call", callId: "a", name: "read_file", argumentsText: "{}" }],
      stop: "tool_use",
      latencyMs: 1,
      attempts: 1,
    },
    {
      type: "tool_result",
      callId: "a",
      name: "read_file",
      title: "",
      durationMs: 1,
      result: { ok: true, text: "logo.png", images: [picture()] },
    },
  ]);
  const { messages } = buildRequest({ entries, system: "", tools: [], model: seeing });
  expect(messages[2]).toEqual({
    role: "tool",
    results: [{ callId: "a", name: "read_file", text: "logo.png", isError: false, images: [picture()] }],
  });
});
