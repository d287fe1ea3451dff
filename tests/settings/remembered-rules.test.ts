/** The rules that are remembered for a project, on a real disk. */
import { describe, expect, test } from "bun:test";
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import {
  readRememberedRules,
  rememberedRulesFile,
  writeRememberedRule,
} from "../../src/settings/remembered-rules.ts";
import { canMount, fill, mountSmall } from "../support/small-disk.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";

const env = () => ({ HOME: temporaryFolder() });
const keep = (home: ReturnType<typeof env>, rule: string, project = "/repo", kept = true) =>
  writeRememberedRule(home, { project, rule, kept }, 0);
const rulesOf = (home: ReturnType<typeof env>, project = "/repo") => readRememberedRules(home, project).rules;

describe("remembered rules", () => {
  test("are those of the project that they were kept for, until they are forgotten", () => {
    const home = env();
    keep(home, "bash(npm test)");
    keep(home, "edit(src/**)");
    keep(home, "bash(make)", "/repo/sub");
    expect(rulesOf(home)).toEqual(["bash(npm test)", "edit(src/**)"]);
    expect(rulesOf(home, "/repo/sub")).toEqual(["bash(make)"]);
    keep(home, "bash(npm test)", "/repo", false);
    expect(rulesOf(home)).toEqual(["edit(src/**)"]);
    keep(home, "bash(npm test)");
    expect(rulesOf(home)).toEqual(["edit(src/**)", "bash(npm test)"]);
    expect(rulesOf(home, "/elsewhere")).toEqual([]);
  });

  test("are their user's alone, whatever the umask", () => {
    const home = env();
    const before = process.umask(0);
    try {
      keep(home, "bash(npm test)");
    } finally {
      process.umask(before);
    }
    const file = rememberedRulesFile(home);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
  });

  test("of many programs that keep some at once are all there, also for who reads meanwhile", async () => {
    const home = env();
    const module = join(import.meta.dir, "../../src/settings/remembered-rules.ts");
    // Longer than a page: a line that is being written is seen by halves.
    const project = `/${"repo/".repeat(1_000)}`;
    const script = (writer: number) =>
      `import { writeRememberedRule } from ${JSON.stringify(module)};
       for (let at = 0; at < 25; at += 1)
         writeRememberedRule(process.env, { project: "${project}", rule: \`bash(${writer} \${at})\`, kept: true }, 0);`;
    const children = [0, 1, 2, 3].map((writer) =>
      Bun.spawn([process.execPath, "-e", script(writer)], { env: { ...home }, stderr: "inherit" }),
    );
    const ended = Promise.all(children.map((child) => child.exited));
    const faults = new Set<string | null>();
    while (children.some((child) => child.exitCode === null)) {
      faults.add(readRememberedRules(home, project).fault);
      await Bun.sleep(0);
    }
    expect([...faults]).toEqual([null]);
    expect(await ended).toEqual([0, 0, 0, 0]);
    expect(rulesOf(home, project)).toHaveLength(100);
    expect(new Set(rulesOf(home, project)).size).toBe(100);
  });

  test.each([
    ["half a line", '{"at":"x","proj'],
    ["a line that is no rule", '{"rule":7}'],
    ["something else", "hello"],
    ["NUL bytes", "\0\0\0"],
  ])("do not count at all where the file holds %s, which is told and left as it is", (_, bad) => {
    const home = env();
    keep(home, "bash(npm test)");
    const file = rememberedRulesFile(home);
    appendFileSync(file, bad);
    const text = readFileSync(file, "utf8");
    const { rules, fault } = readRememberedRules(home, "/repo");
    expect(rules).toEqual([]);
    expect(fault).toContain(file);
    expect(fault).toContain("line 2");
    expect(() => keep(home, "bash(make)")).toThrow(file);
    expect(readFileSync(file, "utf8")).toBe(text);
  });

  test.skipIf(!canMount())("are all there still when a full disk took half of the next one", () => {
    using disk = mountSmall();
    const home = { HOME: disk?.folder ?? "" };
    keep(home, "bash(npm test)");
    const full = join(home.HOME, "full");
    fill(full);
    expect(() => keep(home, `bash(${"x".repeat(10_000)})`)).toThrow("ENOSPC");
    expect(readRememberedRules(home, "/repo")).toEqual({ rules: ["bash(npm test)"], fault: null });
    rmSync(full);
    keep(home, "bash(make)");
    expect(rulesOf(home)).toEqual(["bash(npm test)", "bash(make)"]);
  });

  test("do not count where others could have written them", () => {
    const home = env();
    keep(home, "bash(npm test)");
    chmodSync(rememberedRulesFile(home), 0o666);
    expect(readRememberedRules(home, "/repo")).toMatchObject({
      rules: [],
      fault: expect.stringContaining("chmod go-w"),
    });
  });

  test("are neither read nor written through a link", () => {
    const home = env();
    const file = rememberedRulesFile(home);
    mkdirSync(dirname(file), { recursive: true });
    const elsewhere = join(home.HOME, "elsewhere");
    writeFileSync(elsewhere, "");
    symlinkSync(elsewhere, file);
    expect(() => keep(home, "bash(npm test)")).toThrow(file);
    expect(readFileSync(elsewhere, "utf8")).toBe("");
    rmSync(file);
    keep(home, "bash(npm test)");
    expect(rulesOf(home)).toEqual(["bash(npm test)"]);
  });
});
