import { describe, expect, test } from "bun:test";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { isUncertain, loadSettings } from "../../src/settings/load.ts";
import { projectSettingsFile, userSettingsFile } from "../../src/settings/paths.ts";
import type { Layer } from "../../src/settings/schema.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";

const home = { HOME: "/home/ada" };
const userFile = "/home/ada/.config/rein/settings.json";
const projectFile = "/home/ada/project/.rein/settings.json";

/** Loads with the given files, by path, and nothing else on disk. */
function load(
  files: Readonly<Record<string, string>>,
  options: { env?: Record<string, string>; flags?: Layer } = {},
) {
  return loadSettings({
    env: { ...home, ...options.env },
    project: "/home/ada/project",
    readText: (file) => files[file] ?? null,
    ...(options.flags === undefined ? {} : { flags: options.flags }),
  });
}

describe("which setting holds", () => {
  test("the defaults, where nobody says anything", () => {
    expect(load({})).toEqual({
      settings: { permissionMode: "ask", commandTimeLimit: "background", allow: [], ask: [], deny: [] },
      sources: {},
      warnings: [],
      distrust: null,
      notTaken: [],
    });
  });

  test.each<readonly [text: string, isUncertain: boolean]>([
    ['{ "checkpointLimit": 100 }', false],
    ['{ "maxTurns": "many" }', false],
    ['{ "checkpointLimit": "2 GB" }', true],
    ["{ torn", true],
    ["[]", true],
  ])("what the user has set and nobody can use is no default to remove by: %s", (text, uncertain) => {
    expect(isUncertain(load({ [userFile]: text }), "checkpointLimit")).toBe(uncertain);
  });

  test("the user's file, with comments and a comma too many", () => {
    const text = `{
      // my favourite
      "model": "anthropic/claude", "permissionMode": "accept-edits", /* enough */ "maxTurns": 80,
      "permissions": { "allow": ["bash(npm test)"], "deny": ["read(~/.ssh/**)"] },
    }`;
    const { settings, warnings } = load({ [userFile]: text });
    expect(warnings).toEqual([]);
    expect(settings).toEqual({
      model: "anthropic/claude",
      permissionMode: "accept-edits",
      commandTimeLimit: "background",
      maxTurns: 80,
      allow: ["bash(npm test)"],
      ask: [],
      deny: ["read(~/.ssh/**)"],
    });
  });

  test("what happens to a command at its time limit is the user's choice, and not a project's", () => {
    const text = '{"commandTimeLimit":"kill"}';
    expect(load({ [userFile]: text })).toMatchObject({
      settings: { commandTimeLimit: "kill" },
      sources: { commandTimeLimit: "user" },
    });
    expect(load({ [projectFile]: text }).settings.commandTimeLimit).toBe("background");
  });

  test("how long a server may be silent and who stands in are the user's choice, and not a project's", () => {
    const text = JSON.stringify({ idleTimeout: 0.5, fallback: { "a/one": ["b/two"] } });
    const mine = load({ [userFile]: text });
    expect(mine.settings).toMatchObject({ idleTimeout: 0.5, fallback: { "a/one": ["b/two"] } });
    expect(mine.sources).toMatchObject({ idleTimeout: "user", fallback: "user" });
    expect(load({ [userFile]: '{"fallback": ["b/two"]}' }).settings.fallback).toEqual(["b/two"]);
    const theirs = load({ [projectFile]: text });
    expect(theirs.settings.fallback).toBeUndefined();
    expect(theirs.warnings[0]?.message).toContain('"idleTimeout", "fallback"');
    const wrong = load({ [userFile]: '{"fallback": "b/two", "idleTimeout": 0}' });
    expect(wrong.warnings.map(({ message }) => message).join()).toContain("a list of models is expected");
    expect(wrong.settings).not.toHaveProperty("idleTimeout");
  });

  test("the environment is stronger than the file, a flag stronger than both", () => {
    const files = { [userFile]: '{"model":"a/user","maxTurns":3}' };
    const env = { REIN_MODEL: "b/env" };
    expect(load(files, { env })).toMatchObject({
      settings: { model: "b/env", maxTurns: 3 },
      sources: { model: "env", maxTurns: "user" },
    });
    const flags = { model: "c/flag", maxTurns: 1, permissionMode: "plan" } as const;
    expect(load(files, { env, flags })).toMatchObject({
      settings: { model: "c/flag", maxTurns: 1, permissionMode: "plan" },
      sources: { model: "flag", maxTurns: "flag", permissionMode: "flag" },
    });
  });

  test("rules of all places hold together, each once", () => {
    const { settings } = load(
      {
        [userFile]: '{"permissions":{"allow":["bash(ls)"],"deny":["bash(rm:*)"]}}',
        [projectFile]: '{"permissions":{"deny":["edit(dist/**)","bash(rm:*)"]}}',
      },
      { flags: { permissions: { allow: ["bash(make)"], deny: ["web_fetch"] } } },
    );
    expect(settings.allow).toEqual(["bash(ls)", "bash(make)"]);
    expect(settings.deny).toEqual(["bash(rm:*)", "edit(dist/**)", "web_fetch"]);
  });

  test("an empty variable says nothing", () => {
    expect(load({}, { env: { REIN_MODEL: " " } }).settings.model).toBeUndefined();
  });
});

