/** Images in messages of the user, in the words of each protocol. */
import { describe, expect, test } from "bun:test";
import { validateRequest } from "../../src/context/validate.ts";
import type { ModelMessage, SentImage } from "../../src/protocol/message.ts";
import { userMessageOf } from "../../src/protocol/user-images.ts";
import { messagesBody } from "../../src/providers/anthropic-request.ts";
import { chatBody } from "../../src/providers/chat-request.ts";
import { responsesBody } from "../../src/providers/responses-request.ts";
import { shapeWith, withoutImages } from "../../src/providers/shape-body.ts";
import { png } from "../workspace/make-images.ts";
import { requestOf } from "./collect.ts";

const model = "anthropic/claude-sonnet-5";
const sent = (label: string, width = 2): SentImage => ({
  mediaType: "image/png",
  data: png(width, 2).toString("base64"),
  label,
});
const [one, two] = [sent("[Image #1]", 2), sent("[Image #2]", 3)];
const url = ({ data }: SentImage) => `data:image/png;base64,${data}`;
const message = userMessageOf("is [Image #1] like [Image #2]?", [one, two]);

const chat = (messages: (string | ModelMessage)[]) =>
  chatBody(requestOf(messages), { modelId: "m", model, traits: {} }).messages;
const anthropic = (messages: (string | ModelMessage)[]) =>
  messagesBody(requestOf(messages), { modelId: "m", model, maxTokens: 10 }).messages;
const responses = (messages: (string | ModelMessage)[]) =>
  responsesBody(requestOf(messages), { modelId: "m", model, traits: {} }).input;

describe("an image of the user's stands behind its label", () => {
  test("in Chat Completions", () => {
    expect(chat([message])).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "is [Image #1]" },
          { type: "image_url", image_url: { url: url(one) } },
          { type: "text", text: " like [Image #2]" },
          { type: "image_url", image_url: { url: url(two) } },
          { type: "text", text: "?" },
        ],
      },
    ]);
  });

  test("in the Messages API", () => {
    const source = ({ data }: SentImage) => ({ type: "base64", media_type: "image/png", data });
    expect(anthropic([message])).toMatchObject([
      {
        role: "user",
        content: [
          { type: "text", text: "is [Image #1]" },
          { type: "image", source: source(one) },
          { type: "text", text: " like [Image #2]" },
          { type: "image", source: source(two) },
          { type: "text", text: "?" },
        ],
      },
    ]);
  });

  test("in Responses", () => {
    const image = (of: SentImage) => ({ type: "input_image", detail: "auto", image_url: url(of) }) as const;
    expect(responses([message])).toEqual([
      {
        role: "user",
        content: [
          { type: "input_text", text: "is [Image #1]" },
          image(one),
          { type: "input_text", text: " like [Image #2]" },
          image(two),
          { type: "input_text", text: "?" },
        ],
      },
    ]);
  });

  test("and at the end of a message that does not name it", () => {
    expect(chat([userMessageOf("look", [one])])).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "look" },
          { type: "image_url", image_url: { url: url(one) } },
        ],
      },
    ]);
  });
});

test("a message that ends with an image ends a prefix of Anthropic's cache", () => {
  const [only] = anthropic([userMessageOf("[Image #1]", [one])]);
  expect(only?.content.at(-1)).toMatchObject({ type: "image", cache_control: { type: "ephemeral" } });
});

test("a message with images keeps its parts where the system prompt has to stand in it", () => {
  const body = { messages: [{ role: "system", content: "be kind" }, ...chat([message])] };
  const [first] = shapeWith({}, { systemRole: "user" })(body).messages;
  expect(first).toMatchObject({ role: "user" });
  expect(first?.content?.[0]).toEqual({ type: "text", text: "be kind" });
  expect(first?.content).toHaveLength(6);
});

test("what a server refused to see is words", () => {
  const [only] = withoutImages(requestOf([message])).messages;
  expect(only).toEqual({
    role: "user",
    text: "is [Image #1] [image left out: this model takes none] like [Image #2] [image left out: this model takes none]?",
  });
});

test("the images of messages that nobody answered stay behind their own labels when those become one", () => {
  const again = userMessageOf("and [Image #1]?", [sent("[Image #1]", 4)]);
  const { request } = validateRequest(requestOf([message, again]), { model });
  expect(anthropic([...request.messages])[0]?.content).toMatchObject([
    { text: "is [Image #1]" },
    { source: { data: one.data } },
    { text: " like [Image #2]" },
    { source: { data: two.data } },
    { text: "?\n\nand [Image #1]" },
    { source: { data: sent("", 4).data } },
    { text: "?" },
  ]);
});
