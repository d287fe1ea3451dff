/** Files of settings that are cut, odd or written by two at once: each is told of with its place, and none is lost. */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "bun:test";
import { call, text } from "../support/model-server.ts";
import type { TestProject } from "../support/project.ts";
import { canMount, fill, mountSmall } from "../support/small-disk.ts";
import { resultsIn } from "./requests.ts";
import { answered, asked, begin, exists, idle, leave, seen, send, type Story } from "./start.ts";

const configOf = ({ home }: TestProject): string => join(home, ".config/rein");
const inConfig = (name: string): string => `../home/.config/rein/${name}`;

/** What is on the screen and above it, with long sentences in one piece. */
const flat = (shown: string): string => shown.replaceAll(/\n +/g, " ");

async function switchVim({ terminal }: Story, says: "on" | "off"): Promise<void> {
  await send(terminal, "/vim");
  await terminal.waitFor(`Vim mode is ${says}`);
}

describe("settings that are", () => {
  test.each([
    ["cut off", '{ "model": "m",\n  "permissions": { "deny": ["bash(touch:*)"', "line 2, column 44: "],
    ["without a comma", '{\n  "theme": "dark"\n  "model": "m/n"\n}', "line 3, column 3: "],
    [
      "closed too early",
      '{ "theme": "dark" },\n"permissions": { "deny": ["bash(touch:*)"] } }',
      "line 1, column 20: ",
    ],
    ["a run of NUL bytes", "\0".repeat(300), "it holds NUL bytes"],
  ])(
    "%s are told of with file and reason, stay byte by byte, and no rule's word runs anything",
    async (_, broken, reason) => {
      await using story = await begin(
        [[call("bash", { command: "touch made" }, { id: "call_touch" })], [text("as you like")]],
        { files: { [inConfig("settings.json")]: broken }, args: ["--allow", "bash"] },
      );
      const { terminal, project, server } = story;
      const file = join(configOf(project), "settings.json");
      const shown = flat(seen(terminal));
      expect(shown.replaceAll(" ", "")).toContain(file);
      expect(shown).toContain(`It could not be read (${reason}`);
      expect(shown).toContain("It was left as it is, and rein runs without it.");
      await switchVim(story, "on");
      await switchVim(story, "off");
      await send(terminal, "go");
      await asked(terminal, "touch made");
      terminal.press("ctrl+c");
      await idle(terminal);
      await send(terminal, "leave it");
      await answered(terminal, "as you like");
      expect(resultsIn(await server.nextRequest(1))["call_touch"]).toMatch(/not run|declined/);
      expect(await exists(project, "made")).toBeFalse();
      expect(await leave(terminal)).toBe(0);
      expect(readFileSync(file, "utf8")).toBe(broken);
      expect(JSON.parse(readFileSync(join(configOf(project), "state.json"), "utf8"))).toMatchObject({
        editing: "readline",
      });
      expect(readdirSync(configOf(project)).toSorted()).toEqual(["settings.json", "state.json"]);
    },
  );

  test("commented, with a byte order mark, Windows line ends and a comma too many hold", async () => {
    const settings =
      '\uFEFF{\r\n  // mine\r\n  "permissionMode": "plan", /* careful */\r\n  "editing": "vim",\r\n}\r\n';
    await using story = await begin([], { files: { [inConfig("settings.json")]: settings } });
    await story.terminal.waitFor("plan ⇧⇥");
    expect(seen(story.terminal)).not.toContain("settings.json");
    await leaveInVim(story);
    expect(readFileSync(join(configOf(story.project), "settings.json"), "utf8")).toBe(settings);
  });

  test("of a wrong type here and there hold in all else, and each fault is named", async () => {
    const settings = JSON.stringify({
      editing: "vim",
      theme: 3,
      modle: "x/y",
      permissions: { deny: ["bash(touch:*)", 7], allow: "bash" },
    });
    await using story = await begin(
      [[call("bash", { command: "touch made" }, { id: "call_touch" })], [text("refused then")]],
      { files: { [inConfig("settings.json")]: settings } },
    );
    const { terminal, project, server } = story;
    const shown = flat(seen(terminal));
    for (const name of ['"theme" is not right', '"modle"', '"permissions.deny[1]"', '"permissions.allow"'])
      expect(shown).toContain(name);
    await send(terminal, "go");
    await answered(terminal, "refused then");
    expect(resultsIn(await server.nextRequest(1))["call_touch"]).toMatch(/not run/i);
    expect(await exists(project, "made")).toBeFalse();
    await leave(terminal);
    expect(readFileSync(join(configOf(project), "settings.json"), "utf8")).toBe(settings);
  });
});

