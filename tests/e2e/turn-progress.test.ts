/** What the real program shows beside the window's title while a turn runs, and leaves behind: nothing. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import { answered, asked, begin, leave, send } from "./start.ts";

const busy = "\u001b]9;4;3\u001b\\";
const waiting = "\u001b]9;4;4;100\u001b\\";
const failed = "\u001b]9;4;2;100\u001b\\";
const off = "\u001b]9;4;0\u001b\\";

const ghostty = { TERM_PROGRAM: "ghostty", TERM_PROGRAM_VERSION: "1.2.0" };
const question = () => [[call("bash", { command: "touch made" })], [text("done")]];

/** All that it wrote, in order, of these. */
const marks = (raw: string) =>
  [busy, waiting, failed, off]
    .flatMap((mark) => placesOf(mark, raw))
    .toSorted((one, other) => one.at - other.at)
    .map(({ mark }) => mark);

function placesOf(mark: string, raw: string): { readonly mark: string; readonly at: number }[] {
  const parts = raw.split(mark).slice(0, -1);
  return parts.map((_, index) => ({ mark, at: parts.slice(0, index + 1).join(mark).length }));
}

test("a turn is busy, waits while a question is open, and is over", async () => {
  await using story = await begin(question(), { env: ghostty });
  const { terminal } = story;
  await send(terminal, "make it");
  await asked(terminal, "touch made");
  terminal.press("1");
  await answered(terminal, "done");
  expect(await leave(terminal)).toBe(0);
  expect(marks(terminal.raw())).toEqual([busy, waiting, busy, off]);
});

test("it is taken back on the way out in the middle of a turn", async () => {
  await using story = await begin(question(), { env: ghostty });
  const { terminal } = story;
  await send(terminal, "make it");
  await asked(terminal, "touch made");
  terminal.signal("SIGTERM");
  await terminal.waitForExit();
  expect(marks(terminal.raw()).at(-1)).toBe(off);
});

test("a terminal that is not known to take it sees nothing of it, nor does one where it is switched off", async () => {
  await using story = await begin([[text("one")], [text("two")]]);
  const { terminal, project } = story;
  await send(terminal, "hi");
  await answered(terminal, "one");
  expect(marks(terminal.raw())).toEqual([]);
  const folder = join(project.home, ".config", "rein");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, "settings.json"), JSON.stringify({ progress: false }), { mode: 0o600 });
  const other = await story.again({ env: ghostty });
  await send(other, "hi");
  await answered(other, "two");
  expect(marks(other.raw())).toEqual([]);
});

test("the terminal's background is asked for again when its window gets the focus, and followed", async () => {
  await using story = await begin([], { cols: 80, rows: 24, env: { COLORTERM: "truecolor" } });
  const { terminal } = story;
  const questions = () => terminal.raw().split("\u001b]11;?").length - 1;
  const answer = (rgb: string) => terminal.bytes(`\u001b]11;rgb:${rgb}\u001b\\`);
  const accent = () =>
    terminal
      .raw()
      .match(/38;2;[\d;]+m>/g)
      ?.at(-1);
  answer("0000/0000/0000");
  await terminal.waitFor(() => accent() !== undefined, { what: "the colours of the dark theme" });
  const dark = accent();
  const before = questions();
  terminal.bytes("\u001b[I");
  await terminal.waitFor(() => questions() === before + 1, { what: "the question for the background" });
  answer("ffff/ffff/ffff");
  await terminal.waitFor(() => accent() !== dark && accent() !== undefined, {
    what: "those of the light one",
  });
  terminal.bytes("\u001b[?997;1n");
  await terminal.waitFor(() => accent() === dark, { what: "those of the dark one again" });
});
