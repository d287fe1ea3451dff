/** A status line of the user's own: parts in their order, or what a command prints. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { text } from "../support/model-server.ts";
import { answered, begin, send, type Story } from "./start.ts";

async function set(story: Story, settings: unknown): Promise<void> {
  const folder = join(story.project.home, ".config", "rein");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, "settings.json"), JSON.stringify(settings), { mode: 0o600 });
}

const last = (screen: readonly string[]) => screen.findLast((line) => line !== "") ?? "";

test("has the parts that are named, in their order", async () => {
  await using story = await begin();
  await set(story, { statusLine: ["model", "mode"] });
  const terminal = story.launchAgain();
  await terminal.waitFor(() => /^ {2}\S+\/\S+ · ask ⇧⇥ · no sandbox$/.test(last(terminal.screen())), {
    what: "both parts",
  });
});

test("is what a command prints of the state that it reads, and follows it", async () => {
  await using story = await begin();
  const command =
    'read -r line; printf "mine\\033[31m %s\\nkey=%s\\n" "$(printf %s "$line" | grep -o \'"mode":"[a-z-]*"\')" "${OPENAI_API_KEY:-none}"';
  await set(story, { statusLine: { command } });
  const terminal = story.launchAgain();
  await terminal.waitFor('  no sandbox · mine "mode":"ask"', { what: "what the command printed" });
  expect(last(terminal.screen())).toBe("  key=none");
  terminal.press("shift+tab");
  await terminal.waitFor('  no sandbox · mine "mode":"accept-edits"', { what: "the new mode" });
});

test("a command that hangs is killed, told of once, and the usual line stands there", async () => {
  await using story = await begin([[text("hello there")]]);
  await set(story, { statusLine: { command: "sleep 60 & sleep 60" } });
  const terminal = await story.again();
  await send(terminal, "hi");
  await answered(terminal, "hello there");
  await terminal.waitFor("it took longer than 1000 ms", { what: "why there is no line" });
  expect(last(terminal.screen())).toContain("ask ⇧⇥");
});

test("a project's file has no say in it", async () => {
  await using story = await begin([], {
    files: { ".rein/settings.json": JSON.stringify({ statusLine: { command: "touch pwned; echo mine" } }) },
  });
  await story.terminal.waitFor("⇧⇥", { what: "the usual line" });
  expect(await Bun.file(story.project.path("pwned")).exists()).toBe(false);
});