async function leaveInVim({ terminal }: Story): Promise<void> {
  terminal.press("ctrl+d", "ctrl+d");
  expect(await terminal.waitForExit()).toBe(0);
}

test("a remembered state that cannot be read is kept beside the new one, with its place told, and the settings stay", async () => {
  const settings = '{ "permissionMode": "plan" }';
  const broken = '{\n  "theme": "dark",\n  "editing": "vi';
  await using story = await begin([], {
    files: { [inConfig("settings.json")]: settings, [inConfig("state.json")]: broken },
  });
  const { terminal, project } = story;
  await switchVim(story, "on");
  const names = readdirSync(configOf(project)).toSorted();
  expect(names).toEqual(["settings.json", "state.json", expect.stringMatching(/^state\.json\.bad-\d+$/)]);
  expect(flat(seen(terminal))).toContain("line 3, column 14");
  expect(readFileSync(join(configOf(project), names[2] ?? ""), "utf8")).toBe(broken);
  expect(JSON.parse(readFileSync(join(configOf(project), "state.json"), "utf8"))).toMatchObject({
    editing: "vim",
  });
  expect(readFileSync(join(configOf(project), "settings.json"), "utf8")).toBe(settings);
});

test("two reins, one changing the theme and one the editing time and again, lose neither, and leave nothing beside", async () => {
  await using story = await begin([], { files: { [inConfig("state.json")]: '{ "welcomeShown": true }' } });
  const { terminal, project } = story;
  const other = await story.again();
  const file = join(configOf(project), "state.json");
  const state = (): Record<string, unknown> => {
    const parsed: unknown = JSON.parse(readFileSync(file, "utf8"));
    return typeof parsed === "object" && parsed !== null ? { ...parsed } : {};
  };
  const themes = ["light", "dark", "light", "dark", "light", "dark", "light"];
  const changeThemes = async () => {
    for (const theme of themes) {
      await send(terminal, `/theme ${theme}`);
      await terminal.waitFor(() => state()["theme"] === theme, { what: `the theme ${theme} in the file` });
    }
  };
  const changeEditing = async () => {
    for (const editing of ["vim", "readline", "vim", "readline", "vim", "readline"]) {
      await send(other, "/vim");
      await other.waitFor(() => state()["editing"] === editing, { what: `${editing} in the file` });
    }
  };
  await Promise.all([changeThemes(), changeEditing()]);
  await Promise.all([leave(terminal), leave(other)]);
  expect(state()).toMatchObject({ welcomeShown: true, theme: "light", editing: "readline" });
  expect(readdirSync(configOf(project))).toEqual(["state.json"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("keys and themes that cannot be read are told of with their place, and everything else works", async () => {
  const files = {
    [inConfig("keybindings.json")]: '{\n  "submit": "enter"\n  "stop": "escape"\n}',
    [inConfig("themes/mine.json")]: '{ "text": ',
  };
  await using story = await begin([[text("hello")]], { files });
  const { terminal, project } = story;
  await terminal.waitFor(/line 3, column 3/);
  await terminal.waitFor(/line 1, column 11/);
  await send(terminal, "hi");
  await answered(terminal, "hello");
  for (const [name, content] of Object.entries(files)) expect(await project.read(name)).toBe(content);
});

test.skipIf(!canMount())(
  "on a full disk a choice holds for the run, is said not to be kept, and what was kept stays whole",
  async () => {
    using disk = mountSmall(64);
    if (disk === null) throw new Error("the disk is gone");
    const folder = join(disk.folder, "rein");
    const kept = '{"welcomeShown":true,"theme":"dark"}';
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(join(folder, "state.json"), kept);
    fill(join(disk.folder, "others"));
    await using story = await begin([], { env: { XDG_CONFIG_HOME: disk.folder } });
    await switchVim(story, "on");
    await story.terminal.waitFor(/rein cannot remember its state in [^]*no\s+space left/);
    await story.terminal.waitFor("-- INSERT --");
    expect(readFileSync(join(folder, "state.json"), "utf8")).toBe(kept);
    expect(readdirSync(folder)).toEqual(["state.json"]);
  },
);
