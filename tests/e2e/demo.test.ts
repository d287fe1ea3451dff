/** The first minutes of a newcomer: no key, no account, no server, and the demo model. */
import { describe, expect, test } from "bun:test";
import { countInLines } from "../support/screen-rules.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { answered, asked, begin, leave, seen, send } from "./start.ts";

const noKey = { OPENAI_API_KEY: "", OPENAI_BASE_URL: "", OPENAI_MODEL: "" };

test("without a key the demo answers, says that it is one, and how to get a real model", async () => {
  await using story = await begin([], { env: noKey });
  const { terminal } = story;
  expect(seen(terminal)).toContain("demo/offline");
  expect(seen(terminal).replaceAll(/\s+/g, " ")).toContain("ANTHROPIC_API_KEY");
  await send(terminal, "what can you do?");
  await answered(terminal, "For real work choose a real model");
  expect(seen(terminal)).toContain("offline demo model, without language understanding");
  expect(terminal.screen().findLast((line) => line !== "")).toContain("demo/offline (offline demo");
  expect(story.server.requests).toHaveLength(0);
});

test("a change is shown, approved, made, opened in the transcript, and all there again the next day", async () => {
  await using story = await begin([], {
    args: ["-m", "demo"],
    files: { "greeting.txt": "Hello world, how are you?\n" },
  });
  const { terminal, project } = story;
  await send(terminal, "change world to rein in greeting.txt");
  await asked(terminal, /edit_file wants to change[^]*Hello rein, how are you\?/);
  expect(seen(terminal)).toMatch(/1 [-−] +Hello world, how are you\?/);
  terminal.press("1");
  await answered(terminal, "edit_file");
  expect(await project.read("greeting.txt")).toBe("Hello rein, how are you?\n");

  terminal.press("ctrl+o");
  await terminal.waitFor("q back");
  terminal.press("tab", "enter");
  await terminal.waitFor(/old_string: world|Hello rein, how are you/);
  terminal.press("ctrl+o");
  await terminal.waitFor(() => !terminal.modes().alternateScreen);
  expect(await leave(terminal)).toBe(0);

  const later: TestTerminal = await story.again({ args: ["-c"] });
  expect(countInLines(later.scrollback(), "> change world to rein in greeting.txt")).toBe(1);
  expect(seen(later)).toMatch(/● edit_file +greeting\.txt[^]*1 \+ +Hello rein, how are you\?/);
});

describe("the classroom questions", () => {
  test.each([
    ["How is the demo project started?", "lookup_command", "pnpm dev"],
    ["演示项目怎么启动？", "lookup_command", "pnpm dev"],
    ["uppercase hello", "uppercase", "HELLO"],
    ["把 hello 变成大写", "uppercase", "HELLO"],
  ])("%s", async (question, tool, answer) => {
    await using story = await begin([], { args: ["-m", "demo"] });
    const { terminal } = story;
    await send(terminal, question);
    await answered(terminal, answer);
    expect(seen(terminal)).toMatch(new RegExp(`● ${tool} `));
  });
});

test("a failing command and the way out of it", async () => {
  await using story = await begin([], { args: ["-m", "demo"], files: { "one.txt": "1", "two.txt": "2" } });
  const { terminal } = story;
  await send(terminal, "show a failing command");
  await answered(terminal, "● bash  ls");
  expect(seen(terminal)).toMatch(/● bash +cat no-such-file +exit 1/);
});
