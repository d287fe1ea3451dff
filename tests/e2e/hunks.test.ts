/** A change decided about hunk by hunk, in the real program: what is written, what is told, what is seen. */
import { describe, expect, test } from "bun:test";
import { call, gate, text } from "../support/model-server.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { resultsIn } from "./requests.ts";
import { answered, asked, begin, composerShows, exists, seen, send, type Story } from "./start.ts";

const ok = [text("ok then")];
const numbers = (count: number, end = "\n") =>
  Array.from({ length: count }, (_, at) => `line ${at + 1}${end}`).join("");
const lines = [2, 20, 38];
const threeEdits = (end = "\n") =>
  call(
    "edit_file",
    {
      path: "a.txt",
      edits: lines.map((line) => ({ old_string: `line ${line}${end}`, new_string: `LINE ${line}${end}` })),
    },
    { id: "call_1" },
  );
/** Longer than a question that opens while somebody types waits before it takes keys, ms. */
const QUIET = 600;

type Options = Parameters<typeof begin>[1];

async function asking(options: Options = {}, change = threeEdits()): Promise<Story> {
  const story = await begin([[change], ok], { files: { "a.txt": numbers(40) }, ...options });
  await send(story.terminal, "go");
  await asked(story.terminal, "wants to");
  return story;
}

/** Presses a key and waits for what it brings. */
async function press(terminal: TestTerminal, key: string, then: string | RegExp): Promise<void> {
  terminal.press(key);
  await terminal.waitFor(then);
}

const toldOf = async ({ server }: Story) => resultsIn(await server.nextRequest(1))["call_1"] ?? "";

describe("a change of three hunks", () => {
  test("is written as far as it was taken or edited, and the model is told of each hunk", async () => {
    await using story = await asking();
    const { terminal, project } = story;
    expect(seen(terminal)).toContain("h by hunk");
    await press(terminal, "h", "hunk 1 of 3 [?] a.txt:1");
    await press(terminal, "y", "hunk 2 of 3 [?] a.txt:17");
    await press(terminal, "e", "what is to stand there");
    terminal.type("mine ");
    await terminal.waitFor("  mine LINE 20");
    await press(terminal, "enter", "hunk 3 of 3 [?] a.txt:35");
    await press(terminal, "3", "no, because:");
    terminal.type("keep it");
    await terminal.waitFor("no, because: keep it");
    await press(terminal, "enter", "2 of 3 taken (1 edited)");
    expect(terminal.screen().join("\n")).toContain("[x] [~]❯[ ]");
    expect(await project.read("a.txt")).toBe(numbers(40));
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(await project.read("a.txt")).toBe(
      numbers(40).replace("line 2\n", "LINE 2\n").replace("line 20\n", "mine LINE 20\n"),
    );
    const told = await toldOf(story);
    expect(told).toContain("1 of 3 hunks as asked for, 1 edited by the user, 1 rejected");
    expect(told).toMatch(
      /hunk 2, line 17: edited by the user; there now stands:\n(?:.*\n){3} +20\tmine LINE 20\n/,
    );
    expect(told).toMatch(/hunk 3, line 35: rejected.*They said: keep it/);
    expect(seen(terminal)).toMatch(/● edit_file +a\.txt +\+2 −2/);
  });

  test("with every hunk rejected is declined, and the file is as it was", async () => {
    await using story = await asking();
    const { terminal, project } = story;
    await press(terminal, "h", "hunk 1 of 3");
    await press(terminal, "n", "hunk 2 of 3");
    await press(terminal, "enter", "2 undecided: they count as no");
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(await project.read("a.txt")).toBe(numbers(40));
    expect(await toldOf(story)).toContain("declined");
    expect(seen(terminal)).toMatch(/⊘ edit_file .*declined/);
  });

  test("is put to the user again as it was when they go back, with their decisions kept", async () => {
    await using story = await asking();
    const { terminal, project } = story;
    await press(terminal, "h", "hunk 1 of 3");
    await press(terminal, "y", "hunk 2 of 3");
    terminal.press("escape");
    await asked(terminal, /❯ +3 +no/);
    await press(terminal, "h", "1 of 3 taken · 2 undecided");
    terminal.press("escape");
    await asked(terminal, /❯ +3 +no/);
    terminal.press("1");
    await answered(terminal, "ok then");
    expect(await project.read("a.txt")).toBe(
      lines.reduce((all, line) => all.replace(`line ${line}\n`, `LINE ${line}\n`), numbers(40)),
    );
  });

  test("can be edited in $EDITOR, hunk by hunk", async () => {
    const files = { "a.txt": numbers(40), "ed.sh": 'sed -i "s/LINE 2/edited/" "$1"; echo last >> "$1"' };
    await using story = await asking({ files, env: { EDITOR: "sh ed.sh" } });
    const { terminal, project } = story;
    await press(terminal, "h", "hunk 1 of 3");
    await press(terminal, "e", "what is to stand there");
    await press(terminal, "ctrl+g", /^ {2}edited\n(?:.*\n){3} {2}last$/m);
    await press(terminal, "enter", "hunk 2 of 3");
    await press(terminal, "n", "hunk 3 of 3");
    await press(terminal, "n", "1 of 3 taken (1 edited)");
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(await project.read("a.txt")).toBe(
      numbers(40).replace("line 2\n", "edited\n").replace("line 5\n", "line 5\nlast\n"),
    );
  });

  test("leaves the draft in the composer alone", async () => {
    const asks = gate();
    await using story = await begin([[text("hm "), asks.shut, threeEdits()], ok], {
      files: { "a.txt": numbers(40) },
    });
    const { terminal } = story;
    await send(terminal, "go");
    await terminal.waitFor("● hm");
    terminal.type("a draft");
    await composerShows(terminal, "a draft");
    asks.open();
    await asked(terminal, "wants to change a file");
    await Bun.sleep(QUIET);
    await press(terminal, "h", "hunk 1 of 3");
    await press(terminal, "e", "what is to stand there");
    terminal.type("x");
    terminal.paste("y\nz");
    await terminal.waitFor(/^ {2}xy\n {2}zLINE 2$/m);
    await press(terminal, "enter", "hunk 2 of 3");
    await press(terminal, "a", "3 of 3 taken");
    terminal.press("enter");
    await answered(terminal, "ok then");
    await composerShows(terminal, "a draft");
  });

  test.each([
    [40, 12],
    [20, 6],
  ] as const)("can be decided about at %i×%i", async (cols, rows) => {
    await using story = await asking({ cols, rows });
    const { terminal, project } = story;
    await press(terminal, "h", "1/3 [?]");
    await press(terminal, "y", "2/3 [?]");
    await press(terminal, "n", "3/3 [?]");
    await press(terminal, "y", "3/3 [x]");
    terminal.press("enter");
    await terminal.waitFor(async () => (await project.read("a.txt")) !== numbers(40));
    expect(await project.read("a.txt")).toBe(
      numbers(40).replace("line 2\n", "LINE 2\n").replace("line 38\n", "LINE 38\n"),
    );
  });
});