describe("a project's settings", () => {
  test("with a rule that is none leave the others in force and say so", () => {
    const { settings, warnings } = loadSettings({
      env: home,
      project: "/home/ada/project",
      readText: (file) =>
        file === projectFile ? '{"permissions":{"deny":["nonsense","bash(rm:*)"]}}' : null,
      ruleFault: (rule) => (rule === "nonsense" ? "That is no rule." : null),
    });
    expect(settings.deny).toEqual(["bash(rm:*)"]);
    expect(warnings).toEqual([{ where: projectFile, message: "That is no rule. It is ignored." }]);
  });

  test("can forbid and nothing else, and are told so", () => {
    const text = JSON.stringify({
      model: "evil/model",
      permissionMode: "auto",
      maxTurns: 9_999,
      permissions: { allow: ["bash(*)"], deny: ["edit(vendor/**)"] },
    });
    const { settings, sources, warnings } = load({ [projectFile]: text });
    expect(settings).toEqual({
      permissionMode: "ask",
      commandTimeLimit: "background",
      allow: [],
      ask: [],
      deny: ["edit(vendor/**)"],
    });
    expect(sources).toEqual({});
    expect(warnings).toEqual([
      {
        where: projectFile,
        message:
          'A project cannot set "model", "maxTurns", "permissionMode": that is yours to choose. It is ignored.',
      },
    ]);
  });

  test("do not take back what the user says", () => {
    const files = {
      [userFile]: '{"permissionMode":"plan","permissions":{"deny":["bash"]}}',
      [projectFile]: '{"permissionMode":"ask","permissions":{"deny":[]}}',
    };
    expect(load(files).settings).toMatchObject({ permissionMode: "plan", deny: ["bash"] });
  });
});

describe("settings that are not right", () => {
  test("one bad value leaves the others in force, and is named", () => {
    const { settings, warnings } = load({
      [userFile]: '{"maxTurns":0,"permissionMode":"yolo","model":"a/b"}',
    });
    expect(settings).toEqual({
      model: "a/b",
      permissionMode: "ask",
      commandTimeLimit: "background",
      allow: [],
      ask: [],
      deny: [],
    });
    expect(warnings.map(({ where }) => where)).toEqual([userFile, userFile]);
    expect(warnings[0]?.message).toStartWith('"maxTurns" is not right and is ignored: ');
    expect(warnings[1]?.message).toContain('"permissionMode"');
  });

  test("one bad rule does not switch off the rules that forbid", () => {
    const text = '{"permissions":{"allow":"bash","deny":["bash(rm:*)",7,""],"maybe":[]}}';
    const { settings, warnings } = load({ [userFile]: text });
    expect(settings.deny).toEqual(["bash(rm:*)"]);
    expect(settings.allow).toEqual([]);
    expect(warnings.map(({ message }) => message.split(" ")[0])).toEqual([
      '"permissions.allow"',
      '"permissions.deny[1]"',
      '"permissions.deny[2]"',
      '"permissions.maybe"',
      "Rules",
    ]);
  });

  test("an unknown setting is named, a $schema is not one", () => {
    const { warnings } = load({ [userFile]: '{"$schema":"x","modle":"a/b","__proto__":{"model":"x/y"}}' });
    expect(warnings.map(({ message }) => message)).toContain('There is no setting "modle". It is ignored.');
  });

  for (const [what, text] of [
    ["broken JSON", '{"model": "a/b"'],
    ["a list", "[]"],
    ["a word", '"model"'],
  ] as const) {
    test(`${what} in a file: defaults, and a warning that names it`, () => {
      const { settings, warnings } = load({ [userFile]: text });
      expect(settings).toEqual({
        permissionMode: "ask",
        commandTimeLimit: "background",
        allow: [],
        ask: [],
        deny: [],
      });
      expect(warnings).toHaveLength(2);
      expect(warnings[0]?.where).toBe(userFile);
    });
  }

  test("an empty file is as good as none", () => {
    expect(load({ [userFile]: " \n" }).warnings).toEqual([]);
  });
});

