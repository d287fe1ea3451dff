/** `@` and a few letters: the project's files, offered while a message is written. */
import { expect, test } from "bun:test";
import { text } from "../support/model-server.ts";
import { userTexts } from "./requests.ts";
import { answered, begin, composerShows, send } from "./start.ts";

const files = {
  "src/login/form.ts": "",
  "src/login/session.ts": "",
  "src/main.ts": "",
  "notes for me.txt": "",
  "node_modules/left/login.js": "",
  ".gitignore": "node_modules\n",
};

test("letters find files, Tab and Enter take one, and Enter then sends the text as it stands", async () => {
  await using story = await begin([[text("I look.")]], { files });
  const { terminal, server } = story;
  terminal.type("look at @lform");
  await terminal.waitFor(/^❯ src\/login\/form\.ts$/m);
  expect(terminal.screen().join("\n")).not.toContain("left/login.js");
  terminal.press("tab");
  await composerShows(terminal, "look at @src/login/form.ts");
  terminal.type("and @sess");
  await terminal.waitFor(/^❯ src\/login\/session\.ts$/m);
  terminal.press("enter");
  await composerShows(terminal, "look at @src/login/form.ts and @src/login/session.ts");
  expect(server.requests).toHaveLength(0);
  terminal.press("enter");
  await answered(terminal, "I look.");
  expect(userTexts(await server.nextRequest(0))).toEqual([
    "look at @src/login/form.ts and @src/login/session.ts ",
  ]);
});

test("a folder goes on, arrows choose, and what is written whole is sent at once", async () => {
  await using story = await begin([[text("ok")]], { files });
  const { terminal, server } = story;
  terminal.type("@src/");
  await terminal.waitFor(/^. src\/login\/$/m);
  terminal.type("login");
  await terminal.waitFor(/^❯ src\/login\/$/m);
  terminal.press("tab");
  await composerShows(terminal, "@src/login/");
  await terminal.waitFor(/^. src\/login\/session\.ts$/m);
  while (!terminal.screen().includes("❯ src/login/session.ts")) {
    const before = terminal.screen().find((line) => line.startsWith("❯"));
    terminal.press("down");
    await terminal.waitFor(() => terminal.screen().find((line) => line.startsWith("❯")) !== before);
  }
  terminal.press("enter");
  await composerShows(terminal, "@src/login/session.ts");
  terminal.press("backspace");
  await terminal.waitFor("❯ src/login/session.ts");
  terminal.press("enter");
  await answered(terminal, "ok");
  expect(userTexts(await server.nextRequest(0))).toEqual(["@src/login/session.ts"]);
});

test("a name with blanks is put in quotes, also in the middle of a text of several lines", async () => {
  await using story = await begin([], { files });
  const { terminal } = story;
  terminal.type("one");
  terminal.press("ctrl+j");
  terminal.type("see  for more");
  for (let step = 0; step < " for more".length; step += 1) terminal.press("left");
  terminal.type("@nofo");
  await terminal.waitFor(/^❯ notes for me\.txt$/m);
  terminal.press("tab");
  await composerShows(terminal, 'one\nsee @"notes for me.txt" for more');
});

test("what is taken in the middle of a sentence leaves the rest of it alone", async () => {
  await using story = await begin([], { files });
  const { terminal } = story;
  terminal.type("look (), please");
  for (let step = 0; step < "), please".length; step += 1) terminal.press("left");
  terminal.type("@sess");
  await terminal.waitFor(/^❯ src\/login\/session\.ts$/m);
  terminal.press("tab");
  await composerShows(terminal, "look (@src/login/session.ts), please");
});

test("Esc closes the list and leaves the text; the next Esc is not for the list", async () => {
  await using story = await begin([], { files });
  const { terminal } = story;
  terminal.type("@main");
  await terminal.waitFor(/^❯ src\/main\.ts$/m);
  terminal.press("escape");
  await terminal.waitFor(() => !terminal.screen().some((line) => line.startsWith("❯")));
  await composerShows(terminal, "@main");
  terminal.type("x");
  await terminal.waitFor("no file fits");
});

test("a mail address and pasted text open no list", async () => {
  await using story = await begin([[text("sent")]], { files });
  const { terminal, server } = story;
  terminal.type("write to me@main");
  await composerShows(terminal, "write to me@main");
  terminal.paste(" and @main");
  await composerShows(terminal, "write to me@main and @main");
  terminal.press("enter");
  await answered(terminal, "sent");
  expect(userTexts(await server.nextRequest(0))).toEqual(["write to me@main and @main"]);
});

test("in a command for the shell an @ is the shell's, and Enter runs it", async () => {
  await using story = await begin([], { files, env: { SHELL: "/bin/sh" } });
  const { terminal } = story;
  terminal.type("see @main");
  await terminal.waitFor(/^❯ src\/main\.ts$/m);
  terminal.press("ctrl+u");
  terminal.type("!echo one@main @main");
  await composerShows(terminal, "!echo one@main @main");
  terminal.press("enter");
  await terminal.waitFor(/^one@main @main$/m);
});

test("a file that a command has just made is found", async () => {
  await using story = await begin([], { files, env: { SHELL: "/bin/bash" } });
  const { terminal } = story;
  terminal.type("@main");
  await terminal.waitFor(/^❯ src\/main\.ts$/m);
  terminal.press("ctrl+u");
  await composerShows(terminal, "");
  await send(terminal, "!touch brandnew.ts");
  await terminal.waitFor("exit 0 · ");
  terminal.type("@brandnew");
  await terminal.waitFor(/^❯ brandnew\.ts$/m);
});
