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
