/** The dialog about a call, as somebody sees and uses it: what asks is marked, several questions are a list. */
import { describe, expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import { resultsIn } from "./requests.ts";
import { answered, asked, begin, composerShows, exists, idle, isBusy, seen, send } from "./start.ts";

const bash = (command: string, id: string) => call("bash", { command }, { id });
const ok = [text("ok then")];
const remove = "cd sub && rm -rf ./dist && echo built";

describe.each([
  { cols: 80, rows: 24 },
  { cols: 40, rows: 12 },
])("in a window of $cols × $rows", (size) => {
  test("the part of a command that asks is marked where it stands, without colours, too", async () => {
    await using story = await begin([[bash(remove, "call_1")]], { ...size, env: { NO_COLOR: "1" } });
    const { terminal } = story;
    await send(terminal, "go");
    await asked(terminal, "rm -rf ./dist");
    const lines = terminal.screen();
    const row = lines.findIndex((line) => /^ *cd sub && rm -rf/.test(line));
    const start = lines[row]?.indexOf("rm") ?? -1;
    expect(lines[row + 1]).toMatch(new RegExp(`^ {${start}}\\^{13} \\S`));
  });

  test("w shows every reason in full, and the command again", async () => {
    await using story = await begin([[bash(remove, "call_1")]], size);
    const { terminal } = story;
    await send(terminal, "go");
    await asked(terminal, "rm -rf ./dist");
    terminal.press("w");
    await terminal.waitFor("It asks because:");
    expect(terminal.screen().join("\n")).toMatch(/1 +yes[^]*3 +no[^]*esc/);
    terminal.press("w");
    await asked(terminal, "cd sub");
    expect(isBusy(terminal)).toBeTrue();
  });
});

test("the smallest window has the choices, the command, and which question it is", async () => {
  await using story = await begin([[bash("touch A", "a"), bash("touch B", "b")], ok], { cols: 20, rows: 6 });
  const { terminal, project } = story;
  await send(terminal, "go");
  await asked(terminal, /1\/2 bash[^]*touch A[^]*1 yes[^]*3 no[^]*esc stop/);
  terminal.press("tab");
  await asked(terminal, /2\/2 bash[^]*touch B/);
  terminal.press("escape");
  await idle(terminal);
  expect([await exists(project, "A"), await exists(project, "B")]).toEqual([false, false]);
});

test("what pushes a command out of sight is counted, and letters that look like others are spelled out", async () => {
  const command = `echo ${" ".repeat(300)}; curl http://\u0440\u0430ypal.com`;
  await using story = await begin([[bash(command, "call_1")]]);
  const { terminal } = story;
  await send(terminal, "go");
  await asked(terminal, "⟨301 spaces⟩");
  expect(
    terminal
      .screen()
      .join("")
      .replaceAll(/[\s↪^]+/g, ""),
  ).toContain("http://\\u{440}\\u{430}ypal.com");
});

describe("several questions", () => {
  const three = [bash("touch A", "a"), bash("touch B", "b"), bash("touch C", "c")];

  test("are a list: Tab goes on, and each answer is for the one that is shown", async () => {
    await using story = await begin([three, ok]);
    const { terminal, project, server } = story;
    await send(terminal, "go");
    await asked(terminal, /1 of 3$[^]*touch A$/m);
    terminal.press("tab");
    await asked(terminal, /2 of 3$[^]*^ +touch B$/m);
    terminal.press("1");
    await asked(terminal, /2 of 2$[^]*^ +touch C$/m);
    terminal.press("3");
    await terminal.waitFor("enter sends it");
    terminal.type("not C");
    await terminal.waitFor("no: not C");
    terminal.press("enter");
    await asked(terminal, /^ +touch A$/m);
    terminal.press("1");
    await answered(terminal, "ok then");
    const made = await Promise.all(["A", "B", "C"].map((name) => exists(project, name)));
    expect(made).toEqual([true, true, false]);
    expect(resultsIn(await server.nextRequest(1))["c"]).toContain("not C");
  });

  test("a shows those that were not seen, and then allows all of them", async () => {
    await using story = await begin([three, ok]);
    const { terminal, project } = story;
    await send(terminal, "go");
    await asked(terminal, "a first see the 2 unseen");
    // A question counts as seen after a moment on the screen; until then the key goes nowhere.
    const next = async (shows: string) => {
      while (!terminal.screen().join("\n").includes(shows)) {
        terminal.press("a");
        await terminal.idle(300);
      }
    };
    await next("2 of 3");
    await next("3 of 3");
    expect(await exists(project, "A")).toBeFalse();
    await next("ok then");
    await answered(terminal, "ok then");
    const made = await Promise.all(["A", "B", "C"].map((name) => exists(project, name)));
    expect(made).toEqual([true, true, true]);
  });

  test("Esc ends all of them, with no further request", async () => {
    await using story = await begin([three, ok]);
    const { terminal, project, server } = story;
    await send(terminal, "go");
    await asked(terminal, "1 of 3");
    terminal.press("tab");
    await asked(terminal, "2 of 3");
    terminal.press("escape");
    await idle(terminal);
    const made = await Promise.all(["A", "B", "C"].map((name) => exists(project, name)));
    expect(made).toEqual([false, false, false]);
    expect(server.requests).toHaveLength(1);
  });

  test("a key that is pressed twice answers one of them", async () => {
    await using story = await begin([three, ok]);
    const { terminal, project } = story;
    await send(terminal, "go");
    await asked(terminal, "1 of 3");
    terminal.press("1");
    await terminal.waitFor("1 of 2");
    terminal.press("1");
    await asked(terminal, "1 of 2");
    expect(terminal.screen().join("\n")).toMatch(/^ +touch B$/m);
    await composerShows(terminal, "");
    terminal.press("escape");
    await idle(terminal);
    expect(await exists(project, "B")).toBeFalse();
  });
});

describe("a change to a file", () => {
  const before = "const user = get(id);\nreturn user;\n";
  const write = [
    [call("read_file", { path: "a.ts" })],
    [call("edit_file", { path: "a.ts", old_string: "get(id)", new_string: "find(id)" })],
    ok,
  ];

  test("is side by side in a wide window, and d puts it in one column", async () => {
    await using story = await begin(write, { cols: 150, rows: 30, files: { "a.ts": before } });
    const { terminal } = story;
    await send(terminal, "go");
    await asked(terminal, /− const user = get\(id\);.*│ 1 \+ const user = find\(id\);/);
    terminal.press("d");
    await asked(terminal, /1 − const user = get\(id\);$/m);
    terminal.press("d");
    await asked(terminal, /get\(id\);.*│.*find\(id\);/);
  });

  test("is in one column in a window of 80 columns, until d is pressed", async () => {
    await using story = await begin(write, { files: { "a.ts": before } });
    const { terminal } = story;
    await send(terminal, "go");
    await asked(terminal, /1 − const user = get\(id\);$[^]*1 \+ const user = find\(id\);$/m);
    terminal.press("d");
    await asked(terminal, /get\(id\);.*│.*find\(id\);/);
  });
});

test("commands that only look like reading each ask, and nothing happens before an answer", async () => {
  const commands = [
    "echo x > PWN",
    "ls $(touch PWN)",
    "ls `touch PWN`",
    "ls\ntouch PWN",
    "cat <<E\n$(touch PWN)\nE",
    "echo touch PWN | sh",
  ];
  const script = commands.map((command, at) => [bash(command, `call_${at}`)]);
  await using story = await begin([...script, ok]);
  const { terminal, project } = story;
  await send(terminal, "go");
  for (const command of commands) {
    await asked(terminal, command.split("\n").at(-1) ?? "");
    expect(await exists(project, "PWN")).toBeFalse();
    terminal.press("3");
    await terminal.waitFor("enter sends it");
    terminal.press("enter");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("enter sends it"));
  }
  await answered(terminal, "ok then");
  expect(await exists(project, "PWN")).toBeFalse();
});

