/** `/copy` sets the clipboard by way of the terminal, with the answer as it was written; nothing else ever does. */
import { expect, test } from "bun:test";
import { text } from "../support/model-server.ts";
import { answered, begin, send } from "./start.ts";

const clipboardIn = (raw: string): string[] =>
  raw
    .split("\u001b]52;")
    .slice(1)
    .map((behind) => behind.split("\u001b\\", 1)[0] ?? "");

test("the clipboard gets what the user asked for, once, and nothing before", async () => {
  const said = `**Bold** and ${"a long line of words ".repeat(12)}the end.`;
  await using story = await begin([[text(`${said}\n\u001b]52;c;cHdu\u0007`)]]);
  const { terminal } = story;
  await send(terminal, "go");
  await answered(terminal, "the end.");
  expect(clipboardIn(terminal.raw())).toEqual([]);
  await send(terminal, "/copy");
  await terminal.waitFor("Copied the last answer");
  const [sequence = "", ...others] = clipboardIn(terminal.raw());
  expect(others).toEqual([]);
  const encoded = sequence.slice("c;".length);
  expect(Buffer.from(encoded, "base64").toString()).toBe(`${said}\n]52;c;cHdu`);
});

test("all of it is the conversation as Markdown, without its secrets", async () => {
  const token = ["ghp", "0123456789abcdefghijklmnopqrstuvwxyz"].join("_");
  await using story = await begin([[text(`The token is ${token}.`)], [text("Second answer.")]]);
  const { terminal } = story;
  await send(terminal, "/copy all");
  await terminal.waitFor("There is nothing to copy yet.");
  await send(terminal, "first question");
  await answered(terminal, "The token is");
  await send(terminal, "second question");
  await answered(terminal, "Second answer.");
  await send(terminal, "/copy all");
  await terminal.waitFor("Copied the conversation");
  const [sequence = ""] = clipboardIn(terminal.raw());
  const copied = Buffer.from(sequence.slice("c;".length), "base64").toString();
  const order = ["first question", "The token is «secret:", "second question", "Second answer."];
  const places = order.map((words) => copied.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(copied).not.toContain(token);
});
