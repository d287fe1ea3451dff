/** What is pasted, in every shape in which it may come: it is text, whole and in order, and never an answer or a command. */
import { describe, expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { resultsIn, userTexts } from "./requests.ts";
import { expectGoodManners, expectOneLivePart } from "./screen/watch.ts";
import { answered, asked, begin, composerShows, exists, idle, seen, send } from "./start.ts";

const ok = [text("ok then")];

/** Enter as a key of its own: what follows a paste without brackets at once would still belong to it. */
function pressEnterApart(terminal: TestTerminal): void {
  terminal.press("left", "right", "enter");
}

describe("without brackets, in one read", () => {
  test.each([
    ["one\rtwo\rthree", "one\ntwo\nthree"],
    ["one\ntwo\nthree", "one\ntwo\nthree"],
    ["one\r\ntwo\r\n\r\nthree", "one\ntwo\n\nthree"],
    ["one\ntwo\n", "one\ntwo\n"],
    ["one\r\n", "one\n"],
    ["one\n", "one\n"],
    ["\rone", "\none"],
    ["if x:\r\tdo y\r\tend", "if x:\n\tdo y\n\tend"],
    ["/exit\r!rm -rf .\r@x", "/exit\n!rm -rf .\n@x"],
    ["日本\r語の👨‍👩‍👧\re\u0301nd", "日本\n語の👨‍👩‍👧\ne\u0301nd"],
  ])("%j waits for Enter and is sent as it is", async (bytes, sent) => {
    await using story = await begin([ok]);
    const { terminal, server } = story;
    terminal.bytes(bytes);
    await composerShows(terminal, sent.replaceAll("\t", "    "));
    expect(server.requests).toHaveLength(0);
    pressEnterApart(terminal);
    await answered(terminal, "ok then");
    expect(userTexts(await server.nextRequest(0))).toEqual([sent]);
    await composerShows(terminal, "");
    expect(server.requests).toHaveLength(1);
  });

  test("what an Enter ends is sent by it, once and with all its lines", async () => {
    await using story = await begin([ok]);
    const { terminal, server } = story;
    terminal.bytes("one\rtwo\r");
    await answered(terminal, "ok then");
    expect(userTexts(await server.nextRequest(0))).toEqual(["one\ntwo"]);
    expect(server.requests).toHaveLength(1);
  });
});

test.each([997, 1024])(
  "without brackets, in reads of %d bytes, it is one chip and sent whole",
  async (size) => {
    const lines = Array.from({ length: 200 }, (_, at) => `${at}: a line of a log with 日本語 in it`);
    const bytes = Buffer.from(lines.join("\r"));
    await using story = await begin([ok]);
    const { terminal, server } = story;
    for (let at = 0; at < bytes.length; at += size) terminal.bytes(bytes.subarray(at, at + size));
    await terminal.waitFor(/^> \[paste #1 · 200 lines\]$/m);
    expect(server.requests).toHaveLength(0);
    pressEnterApart(terminal);
    await answered(terminal, "ok then");
    expect(userTexts(await server.nextRequest(0))).toEqual([lines.join("\n")]);
  },
);

test("a megabyte is a chip that says how much it is, opens in place, and is sent unchanged", async () => {
  const lines = Array.from({ length: 12_000 }, (_, at) => `${at} ${"x".repeat(80)}`);
  await using story = await begin([ok]);
  const { terminal, server } = story;
  terminal.paste(lines.join("\n"));
  await terminal.waitFor("[paste #1 · 12000 lines]");
  terminal.press("alt+o");
  await terminal.waitFor(/11999\n +x+\n/, { what: "the end of the text in place of the chip" });
  terminal.press("enter");
  await answered(terminal, "ok then");
  expect(userTexts(await server.nextRequest(0))).toEqual([lines.join("\n")]);
  expectGoodManners(terminal);
});

describe("while a question is open", () => {
  test.each([
    ["in brackets", "\x1b[200~1\x1b[201~", "1"],
    ["in brackets, with line ends", "\x1b[200~1\r1\r\x1b[201~", "1\n1\n"],
    ["in brackets, over several reads", "\x1b[2|00~y|\r1|\r\x1b[20|1~", "y\n1\n"],
    ["without brackets", "1\n", "1\n"],
    ["without brackets, of several lines", "1\r\n1\r\n", "1\n1\n"],
    ["without brackets, as one word", "111", "111"],
  ])("a paste %s is no answer: it waits in the composer", async (_, reads, written) => {
    await using story = await begin([[call("bash", { command: "touch made" }, { id: "call_1" })], ok]);
    const { terminal, server, project } = story;
    await send(terminal, "go");
    await asked(terminal, "touch made");
    for (const bytes of reads.split("|")) {
      terminal.bytes(bytes);
      await Bun.sleep(0);
    }
    await composerShows(terminal, written);
    // Its keys count again, and nothing was answered meanwhile.
    await asked(terminal, "touch made");
    expect(server.requests).toHaveLength(1);
    terminal.press("escape");
    await idle(terminal);
    expect(await exists(project, "made")).toBeFalse();
  });

  test.each(["1\r", "\r1\r", "\x1b[200~1\x1b[201~\r"])(
    "%j is a message that waits, not an answer",
    async (bytes) => {
      await using story = await begin([[call("bash", { command: "touch made" }, { id: "call_1" })], ok]);
      const { terminal, server, project } = story;
      await send(terminal, "go");
      await asked(terminal, "touch made");
      terminal.bytes(bytes);
      await terminal.waitFor("▸ queued: 1");
      await asked(terminal, "touch made");
      expect(server.requests).toHaveLength(1);
      terminal.press("ctrl+c");
      await idle(terminal);
      expect(await exists(project, "made")).toBeFalse();
    },
  );

  test("and the words of a no are written, it is one of them", async () => {
    await using story = await begin([[call("bash", { command: "touch made" }, { id: "call_1" })], ok]);
    const { terminal, server, project } = story;
    await send(terminal, "go");
    await asked(terminal, "touch made");
    terminal.press("3");
    terminal.paste("not here:\nin the other folder");
    await terminal.waitFor("in the other folder");
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(resultsIn(await server.nextRequest(1))["call_1"]).toContain("not here:\nin the other folder");
    expect(await exists(project, "made")).toBeFalse();
  });
});

test("what reaches for the terminal is pasted as harmless text", async () => {
  const table = "│ name │ 値段 │ \x1b[31m1.20\x1b[0m │\x1b[2J\x1b[3J\x1b]0;owned\x07\x9b2J";
  const harmless = "│ name │ 値段 │ [31m1.20[0m │[2J[3J]0;owned2J";
  await using story = await begin([ok]);
  const { terminal, server } = story;
  terminal.paste(`${table}\n${table}`);
  await composerShows(terminal, `${harmless}\n${harmless}`);
  expect(terminal.emulator.title).not.toBe("owned");
  terminal.press("enter");
  await answered(terminal, "ok then");
  expect(userTexts(await server.nextRequest(0))).toEqual([`${harmless}\n${harmless}`]);
  expect(seen(terminal).split("│ name │").length - 1).toBe(2);
  expectOneLivePart(terminal);
  expectGoodManners(terminal);
});
