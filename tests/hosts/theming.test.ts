/** The theme in force: what is tried on, what the terminal tells, and what is kept. */
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { List } from "../../src/hosts/repl/lists/open-list.ts";
import { OpenList } from "../../src/hosts/repl/lists/open-list.ts";
import { beginTheming } from "../../src/hosts/repl/screen/open-themes.ts";
import { setTheme } from "../../src/hosts/repl/commands/theme-commands.ts";
import { Theming } from "../../src/hosts/repl/screen/theming.ts";
import type { ColourDepth } from "../../src/terminal/colour.ts";
import type { InputEvent } from "../../src/terminal/input/event.ts";
import { createThemedStyle } from "../../src/terminal/style.ts";
import type { Ground } from "../../src/terminal/theme.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";
import { until } from "../support/processes.ts";
import { openWindow } from "./window.ts";

const looks = {
  ansi: "\u001b[36mx\u001b[39m",
  dark: "\u001b[38;2;125;207;255mx\u001b[39m",
  light: "\u001b[38;2;0;95;135mx\u001b[39m",
} as const;

function wardrobe({
  ground = "unknown",
  depth = "truecolor",
}: { ground?: Ground; depth?: ColourDepth } = {}) {
  const themed = createThemedStyle({ colour: depth !== "none", depth });
  const drawn: string[] = [];
  const accent = () => themed.style.accent("x");
  const theming = new Theming({ themed, depth, ground, redraw: () => drawn.push(accent()) });
  const home = temporaryFolder();
  return {
    theming,
    style: themed.style,
    accent,
    drawn,
    env: { XDG_CONFIG_HOME: home },
    folder: join(home, "rein"),
  };
}

const answer = (value: number) =>
  ({ kind: "color", of: "background", rgb: { red: value, green: value, blue: value } }) as const;
const key = (name: string): InputEvent => ({
  type: "key",
  key: { name, ctrl: false, alt: false, shift: false, super: false },
});

describe("the terminal's background", () => {
  test("told before the wish is known, decides once it is", async () => {
    const { theming, accent, env, drawn } = wardrobe();
    theming.onReply(answer(255));
    expect(accent()).toBe(looks.ansi);
    expect(await beginTheming(env, undefined, theming)).toEqual([]);
    expect(drawn).toEqual([looks.light]);
  });

  test("told late, changes the live part, once", async () => {
    const { theming, env, drawn } = wardrobe();
    await beginTheming(env, undefined, theming);
    theming.onReply(answer(0));
    theming.onReply(answer(30));
    expect(drawn).toEqual([looks.ansi, looks.dark]);
  });

  test("never told, is what the variable says", async () => {
    const { theming, env, accent } = wardrobe({ ground: "light" });
    await beginTheming(env, undefined, theming);
    expect(accent()).toBe(looks.light);
  });

  test("changes nothing where a theme for one background was asked for", async () => {
    const { theming, env, accent } = wardrobe();
    await beginTheming(env, "light", theming);
    theming.onReply(answer(0));
    theming.onReply({ ...answer(255), of: "foreground" });
    expect(accent()).toBe(looks.light);
  });
});

describe("at the start", () => {
  test("the settings come before what was chosen, and that before the usual", async () => {
    const { theming, env, folder, accent } = wardrobe({ ground: "dark" });
    mkdirSync(folder);
    writeFileSync(join(folder, "state.json"), '{"theme": "light"}');
    await beginTheming(env, undefined, theming);
    expect(accent()).toBe(looks.light);
    await beginTheming(env, "dark", theming);
    expect(accent()).toBe(looks.dark);
  });

  test("a theme that does not exist is told, and the usual stands in", async () => {
    const { theming, env, accent } = wardrobe({ ground: "dark" });
    const [warning] = await beginTheming(env, "nope", theming);
    expect(warning).toContain("nope");
    expect(accent()).toBe(looks.dark);
  });

  test("a theme of the user's holds, and what is wrong with it is told with its file", async () => {
    const { theming, env, folder, accent } = wardrobe();
    mkdirSync(join(folder, "themes"), { recursive: true });
    writeFileSync(join(folder, "themes", "sea.json"), '{"roles": {"accent": "#010203", "dim": "grey"}}');
    const warnings = await beginTheming(env, "sea", theming);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toContain(join(folder, "themes", "sea.json"));
    expect(accent()).toBe("\u001b[38;2;1;2;3mx\u001b[39m");
  });
});

