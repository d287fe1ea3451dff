/** Images that the user gives: from a dragged file or the clipboard into the composer, to the model, and on the screen. */
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gate, httpError, type RecordedRequest, text } from "../support/model-server.ts";
import { jpeg, png } from "../workspace/make-images.ts";
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

const ok = [text("ok then")];
const seeing: BeginOptions = { args: ["--model", "openai/gpt-5.4"] };

/** The sizes of the PNG files that a request holds in base64. */
function picturesIn({ bodyText }: RecordedRequest): string[] {
  return [...bodyText.matchAll(/iVBORw0KGgo[A-Za-z0-9+/]*=*/g)].map(([data]) => {
    const bytes = Buffer.from(data, "base64");
    return `${bytes.readUInt32BE(16)}×${bytes.readUInt32BE(20)}`;
  });
}

function put({ project }: Story, name: string, bytes: Uint8Array | string): string {
  const path = join(project.folder, name);
  writeFileSync(path, bytes);
  return path;
}

/** A stand-in for the desktop's clipboard, in the home folder: outside of the project. */
function clipboardOf(story: Story, script: string): Record<string, string> {
  const bin = join(story.project.home, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, "wl-paste"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, "wl-paste"), 0o755);
  return { WAYLAND_DISPLAY: "wayland-0", PATH: `${bin}:/usr/local/bin:/usr/bin:/bin` };
}

describe("a file that is dragged onto the window", () => {
  test("becomes a chip, goes to the model behind its label, and stays in the session", async () => {
    await using story = await begin([ok, ok], seeing);
    const { terminal, server } = story;
    const path = put(story, "my shot.png", png(30, 20));
    terminal.type("what is ");
    await composerShows(terminal, "what is");
    terminal.paste(`'${path}' `);
    await composerShows(terminal, "what is [Image #1]");
    terminal.type("?");
    await composerShows(terminal, "what is [Image #1]?");
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(seen(terminal)).toContain("> what is [Image #1]?\n  [Image #1 · png 30×20 · ");
    const request = await server.nextRequest(0);
    expect(picturesIn(request)).toEqual(["30×20"]);
    expect(request.bodyText).toMatch(/"text":"what is \[Image #1\]"\},\{"type":"image_url"/);
    await killHard(terminal);
    const later = await story.again({ args: ["-c", ...(seeing.args ?? [])] });
    await later.waitFor("[Image #1 · png 30×20 · ");
    later.type("and now");
    await composerShows(later, "and now");
    later.press("enter");
    expect(picturesIn(await server.nextRequest(1))).toEqual(["30×20"]);
  });

  test("several at once are chips, and one that is no image leaves all as text", async () => {
    await using story = await begin([], seeing);
    const { terminal } = story;
    const [one, two] = [put(story, "a.png", png(3, 2)), put(story, "b.jpg", await jpeg(3, 2))];
    const fake = put(story, "c.png", "no image");
    terminal.paste(`${one} ${two}`);
    await composerShows(terminal, "[Image #1] [Image #2]");
    terminal.press("ctrl+u");
    await composerShows(terminal, "");
    terminal.paste(`${one} ${fake}`);
    terminal.type("!");
    await terminal.idle();
    expect(seen(terminal)).not.toContain("[Image #3]");
    expect(terminal.screen().join("")).toContain("c.png!");
  });

  test("is in the message that Enter sends right behind it, and keys behind that are for the next one", async () => {
    await using story = await begin([ok], seeing);
    const { terminal, server } = story;
    const path = put(story, "a.png", png(3000, 2000));
    terminal.paste(path);
    terminal.press("enter");
    const isTaken = () => terminal.raw().includes("reading the image") || server.requests.length > 0;
    await terminal.waitFor(isTaken, { what: "the message to wait for its image" });
    terminal.type("next");
    expect(picturesIn(await server.nextRequest(0))).toEqual(["1568×1045"]);
    await answered(terminal, "ok then");
    await composerShows(terminal, "next");
  });

  test("is kept with the draft over kill -9", async () => {
    await using story = await begin([ok], seeing);
    const { terminal, project } = story;
    const path = put(story, "a.png", png(30, 20));
    terminal.type("see ");
    await composerShows(terminal, "see");
    terminal.paste(path);
    await composerShows(terminal, "see [Image #1]");
    const drafts = join(project.home, ".local/share/rein/drafts");
    const kept = () =>
      (existsSync(drafts) ? readdirSync(drafts) : []).map((name) => readFileSync(join(drafts, name), "utf8"));
    await terminal.waitFor(() => kept().join("").includes("iVBORw0KGgo"), { what: "the image on the disk" });
    await killHard(terminal);
    const again = story.launchAgain(seeing);
    await again.waitFor("draft brought back");
    await composerShows(again, "see [Image #1]");
    again.press("enter");
    await answered(again, "ok then");
    expect(picturesIn(await story.server.nextRequest(0))).toEqual(["30×20"]);
  });
});

