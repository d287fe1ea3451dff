/** What goes over the line: nothing when nothing happens, little while something runs, and no colour for who wants none. */
import { expect, test } from "bun:test";
import { call, text } from "../../support/model-server.ts";
import { answered, asked, begin, send } from "../start.ts";
import { expectGoodManners } from "./watch.ts";

const SGR_COLOUR = /\u001b\[(?:[\d;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[\d;]*)?m/; // eslint-disable-line no-control-regex -- it is what is looked for

test("nothing at all is written while nothing happens", async () => {
  await using story = await begin([[text("An answer.")]]);
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "An answer.");
  terminal.type("a draft");
  await terminal.waitFor("> a draft");
  await terminal.idle(400);
  const before = terminal.raw().length;
  // Not a wait for something: the time of several other programs' lives.
  for (let count = 0; count < 8; count += 1) await Bun.spawn(["sleep", "0.1"]).exited;
  expect(terminal.raw().length).toBe(before);
});

test("nothing is written while a question waits", async () => {
  await using story = await begin([[call("bash", { command: "touch made && true" })]]);
  const { terminal } = story;
  await send(terminal, "go");
  await asked(terminal);
  await terminal.idle(300);
  const before = terminal.raw().length;
  for (let count = 0; count < 6; count += 1) await Bun.spawn(["sleep", "0.1"]).exited;
  expect(terminal.raw().length).toBe(before);
});

test("a running call costs less than 4 KB a second, by the program's own clock", async () => {
  const command = "while [ ! -e stop ]; do sleep 0.02; done";
  await using story = await begin([[call("bash", { command })], [text("It stopped.")]]);
  const { terminal, project } = story;
  await send(terminal, "go");
  const seconds = () =>
    Number(/running bash · step 1 · (\d+)s/.exec(terminal.screen().join("\n"))?.[1] ?? -1);
  const from = await terminal.waitFor(
    () => seconds() >= 1 && { bytes: terminal.raw().length, at: seconds() },
  );
  const to = await terminal.waitFor(
    () => seconds() >= from.at + 2 && { bytes: terminal.raw().length, at: seconds() },
  );
  expect((to.bytes - from.bytes) / (to.at - from.at)).toBeLessThan(4096);
  await project.write("stop", "");
  await answered(terminal, "It stopped.");
});

test("a call that prints all the time costs less than 40 KB a second, by the program's own clock", async () => {
  const command = "while [ ! -e stop ]; do date +%N; sleep 0.005; done";
  await using story = await begin([[call("bash", { command })], [text("It stopped.")]], {
    cols: 60,
    rows: 14,
    args: ["--allow", "bash"],
  });
  const { terminal, project } = story;
  await send(terminal, "go");
  const seconds = () =>
    Number(/running bash · step 1 · (\d+)s/.exec(terminal.screen().join("\n"))?.[1] ?? -1);
  const from = await terminal.waitFor(
    () => seconds() >= 1 && { bytes: terminal.raw().length, at: seconds() },
  );
  const to = await terminal.waitFor(
    () => seconds() >= from.at + 2 && { bytes: terminal.raw().length, at: seconds() },
  );
  expect((to.bytes - from.bytes) / (to.at - from.at)).toBeLessThan(40_000);
  await project.write("stop", "");
  await answered(terminal, "It stopped.");
});

test("a key costs the same after 60 turns as after one", async () => {
  await using story = await begin(() => [text("An answer of a few words.")]);
  const { terminal } = story;
  const costOfKeys = async () => {
    const before = terminal.raw().length;
    for (const key of ["a", "b", "c"]) {
      terminal.type(key);
      await terminal.waitFor(new RegExp(`^> \\w*${key}$`, "m"));
    }
    const cost = terminal.raw().length - before;
    terminal.press("ctrl+u");
    await terminal.waitFor(/^>$/m);
    return cost;
  };
  const turn = async (number: number) => {
    await send(terminal, `message ${number}`);
    await terminal.waitFor(() => {
      const all = terminal.scrollback().slice(-12).join("\n");
      return all.includes(`> message ${number}\n\n● An answer`) && !all.includes("esc to stop");
    });
  };
  await turn(1);
  const first = await costOfKeys();
  for (let number = 2; number <= 40; number += 1) await turn(number);
  expect(await costOfKeys()).toBeLessThanOrEqual(first * 1.5);
  expectGoodManners(terminal);
});

test("NO_COLOR: no colour in any state, and every state in words", async () => {
  const script = [
    [text("# Title\n\n`code` and **bold**\n\n```ts\nconst a = 1;\n```"), call("bash", { command: "false" })],
    [call("edit_file", { path: "a.txt", old_string: "one", new_string: "two" }), call("nothing_like_it", {})],
    [text("Enough.")],
  ];
  await using story = await begin(script, { env: { NO_COLOR: "1" }, files: { "a.txt": "one\n" } });
  const { terminal } = story;
  await send(terminal, "go");
  await asked(terminal, "edit_file wants to change a file");
  await asked(terminal, "❯ 3    no");
  terminal.press("1");
  await answered(terminal, "Enough.");
  terminal.press("ctrl+c");
  await terminal.waitFor("ctrl+c once more to exit");
  const shown = terminal.scrollback().join("\n");
  expect(shown).toMatch(/exit (code: )?1/);
  expect(shown).toMatch(/✗ (edit_file|nothing_like_it)[^\n]* failed/);
  expect(terminal.raw()).not.toMatch(SGR_COLOUR);
});

test("without NO_COLOR there are colours", async () => {
  await using story = await begin([[text("`code`")]], { env: { NO_COLOR: "" } });
  await send(story.terminal, "go");
  await answered(story.terminal, "code");
  expect(story.terminal.raw()).toMatch(SGR_COLOUR);
});
