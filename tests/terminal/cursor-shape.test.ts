/** The cursor's shape is one of the modes: it is there while we have the terminal, and gone whenever somebody else has. */
import { expect, test } from "bun:test";
import { createModes } from "../../src/terminal/modes.ts";

function modes() {
  const written: string[] = [];
  const take = (text: string) => void written.push(text);
  const made = createModes({ write: take, writeNow: take, now: () => 0 });
  return { made, taken: () => written.splice(0).join("") };
}

const bar = "\u001b[6 q";
const block = "\u001b[2 q";
const own = "\u001b[0 q";

test("it is told once, is off while another program has the terminal, and comes back", () => {
  const { made, taken } = modes();
  made.enter();
  expect(taken()).not.toContain(" q");
  made.setCursorShape("bar");
  expect(taken()).toBe(bar);
  made.setCursorShape("bar");
  expect(taken()).toBe("");
  made.release();
  expect(taken()).toContain(own);
  made.setCursorShape("block");
  expect(taken()).toBe("");
  made.retake();
  expect(taken()).toContain(block);
  made.setCursorShape(null);
  expect(taken()).toBe(own);
  made.restore();
  expect(taken()).not.toContain(" q");
});

test("it is the terminal's own at the end, also from the state in between", () => {
  const { made, taken } = modes();
  made.enter();
  made.setCursorShape("block");
  taken();
  made.restore();
  expect(taken()).toContain(own);
  made.restore();
  expect(taken()).toBe("");
});
