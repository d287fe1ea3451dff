/** The tree of the session: going to another branch and back, places with names, and all of it there the next day. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { tokens } from "../secrets/samples.ts";
import { call, text } from "../support/model-server.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { userTexts } from "./requests.ts";
import { runRein } from "./run-rein.ts";
import { hear, start as startAccessible, typeLine } from "./screen-reader.ts";
import { answered, begin, composerShows, idle, leave, seen, send, type Story } from "./start.ts";
import { strictly } from "./strict-server.ts";

const replies = (count: number) => Array.from({ length: count }, (_, at) => [text(`answer ${at}.`)]);

/** Sends a message and waits for the reply with this number. */
async function ask({ terminal }: Pick<Story, "terminal">, message: string, at: number): Promise<void> {
  await send(terminal, message);
  await answered(terminal, `answer ${at}.`);
}

/** Opens the tree and waits until it takes keys. */
async function openTree(terminal: TestTerminal): Promise<void> {
  terminal.type("/tree");
  await composerShows(terminal, "/tree");
  terminal.press("enter");
  await terminal.waitFor(/^❯ [^]* · q back/m, { what: "the tree" });
}

/** one ─ two; gone back behind one with the tree: other. */
async function twoBranches(story: Story): Promise<void> {
  const { terminal } = story;
  await ask(story, "one", 0);
  await ask(story, "two", 1);
  await openTree(terminal);
  terminal.press("g", "enter");
  await terminal.waitFor(/goes on behind “one”/);
  await ask(story, "other", 2);
}

function logOf({ project }: Story): string {
  const folder = join(project.env["XDG_DATA_HOME"] ?? "", "rein", "sessions");
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("");
}