describe("Ctrl+V", () => {
  test("takes an image from the clipboard", async () => {
    await using story = await begin([ok], seeing);
    await killHard(story.terminal);
    const image = join(story.project.home, "clip.png");
    writeFileSync(image, png(40, 10));
    const env = clipboardOf(story, `case "$*" in *image/png*) exec cat '${image}';; esac; exit 1`);
    const terminal = await story.again({ ...seeing, env });
    terminal.type("this: ");
    await composerShows(terminal, "this:");
    terminal.press("ctrl+v");
    await composerShows(terminal, "this: [Image #1]");
    terminal.press("enter");
    await answered(terminal, "ok then");
    expect(picturesIn(await story.server.nextRequest(0))).toEqual(["40×10"]);
  });

  test("takes its text where it holds no image, to the place where the caret was", async () => {
    await using story = await begin();
    await killHard(story.terminal);
    const gate = join(story.project.home, "gate");
    const env = clipboardOf(
      story,
      `case "$*" in *image*) exit 1;; esac; while [ ! -e '${gate}' ]; do sleep 0.02; done; printf 'from afar'`,
    );
    const terminal = await story.again({ env });
    terminal.type("it came ");
    await composerShows(terminal, "it came");
    terminal.press("ctrl+v");
    terminal.type(", late");
    await composerShows(terminal, "it came , late");
    writeFileSync(gate, "");
    await composerShows(terminal, "it came from afar, late");
  });

  test("says what is missing", async () => {
    await using story = await begin();
    await killHard(story.terminal);
    const terminal = await story.again({ env: { WAYLAND_DISPLAY: "wayland-0" } });
    terminal.press("ctrl+v");
    await terminal.waitFor(/wl-paste is needed .*Install\s+wl-clipboard/s);
  });
});

test("a model that takes no images is not sent any, and the draft stays with them", async () => {
  await using story = await begin([ok], { args: ["--model", "openai/local-model"] });
  const { terminal, server } = story;
  terminal.paste(put(story, "a.png", png(3, 2)));
  await composerShows(terminal, "[Image #1]");
  terminal.press("enter");
  await terminal.waitFor("openai/local-model does not take images");
  await composerShows(terminal, "[Image #1]");
  expect(server.requests).toHaveLength(0);
});

test("a label that was only typed sends no image", async () => {
  await using story = await begin([ok], { args: ["--model", "openai/local-model"] });
  story.terminal.type("[Image #1]");
  await composerShows(story.terminal, "[Image #1]");
  story.terminal.press("enter");
  await answered(story.terminal, "ok then");
  expect(picturesIn(await story.server.nextRequest(0))).toEqual([]);
});

test("a server that refuses images answers without them, and the user is told", async () => {
  const no = httpError(400, { error: { message: "This model does not support image input." } });
  await using story = await begin([[no], ok], seeing);
  const { terminal, server } = story;
  terminal.paste(put(story, "a.png", png(3, 2)));
  await composerShows(terminal, "[Image #1]");
  terminal.press("enter");
  await terminal.waitFor("openai/gpt-5.4 refused the images of your message");
  expect(picturesIn(await server.nextRequest(1))).toEqual([]);
});

test("a server that refuses one image gets the message again without it, and the user is told", async () => {
  const no = httpError(400, {
    error: { message: "Invalid 'messages[1].content[1].image_url': image is broken" },
  });
  await using story = await begin([[no], ok], seeing);
  const { terminal, server } = story;
  terminal.paste(put(story, "a.png", png(3, 2)));
  await composerShows(terminal, "[Image #1]");
  terminal.press("enter");
  await answered(terminal, "ok then");
  expect(seen(terminal)).toContain("server refused an image in a message of yours");
  expect(picturesIn(await server.nextRequest(1))).toEqual([]);
});