function write(file: string, text: string | Uint8Array): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function onDisk() {
  const folder = temporaryFolder();
  return { env: { XDG_CONFIG_HOME: folder }, project: `${folder}/project` };
}

describe("on disk", () => {
  test("both files are found, the user's in the XDG folder", () => {
    const { env, project } = onDisk();
    write(userSettingsFile(env), '\uFEFF{"model":"a/b"}');
    write(projectSettingsFile(project), '{"permissions":{"deny":["bash"]}}');
    expect(loadSettings({ env, project })).toMatchObject({
      settings: { model: "a/b", deny: ["bash"] },
      warnings: [],
    });
  });

  test("a file that cannot be parsed stays byte for byte as it is", () => {
    const { env, project } = onDisk();
    write(userSettingsFile(env), '{"model": oops');
    const { warnings } = loadSettings({ env, project });
    expect(warnings[0]?.message).toContain("It was left as it is, and rein runs without it.");
    expect(readFileSync(userSettingsFile(env), "utf8")).toBe('{"model": oops');
  });

  test("a stranger's project cannot make rein wait or fill its memory", () => {
    const { env, project } = onDisk();
    mkdirSync(dirname(projectSettingsFile(project)), { recursive: true });
    Bun.spawnSync(["mkfifo", projectSettingsFile(project)]);
    expect(loadSettings({ env, project }).warnings[0]?.message).toContain("not a regular file");
    const other = `${project}-2`;
    write(projectSettingsFile(other), " ".repeat(2_000_000));
    expect(loadSettings({ env, project: other }).warnings[0]?.message).toContain("2000000 bytes");
  });

  test("a folder in the place of a file is a warning, not a crash", () => {
    const { env, project } = onDisk();
    mkdirSync(userSettingsFile(env), { recursive: true });
    expect(loadSettings({ env, project }).warnings).toHaveLength(2);
  });

  test.each([
    ["UTF-16", Buffer.from('\uFEFF{"model":"a/b"}', "utf16le"), "it is UTF-16"],
    ["NUL bytes", Buffer.alloc(100_000), "NUL bytes, as a power cut leaves them"],
    ["half of it NUL bytes", Buffer.concat([Buffer.from('{"model":'), Buffer.alloc(9)]), "NUL bytes"],
    ["one long word", Buffer.from("x".repeat(100_000)), "line 1, column 1: Unexpected x"],
    ["lists without end", Buffer.from("[".repeat(99_999) + "]".repeat(99_999)), "it is nested too deeply"],
  ])("a user's file of %s says what it is in a few words, and is not trusted", (_, bytes, why) => {
    const { env, project } = onDisk();
    write(userSettingsFile(env), bytes);
    const { warnings, distrust } = loadSettings({ env, project });
    expect(warnings[0]?.message).toContain(why);
    expect(warnings[0]?.message.length).toBeLessThan(300);
    expect(distrust).not.toBeNull();
  });

  test("settings behind a link that leads nowhere are not taken for none: rules that forbid may stand there", () => {
    const { env, project } = onDisk();
    const file = userSettingsFile(env);
    const folder = dirname(file);
    expect(loadSettings({ env, project }).distrust).toBeNull();
    mkdirSync(folder, { recursive: true });
    symlinkSync("/nowhere/settings.json", file);
    const lostFile = loadSettings({ env, project });
    rmSync(folder, { recursive: true });
    symlinkSync("/nowhere", folder);
    for (const { warnings, distrust } of [lostFile, loadSettings({ env, project })]) {
      expect(warnings[0]?.message).toContain("leads nowhere");
      expect(distrust).not.toBeNull();
    }
  });
});
