/** Images of the user's on their way from the log into a request. */
import { describe, expect, test } from "bun:test";
import { conversationText, lengths } from "../../src/context/conversation-text.ts";
import { imageLimits } from "../../src/context/image-limits.ts";
import { nameOfImage, nameOfText } from "../../src/context/left-out.ts";
import { mostTokens } from "../../src/context/most-tokens.ts";
import { findRepair } from "../../src/context/repair.ts";
import { buildRequest } from "../../src/context/request.ts";
import { estimateRequest } from "../../src/context/tokens.ts";
import { validateRequest } from "../../src/context/validate.ts";
import { weighEntry } from "../../src/context/weigh.ts";
import { userEntry } from "../../src/engine/user-entry.ts";
import type { LeftOut, NewEntry } from "../../src/protocol/entry.ts";
import type { ModelRequest, SentImage } from "../../src/protocol/message.ts";
import { messagesBackTo } from "../../src/sessions/fork.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { png } from "../workspace/make-images.ts";

const seeing = "anthropic/claude-sonnet-5";
const blind = "deepseek/deepseek-v4-pro";

const sent = (number = 1, width = 2): SentImage => ({
  mediaType: "image/png",
  data: png(width, 2).toString("base64"),
  label: `[Image #${number}]`,
});
const asked = (text: string, ...images: SentImage[]) => userEntry({ text, images }, "submit");
const answer: NewEntry = {
  type: "assistant",
  turnId: "t",
  step: 1,
  model: seeing,
  parts: [{ type: "text", text: "seen" }],
  stop: "stop",
  latencyMs: 1,
  attempts: 1,
};

function requestOf(entries: readonly NewEntry[], model = seeing): ModelRequest {
  const branch = chained(entries);
  return validateRequest(buildRequest({ entries: branch, system: "", tools: [], model }), { model }).request;
}

/** The user's texts, and how many images each has. */
const saidIn = ({ messages }: ModelRequest) =>
  messages.flatMap((message) =>
    message.role === "user" ? [[message.text, message.images?.length ?? 0]] : [],
  );

describe("an image of the user's", () => {
  test("goes out as it is to a model that sees", () => {
    const image = sent();
    const [message] = requestOf([asked("see [Image #1]", image)]).messages;
    expect(message).toEqual({ role: "user", text: "see [Image #1]", images: [{ image, after: 14 }] });
  });

  test("is words for a model that does not, and is seen again by one that does", () => {
    const entries = [asked("see [Image #1] now", sent()), answer, asked("and?")];
    expect(saidIn(requestOf(entries, blind))).toEqual([
      [`see [Image #1] [image left out: ${blind} does not take images] now`, 0],
      ["and?", 0],
    ]);
    expect(saidIn(requestOf(entries))).toEqual([
      ["see [Image #1] now", 1],
      ["and?", 0],
    ]);
  });

  test("that is damaged is words, and the good one beside it stays in its place", () => {
    const broken = { ...sent(1), data: "AAAA" };
    const [message] = requestOf([asked("[Image #1] [Image #2]", broken, sent(2))]).messages;
    expect(message).toMatchObject({
      text: "[Image #1] [image left out: its data is damaged] [Image #2]",
      images: [{ after: 59 }],
    });
  });

  test("is one of those that are limited in number, the newest of which stay", () => {
    const entries = Array.from({ length: imageLimits.count + 3 }, () => [
      asked("[Image #1]", sent()),
      answer,
    ]);
    const counts = saidIn(requestOf([...entries.flat(), asked("and?")])).map(([, count]) => count);
    expect(counts.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
    expect(counts.slice(5, -1).every((count) => count === 1)).toBe(true);
  });

  test("counts in the estimates by its size and not by its bytes", () => {
    const entry = asked("[Image #1]", sent(1, 750));
    const [branch] = chained([entry]);
    const bare = asked("[Image #1]");
    const [without] = chained([bare]);
    if (branch === undefined || without === undefined) throw new Error("no entry");
    expect(weighEntry(branch) - weighEntry(without)).toBe(85);
    expect(estimateRequest(requestOf([entry])) - estimateRequest(requestOf([bare]))).toBe(85);
    expect(mostTokens([branch])).toBeLessThan(4_000);
    expect(mostTokens([branch])).toBeGreaterThan(weighEntry(branch));
  });

  test("is named in a summary's text, and not in it", () => {
    const branch = chained([asked("see [Image #1]", sent())]);
    const [most] = lengths;
    if (most === undefined) throw new Error("no lengths");
    const [text] = conversationText(branch, branch, most);
    expect(text).toBe("## The user said\nsee [Image #1]\n[with 1 images, which are not here]");
  });
});

describe("an image of the user's that a server refuses", () => {
  const image = sent();
  const entries = [asked("see [Image #1]", image), answer, asked("and this [Image #1]", sent(1, 5))];
  const repairOf = (message: string) =>
    findRepair({ kind: "invalid_request", status: 400, retryable: false, message }, requestOf(entries));

  test("is found where the error says it is, in the count of each protocol", () => {
    const first = {
      leftOut: [{ what: "images" as const, id: nameOfImage(image) }],
      words: "an image in a message of yours",
    };
    expect(repairOf("messages.0.content.1.image.source: image exceeds the limit")).toEqual(first);
    expect(repairOf("Invalid 'messages[0].content[1].image_url'")).toEqual(first);
    expect(repairOf("Invalid 'input[0].content[1].image_url'")).toEqual(first);
  });

  test("is all of them where the error does not say which", () => {
    expect(repairOf("image too large")?.words).toBe("2 images in a message of yours");
  });

  test("is words from then on, for every model, and the message stays", () => {
    const leftOut: LeftOut[] = [{ what: "images", id: nameOfImage(image) }];
    const after: NewEntry[] = [...entries, { type: "notice", text: "refused", leftOut }];
    const said = saidIn(requestOf(after));
    expect(said[0]).toEqual(["see [Image #1] [image left out: the model's server refused it]", 0]);
    expect(said[1]?.[1]).toBe(1);
    expect(messagesBackTo(leftOut, chained(after), nameOfText)).toBe(2);
  });
});
