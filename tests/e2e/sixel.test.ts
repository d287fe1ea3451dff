/** Images in a terminal that draws sixel, and what other terminals need made first: through the real program. */
import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { call, text } from "../support/model-server.ts";
import { drawSixel } from "../support/sixel.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { jpeg, noise, type Paint, png } from "../workspace/make-images.ts";
import {
  answered,
  begin,
  type BeginOptions,
  composerShows,
  killHard,
  seen,
  send,
  type Story,
} from "./start.ts";

const cell = { width: 10, height: 20 };
const seeing: BeginOptions = { args: ["--model", "openai/gpt-5.4"], sixel: cell };
const ok = [text("ok then")];

/** Red above, blue below. */
const flag: Paint = (_, y) => (y < 50 ? [255, 0, 0] : [0, 0, 255]);

function put({ project }: Story, name: string, bytes: Uint8Array): string {
  const path = join(project.folder, name);
  writeFileSync(path, bytes);
  return path;
}

async function sendImage(terminal: TestTerminal, path: string): Promise<void> {
  terminal.paste(path);
  await composerShows(terminal, "[Image #1]");
  terminal.press("enter");
}

/** Waits until the program knows how large a cell is, and that no answer is taken for typed text. */
async function open(terminal: TestTerminal): Promise<void> {
  await terminal.waitFor(() => terminal.raw().includes("\u001b[16t"), {
    what: "the question for a cell's size",
  });
  await terminal.idle();
  await composerShows(terminal, "");
}

describe("a terminal that draws sixel", () => {
  test("shows the image of a message below it, over rows of its own", async () => {
    await using story = await begin([ok], seeing);
    const { terminal } = story;
    await open(terminal);
    await sendImage(terminal, put(story, "a.png", png(100, 100, flag)));
    await answered(terminal, "ok then");
    expect(terminal.emulator.sixels).toHaveLength(1);
    const [{ content, x, y } = { content: "", x: 0, y: 0 }] = terminal.emulator.sixels;
    const { width, height, pixels } = drawSixel(content);
    expect([width, height, x]).toEqual([100, 100, 2]);
    expect([pixels.at(0), pixels.at(-1)]).toEqual(["100,0,0", "0,0,100"]);
    const lines = terminal.scrollback();
    expect(lines[y - 1]).toStartWith("  [Image #1 · png 100×100 · ");
    const answer = lines.findIndex((line) => line.startsWith("● ok then"));
    expect(lines.slice(y, answer)).toEqual(["", "", "", "", "", ""]);
  });

  test("shows those of results, before what is said of them", async () => {
    const script = [[call("read_file", { path: "a.png" })], [text("a flag")]];
    await using story = await begin(script, seeing);
    const { terminal } = story;
    await open(terminal);
    put(story, "a.png", png(100, 100, flag));
    await send(terminal, "look");
    await answered(terminal, "a flag");
    expect(terminal.emulator.sixels).toHaveLength(1);
    const [{ y } = { y: 0 }] = terminal.emulator.sixels;
    const lines = terminal.scrollback();
    expect(lines[y - 1]).toContain("a.png");
    expect(lines.findIndex((line) => line.startsWith("● a flag"))).toBe(y + 6);
  });

  // A terminal at the end of a slow line answers after the session is open.
  test.each([0, 120])(
    "shows them again when the session is opened again, answers after %d ms",
    async (lag) => {
      await using story = await begin([ok], seeing);
      await open(story.terminal);
      await sendImage(story.terminal, put(story, "a.png", png(100, 100, flag)));
      await answered(story.terminal, "ok then");
      await killHard(story.terminal);
      const later = await story.again({ ...seeing, lag, args: ["-c", ...(seeing.args ?? [])] });
      await answered(later, "ok then");
      const [{ y } = { y: -1 }] = later.emulator.sixels;
      expect(later.scrollback()[y - 1]).toStartWith("  [Image #1 · png 100×100 · ");
    },
  );

  test("gets a smaller picture where it would be too much", async () => {
    await using story = await begin([ok], {
      ...seeing,
      cols: 200,
      rows: 60,
      sixel: { width: 20, height: 40 },
    });
    const { terminal } = story;
    await open(terminal);
    await sendImage(terminal, put(story, "a.png", png(1500, 900, noise)));
    await answered(terminal, "ok then");
    const [{ content } = { content: "" }] = terminal.emulator.sixels;
    expect(content.length).toBeGreaterThan(300_000);
    expect(content.length).toBeLessThanOrEqual(1_000_000);
    const { width, height } = drawSixel(content);
    expect(Math.abs(width / height - 5 / 3)).toBeLessThan(0.02);
  });

  test("shows none inside of a multiplexer, and none when it does not say how large a cell is", async () => {
    await using story = await begin([ok, ok], { ...seeing, env: { TMUX: "/tmp/tmux" } });
    const path = put(story, "a.png", png(100, 100, flag));
    await sendImage(story.terminal, path);
    await answered(story.terminal, "ok then");
    expect(story.terminal.raw()).not.toContain("\u001b[16t");
    expect(story.terminal.emulator.sixels).toEqual([]);
    await killHard(story.terminal);
    const silent = await story.again({ ...seeing, sixel: { width: 0, height: 0 } });
    await open(silent);
    await sendImage(silent, path);
    await answered(silent, "ok then");
    expect(silent.emulator.sixels).toEqual([]);
    expect(seen(silent)).toContain("[Image #1 · png 100×100 · ");
  });

  test("may answer late, and nothing of it is taken for typed text", async () => {
    await using story = await begin([ok], { ...seeing, lag: 400 });
    const { terminal } = story;
    await open(terminal);
    await sendImage(terminal, put(story, "a.png", png(100, 100, flag)));
    await answered(terminal, "ok then");
    expect(seen(terminal)).toContain("[Image #1 · png 100×100 · ");
    expect(seen(terminal)).not.toMatch(/20;10t|62;4/);
  });
});

test("a terminal like kitty shows a JPEG that was read, too", async () => {
  const script = [[call("read_file", { path: "a.jpg" })], [text("a photo")]];
  await using story = await begin(script, { args: seeing.args ?? [], env: { TERM: "xterm-kitty" } });
  const { terminal } = story;
  put(story, "a.jpg", await jpeg(100, 100));
  await send(terminal, "look");
  await answered(terminal, "a photo");
  const [, sequence = ""] = terminal.raw().split("\u001b_Ga=T,f=100,r=5,");
  const drawn = sequence.slice(sequence.indexOf(";") + 1, sequence.indexOf("\u001b"));
  expect(Buffer.from(drawn, "base64").toString("latin1", 1, 4)).toBe("PNG");
  expect(seen(terminal)).toMatch(/a\.jpg[^\n]*\n{6,7}● a photo/);
});
