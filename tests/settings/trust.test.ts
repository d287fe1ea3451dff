/** A folder is trusted by name, and what configures rein in it by content. */
import { describe, expect, test } from "bun:test";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { needsTrust, whatFolderBrings } from "../../src/settings/brought.ts";
import { forgetTrust, judgeTrust, readTrust, rememberTrust } from "../../src/settings/trust.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";

const now = Date.UTC(2030, 0, 2);
const allowing = '{"permissions":{"allow":["bash(npm test)"]}}';

function place(files: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder();
  const write = (name: string, text: string) => {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  for (const [name, text] of Object.entries(files)) write(name, text);
  const file = join(temporaryFolder(), "data", "trust.json");
  const look = () => judgeTrust(whatFolderBrings(folder), readTrust(file).folders);
  return { folder, file, write, look, trust: () => rememberTrust(file, whatFolderBrings(folder), now) };
}

describe("what a folder brings", () => {
  test("is nothing where there is nothing that rein would use", () => {
    const { look, folder } = place({ "README.md": "# Hi", ".mcp.json": "{}", "AGENTS.md": "" });
    expect(look()).toEqual({ type: "nothing" });
    expect(whatFolderBrings(folder).notUsed).toEqual([".mcp.json"]);
  });

  test("is nothing when its settings only forbid, ask, or make rein more careful", () => {
    const { look } = place({
      ".rein/settings.json": '{"permissions":{"deny":["bash(rm:*)"]},"permissionMode":"plan"}',
    });
    expect(look()).toEqual({ type: "nothing" });
  });

  test("is told line by line: what the settings would set, and which file instructs the model", () => {
    const { folder } = place({
      "CLAUDE.md": "Be brief.",
      ".rein/settings.json":
        '{"permissions":{"allow":["bash(npm test)","edit"],"deny":["read(x)"]},"commandTimeLimit":"kill","model":"a/b"}',
      ".rein/skills/one.md": "x",
    });
    expect(whatFolderBrings(folder)).toMatchObject({
      folder,
      instructions: { name: "CLAUDE.md", bytes: 9 },
      settings: { sets: ["allow bash(npm test)", "allow edit", 'commandTimeLimit "kill"'] },
      notUsed: [".rein/skills"],
    });
  });

  test("is looked at without waiting for a pipe, following a circle, or reading a folder", () => {
    const { folder } = place({ "AGENTS.md/x": "" });
    symlinkSync("CLAUDE.md", join(folder, "CLAUDE.md"));
    mkdirSync(join(folder, ".rein"));
    Bun.spawnSync(["mkfifo", join(folder, ".rein", "settings.json")]);
    const brought = whatFolderBrings(folder);
    expect(needsTrust(brought)).toBeFalse();
    expect(brought.fromProject.warnings[0]?.message).toContain("not a regular file");
  });
});

describe("trust", () => {
  test("is there the next time, in a file for its user alone", () => {
    const { look, trust, file } = place({ "AGENTS.md": "Be brief." });
    expect(look()).toEqual({ type: "unknown" });
    trust();
    expect(look()).toEqual({ type: "trusted" });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(file, "..")).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(file, ".."))).toEqual(["trust.json"]);
  });

  test("of settings is trust of what they say: a change asks again, and going back does not", () => {
    const { look, trust, write } = place({ ".rein/settings.json": allowing });
    trust();
    write(".rein/settings.json", allowing.replace("test", "start"));
    expect(look()).toEqual({
      type: "changed",
      changes: [{ name: ".rein/settings.json", how: "changed" }],
    });
    write(".rein/settings.json", allowing);
    expect(look()).toEqual({ type: "trusted" });
  });

  test("of instructions is trust of the folder: they may change", () => {
    const { look, trust, write } = place({ "AGENTS.md": "Be brief." });
    trust();
    write("AGENTS.md", "Be very brief.");
    expect(look()).toEqual({ type: "trusted" });
  });

  test("does not hold for settings that come later, and is not needed for settings that are gone", () => {
    const { look, trust, write, folder } = place({ "AGENTS.md": "Be brief." });
    trust();
    write(".rein/settings.json", allowing);
    expect(look()).toEqual({ type: "changed", changes: [{ name: ".rein/settings.json", how: "added" }] });
    trust();
    rmSync(join(folder, ".rein"), { recursive: true });
    expect(look()).toEqual({ type: "trusted" });
  });

  test("holds for the folder itself, not for those in it or above it", () => {
    const { folder, file, trust, write } = place({ "AGENTS.md": "x", "sub/AGENTS.md": "y" });
    trust();
    const { folders } = readTrust(file);
    expect(judgeTrust(whatFolderBrings(join(folder, "sub")), folders)).toEqual({ type: "unknown" });
    rememberTrust(file, whatFolderBrings(join(folder, "sub")), now);
    forgetTrust(file, folder, now);
    write("AGENTS.md", "x");
    expect(judgeTrust(whatFolderBrings(folder), readTrust(file).folders)).toEqual({ type: "unknown" });
  });

  test("is not what a folder says of itself: a `.git` file that leads to a trusted one changes nothing", () => {
    const good = place({ "AGENTS.md": "x", ".git/HEAD": "ref: refs/heads/main" });
    good.trust();
    const evil = place({
      "AGENTS.md": "evil",
      ".git": `gitdir: ${good.folder}/.git\n`,
      commondir: good.folder,
    });
    expect(judgeTrust(whatFolderBrings(evil.folder), readTrust(good.file).folders)).toEqual({
      type: "unknown",
    });
  });

  test("can be taken back", () => {
    const { look, trust, file, folder } = place({ "AGENTS.md": "x" });
    expect(forgetTrust(file, folder, now)).toBeFalse();
    trust();
    expect(forgetTrust(file, folder, now)).toBeTrue();
    expect(look()).toEqual({ type: "unknown" });
  });

  test("of a folder with a strange name is of that folder", () => {
    const { file } = place();
    const brought = { ...whatFolderBrings(place({ "AGENTS.md": "x" }).folder), folder: "__proto__" };
    expect(judgeTrust(brought, {})).toEqual({ type: "unknown" });
    expect(judgeTrust({ ...brought, folder: "constructor" }, {})).toEqual({ type: "unknown" });
    rememberTrust(file, { ...brought, folder: "constructor" }, now);
    expect(judgeTrust({ ...brought, folder: "constructor" }, readTrust(file).folders)).toEqual({
      type: "trusted",
    });
  });
});

