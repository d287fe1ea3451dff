/** A line that is written in a list or a view. */
import { expect, test } from "bun:test";
import { LineInput } from "../../src/hosts/repl/lists/line-input.ts";

test("a long line stays as it was written, and what is pasted is one line without control sequences", () => {
  const long = "words ".repeat(30);
  const input = new LineInput(long);
  expect(input.text).toBe(long);
  input.onInput({ type: "text", text: "宽" });
  expect(input.text).toBe(`${long}宽`);
  const pasted = new LineInput("");
  pasted.onInput({ type: "paste", text: "one\n\u001b[2Jtwo\u202e", continues: false });
  expect(pasted.text).toMatch(/^one \[2Jtwo/);
  expect(pasted.text).not.toMatch(/[\p{Cc}\u202e]/u);
});
