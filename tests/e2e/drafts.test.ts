/** What is being written outlives the program, however that ends, and can be set aside. */
import { describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { text } from "../support/model-server.ts";
import { userTexts } from "./requests.ts";
import { answered, begin, composerShows, killHard, leave, send, type Story } from "./start.ts";

const ok = [text("ok then")];
const drafts = ".local/share/rein/drafts";

/** Waits until what is written is on the disk. */
async function saved({ project, terminal }: Story, words: string): Promise<void> {
  await terminal.waitFor(() => onDisk(project.home).includes(words), { what: `${words} on the disk` });
}

function onDisk(home: string): string {
  const found = Bun.spawnSync(["sh", "-c", `cat ${drafts}/* 2>/dev/null`], { cwd: home });
  return found.stdout.toString();
}

describe("a draft", () => {
  test("is in the composer again after kill -9, and says so; once sent it does not come back", async () => {
    await using story = await begin([ok]);
    story.terminal.type("half a thought");
    await saved(story, "half a thought");
    await killHard(story.terminal);
    const terminal = story.launchAgain();
    await terminal.waitFor("draft brought back");
    await composerShows(terminal, "half a thought");
    terminal.press("!", "enter");
    await answered(terminal, "ok then");
    expect(userTexts(await story.server.nextRequest(0))).toEqual(["half a thought!"]);
    expect(onDisk(story.project.home)).toBe("");
    await killHard(terminal);
    const last = await story.again();
    await composerShows(last, "");
  });

  test("of a session comes back with that session, with its pastes whole; elsewhere it does not", async () => {
    const log = Array.from({ length: 700 }, (_, at) => `line ${at} of a log`).join("\n");
    await using story = await begin([ok, ok]);
    await send(story.terminal, "one");
    await answered(story.terminal, "ok then");
    story.terminal.type("see ");
    story.terminal.paste(log);
    await saved(story, "line 699");
    await killHard(story.terminal);
    const fresh = await story.again();
    await composerShows(fresh, "");
    await leave(fresh);
    const terminal = story.launchAgain({ args: ["-c"] });
    await composerShows(terminal, "see [paste #1 · 700 lines]");
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(userTexts(await story.server.nextRequest(1)).at(-1)).toBe(`see ${log}`);
  });

  test("comes back when its session is chosen from the list", async () => {
    await using story = await begin([ok]);
    await send(story.terminal, "one");
    await answered(story.terminal, "ok then");
    story.terminal.type("and then");
    await saved(story, "and then");
    await killHard(story.terminal);
    const terminal = await story.again({ args: ["-r"] });
    await terminal.waitFor("❯");
    terminal.press("enter");
    await composerShows(terminal, "and then");
  });

  test("of another rein in the folder stays with it", async () => {
    await using story = await begin();
    story.terminal.type("mine");
    await saved(story, "mine");
    const other = await story.again();
    await composerShows(other, "");
    other.type("yours");
    await saved(story, "yours");
    await killHard(other);
    await killHard(story.terminal);
    const terminal = story.launchAgain();
    await terminal.waitFor("1 text set aside");
    await composerShows(terminal, "yours");
    terminal.press("ctrl+u", "ctrl+s");
    await composerShows(terminal, "mine");
  });

  test("is its user's alone, and gone from the disk when the composer is left empty", async () => {
    await using story = await begin();
    const { terminal, project } = story;
    terminal.type("x");
    await saved(story, '"x"');
    const [name = ""] = readdirSync(`${project.home}/${drafts}`);
    const { stdout } = Bun.spawnSync(["stat", "-c", "%a", `${project.home}/${drafts}/${name}`]);
    expect(stdout.toString().trim()).toBe("600");
    terminal.press("backspace");
    await terminal.waitFor(() => onDisk(project.home) === "", { what: "no draft on the disk" });
    expect(await leave(terminal)).toBe(0);
  });
});

test("Ctrl+S sets the text aside, and on an empty line brings it back", async () => {
  await using story = await begin([ok]);
  const { terminal, server } = story;
  terminal.type("a long thought");
  await composerShows(terminal, "a long thought");
  terminal.press("ctrl+s");
  await terminal.waitFor("ctrl+s on an empty line brings it back");
  await composerShows(terminal, "");
  await send(terminal, "a quick one first");
  await answered(terminal, "ok then");
  terminal.press("ctrl+s");
  await composerShows(terminal, "a long thought");
  terminal.press("ctrl+u", "ctrl+s");
  await terminal.waitFor("nothing is set aside");
  expect(userTexts(await server.nextRequest(0))).toEqual(["a quick one first"]);
});

test("Shift with an arrow selects, and what is typed takes its place", async () => {
  await using story = await begin([ok]);
  const { terminal, server } = story;
  terminal.type("make it rad");
  await composerShows(terminal, "make it rad");
  terminal.bytes("\x1b[1;6D");
  await terminal.waitFor(() => terminal.cursor().x === "> make it ".length, {
    what: "the cursor before rad",
  });
  terminal.type("red");
  await composerShows(terminal, "make it red");
  terminal.press("enter");
  await answered(terminal, "ok then");
  expect(userTexts(await server.nextRequest(0))).toEqual(["make it red"]);
});

test("ten megabytes pasted in one go are one chip, can be written on, and are sent whole", async () => {
  const log = `${"a line of a log, 日本語 and all the rest of it\n".repeat(200_000)}the end`;
  await using story = await begin([ok]);
  const { terminal, server } = story;
  terminal.type("see ");
  terminal.paste(log);
  await terminal.waitFor("see [paste #1 · 200001 lines]", { within: 30_000 });
  terminal.type(" please");
  await composerShows(terminal, "see [paste #1 · 200001 lines] please");
  terminal.press("enter");
  await composerShows(terminal, "");
  const { bodyText } = await server.nextRequest(0, 60_000);
  expect(bodyText).toContain("the end please");
  expect(bodyText.length).toBeGreaterThan(log.length);
}, 90_000);
