/** Colours on the real program: raw bytes at each depth, and a terminal that tells its background at once, late, never or wrongly. */
import { describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "../support/model-script.ts";
import type { TestTerminal } from "../support/terminal.ts";
import { answered, begin, beginUnready, composerShows, open, send } from "./start.ts";

/** The composer's sign as it was drawn last. */
function signOf(terminal: TestTerminal): string | undefined {
  return terminal
    .raw()
    .match(new RegExp(`${esc}\\[[\\d;]+m>${esc}\\[39m`, "g"))
    ?.at(-1);
}

async function wears(terminal: TestTerminal, opening: string): Promise<void> {
  await terminal.waitFor(() => signOf(terminal) === `\u001b[${opening}m>\u001b[39m`, {
    what: `a sign in ${opening}, not ${JSON.stringify(signOf(terminal))}`,
  });
}

const esc = "\u001b";
const full = { COLORTERM: "truecolor" };
const dark = "38;2;125;207;255";
const light = "38;2;0;95;135";
const own = "36";
const question = `${esc}]11;?${esc}\\`;

describe("the terminal's background", () => {
  test.each([
    ["dark", dark],
    ["light", light],
  ] as const)("%s, told at once, decides", async (background, opening) => {
    await using story = await begin([[text("Hello.")]], { background, env: full });
    await wears(story.terminal, opening);
    await send(story.terminal, "hi");
    await answered(story.terminal, "Hello.");
    expect(story.terminal.raw()).toContain(`\u001b[${opening}m> hi`);
  });

  test("told over a slow line decides, and what is typed meanwhile is whole", async () => {
    await using story = await beginUnready([], { background: "light", env: full, lag: 400 });
    const { terminal } = story;
    await terminal.ready();
    terminal.type("typed early");
    await wears(terminal, light);
    await open(terminal);
    await composerShows(terminal, "typed early");
  });

  test("told long after the start changes the live part in the middle of a word, and nothing that is printed", async () => {
    await using story = await begin([[text("Hello.")]], { env: full });
    const { terminal } = story;
    await send(terminal, "hi");
    await answered(terminal, "Hello.");
    await wears(terminal, own);
    const before = terminal.raw().length;
    terminal.type("wo");
    terminal.bytes("\u001b]11;rgb:fd");
    terminal.bytes("fd/f6f6/e3e3\u001b\\rd");
    await wears(terminal, light);
    await composerShows(terminal, "word");
    expect(terminal.raw().slice(before)).not.toContain("Hello.");
    expect(terminal.scrollback().filter((line) => line.includes("Hello."))).toHaveLength(1);
  });

  test("never told leaves the terminal's own colours, or what COLORFGBG says", async () => {
    await using story = await begin([], { env: full });
    expect(story.terminal.raw()).toContain(question);
    await wears(story.terminal, own);
    const told = await story.again({ env: { ...full, COLORFGBG: "0;15" } });
    await wears(told, light);
  });

  test.each([
    ["words", "\u001b]11;no colour at all\u001b\\"],
    ["half a colour", "\u001b]11;rgb:ffff/ff\u0007"],
    ["something that is no number", "\u001b]11;rgb:zz/zz/zz\u001b\\"],
    ["the question itself", question],
  ])("told with %s is not told, and nothing of it is typed", async (_, garbage) => {
    await using story = await begin([[text("Hello.")]], { env: full });
    const { terminal } = story;
    terminal.type("wo");
    terminal.bytes(garbage);
    terminal.type("rd");
    await composerShows(terminal, "word");
    terminal.press("enter");
    await answered(terminal, "Hello.");
    await wears(terminal, own);
  });
});

describe("the number of colours", () => {
  test.each([
    ["all", { COLORTERM: "truecolor" }, dark],
    ["256", { COLORTERM: "" }, "38;5;117"],
    ["16", { COLORTERM: "16" }, "96"],
  ] as const)("%s: a theme in the nearest of them, and no others", async (_, env, opening) => {
    await using story = await begin([], { env });
    const { terminal } = story;
    await send(terminal, "/theme dark");
    await wears(terminal, opening);
    const raw = terminal.raw();
    if (opening !== dark) expect(raw).not.toMatch(new RegExp(`${esc}\\[[34]8;2;`));
    if (opening === "96") expect(raw).not.toMatch(new RegExp(`${esc}\\[[34]8;`));
  });

  test.each([
    ["NO_COLOR", { NO_COLOR: "1", COLORTERM: "truecolor" }],
    ["TERM=dumb", { TERM: "dumb" }],
  ] as const)(
    "none with %s: nothing is asked and nothing is coloured, whatever theme is named",
    async (_, env) => {
      await using story = await begin([[text("Hello.")]], { env, background: "dark" });
      const { terminal } = story;
      await send(terminal, "/theme dark");
      await terminal.waitFor("The theme is dark");
      await send(terminal, "hi");
      await answered(terminal, "Hello.");
      expect(terminal.raw()).not.toContain(question);
      expect(terminal.raw()).not.toMatch(new RegExp(`${esc}\\[(?:3\\d|4\\d|9\\d|10\\d)(?:;[\\d;]*)?m`));
      if ("TERM" in env) expect(terminal.raw()).not.toMatch(new RegExp(`${esc}\\[[1-9]m`));
      else expect(terminal.raw()).toMatch(new RegExp(`${esc}\\[2m`));
    },
  );
});

describe("/theme", () => {
  test("shows the one under the cursor, Esc goes back, Enter keeps it for the next start", async () => {
    await using story = await begin([], { background: "dark", env: full });
    const { terminal } = story;
    await wears(terminal, dark);
    await send(terminal, "/theme");
    await terminal.waitFor("A heading with code");
    terminal.press("down", "down");
    await wears(terminal, light);
    terminal.press("escape");
    await wears(terminal, dark);
    await send(terminal, "/theme");
    await terminal.waitFor("A heading with code");
    terminal.press("down", "down");
    await wears(terminal, light);
    terminal.press("enter");
    await terminal.waitFor("The theme is light");
    expect(terminal.screen().join("\n")).not.toContain("A heading with code");
    const next = await story.again({ background: "dark", env: full });
    await wears(next, light);
  });

  test("a theme of one's own is read from its file, and what is wrong with it is told", async () => {
    await using story = await begin([], { env: full });
    const { terminal, project } = story;
    const folder = join(project.env["XDG_CONFIG_HOME"] ?? "", "rein", "themes");
    mkdirSync(folder, { recursive: true });
    const theme = { base: "dark", roles: { accent: "#010203", dim: "grey" } };
    writeFileSync(join(folder, "sea.json"), JSON.stringify(theme));
    await send(terminal, "/theme sea");
    await terminal.waitFor(/The look of dim\s+is not used/);
    await wears(terminal, "38;2;1;2;3");
    const next = await story.again({ env: full });
    await wears(next, "38;2;1;2;3");
  });
});
