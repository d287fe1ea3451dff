/** A signal ends the program in the middle of an answer: what was said of it stays in the terminal and the session, once. */
import { expect, test } from "bun:test";
import { AT_REST } from "../support/emulator.ts";
import { hold, text } from "../support/model-server.ts";
import { countInLines } from "../support/screen-rules.ts";
import { answered, begin, killHard, send } from "./start.ts";

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

test("kill -9, which nothing can catch", async () => {
  await using story = await begin([
    [text("A whole paragraph.\n\nAnd the beginning of"), hold()],
    [text("the rest")],
  ]);
  const { terminal, project, server } = story;
  await send(terminal, "go");
  const sessions = `${project.env["XDG_DATA_HOME"]}/rein/sessions`;
  const kept = async () => Bun.$`cat ${sessions}/*.answer`.nothrow().quiet().text();
  await terminal.waitFor(async () => (await kept()).includes("And the beginning of"), {
    what: "a kept answer",
  });
  await killHard(terminal);
  const later = await story.again({ args: ["-c"] });
  expect(countInLines(later.scrollback(), "A whole paragraph.")).toBe(1);
  expect(countInLines(later.scrollback(), "And the beginning of")).toBe(1);
  expect(await kept()).toBe("");
  await send(later, "go on");
  await answered(later, "the rest");
  expect((await server.nextRequest(1)).bodyText).toContain("And the beginning of");
});
