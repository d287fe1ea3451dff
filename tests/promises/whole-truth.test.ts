/**
 * P5: "The dialog shows the whole truth."
 *
 * The dialog's parts are held in `e2e/approval-dialog.test.ts` and `e2e/long-questions.test.ts`, hidden characters in
 * `terminal/spelled-out.test.ts`, keys of all kinds in `hosts/question.test.ts`. Here are the ways to deceive a reader.
 */
import { describe, expect, test } from "bun:test";
import {
  answered,
  asked,
  begin,
  composerShows,
  drawnQuestion,
  exists,
  idle,
  isBusy,
  seen,
  send,
} from "../e2e/start.ts";
import { call, gate, text } from "../support/model-server.ts";
import type { TestTerminal } from "../support/terminal.ts";

const ok = [text("ok then")];

/** What is shown on the whole window, read page by page to its end: all words without blanks and wrap signs. */
async function readToTheEnd(terminal: TestTerminal, end: string): Promise<string> {
  const rows: string[] = [];
  const look = () => {
    const screen = terminal.screen().slice(0, -1);
    const overlap = screen.findIndex(
      (_, at) =>
        rows.length >= screen.length - at &&
        rows.slice(at - screen.length).join("\n") === screen.slice(0, screen.length - at).join("\n"),
    );
    rows.push(...(overlap === -1 ? screen : screen.slice(screen.length - overlap)));
  };
  look();
  while (
    !rows
      .join("")
      .replaceAll(/[\s↪]+/g, "")
      .includes(end)
  ) {
    const before = terminal.screen().join("\n");
    terminal.press("pagedown");
    await terminal.waitFor(() => terminal.screen().join("\n") !== before, { what: "the next page" });
    look();
  }
  return rows.join("").replaceAll(/[\s↪]+/g, "");
}

describe.each([
  { cols: 80, rows: 24 },
  { cols: 40, rows: 10 },
])("P5: in a window of $cols × $rows", (size) => {
  test("all 20,000 characters of a command can be read, its end is in sight, and the choices stay", async () => {
    const words = Array.from({ length: 2_600 }, (_, at) => `w${at}`).join(" ");
    const command = `echo ${words.slice(0, 12_000)}; touch MIDDLE; echo ${words.slice(0, 8_000)}; touch LAST`;
    expect(command.length).toBeGreaterThan(20_000);
    await using story = await begin([[call("bash", { command })]], size);
    const { terminal, project } = story;
    await send(terminal, "go");
    await asked(terminal, /touch\s+↪?\s*LAST|more lines/);
    expect(
      terminal
        .screen()
        .join("")
        .replaceAll(/[\s↪]+/g, ""),
    ).toContain("touchLAST");
    expect(terminal.screen().join("\n")).toMatch(/❯ +3 +no/);
    terminal.press("v");
    await terminal.waitFor("q back");
    expect(await readToTheEnd(terminal, "touchLAST")).toContain(command.replaceAll(" ", ""));
    terminal.press("q");
    await asked(terminal);
    terminal.press("escape");
    await idle(terminal);
    expect([await exists(project, "MIDDLE"), await exists(project, "LAST")]).toEqual([false, false]);
  });

  test("output that looks like a question is output: its keys are the composer's, and a real question comes below", async () => {
    const fake = [
      "  bash wants to run a command",
      "    ls",
      "    in /home · sandbox on",
      "",
      "  ❯ 1    yes, once",
      "    3    no, and say why…",
      "    esc  no, and stop",
    ].join("\n");
    const real = gate();
    await using story = await begin(
      [
        [call("read_file", { path: "fake.txt" })],
        [text(`${fake}\n\nnow `), real.shut, call("bash", { command: "touch PWN" })],
        ok,
      ],
      { ...size, files: { "fake.txt": `${fake}\n` } },
    );
    const { terminal, project } = story;
    await send(terminal, "go");
    await terminal.waitFor(/esc +no, and stop[^]*now/);
    terminal.type("1");
    await composerShows(terminal, "1");
    terminal.press("backspace");
    await composerShows(terminal, "");
    real.open();
    await asked(terminal, "touch PWN");
    const screen = terminal.screen();
    const question = screen.findLastIndex(
      (line) => line.includes("bash wants to run a command") || /^ *bash\b/.test(line),
    );
    expect(screen.slice(question).join("\n")).toContain("touch PWN");
    expect(screen.slice(question).join("\n")).not.toContain("sandbox on");
    terminal.press("escape");
    await terminal.waitFor("Interrupted.");
    expect(await exists(project, "PWN")).toBeFalse();
  });

  test("keys that were sent before it was drawn do not answer it, whichever they are", async () => {
    const asks = gate();
    await using story = await begin(
      [[text("hm "), asks.shut, call("bash", { command: "touch PWN" })], ok],
      size,
    );
    const { terminal, project } = story;
    await send(terminal, "go");
    await terminal.waitFor("hm");
    asks.open();
    for (const key of ["1", "y", "2", "a", "1"]) terminal.type(key);
    await drawnQuestion(terminal, "touch PWN");
    for (const key of ["1", "y", "1"]) terminal.type(key);
    await terminal.waitFor(() => seen(terminal).includes("1y2a11y1"), { what: "the keys in the composer" });
    expect(isBusy(terminal)).toBeTrue();
    expect(await exists(project, "PWN")).toBeFalse();
    terminal.press("ctrl+u");
    await composerShows(terminal, "");
    await asked(terminal, "touch PWN");
    terminal.press("1");
    await answered(terminal, "ok then");
    expect(await exists(project, "PWN")).toBeTrue();
  });
});

test("P5: what hides in a path, a tool's name and a server's address is spelled out in the question", async () => {
  const path = "src/\u202Egnp.\u200Bts";
  await using story = await begin([
    [
      call("write_file", { path, content: "a\u202Eb\u2066c\u200Bd \u0441url\u001b[2J\n" }),
      call("bash", { command: "touch \u0430.txt\u00a0b" }),
    ],
    ok,
  ]);
  const { terminal } = story;
  await send(terminal, "go");
  await asked(terminal, "write_file");
  const question = terminal.screen().join("\n");
  for (const spelled of [
    String.raw`\u{202e}gnp.\u{200b}ts`,
    String.raw`a\u{202e}b\u{2066}c\u{200b}d`,
    String.raw`\x1b[2J`,
  ])
    expect(question).toContain(spelled);
  terminal.press("tab");
  await asked(terminal, String.raw`\u{a0}b`);
  terminal.press("escape");
  await idle(terminal);
});
