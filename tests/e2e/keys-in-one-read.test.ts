/** Several keys that come in one read, as over a slow line, are taken in their order, also where they are no text. */
import { expect, test } from "bun:test";
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
