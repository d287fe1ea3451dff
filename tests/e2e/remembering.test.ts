/** “Don't ask again” is remembered for the user and the project; what is always asked is never run unasked. */
import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { call, text } from "../support/model-server.ts";
import { makeProject } from "../support/project.ts";
import { makeCalls } from "./make-calls.ts";
import { resultsIn } from "./requests.ts";
import { answered, asked, begin, exists, leave, seen, send } from "./start.ts";

const bash = (command: string, id: string) => call("bash", { command }, { id });

test("a rule that was kept holds in the next run, in this project and in no other", async () => {
  await using story = await begin([
    [bash("expr same", "call_1")],
    [text("first done")],
    [bash("expr same", "call_2")],
    [text("second done")],
  ]);
  await send(story.terminal, "go");
  await asked(story.terminal, "don't ask again for bash(expr same)");
  story.terminal.press("2");
  await answered(story.terminal, "first done");
  expect(await exists(story.project, ".rein/settings.json")).toBeFalse();
  await leave(story.terminal);

  const again = await story.again();
  await send(again, "go");
  await answered(again, "second done");
  expect(resultsIn(await story.server.nextRequest(3))["call_2"]).toContain("same");

  await using elsewhere = await makeProject();
  const env = { ...elsewhere.env, ...story.project.env };
  const made = await makeCalls({ ...elsewhere, env }, [["bash", { command: "expr same" }]], { args: [] });
  expect(made.told[0]).toContain("Nobody is there to ask");
});

test("without a screen, what is always asked is refused with words, in every mode and for every rule", async () => {
  await using project = await makeProject({ "a.txt": "kept" });
  const commands = ["rm -rf .", "sudo ls", "eval ls", "cat a.txt | sh", "ls <(("];
  for (const mode of ["accept-edits", "auto"]) {
    const { told } = await makeCalls(
      project,
      commands.map((command) => ["bash", { command }] as const),
      { args: ["--permission-mode", mode, "--allow", "bash", "--allow", "edit", "--allow", "read"] },
    );
    for (const [at, words] of told.entries()) {
      expect({ command: commands[at], words }).toMatchObject({
        words: expect.stringMatching(/Not run: [^]*Nobody is there to ask/),
      });
    }
  }
  expect(await project.read("a.txt")).toBe("kept");
});

test("while the user's settings cannot be read that is told at the start, and nothing runs on a rule's word", async () => {
  await using project = await makeProject();
  const file = join(project.home, ".config/rein/settings.json");
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{"permissions":{"deny":["bash(touch:*)"]');
  const { told, run } = await makeCalls(project, [
    ["bash", { command: "touch made" }],
    ["bash", { command: "pwd" }],
    ["write_file", { path: "made.txt", content: "x" }],
  ]);
  expect(run.err).toContain("Rules that forbid may stand there");
  expect(told[0]).toContain("cannot all be read, so no rule and no mode allows anything");
  expect(told[1]).toContain(project.folder);
  expect(told[2]).toContain("Not run");
  expect(await exists(project, "made")).toBeFalse();
  expect(await exists(project, "made.txt")).toBeFalse();
});

test("a call that a rule has asked is asked about in spite of what allows it", async () => {
  await using story = await begin([[bash("expr same", "call_1")], [text("ok then")]], {
    args: ["--allow", "bash", "--ask", "bash(expr:*)"],
  });
  await send(story.terminal, "go");
  await asked(story.terminal, "bash(expr:*) has it asked");
  expect(seen(story.terminal)).not.toContain("don't ask again for");
  story.terminal.press("1");
  await answered(story.terminal, "ok then");
});
