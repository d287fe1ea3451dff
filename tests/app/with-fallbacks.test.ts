/** Another model stands in for the one that cannot answer, and gets the conversation as it can take it. */
import { expect, test } from "bun:test";
import { httpError, text } from "../support/model-server.ts";
import { png } from "../workspace/make-images.ts";
import { openLongSession, turn } from "./long-session.ts";

const model = "anthropic/claude-sonnet-5";
const picture = { mediaType: "image/png", data: png(4, 4).toString("base64") };
const pictured = turn("look", { ok: true, text: "a picture", images: [picture] }, { model });

test.each([true, false])(
  "images go to a model that stands in as the settings say of it: %j",
  async (vision) => {
    await using session = await openLongSession(
      pictured,
      ({ protocol }) => [
        protocol === "messages" ? httpError(402, { error: { message: "no credit" } }) : text("fine"),
      ],
      {
        model,
        settings: {
          fallback: ["openai/test-model"],
          providers: { openai: { models: { "test-model": { vision } } } },
        },
      },
    );
    expect(await session.say("what is it?")).toMatchObject({ outcome: "completed" });
    const last = session.server.requests.at(-1);
    expect(last?.protocol).toBe("chat");
    expect(last?.bodyText.includes(picture.data)).toBe(vision);
  },
);
