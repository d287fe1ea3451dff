import { describe, expect, test } from "bun:test";
import { UserError } from "../../src/protocol/error.ts";
import { matchesPath, parseRule } from "../../src/permissions/rule.ts";

const base = { root: "/repo", home: "/home/u" };

describe("path rules", () => {
  test.each([
    ["edit(src/**)", "write", "/repo/src/deep/a.ts", true],
    ["edit(src/**)", "write", "/repo/other/a.ts", false],
    ["edit(src/**)", "write", "/repo/src/../x", false],
    ["edit(src/)", "write", "/repo/src/a.ts", true],
    ["write(src/**)", "write", "/repo/src/a.ts", true],
    ["edit_file(./a.ts)", "write", "/repo/a.ts", true],
    ["edit(src/**)", "read", "/repo/src/a.ts", false],
    ["read(~/notes/**)", "read", "/home/u/notes/a.md", true],
    ["read(~/notes/**)", "read", "/home/u2/notes/a.md", false],
    ["read(/etc/hosts)", "read", "/etc/hosts", true],
    ["read(/etc/*)", "read", "/etc/ssl/x", false],
    ["read", "read", "/anything", true],
    ["edit(*.ts)", "write", "/repo/a.ts", true],
    ["edit(*.ts)", "write", "/repo/src/a.ts", false],
    ["edit(**)", "write", "/repo-evil/a.ts", false],
  ] as const)("%s and %s of %s: %p", (rule, kind, path, expected) => {
    expect(matchesPath(parseRule(rule), kind, path, base)).toBe(expected);
  });

  test("glob characters in the project's own path mean themselves", () => {
    const odd = { root: "/srv/[x]", home: "/home/u" };
    expect(matchesPath(parseRule("edit(src/**)"), "write", "/srv/[x]/src/a.ts", odd)).toBe(true);
    expect(matchesPath(parseRule("edit(src/**)"), "write", "/srv/x/src/a.ts", odd)).toBe(false);
  });
});

describe("rules that are refused", () => {
  test.each([
    ["rm -rf", "rules are"],
    ["delete(x)", "rules are"],
    ["bash(npm test", "rules are"],
    ["bash()", "nothing between"],
    ["bash(:*)", "plain first words"],
    ["bash(npm test && x:*)", "plain first words"],
    ["bash(bash:*)", "would allow anything"],
    ["bash(sudo apt:*)", "would allow anything"],
    ["bash(env:*)", "would allow anything"],
    ["bash(xargs rm:*)", "would allow anything"],
    ["bash(python3:*)", "alone can do anything"],
    ["bash(git:*)", "alone can do anything"],
    ["edit(!src/**)", "everything else"],
    ["read(../x)", "`..`"],
  ])("%s", (text, why) => {
    expect(() => parseRule(text)).toThrow(UserError);
    expect(() => parseRule(text)).toThrow(why);
    expect(() => parseRule(text)).toThrow(text);
  });
});
