/** A signal ends the program in the middle of an answer: what was said of it stays in the terminal and the session, once. */
import { expect, test } from "bun:test";
import { AT_REST } from "../support/emulator.ts";
import { hold, text } from "../support/model-server.ts";
import { countInLines } from "../support/screen-rules.ts";
import { begin, send } from "./start.ts";

test.each([
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("%s", async (signal, code) => {
  await using story = await begin([[text("A whole paragraph.\n\nAnd the beginning of"), hold()]]);
  const { terminal } = story;
  await send(terminal, "go");
  await terminal.waitFor("And the beginning of");
  terminal.signal(signal);
  expect(await terminal.waitForExit()).toBe(code);
  const lines = terminal.scrollback();
  expect(countInLines(lines, "A whole paragraph.")).toBe(1);
  expect(countInLines(lines, "And the beginning of")).toBe(1);
  expect(lines.filter((line) => /^─+$/.test(line))).toEqual([]);
  expect(terminal.modes()).toEqual(AT_REST);
  const later = await story.again({ args: ["-c"] });
  expect(countInLines(later.scrollback(), "A whole paragraph.")).toBe(1);
  expect(countInLines(later.scrollback(), "And the beginning of")).toBe(1);
});
