/** A long session shows its end at once, and is read while keys are taken. */
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { answerIn, askedIn, writeLongSession } from "../support/long-session.ts";
import { text } from "../support/model-server.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { resultsIn, userTexts } from "./requests.ts";
import { answered, begin, composerShows, leave, open, seen, send, type Story } from "./start.ts";

/** About 40 MB. */
const turns = 800;
const size = { turns, resultSize: 50_000 };
const last = turns - 1;

/** A session of so many bytes that it is still read when its end is on the screen. */
async function openLong(story: Story, args: readonly string[] = ["-c"]): Promise<TestTerminal> {
  const terminal = story.launchAgain({ args });
  await terminal.waitFor(/reading the session… \d+%/, { what: "how far the session is read" });
  return terminal;
}

describe("a long session", () => {
  test("shows its end while it is read, echoes keys, and answers what was sent meanwhile", async () => {
    await using story = await begin([[text("And that is new.")]]);
    await leave(story.terminal);
    const file = writeLongSession(story.project, size);
    const terminal = await openLong(story);
    expect(seen(terminal)).toContain(answerIn(last));
    expect(seen(terminal)).toContain("The session is long: its first messages");
    await send(terminal, "and now?");
    terminal.type("half a thought");
    await composerShows(terminal, "half a thought");
    await answered(terminal, "And that is new.");
    const request = await story.server.nextRequest(0);
    expect(userTexts(request).slice(-3)).toEqual([askedIn(last - 1), askedIn(last), "and now?"]);
    expect(resultsIn(request)[`call${last}`]).toStartWith(`part ${last} part ${last} `);
    // What is on the screen was printed once, whenever it was.
    const count = (words: string) => seen(terminal).split(words).length - 1;
    for (const turn of [last - 2, last - 1, last]) expect([turn, count(answerIn(turn))]).toEqual([turn, 1]);
    expect(count("and now?")).toBe(1);
    await composerShows(terminal, "half a thought");
    expect(readFileSync(file, "utf8").trimEnd().split("\n")).toHaveLength(turns * 7 + 2 + 4);
  });

  test("shows its end before anything is known of the model that is to go on with it", async () => {
    await using story = await begin();
    await leave(story.terminal);
    writeLongSession(story.project, size);
    const terminal = story.launchAgain({ args: ["-c", "--model", "script:missing.json"] });
    expect(await terminal.waitForExit()).toBe(1);
    expect(seen(terminal)).toMatch(new RegExp(`${answerIn(last)}[^]*missing\\.json`));
  });

  test("has all of it in the transcript once it is read, and its end before that", async () => {
    await using story = await begin();
    await leave(story.terminal);
    writeLongSession(story.project, size);
    const terminal = await openLong(story);
    terminal.press("ctrl+o");
    await terminal.waitFor("transcript · end");
    expect(terminal.screen().join("\n")).toContain(answerIn(last));
    terminal.type("q");
    await open(terminal);
    terminal.press("ctrl+o");
    await terminal.waitFor("transcript · end");
    terminal.type("g");
    await terminal.waitFor(askedIn(0));
    terminal.type("G");
    await terminal.waitFor(answerIn(last));
  });

  test("that is left before it is read loses nothing that was written", async () => {
    await using story = await begin([[text("An answer.")]]);
    await leave(story.terminal);
    const file = writeLongSession(story.project, size);
    const before = readFileSync(file);
    const terminal = await openLong(story);
    await send(terminal, "a message that waits");
    terminal.type("half a thought");
    await composerShows(terminal, "half a thought");
    process.kill(terminal.pid, "SIGHUP");
    await terminal.waitForExit();
    expect(readFileSync(file).subarray(0, before.length).equals(before)).toBe(true);
    const again = story.launchAgain({ args: ["-c"] });
    await open(again);
    await composerShows(again, "half a thought");
    // Where the session was open by then it was sent; else it waits among the texts that were set aside.
    const drafts = join(story.project.home, ".local/share/rein/drafts");
    const kept = () =>
      readdirSync(drafts)
        .map((name) => readFileSync(join(drafts, name), "utf8"))
        .join("");
    await again.waitFor(() => `${kept()}${readFileSync(file, "utf8")}`.includes("a message that waits"), {
      what: "the message that waited",
    });
  });

  test("can be left at once, and goes on in a copy as well", async () => {
    await using story = await begin([[text("An answer in the copy.")]]);
    await leave(story.terminal);
    const file = writeLongSession(story.project, size);
    const before = readFileSync(file);
    const terminal = await openLong(story);
    expect(await leave(terminal)).toBe(0);
    const copy = await openLong(story, ["-c", "--fork"]);
    await send(copy, "and there?");
    await answered(copy, "An answer in the copy.");
    expect(userTexts(await story.server.nextRequest(0)).at(-2)).toBe(askedIn(last));
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("that is chosen with /resume shows its end, is read while keys are taken, and what is sent then waits in the composer", async () => {
    await using story = await begin([[text("And that is new.")]]);
    // What is written has to be sent before all of it is read.
    const longer = { ...size, turns: 4 * turns };
    writeLongSession(story.project, longer);
    const end = longer.turns - 1;
    await send(story.terminal, "/resume longsession");
    const { terminal } = story;
    await terminal.waitFor(/reading the session… \d+%/, { what: "how far the session is read" });
    expect(seen(terminal)).toContain(answerIn(end));
    terminal.type("and now?");
    await composerShows(terminal, "and now?");
    terminal.press("enter");
    await open(terminal);
    await composerShows(terminal, "and now?");
    const count = (words: string) => seen(terminal).split(words).length - 1;
    for (const turn of [end - 2, end - 1, end]) expect([turn, count(answerIn(turn))]).toEqual([turn, 1]);
    terminal.press("enter");
    await answered(terminal, "And that is new.");
    expect(userTexts(await story.server.nextRequest(0)).slice(-2)).toEqual([askedIn(end), "and now?"]);
  });

  test("that is chosen with /resume can be left alone with Esc, and then the one on the screen goes on", async () => {
    await using story = await begin([[text("I remember.")], [text("Here I am.")]]);
    writeLongSession(story.project, { turns: 2_400, resultSize: 50_000 });
    const { terminal } = story;
    await send(terminal, "remember this");
    await answered(terminal, "I remember.");
    terminal.type("/resume longsession");
    await composerShows(terminal, "/resume longsession");
    // In one go: however fast it is read, Esc is there before its end.
    terminal.press("enter", "escape");
    await terminal.waitFor("the one from before goes on");
    expect(terminal.screen().join("\n")).not.toContain("reading the session");
    await send(terminal, "are you there?");
    await answered(terminal, "Here I am.");
    expect(userTexts(await story.server.nextRequest(1))).toEqual(["remember this", "are you there?"]);
    // What stood on the screen before was not printed again.
    expect(seen(terminal).split("I remember.")).toHaveLength(2);
  });

  test("is left for another one that is chosen while it is read, and can be gone on with later", async () => {
    await using story = await begin([[text("A short answer.")]]);
    const { terminal } = story;
    await send(terminal, "a short question");
    await answered(terminal, "A short answer.");
    await send(terminal, "/clear");
    const file = writeLongSession(story.project, { turns: 2_400, resultSize: 50_000 });
    const before = readFileSync(file);
    await send(terminal, "/resume longsession");
    await terminal.waitFor(/reading the session… \d+%/, { what: "how far the session is read" });
    await send(terminal, "/resume");
    await terminal.waitFor("Which session?");
    terminal.type("short question");
    await terminal.waitFor(/❯ .*a short question/);
    terminal.press("enter");
    await terminal.waitFor(() => seen(terminal).split("A short answer.").length === 3, {
      what: "the other session",
    });
    await open(terminal);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("whose end is one output of many megabytes is read while keys are taken, too, and shown once", async () => {
    await using story = await begin([[text("And that is new.")]]);
    await leave(story.terminal);
    writeLongSession(story.project, { turns: 2, resultSize: 30_000_000 });
    const terminal = await openLong(story);
    terminal.type("and now?");
    await composerShows(terminal, "and now?");
    await open(terminal);
    await terminal.waitFor(() => seen(terminal).includes(answerIn(1)), { what: "the last answer" });
    const count = (words: string) => seen(terminal).split(words).length - 1;
    expect([askedIn(0), answerIn(0), askedIn(1), answerIn(1)].map(count)).toEqual([1, 1, 1, 1]);
    expect(terminal.scrollback().filter((line) => /^ *rein \S+ · /.test(line))).toHaveLength(1);
    expect(terminal.screen().join("\n")).toContain("and now?");
  });
});