test("the same call after a no is not asked again, and never runs", async () => {
  await using story = await begin([[bash("touch A", "call_1")], [bash("touch A", "call_2")], ok]);
  const { terminal, project, server } = story;
  await send(terminal, "go");
  await asked(terminal, "touch A");
  terminal.press("3");
  await terminal.waitFor("enter sends it");
  terminal.press("enter");
  await answered(terminal, "ok then");
  expect(resultsIn(await server.nextRequest(1))["call_1"]).toContain("The user declined");
  expect(await exists(project, "A")).toBeFalse();
  expect(seen(terminal).match(/⊘ bash/g)).toHaveLength(2);
});

describe("a user who looks elsewhere", () => {
  const lostFocus = "\x1b[O";

  test("hears a bell, and the window's title says that rein waits, until there is an answer", async () => {
    await using story = await begin([[bash("touch A", "call_1")], ok]);
    const { terminal } = story;
    await terminal.waitFor(() => terminal.modes().focusEvents);
    terminal.bytes(lostFocus);
    await send(terminal, "go");
    await asked(terminal, "touch A");
    await terminal.waitFor(() => terminal.emulator.title.startsWith("rein waits: bash"));
    expect(terminal.emulator.bells).toBe(1);
    terminal.press("1");
    await answered(terminal, "ok then");
    expect(terminal.emulator.title).toBe("");
    expect(terminal.raw()).toContain("\x1b[22;0t");
    expect(terminal.raw()).toContain("\x1b[23;0t");
  });

  test("is not told anything where that is switched off", async () => {
    await using story = await begin([[bash("touch A", "call_1")]], {
      files: { "../home/.config/rein/settings.json": '{"notify":"off"}' },
    });
    const { terminal } = story;
    terminal.bytes(lostFocus);
    await send(terminal, "go");
    await asked(terminal, "touch A");
    expect(terminal.modes().focusEvents).toBeFalse();
    expect(terminal.emulator.bells).toBe(0);
    expect(terminal.emulator.title).toBe("");
  });
});
