/** Going back where there is no screen: asked and answered in lines. */
import { expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import { userTexts } from "./requests.ts";
import { hear, heardQuestion, leave, read, start, typeLine } from "./screen-reader.ts";

test("/rewind asks in numbered lines, brings back what was chosen, and says the message to type again", async () => {
  await using story = await start(
    [[call("write_file", { path: "new.txt", content: "new\n" })], [text("Made.")], [text("Another answer.")]],
    { cols: 160, args: ["--accessible", "--permission-mode", "accept-edits"] },
  );
  const { terminal, server, project } = story;
  typeLine(terminal, "make a file");
  await hear(terminal, /^Ready, after/);
  typeLine(terminal, "/rewind");
  await heardQuestion(terminal, /^1: now {2}make a file · 1 file \+1 −0/);
  typeLine(terminal, "1");
  await heardQuestion(terminal, /^1: conversation and files · 1 file; new\.txt {2}goes/);
  expect(read(terminal).some((line) => line.startsWith("Not possible, summarise up to here:"))).toBeTrue();
  typeLine(terminal, "1");
  await hear(terminal, /The conversation is back before “make a file”\./);
  await hear(terminal, "make a file");
  expect(await Bun.file(project.path("new.txt")).exists()).toBeFalse();
  await hear(terminal, /^Ready, after/, 2);

  typeLine(terminal, "something else");
  await hear(terminal, "Answer: Another answer.");
  expect(userTexts(await server.nextRequest(2))).toEqual(["something else"]);
  await leave(story);
});