describe("/tree", () => {
  test.each(["chat", "messages", "responses"] as const)(
    "leads into the middle of a turn of two calls, also from behind a summary and with parts left out: a strict server that speaks %s takes it",
    async (protocol) => {
      const strict = strictly([
        [
          call("bash", { command: "echo first" }, { id: "c1" }),
          call("bash", { command: "echo second" }, { id: "c2" }),
        ],
        [text("answer 0.")],
        [text("answer 1.")],
        [text("SUMMARY")],
        [text("answer 2.")],
        [text("answer 3.")],
      ]);
      await using story = await begin(strict.script, { args: ["--allow", "bash"], protocol });
      const { terminal, server } = story;
      await ask(story, "run both", 0);
      await ask(story, "and then?", 1);
      await send(terminal, "/compact");
      await terminal.waitFor(/Earlier messages are summarised/);
      await idle(terminal);
      await ask(story, "behind it", 2);
      await openTree(terminal);
      terminal.press("g", "u");
      await terminal.waitFor(/⎿ bash echo first\n.*⎿ bash echo second/);
      terminal.press("j", "enter");
      await terminal.waitFor(/goes on in “run both”, behind\s+call 1\./);
      await send(terminal, "/context exclude 3");
      await terminal.waitFor(/Left out of the requests from here on: 1 part/);
      await ask(story, "from the middle", 3);
      const { bodyText } = await server.nextRequest(5);
      expect(bodyText).toContain("first");
      expect(bodyText).toContain("from the middle");
      for (const gone of ["run both", "and then?", "SUMMARY", "behind it"])
        expect(bodyText).not.toContain(gone);
      expect(strict.refused).toEqual([]);
    },
  );

  test("leads to an earlier turn: what comes next follows it, and one line says how to come back", async () => {
    await using story = await begin(replies(4));
    const { terminal, server } = story;
    await twoBranches(story);
    expect(userTexts(await server.nextRequest(2))).toEqual(["one", "other"]);
    expect(seen(terminal)).toMatch(
      /goes on behind “one”\. It was at “two”: \/tree 2\s+leads\s+back\.\s+Files were not touched\./,
    );
    await openTree(terminal);
    await terminal.waitFor(/● 1 one.*\n +├─○ 2 two.*\n❯ ◉ 3 other.*you are here/);
    terminal.press("q");
    await send(terminal, "/tree 2");
    await terminal.waitFor(/goes on behind “two”\. It was at “other”: \/tree 3/);
    await ask(story, "more of two", 3);
    expect(userTexts(await server.nextRequest(3))).toEqual(["one", "two", "more of two"]);
  });

  test("has its branches, names and the place where one was when the session is opened again", async () => {
    await using story = await begin(replies(4));
    const { terminal } = story;
    await twoBranches(story);
    await openTree(terminal);
    terminal.press("up", "l");
    terminal.type("the first way");
    terminal.press("enter");
    await terminal.waitFor(/❯ ├─○ 2 \[the first way\] two/);
    terminal.press("enter");
    await terminal.waitFor(/goes on behind “two”/);
    await leave(terminal);

    const again = await story.again({ args: ["-c"] });
    await again.waitFor(() => seen(again).includes("answer 1."), { what: "the branch that was gone to" });
    await openTree(again);
    await again.waitFor(/❯ ├─◉ 2 \[the first way\] two.*you are here[^]*○ 3 other/);
    again.press("down", "e");
    await composerShows(again, "other");
    await again.waitFor(/goes on before “other”/);
    again.press("ctrl+u");
    await ask({ terminal: again }, "third", 3);
    expect(userTexts(await story.server.nextRequest(3))).toEqual(["one", "third"]);
    await leave(again);

    const [id = ""] = (await runRein(["sessions", "list"], story)).out.split(" ");
    const shown = await runRein(["sessions", "show", id, "--tree"], story);
    expect(shown).toMatchObject({ code: 0, err: "" });
    expect(shown.out).toMatch(
      /● 1 one *\n├─○ 2 \[the first way\] two *\n├─○ 3 other *\n◉ 4 third +you are here\n/,
    );
    const found = await runRein(["sessions", "search", "first", "way"], story);
    expect(found.out).toContain("the «first» «way»");
  });

  test("folds a branch, finds a turn by its words, and shows calls", async () => {
    await using story = await begin(
      [[text("answer 0.")], [call("bash", { command: "true" })], [text("answer 1.")], ...replies(3).slice(2)],
      {
        args: ["--allow", "bash"],
      },
    );
    const { terminal } = story;
    await twoBranches(story);
    await openTree(terminal);
    terminal.press("u");
    await terminal.waitFor(/2 two +1 call\n.*⎿ bash true/);
    terminal.press("u", "/");
    terminal.type("tw");
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("◉"));
    terminal.press("enter", "escape");
    await terminal.waitFor(/❯ ├─○ 2 two[^]*◉ 3 other/);
    terminal.press("g", "space");
    await terminal.waitFor(/❯ ● 1 ▸ \+1 one.*\n +◉ 3 other/);
  });

  test("is there at 20×6, follows the window, and leaves the screen and the draft as they were", async () => {
    await using story = await begin(replies(3));
    const { terminal } = story;
    await twoBranches(story);
    await openTree(terminal);
    await terminal.resize(20, 6);
    await terminal.waitFor(/^❯ ◉ other\b[^]*enter go there · \?$/m);
    terminal.press("g");
    // What stood behind the edge of a window that became narrower is still in the emulator's lines.
    await terminal.waitFor(/^❯ ● one\b.*\n {2}├─○ two\b.*\n {2}◉ other\b/m);
    await terminal.resize(80, 24);
    await terminal.waitFor(/^❯ ● 1 one.*\n {2}├─○ 2 two/m);
    terminal.press("q");
    await composerShows(terminal, "");
    expect(seen(terminal).split("answer 2.").length).toBe(2);
    terminal.type("a draft");
    await composerShows(terminal, "a draft");
  });

  test("leaves files alone, and says when they have changed since the place", async () => {
    await using story = await begin(
      [
        [text("answer 0.")],
        [call("write_file", { path: "made.txt", content: "made\n" })],
        [text("answer 1.")],
      ],
      { args: ["--permission-mode", "accept-edits"] },
    );
    const { terminal, project } = story;
    await ask(story, "one", 0);
    await ask(story, "two", 1);
    await send(terminal, "/tree 1");
    await terminal.waitFor(/Files were not touched: one\s+has changed since, and \/rewind/);
    expect(await project.read("made.txt")).toBe("made\n");
  });

  test("forks: the copy ends behind the chosen turn, and the session stays as it is", async () => {
    await using story = await begin(replies(3));
    const { terminal, server } = story;
    await ask(story, "one", 0);
    await ask(story, "two", 1);
    const before = logOf(story);
    await openTree(terminal);
    terminal.press("g", "f");
    await terminal.waitFor("This is a copy of session");
    await ask(story, "other", 2);
    expect(userTexts(await server.nextRequest(2))).toEqual(["one", "other"]);
    expect(logOf(story)).toContain(before);
  });

  test("writes no secret into the name of a place", async () => {
    await using story = await begin(replies(1));
    const { terminal } = story;
    const secret = tokens["GITHUB_TOKEN"] ?? "";
    await ask(story, "one", 0);
    await openTree(terminal);
    terminal.press("l");
    terminal.type(`with ${secret}`);
    await terminal.waitFor(secret);
    terminal.press("enter");
    await terminal.waitFor(/\[with /);
    expect(terminal.screen().join("\n")).not.toContain(secret);
    expect(logOf(story)).not.toContain(secret);
  });

  test("shows the branch that was gone to on the whole window, too", async () => {
    await using story = await begin(replies(3), { args: ["--full"] });
    const { terminal } = story;
    await send(terminal, "one");
    await terminal.waitFor("answer 0.");
    await send(terminal, "two");
    await terminal.waitFor("answer 1.");
    await openTree(terminal);
    terminal.press("g", "enter");
    await terminal.waitFor(/goes on behind “one”/);
    await terminal.waitFor(() => !terminal.screen().join("\n").includes("answer 1."));
    expect(terminal.screen().join("\n")).toContain("answer 0.");
  });

  test("says what there is to go to where there is nothing, or no such turn", async () => {
    await using story = await begin(replies(1));
    const { terminal } = story;
    await send(terminal, "/tree");
    await terminal.waitFor("there is no tree");
    await ask(story, "one", 0);
    await send(terminal, "/tree 7");
    await terminal.waitFor("N is from 1 to 1");
    await send(terminal, "/tree 1");
    await terminal.waitFor("The conversation is there already.");
    await send(terminal, "/tree label 1 begin");
    await terminal.waitFor("“one” is called “begin” now.");
    terminal.type("/tree beg");
    await terminal.waitFor(/1 +\[begin\] one ← you are here/);
  });
});

test("without a screen the turns are told with their numbers, and a number leads there", async () => {
  await using story = await startAccessible(replies(3));
  const { terminal, server } = story;
  typeLine(terminal, "one");
  await hear(terminal, /^Ready, after/);
  typeLine(terminal, "two");
  await hear(terminal, /^Ready, after/, 2);
  typeLine(terminal, "/tree 1");
  await hear(terminal, "The conversation goes on behind “one”.");
  typeLine(terminal, "other");
  await hear(terminal, /^Ready, after/, 3);
  expect(userTexts(await server.nextRequest(2))).toEqual(["one", "other"]);
  typeLine(terminal, "/tree");
  await hear(terminal, "3 turns; /tree N goes on behind one:");
  await hear(terminal, "1: one");
  await hear(terminal, "2 (follows 1): two");
  await hear(terminal, "3 (follows 1): other, you are here");
  typeLine(terminal, "/tree label 2 the first way");
  await hear(terminal, "“two” is called “the first way” now.");
  typeLine(terminal, "/tree The first WAY");
  await hear(terminal, "The conversation goes on behind “two”.");
});
