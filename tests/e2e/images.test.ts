/** Pictures on their way to a model: through the real program, in both protocols. */
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { call, serveModel, text } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { png } from "../workspace/make-images.ts";
import { runRein } from "./run-rein.ts";

const image = { "big.png": png(3000, 200), "small.png": png(20, 10) };

/** Reads the images in one step, answers, and goes on with a question in a second run. */
async function look(project: TestProject, model: string) {
  await using server = await serveModel([
    [call("read_file", { path: "big.png" }), call("read_file", { path: "small.png" })],
    [text("a wide one")],
    [text("fine")],
  ]);
  const env = {
    ANTHROPIC_API_KEY: "test-key",
    ANTHROPIC_BASE_URL: server.url,
    OPENAI_API_KEY: "test-key",
    OPENAI_BASE_URL: server.chatUrl,
  };
  const first = await runRein(["-p", "look", "--model", model], { project, env });
  const second = await runRein(["-p", "never mind", "--continue", "--model", model], { project, env });
  expect([first.code, second.code]).toEqual([0, 0]);
  return { seen: await server.nextRequest(1), later: await server.nextRequest(2) };
}

/** The sizes of the PNG files that a request holds in base64. */
function picturesIn(body: string): string[] {
  return [...body.matchAll(/iVBORw0KGgo[A-Za-z0-9+/]*=*/g)].map(([data]) => {
    const bytes = Buffer.from(data, "base64");
    return `${bytes.readUInt32BE(16)}×${bytes.readUInt32BE(20)}`;
  });
}

describe("an image that is read", () => {
  test("goes shrunk into its result in the Messages API, and the conversation goes on with it", async () => {
    await using project = await makeProject(image);
    const { seen, later } = await look(project, "anthropic/claude-sonnet-5");
    expect(seen.protocol).toBe("messages");
    expect(picturesIn(seen.bodyText)).toEqual(["1568×105", "20×10"]);
    expect(seen.bodyText).toContain("big.png: PNG image, 3000×200");
    expect(picturesIn(later.bodyText)).toEqual(["1568×105", "20×10"]);
  });

  test("goes behind the results of its step in Chat Completions", async () => {
    await using project = await makeProject(image);
    const { seen, later } = await look(project, "openai/gpt-5.4");
    expect(seen.protocol).toBe("chat");
    expect(picturesIn(seen.bodyText)).toEqual(["1568×105", "20×10"]);
    const roles = z.object({ messages: z.array(z.object({ role: z.string() })) }).parse(later.body);
    expect(roles.messages.map(({ role }) => role).join(" ")).toBe(
      "system user assistant tool tool user assistant user",
    );
  });

  test("is words for a model that does not see", async () => {
    await using project = await makeProject(image);
    const { seen } = await look(project, "openai/local-model");
    expect(picturesIn(seen.bodyText)).toEqual([]);
    expect(seen.bodyText).toContain("[image left out: openai/local-model does not take images]");
  });
});
