/** A call that the user changes before it runs, in the real program. */
import { describe, expect, test } from "bun:test";
import { call, gate, text } from "../support/model-server.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { resultsIn } from "./requests.ts";
import { answered, asked, begin, composerShows, exists, send, type Story } from "./start.ts";

const ok = [text("ok then")];
/** Longer than a question that opens while somebody types waits before it takes keys, ms. */
const QUIET = 600;

type Options = Parameters<typeof begin>[1];

async function asking(
  [name, input]: readonly [string, Readonly<Record<string, unknown>>],
  options: Options = {},
): Promise<Story> {
  const story = await begin([[call(name, input, { id: "call_1" })], ok], options);
  await send(story.terminal, "go");
  await asked(story.terminal, "wants to");
  return story;
}

async function press(terminal: TestTerminal, key: string, then: string | RegExp): Promise<void> {
  terminal.press(key);
  await terminal.waitFor(then);
}

/** Says yes to the question, once keys count. */
async function yes(terminal: TestTerminal): Promise<void> {
  await terminal.waitFor(/❯ +3 +no/);
  terminal.press("1");
}

const toldOf = async ({ server }: Story) => resultsIn(await server.nextRequest(1))["call_1"] ?? "";

describe("a command", () => {
  test("runs as it was changed, is decided again, and the model is told", async () => {
    await using story = await asking(["bash", { command: "touch A" }]);
    const { terminal, project } = story;
    await press(terminal, "e", "enter sends it, and it is decided again");
    terminal.type("B C");
    await terminal.waitFor(/^ {2}touch AB C$/m);
    terminal.press("enter");
    await asked(terminal, /^ +touch AB C$/m);
    expect(await exists(project, "C")).toBeFalse();
    await yes(terminal);
    await answered(terminal, "ok then");
    expect(await Promise.all(["A", "AB", "C"].map((name) => exists(project, name)))).toEqual([
      false,
      true,
      true,
    ]);
    const told = await toldOf(story);
    expect(told).toContain('"touch A" → "touch AB C"');
  });

  test("that is harmless once it was changed runs without another question", async () => {
    await using story = await asking(["bash", { command: "rm -rf ./build" }]);
    const { terminal } = story;
    await press(terminal, "e", "enter sends it, and it is decided again");
    terminal.press("ctrl+u");
    await terminal.waitFor(() => !terminal.screen().some((line) => /^ {2}rm/.test(line)));
    terminal.type("pwd");
    await terminal.waitFor(/^ {2}pwd$/m);
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(await toldOf(story)).toContain('→ "pwd"');
  });

  test("can be written in $EDITOR, and waits there for Enter", async () => {
    const files = { "ed.sh": 'printf "touch X\\ntouch Y\\n" > "$1"' };
    await using story = await asking(["bash", { command: "touch A" }], {
      files,
      env: { EDITOR: "sh ed.sh" },
    });
    const { terminal, project } = story;
    await press(terminal, "e", "enter sends it, and it is decided again");
    await press(terminal, "ctrl+g", /^ {2}touch X\n {2}touch Y$/m);
    expect(await exists(project, "X")).toBeFalse();
    terminal.press("enter");
    await asked(terminal, /touch Y/);
    await yes(terminal);
    await answered(terminal, "ok then");
    expect(await Promise.all(["A", "X", "Y"].map((name) => exists(project, name)))).toEqual([
      false,
      true,
      true,
    ]);
  });

  test("is as it was when the editor fails, and that is said", async () => {
    await using story = await asking(["bash", { command: "touch A" }], { env: { EDITOR: "false" } });
    const { terminal } = story;
    await press(terminal, "e", "enter sends it, and it is decided again");
    await press(terminal, "ctrl+g", "ended with exit code 1");
    await terminal.waitFor(/^ {2}touch A$/m);
  });

  test("that the user leaves with Esc is asked about as before, and what was written waits", async () => {
    await using story = await asking(["bash", { command: "touch A" }]);
    const { terminal, project } = story;
    await press(terminal, "e", "enter sends it, and it is decided again");
    terminal.type("B");
    await terminal.waitFor(/^ {2}touch AB$/m);
    terminal.press("escape");
    await asked(terminal, /^ +touch A$/m);
    await press(terminal, "e", /^ {2}touch AB$/m);
    terminal.press("escape");
    await asked(terminal, /^ +touch A$/m);
    await yes(terminal);
    await answered(terminal, "ok then");
    expect(await Promise.all(["A", "AB"].map((name) => exists(project, name)))).toEqual([true, false]);
  });

  test("is changed without a word of the draft in the composer", async () => {
    const asks = gate();
    await using story = await begin([
      [text("hm "), asks.shut, call("bash", { command: "touch A" }, { id: "call_1" })],
      ok,
    ]);
    const { terminal, project } = story;
    await send(terminal, "go");
    await terminal.waitFor("● hm");
    terminal.type("a draft");
    await composerShows(terminal, "a draft");
    asks.open();
    await asked(terminal, "touch A");
    await Bun.sleep(QUIET);
    await press(terminal, "e", "enter sends it, and it is decided again");
    terminal.type("B");
    await terminal.waitFor(/^ {2}touch AB$/m);
    terminal.press("enter");
    await asked(terminal, /^ +touch AB$/m);
    await composerShows(terminal, "a draft");
    await yes(terminal);
    await answered(terminal, "ok then");
    await composerShows(terminal, "a draft");
    expect(await exists(project, "AB")).toBeTrue();
  });
});

test("any other call is changed as JSON; what is broken is said, and nothing is lost", async () => {
  const files = {
    "ed.sh":
      'if [ -e done ]; then sed -i "s/^{broken/{/" "$1"; else sed -i "s/^{/{broken/; s/hello/hi/" "$1"; touch done; fi',
  };
  await using story = await asking(["write_file", { path: "new.txt", content: "hello\n" }], {
    files,
    env: { EDITOR: "sh ed.sh" },
  });
  const { terminal, project } = story;
  await press(terminal, "e", '"path": "new.txt",');
  await press(terminal, "ctrl+g", "{broken");
  await press(terminal, "enter", "not valid JSON");
  expect(terminal.screen().join("\n")).toContain(String.raw`"content": "hi\n"`);
  expect(await exists(project, "new.txt")).toBeFalse();
  await press(terminal, "ctrl+g", /^ {2}\{$/m);
  terminal.press("enter");
  await asked(terminal, /\+ hi$/m);
  await yes(terminal);
  await answered(terminal, "ok then");
  expect(await project.read("new.txt")).toBe("hi\n");
  expect(await toldOf(story)).toContain('content: "hello\\n" → "hi\\n"');
});

test.each([
  [40, 12],
  [20, 6],
] as const)("a command can be changed at %i×%i", async (cols, rows) => {
  await using story = await asking(["bash", { command: "touch A" }], { cols, rows });
  const { terminal, project } = story;
  await press(terminal, "e", /enter sends/);
  terminal.type("B");
  await terminal.waitFor("touch AB");
  terminal.press("enter");
  await asked(terminal, "touch AB");
  await yes(terminal);
  await terminal.waitFor(() => exists(project, "AB"));
});