test("a draft that Ctrl+C has cleared comes back with its image by the up key", async () => {
  await using story = await begin([[text("one"), text("two")], ok], seeing);
  const { terminal } = story;
  terminal.paste(put(story, "a.png", png(3, 2)));
  await composerShows(terminal, "[Image #1]");
  terminal.press("ctrl+c");
  await composerShows(terminal, "");
  terminal.press("up");
  await composerShows(terminal, "[Image #1]");
  terminal.press("enter");
  await answered(terminal, "onetwo");
  expect(picturesIn(await story.server.nextRequest(0))).toEqual(["3×2"]);
});

describe("on the screen", () => {
  const draw = async (env: Record<string, string>, settings = "{}") => {
    const story = await begin([ok], { ...seeing, rows: 24, env: { ...env } });
    mkdirSync(join(story.project.home, ".config/rein"), { recursive: true });
    writeFileSync(join(story.project.home, ".config/rein/settings.json"), settings);
    await killHard(story.terminal);
    const terminal = await story.again({ ...seeing, env });
    terminal.paste(put(story, "a.png", png(100, 100)));
    await composerShows(terminal, "[Image #1]");
    terminal.press("enter");
    await answered(terminal, "ok then");
    return { story, terminal };
  };

  test("a terminal like kitty draws the image over rows of its own, below the message", async () => {
    const { story, terminal } = await draw({ TERM: "xterm-kitty" });
    await using _ = story;
    const pieces = terminal.raw().split("\u001b_G").slice(1);
    const sequences = pieces.map((piece) => piece.split("\u001b\\")[0] ?? "");
    expect(sequences[0]).toStartWith("a=T,f=100,r=5,C=1,q=2,");
    const data = sequences.map((sequence) => sequence.slice(sequence.indexOf(";") + 1)).join("");
    expect(Buffer.from(data, "base64").readUInt32BE(16)).toBe(100);
    expect(seen(terminal)).toMatch(/\[Image #1 · png 100×100 · [^\]]*\]\n{6,7}● ok then/);
    // Printed once, and nothing above it is touched.
    expect(sequences.filter((sequence) => sequence.includes("a=T"))).toHaveLength(1);
  });

  test("a terminal that is not known, and the setting, have a line name it", async () => {
    for (const [env, settings] of [
      [{ TERM: "xterm-256color" }, "{}"],
      [{ TERM: "xterm-kitty" }, '{ "images": "off" }'],
    ] as const) {
      const { story, terminal } = await draw(env, settings);
      await using _ = story;
      expect(terminal.raw()).not.toContain("\u001b_G");
      expect(seen(terminal)).toMatch(/\[Image #1 · png 100×100 · [^\]]*\]\n\n● ok then/);
    }
  });
});

test("an image goes with its message through the queue: edited on the board, taken back, sent", async () => {
  const held = gate();
  await using story = await begin([[text("working"), held.shut], ok], seeing);
  const { terminal, server } = story;
  await send(terminal, "go");
  await terminal.waitFor("working");
  terminal.type("see ");
  terminal.paste(put(story, "a.png", png(30, 20)));
  await composerShows(terminal, "see [Image #1]");
  terminal.press("enter");
  await terminal.waitFor("▸ queued: see [Image #1]");
  terminal.press("alt+q");
  await terminal.waitFor("1 message waits");
  terminal.press("enter");
  await composerShows(terminal, "see [Image #1]");
  terminal.type("!");
  terminal.press("enter");
  await terminal.waitFor("▸ queued: see [Image #1]!");
  terminal.press("alt+up");
  await composerShows(terminal, "see [Image #1]!");
  terminal.press("ctrl+s");
  await composerShows(terminal, "");
  terminal.press("ctrl+s");
  await composerShows(terminal, "see [Image #1]!");
  terminal.press("enter");
  await terminal.waitFor("▸ queued: see [Image #1]!");
  held.open();
  await answered(terminal, "ok then");
  expect(picturesIn(await server.nextRequest(1))).toEqual(["30×20"]);
});

test("a copy of a session that goes back before an image gives the message back with it", async () => {
  await using story = await begin([ok, ok], seeing);
  const { terminal, server } = story;
  terminal.paste(put(story, "a.png", png(30, 20)));
  await composerShows(terminal, "[Image #1]");
  terminal.press("enter");
  await answered(terminal, "ok then");
  terminal.type("/fork 1");
  await composerShows(terminal, "/fork 1");
  terminal.press("enter");
  await composerShows(terminal, "[Image #1]");
  terminal.press("enter");
  expect(picturesIn(await server.nextRequest(1))).toEqual(["30×20"]);
});