describe("/theme", () => {
  async function opened(setting?: string) {
    const clothes = wardrobe({ ground: "dark" });
    await beginTheming(clothes.env, setting, clothes.theming);
    using window = openWindow();
    const list = new OpenList(window.screen);
    const told: string[] = [];
    const parts = { ...clothes, setting, list, tell: (text: string) => told.push(text) };
    return { ...clothes, list, told, parts, file: join(clothes.folder, "state.json") };
  }

  test("tries on what the cursor is at, in the sample too; Esc goes back", async () => {
    const { parts, list, accent, told } = await opened();
    await setTheme("", parts);
    expect(list.view(80)?.rows[list.view(80)?.selected ?? -1]).toStartWith("auto");
    list.onInput(key("down"));
    list.onInput(key("down"));
    expect(accent()).toBe(looks.light);
    expect(list.view(80)?.sample?.join("\n")).toContain("38;2;0;95;135m");
    list.onInput(key("escape"));
    expect(list.isOpen).toBe(false);
    expect(accent()).toBe(looks.dark);
    expect(told).toEqual([]);
  });

  test("Enter keeps it for the next start", async () => {
    const { parts, list, accent, file, env } = await opened();
    await setTheme("", parts);
    for (const character of "light") list.onInput({ type: "text", text: character });
    list.onInput(key("enter"));
    expect(accent()).toBe(looks.light);
    await until(() => existsSync(file) && readFileSync(file, "utf8").includes("light"));
    const next = wardrobe();
    await beginTheming(env, undefined, next.theming);
    expect(next.accent()).toBe(looks.light);
  });

  test("another list in its place takes off what was tried on", async () => {
    const { parts, list, accent } = await opened();
    await setTheme("", parts);
    list.onInput(key("down"));
    list.onInput(key("down"));
    expect(accent()).toBe(looks.light);
    const other: List = { view: () => ({ heading: "", rows: [], selected: 0 }), onInput: () => "close" };
    list.open(other);
    expect(accent()).toBe(looks.dark);
    expect(list.shows(other)).toBe(true);
  });

  test("with a name changes at once; where the settings name one, it says that this holds at the next start", async () => {
    const { parts, accent, told, file } = await opened("dark");
    await setTheme("light", parts);
    expect(accent()).toBe(looks.light);
    expect(told[0]).toContain('"theme": "dark"');
    expect(existsSync(file)).toBe(false);
  });

  test("with the name of none says which there are and changes nothing", async () => {
    const { parts, accent, told } = await opened();
    await setTheme("dork", parts);
    expect(told[0]).toContain("tritanopia");
    expect(accent()).toBe(looks.dark);
  });

  test("finds a theme that was written meanwhile", async () => {
    const { parts, folder, accent } = await opened();
    mkdirSync(join(folder, "themes"), { recursive: true });
    writeFileSync(join(folder, "themes", "new.json"), '{"roles": {"accent": 200}}');
    await setTheme("new", parts);
    expect(accent()).toBe("\u001b[38;5;200mx\u001b[39m");
  });

  test("says where there are no colours that it is not seen", async () => {
    const { parts } = await opened();
    const { theming, style, drawn } = wardrobe({ depth: "none" });
    const told: string[] = [];
    await setTheme("light", { ...parts, theming, style, tell: (text: string) => told.push(text) });
    expect(told[0]).toContain("NO_COLOR");
    expect(drawn).toEqual([]);
  });
});
