import { expect, test } from "bun:test";
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openState } from "../../src/settings/state.ts";
import { chosenTheme, readThemeFiles } from "../../src/settings/theme-files.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";

function place(files: Readonly<Record<string, string>> = {}) {
  const home = temporaryFolder();
  const folder = join(home, "rein", "themes");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return { env: { XDG_CONFIG_HOME: home }, folder };
}

test("the files of the folder are themes by their names, JSON with comments", () => {
  const { env, folder } = place({
    "sea.json": '{ "base": "dark", // mine\n }',
    "air.json": "{}",
    "notes.txt": "no theme",
  });
  expect(readThemeFiles(env)).toEqual([
    { file: join(folder, "air.json"), name: "air", content: {}, warning: null },
    { file: join(folder, "sea.json"), name: "sea", content: { base: "dark" }, warning: null },
  ]);
});

test("without a folder there are none", () => {
  expect(readThemeFiles({ XDG_CONFIG_HOME: temporaryFolder() })).toEqual([]);
});

test("a file that cannot be read, or that others may write to, is left out and told, and the others hold", () => {
  const { env, folder } = place({
    "broken.json": "{",
    "open.json": "{}",
    "fine.json": "{}",
    "a b.json": "{}",
  });
  chmodSync(join(folder, "open.json"), 0o666);
  mkdirSync(join(folder, "dir.json"));
  symlinkSync(join(folder, "nowhere"), join(folder, "gone.json"));
  const files = Object.fromEntries(readThemeFiles(env).map((one) => [one.name, one]));
  expect(Object.keys(files)).toEqual(["a b", "broken", "dir", "fine", "gone", "open"]);
  expect(files["fine"]).toMatchObject({ content: {}, warning: null });
  for (const name of ["a b", "broken", "dir", "gone", "open"]) {
    expect(files[name]?.content).toBeUndefined();
    expect(files[name]?.warning).toContain("not used");
  }
  expect(files["open"]?.warning).toContain("chmod");
});

test("the theme that was chosen is there the next time", async () => {
  const { env } = place();
  expect(chosenTheme(env)).toBeUndefined();
  const warnings: string[] = [];
  const state = await openState({ env, now: () => 0, onWarning: (message) => warnings.push(message) });
  state.set({ theme: "light" });
  expect(chosenTheme(env)).toBe("light");
  expect(warnings).toEqual([]);
});

test("a state that makes no sense is no choice", () => {
  const { env, folder } = place();
  writeFileSync(join(folder, "..", "state.json"), '{"theme": 7}');
  expect(chosenTheme(env)).toBeUndefined();
  writeFileSync(join(folder, "..", "state.json"), "{");
  expect(chosenTheme(env)).toBeUndefined();
});
