/** `/export` writes what is shown, without the secrets of the session, and says where. */
import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { text } from "../support/model-server.ts";
import { answered, begin, send } from "./start.ts";

test("a session goes to a page by two words, and to Markdown by one; nothing is overwritten", async () => {
  await using story = await begin([[text("Nothing but **water**.")]]);
  const { terminal, project } = story;
  await send(terminal, "/export");
  await terminal.waitFor("Nothing was said yet: there is nothing to export.");
  await send(terminal, "what is in it?");
  await answered(terminal, "water");
  await send(terminal, "/export html talk");
  await terminal.waitFor(/Exported to .*talk/);
  expect(await project.read("talk")).toContain("Nothing but <strong>water</strong>.");
  for (const name of ["notes.md", "notes-2.md"]) {
    await send(terminal, "/export notes.md");
    await terminal.waitFor(async () => (await readdir(project.folder)).includes(name));
    await terminal.waitFor(async () => (await project.read(name)) !== "");
    expect(await project.read(name)).toContain("Nothing but **water**.");
  }
  await terminal.waitFor(/notes-2\.md[^]*notes\.md is there already/);
});

test("the forms are offered while the command is written", async () => {
  await using story = await begin();
  const { terminal } = story;
  terminal.type("/export ");
  await terminal.waitFor(/md \[file\] +Markdown: readable as it is/);
  await terminal.waitFor(/html \[file\] +one page for a browser/);
});
