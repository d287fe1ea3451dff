/** What a command can be given, completed in the real program. */
import { expect, test } from "bun:test";
import { text } from "../support/model-server.ts";
import { answered, begin, composerShows, send } from "./start.ts";

test("Tab behind /model puts in a model of the server's, Enter talks to it, and Esc only closes the list", async () => {
  await using story = await begin([[text("ok")]]);
  const { terminal } = story;
  terminal.type("/model ");
  await terminal.waitFor(/^ {2}openai\/\S+ +\S+ +\$/m);
  await terminal.waitFor("/model [provider/model]");
  terminal.press("escape");
  await terminal.waitFor(() => !terminal.screen().some((line) => line.startsWith("  openai/")));
  await composerShows(terminal, "/model [provider/model]");
  terminal.type("gpt5mini");
  await terminal.waitFor(/openai\/gpt-5-mini /);
  terminal.press("tab");
  await terminal.waitFor("> /model openai/gpt-5-mini");
  await terminal.waitFor(() => !terminal.screen().some((line) => /^. openai\//.test(line)));
  terminal.press("enter");
  await terminal.waitFor(/gpt-5-mini · /);
});

test("/fork and /copy list what was said, by how far back it is", async () => {
  await using story = await begin([[text("First answer.")], [text("Second answer.")]]);
  const { terminal } = story;
  await send(terminal, "one thing");
  await answered(terminal, "First answer.");
  await send(terminal, "another thing");
  await answered(terminal, "Second answer.");
  terminal.type("/copy ");
  await terminal.waitFor(/^ {2}1 +Second answer\.\n {2}2 +First answer\.\n(?! {2}code)/m);
  terminal.press("ctrl+u");
  terminal.type("/fork ");
  await terminal.waitFor(/^ {2}1 +ends before: another thing\n {2}2 +ends before: one thing/m);
  terminal.press("down", "down");
  await terminal.waitFor(/^❯ 2 /m);
  terminal.press("enter");
  await composerShows(terminal, "one thing");
});

test("/copy offers a code block where an answer has one", async () => {
  await using story = await begin([[text("Run it:\n\n```sh\nmake\n```")], [text("Second answer.")]]);
  const { terminal } = story;
  await send(terminal, "one thing");
  await answered(terminal, "make");
  await send(terminal, "another thing");
  await answered(terminal, "Second answer.");
  terminal.type("/copy ");
  await terminal.waitFor(/^ {2}2 +Run it:\n {2}code /m);
});

test("without any key /model offers the demo model, as it is written and as a list", async () => {
  const nobody = Object.fromEntries(
    ["OLLAMA", "LMSTUDIO", "LLAMACPP", "VLLM"].map((name) => [`${name}_BASE_URL`, "http://127.0.0.1:9/v1"]),
  );
  await using story = await begin([], {
    args: ["-m", "demo"],
    env: { OPENAI_API_KEY: "", OPENAI_BASE_URL: "", ...nobody },
  });
  const { terminal } = story;
  terminal.type("/model ");
  await terminal.waitFor(/^ {2}demo\/offline +needs no key and no network/m);
  terminal.press("ctrl+u");
  await send(terminal, "/model");
  await terminal.waitFor(/^❯ demo\/offline +needs no key and no network/m);
  await terminal.waitFor("No provider has a key");
  await terminal.waitFor(/^❯ demo\/offline +needs no key and no network/m);
  terminal.press("enter");
  await terminal.waitFor("The model is demo/offline already.");
});

test("/resume lists the other sessions of the folder, found by what was said in them", async () => {
  await using story = await begin([[text("ok")], [text("ok too")]]);
  const { terminal } = story;
  await send(terminal, "the login is slow");
  await answered(terminal, "ok");
  await send(terminal, "/clear");
  await send(terminal, "something else");
  await answered(terminal, "ok too");
  terminal.type("/resume login");
  await terminal.waitFor(/^ {2}\S+ +\S+ +the login is slow/m);
  terminal.press("tab");
  await terminal.waitFor(/^> \/resume [a-z0-9-]{6,}$/m);
  terminal.press("enter");
  await terminal.waitFor(() => terminal.screen().filter((line) => line === "> the login is slow").length > 0);
  expect(terminal.screen().join("\n")).not.toContain("There is no session");
});

test("a theme is found by a few of its letters and worn by Enter", async () => {
  await using story = await begin();
  const { terminal } = story;
  terminal.type("/theme trit");
  await terminal.waitFor(/^❯ tritanopia /m);
  terminal.press("enter");
  await terminal.waitFor("The theme is tritanopia");
});
