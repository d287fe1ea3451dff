/** The messages that wait for a running turn, on their board above the composer. */
import { expect, test } from "bun:test";
import { gate, text } from "../support/model-server.ts";
import { userTexts } from "./requests.ts";
import { answered, begin, composerShows, killHard, send, type Story } from "./start.ts";

const ok = [text("ok then")];

/** A turn that runs until the door opens, and messages that wait behind it. */
async function waiting(story: Story, ...messages: readonly string[]): Promise<void> {
  await send(story.terminal, "one");
  await story.terminal.waitFor("working");
  for (const message of messages) await send(story.terminal, message);
}

function rowsOf(story: Story): string[] {
  return story.terminal.screen().flatMap((line) => /(queued|next): .*$/.exec(line)?.[0] ?? []);
}

async function rowsAre(story: Story, ...rows: readonly string[]): Promise<void> {
  await story.terminal.waitFor(() => rowsOf(story).join("\n") === rows.join("\n"), {
    what: `the rows ${rows.join()}`,
  });
}

test("Alt+Q: messages change their order, one is changed in the composer and goes back to its place, one goes", async () => {
  const door = gate();
  await using story = await begin([[text("working "), door.shut, text("on it.")], ok, ok, ok]);
  const { terminal, server } = story;
  await waiting(story, "aa", "bb", "cc");
  terminal.type("my draft");
  await composerShows(terminal, "my draft");
  terminal.press("alt+q");
  await terminal.waitFor("3 messages wait");
  await rowsAre(story, "queued: aa", "queued: bb", "queued: cc");
  terminal.press("down");
  terminal.bytes("\x1b[1;2A");
  await rowsAre(story, "queued: bb", "queued: aa", "queued: cc");
  terminal.press("down", "enter");
  await composerShows(terminal, "aa");
  await terminal.waitFor("puts it back");
  await rowsAre(story, "queued: bb", "queued: cc");
  terminal.type(" changed");
  await composerShows(terminal, "aa changed");
  terminal.press("enter");
  await composerShows(terminal, "my draft");
  await rowsAre(story, "queued: bb", "queued: aa changed", "queued: cc");
  terminal.press("alt+q");
  await terminal.waitFor("3 messages wait");
  terminal.press("d");
  await terminal.waitFor("2 messages wait");
  terminal.press("escape");
  await terminal.waitFor(() => !terminal.screen().join().includes("2 messages wait"), {
    what: "the board to close",
  });
  door.open();
  await terminal.waitFor(() => server.requests.length === 3, { what: "all that waited to be sent" });
  await answered(terminal, "ok then");
  expect(userTexts(await server.nextRequest(2))).toEqual(["one", "aa changed", "cc"]);
  await composerShows(terminal, "my draft");
  terminal.press("ctrl+u", "ctrl+s");
  await composerShows(terminal, "bb");
});

test("Esc leaves a message that is being changed as it was, and stops nothing", async () => {
  const door = gate();
  await using story = await begin([[text("working "), door.shut, text("on it.")], ok]);
  const { terminal, server } = story;
  await waiting(story, "as it was");
  terminal.press("alt+q", "enter");
  await composerShows(terminal, "as it was");
  terminal.type(" not");
  await composerShows(terminal, "as it was not");
  terminal.press("escape");
  await composerShows(terminal, "");
  await rowsAre(story, "queued: as it was");
  door.open();
  await answered(terminal, "ok then");
  expect(userTexts(await server.nextRequest(1))).toEqual(["one", "as it was"]);
});

test("what waits survives a stop, and is sent at once when it is told to go next", async () => {
  const door = gate();
  await using story = await begin([[text("working "), door.shut], ok]);
  const { terminal, server } = story;
  await waiting(story, "then this");
  terminal.press("escape");
  await terminal.waitFor("Interrupted");
  await rowsAre(story, "queued: then this");
  terminal.press("alt+q");
  await terminal.waitFor("1 message waits");
  terminal.press("s");
  await answered(terminal, "ok then");
  expect(userTexts(await server.nextRequest(1)).at(-1)).toBe("then this");
  await terminal.waitFor("no message waits any more");
  terminal.press("escape");
  await terminal.waitFor(() => !terminal.screen().join().includes("no message waits"), {
    what: "the board to close",
  });
  terminal.type("x");
  await composerShows(terminal, "x");
});

test("what waited when the program was killed comes back as a text that was set aside", async () => {
  const door = gate();
  await using story = await begin([[text("working "), door.shut]]);
  await waiting(story, "not yet sent");
  const disk = () =>
    Bun.spawnSync(["grep", "-r", "not yet sent", ".local/share/rein/drafts"], { cwd: story.project.home });
  await story.terminal.waitFor(() => disk().exitCode === 0, { what: "the message on the disk" });
  await killHard(story.terminal);
  const terminal = story.launchAgain({ args: ["-c"] });
  await terminal.waitFor("1 text set aside");
  terminal.press("ctrl+s");
  await composerShows(terminal, "not yet sent");
});