describe("a file of trusted folders that cannot be believed", () => {
  const trusting = (folder: string) => JSON.stringify({ folders: { [folder]: { at: "", files: {} } } });

  test("because others may write to it is no trust, and told", () => {
    const { file, folder, look, trust } = place({ "AGENTS.md": "x" });
    trust();
    for (const mode of [0o620, 0o602]) {
      chmodSync(file, mode);
      expect(look()).toEqual({ type: "unknown" });
      expect(readTrust(file).warning).toContain("may write to it");
    }
    expect(readFileSync(file, "utf8")).toContain(folder);
  });

  test("because it is damaged is no trust, and is kept aside when another one is written", () => {
    const { file, look, trust, folder } = place({ "AGENTS.md": "x" });
    trust();
    for (const text of ["{", "[]", '{"folders":{"a":1}}']) {
      writeFileSync(file, text);
      expect(look()).toEqual({ type: "unknown" });
      expect(readTrust(file).warning).toContain("it is damaged");
      trust();
      expect(look()).toEqual({ type: "trusted" });
      expect(readFileSync(`${file}.bad-${now}`, "utf8")).toBe(text);
    }
    expect(Object.keys(readTrust(file).folders)).toEqual([folder]);
  });

  test("because it is a link is no trust, and the link's target stays as it is", () => {
    const { file, folder, look, trust } = place({ "AGENTS.md": "x" });
    const target = join(temporaryFolder(), "planted.json");
    writeFileSync(target, trusting(folder));
    mkdirSync(join(file, ".."), { recursive: true });
    symlinkSync(target, file);
    expect(look()).toEqual({ type: "unknown" });
    expect(readTrust(file).warning).toContain(`is a link to ${target}`);
    expect(trust).toThrow("is a link to");
    expect(lstatSync(file).isSymbolicLink()).toBeTrue();
    expect(readFileSync(target, "utf8")).toBe(trusting(folder));
    expect(existsSync(`${file}.bad-${now}`)).toBeFalse();
  });
});

test("of two programs that trust folders at once all are remembered, and nothing is left behind", async () => {
  const file = join(temporaryFolder(), "trust.json");
  const module = join(import.meta.dir, "../../src/settings/trust.ts");
  const script = (writer: string) =>
    `import { rememberTrust } from ${JSON.stringify(module)};
     for (let at = 1; at <= 50; at += 1)
       rememberTrust(${JSON.stringify(file)}, { folder: "/${writer}/" + at, settings: null, instructions: [] }, 0);`;
  const children = ["one", "other"].map((writer) =>
    Bun.spawn([process.execPath, "-e", script(writer)], { stderr: "inherit" }),
  );
  expect(await Promise.all(children.map((child) => child.exited))).toEqual([0, 0]);
  const { folders, warning } = readTrust(file);
  expect(warning).toBeNull();
  expect(Object.keys(folders)).toHaveLength(100);
  expect(readdirSync(join(file, ".."))).toEqual(["trust.json"]);
});
