/** Commands of the user beside a turn, at the end of rein, and in a session that is gone on with. */
import { describe, expect, test } from "bun:test";
import { AT_REST } from "../support/emulator.ts";
import { call, gate, text } from "../support/model-server.ts";
import { expectOneLivePart } from "./screen/watch.ts";
import { answered, begin, composerShows, exists, isAlive, isBusy, seen, send } from "./start.ts";
import { SHELL, run, ended, pidIn } from "./user-commands-scene.ts";

describe("a running turn", () => {
  test("goes on while a command has the terminal; nothing that it says is lost or doubled", async () => {
    const opening = gate();
    const closing = gate();
    await using story = await begin(
      [
        [
          text("First words.\n\n"),
          opening.shut,
          text("Said meanwhile.\n\n"),
          call("bash", { command: "echo tool" }),
        ],
        [closing.shut, text("Last words.")],
      ],
      { args: ["--permission-mode", "auto", "--sandbox", "none"], ...SHELL },
    );
    const { terminal, project, server } = story;
    terminal.type("go on");
    terminal.press("enter");
    await terminal.waitFor("First words.");
    await run(terminal, "!touch up; while [ ! -e go ]; do sleep 0.02; done; echo done here");
    await terminal.waitFor(() => exists(project, "up"));
    opening.open();
    await server.nextRequest(1);
    expect(seen(terminal)).not.toContain("Said meanwhile.");
    await project.write("go", "");
    await ended(terminal, "exit 0");
    closing.open();
    await answered(terminal, "Last words.");
    const lines = terminal.scrollback();
    for (const said of ["First words.", "Said meanwhile.", "Last words.", "done here", "● bash"]) {
      expect([said, lines.filter((line) => line.includes(said) && !line.startsWith("! ")).length]).toEqual([
        said,
        1,
      ]);
    }
    const order = ["First words.", "! touch up", "done here", "exit 0 · ", "Said meanwhile.", "Last words."];
    const places = order.map((said) => lines.findIndex((line) => line.includes(said)));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expectOneLivePart(terminal);
  });
});

describe("the end of rein while a command has the terminal", () => {
  test.each(["SIGTERM", "SIGHUP"] as const)(
    "by %s ends the command, and the terminal is at rest",
    async (signal) => {
      await using story = await begin([], SHELL);
      const { terminal } = story;
      await run(terminal, String.raw`!printf '\033[?1049h\033[?1000h\033[?25l'; echo $$ > pid; sleep 100`);
      const pid = await pidIn(story, "pid");
      await terminal.waitFor(() => terminal.modes().alternateScreen);
      terminal.signal(signal);
      await terminal.waitForExit();
      expect(terminal.modes()).toEqual(AT_REST);
      await terminal.waitFor(() => !isAlive(pid), { what: "the end of the command" });
    },
  );

  test("by kill -9 hangs the command up", async () => {
    await using story = await begin([], SHELL);
    const { terminal } = story;
    await run(terminal, "!echo $$ > pid; sleep 100");
    const pid = await pidIn(story, "pid");
    process.kill(-terminal.pid, "SIGKILL");
    await terminal.waitFor(() => !isAlive(pid), { what: "the end of the command" });
  });
});

test("a session that is gone on with shows its commands folded", async () => {
  await using story = await begin([[text("hello")]], SHELL);
  const { terminal } = story;
  await send(terminal, "hi");
  await answered(terminal, "hello");
  await run(terminal, "!seq 1 40");
  await ended(terminal, "exit 0");
  terminal.press("ctrl+d", "ctrl+d");
  expect(await terminal.waitForExit()).toBe(0);
  const again = await story.again({ args: ["-c"], ...SHELL });
  await again.waitFor(/^! seq 1 40 .*exit 0 · .* · shared with the model$/m);
  expect(again.screen().join("\n")).toContain("⎿ 40 · … 40 lines (ctrl+o)");
  expect(isBusy(again)).toBe(false);
});

test("a command runs where the model left its shell, and says so", async () => {
  const script = [[call("bash", { command: "cd sub" })], [text("There.")]];
  await using story = await begin(script, {
    files: { "sub/x.txt": "" },
    args: ["--permission-mode", "auto", "--sandbox", "none"],
    ...SHELL,
  });
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "There.");
  terminal.type("!ls");
  await composerShows(terminal, "!ls");
  terminal.press("enter");
  await ended(terminal, "exit 0");
  expect(terminal.scrollback()).toContain("! ls  in sub");
  expect(terminal.scrollback()).toContain("x.txt");
});
