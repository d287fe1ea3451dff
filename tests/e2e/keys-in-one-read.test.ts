/** Several keys that come in one read, as over a slow line, are taken in their order, also where they are no text. */
import { describe, expect, test } from "bun:test";
import { text } from "../support/model-server.ts";
import { answered, begin, composerShows, send } from "./start.ts";

test("a name, Enter and text choose in a list, and the text is the next message's", async () => {
  await using story = await begin();
  const { terminal } = story;
  await send(terminal, "/theme");
  await terminal.waitFor("Which theme?");
  terminal.type("tritan\rand then");
  await terminal.waitFor(/tritanopia/);
  await composerShows(terminal, "and then");
  await terminal.waitFor(() => !terminal.screen().join("\n").includes("Which theme?"), {
    what: "the closed list",
  });
});

test("Enter and text of two lines choose, and nothing of the text is sent", async () => {
  await using story = await begin();
  const { terminal } = story;
  await send(terminal, "/theme");
  await terminal.waitFor("Which theme?");
  terminal.type("\rone\rtwo");
  await composerShows(terminal, "one\ntwo");
  expect(story.server.requests).toHaveLength(0);
});

test("what is pasted into a list only filters it", async () => {
  await using story = await begin();
  const { terminal } = story;
  await send(terminal, "/theme");
  await terminal.waitFor("Which theme?");
  terminal.paste("tritan\nand then");
  await terminal.waitFor("Which theme? tritan");
  await terminal.idle(100);
  expect(terminal.screen().join("\n")).toContain("Which theme? tritan");
});

test("keys behind the one that closes the transcript are the composer's, and a search with Enter searches", async () => {
  await using story = await begin([[text("needle here")]]);
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "needle here");
  terminal.press("ctrl+o");
  await terminal.waitFor(/^transcript · /m);
  terminal.type("/needle\rn");
  await terminal.waitFor("transcript · 100 %");
  terminal.type("qhello");
  await terminal.waitFor(() => !terminal.modes().alternateScreen, { what: "the main screen" });
  await composerShows(terminal, "hello");
});

describe("Enter and letters in one read behind a command", () => {
  for (const command of ["/theme", "/resume", "/model", "/rewind"]) {
    test(`${command}: the letters filter the list that it opens`, async () => {
      await using story = await begin([[text("one")], [text("two")]]);
      const { terminal } = story;
      await send(terminal, "a question");
      await answered(terminal, "one");
      await send(terminal, "/clear");
      await terminal.waitFor("A fresh session");
      await send(terminal, "another question");
      await answered(terminal, "two");
      terminal.type(command);
      await composerShows(terminal, command);
      terminal.type("\rque");
      await terminal.waitFor(/^ *(?:Which|Go back|Back).*\? que/m);
      terminal.press("escape");
      await terminal.waitFor(() => !/\? que/.test(terminal.screen().join("\n")), { what: "the closed list" });
      terminal.type("more");
      await composerShows(terminal, "more");
    });
  }

  test("what a command puts into the composer stands before them", async () => {
    await using story = await begin([[text("Done.")]]);
    const { terminal } = story;
    await send(terminal, "fix the login");
    await answered(terminal, "Done.");
    terminal.type("/rename");
    await composerShows(terminal, "/rename");
    terminal.type("\rs");
    await composerShows(terminal, "/rename fix the logins");
  });

  test("the command may have been given something", async () => {
    await using story = await begin();
    const { terminal } = story;
    terminal.type("/theme tritan");
    await composerShows(terminal, "/theme tritan");
    terminal.type("\rand then");
    await terminal.waitFor("The theme is tritanopia.");
    await composerShows(terminal, "and then");
  });

  test("the view of the whole window that it opens takes them", async () => {
    await using story = await begin();
    const { terminal } = story;
    terminal.type("/doctor");
    await composerShows(terminal, "/doctor");
    terminal.type("\rqhello");
    await composerShows(terminal, "hello");
    await terminal.waitFor(() => !terminal.modes().alternateScreen, { what: "the main screen" });
  });

  test.each(["/exit is what I typed", "/exit", "/resume"])(
    "%s and a second line that come as a whole may have been pasted: they stay a text",
    async (first) => {
      await using story = await begin();
      const { terminal } = story;
      terminal.type(`${first}\rand it failed`);
      await composerShows(terminal, `${first}\nand it failed`);
    },
  );
});