test("a file that changes while its hunks are decided about is not overwritten: it is asked again", async () => {
  await using story = await asking();
  const { terminal, project } = story;
  await press(terminal, "h", "hunk 1 of 3");
  await press(terminal, "y", "hunk 2 of 3");
  await press(terminal, "e", "what is to stand there");
  terminal.type("mine ");
  await terminal.waitFor("  mine LINE 20");
  await press(terminal, "enter", "hunk 3 of 3");
  await press(terminal, "n", "2 of 3 taken");
  const now = numbers(40).replace("line 3\n", "line three\n");
  await project.write("a.txt", now);
  terminal.press("enter");
  await asked(terminal, "the situation has changed since you allowed this");
  expect(await project.read("a.txt")).toBe(now);
  await terminal.waitFor(/❯ +3 +no/);
  // What was decided about the hunks that are still the same is not asked for again.
  await press(terminal, "h", "1 of 3 taken (1 edited) · 1 undecided");
  await press(terminal, "y", "2 of 3 taken (1 edited)");
  terminal.press("enter");
  await answered(terminal, "ok then");
  expect(await project.read("a.txt")).toBe(
    now.replace("line 2\n", "LINE 2\n").replace("line 20\n", "mine LINE 20\n"),
  );
});

test("a CRLF file keeps its line ends in a hunk that was edited", async () => {
  await using story = await asking({ files: { "a.txt": numbers(40, "\r\n") } }, threeEdits("\r\n"));
  const { terminal, project } = story;
  await press(terminal, "h", "hunk 1 of 3");
  await press(terminal, "e", "what is to stand there");
  terminal.type("mine");
  await terminal.waitFor("mineLINE 2");
  terminal.press("ctrl+j");
  await terminal.waitFor(/^ {2}mine\n {2}LINE 2$/m);
  await press(terminal, "enter", "hunk 2 of 3");
  await press(terminal, "n", "hunk 3 of 3");
  await press(terminal, "n", "1 of 3 taken");
  terminal.press("enter");
  await answered(terminal, "ok then");
  expect(await project.read("a.txt")).toBe(numbers(40, "\r\n").replace("line 2\r\n", "mine\r\nLINE 2\r\n"));
});

test("a patch of several files is decided about file by file", async () => {
  const patch = [
    "*** Begin Patch",
    "*** Update File: a.txt",
    "@@",
    "-line 2",
    "+LINE 2",
    "*** Add File: new.txt",
    "+hello",
    "*** Delete File: old.txt",
    "*** End Patch",
  ].join("\n");
  const files = { "a.txt": numbers(40), "old.txt": "old\n" };
  await using story = await asking(
    { files, env: { OPENAI_MODEL: "gpt-5" } },
    call("apply_patch", { patch }, { id: "call_1" }),
  );
  const { terminal, project } = story;
  await press(terminal, "h", "hunk 1 of 3 [?] a.txt:1");
  await press(terminal, "n", "hunk 2 of 3 [?] new.txt:1");
  await press(terminal, "y", "hunk 3 of 3 [?] old.txt:1");
  await press(terminal, "e", "Not editable: the file goes");
  await press(terminal, "n", "1 of 3 taken");
  terminal.press("enter");
  await answered(terminal, "ok then");
  expect(await project.read("a.txt")).toBe(numbers(40));
  expect(await project.read("new.txt")).toBe("hello\n");
  expect(await exists(project, "old.txt")).toBeTrue();
});
