/** /compact, and a conversation that is summarised because it grows too long, as the user sees them. */
import { expect, test } from "bun:test";
import { call, gate, httpError, text } from "../support/model-server.ts";
import { answered, begin, idle, open, seen, send } from "./start.ts";

const summarised =
  /· Earlier messages are summarised for the model from here on \(.+ → .+ tokens\); the log keeps them\s+all\./;

test("/compact shows that it is at work, then how much shorter the conversation is; the next message builds on it", async () => {
  const door = gate();
  await using story = await begin(
    [
      [text("about apples")],
      [text("about pears")],
      [door.shut, text("SUMMARY of fruit")],
      [text("more fruit")],
    ],
    { cols: 120 },
  );
  const { terminal, server } = story;
  await send(terminal, "tell of apples");
  await answered(terminal, "about apples");
  await send(terminal, "tell of pears");
  await answered(terminal, "about pears");
  await send(terminal, "/compact the colours");
  await terminal.waitFor(/summarising the conversation · \d+s.* · esc to stop/);
  door.open();
  await terminal.waitFor(() => summarised.test(seen(terminal)), { what: "the line about the summary" });
  expect((await server.nextRequest(2)).bodyText).toContain("the colours");
  await send(terminal, "and now?");
  await answered(terminal, "more fruit");
  const { bodyText } = await server.nextRequest(3);
  expect(bodyText).toContain("SUMMARY of fruit");
  expect(bodyText).not.toContain("tell of apples");
  terminal.press("ctrl+o");
  await terminal.waitFor("transcript · ");
  terminal.press("ctrl+e");
  await terminal.waitFor("SUMMARY of fruit", { what: "the summary in the transcript" });
});

test("Escape stops /compact, and the conversation is as it was", async () => {
  await using story = await begin([[text("one")], [text("two")], [gate().shut], [text("three")]], {
    cols: 120,
  });
  const { terminal, server } = story;
  await send(terminal, "first");
  await answered(terminal, "one");
  await send(terminal, "second");
  await answered(terminal, "two");
  await send(terminal, "/compact");
  await server.nextRequest(2);
  terminal.press("escape");
  await terminal.waitFor("Stopped; the conversation is as it was.");
  await idle(terminal);
  await send(terminal, "third");
  await answered(terminal, "three");
  expect((await server.nextRequest(3)).bodyText).toContain("first");
});

test("a turn whose request has become too long goes on with a summary, and all of it can be read later", async () => {
  const overflow = httpError(400, {
    error: { message: "request (9000 tokens) exceeds the available context size (8192 tokens)" },
  });
  await using story = await begin(
    [[call("bash", { command: "seq 1 3000" })], [overflow], [text("SUMMARY")], [text("all done")]],
    { cols: 120, args: ["--permission-mode", "auto", "--sandbox", "none"] },
  );
  const { terminal } = story;
  await send(terminal, "count for me");
  await answered(terminal, "all done");
  expect(seen(terminal)).toMatch(summarised);
  terminal.press("ctrl+d", "ctrl+d");
  await terminal.waitForExit();
  const again = await story.again({ args: ["--continue"], cols: 120 });
  await open(again);
  expect(seen(again)).toContain("> count for me");
  expect(seen(again)).toContain("all done");
});
