/** A rule that forbids a file holds for commands that take a whole folder, as far as that can be told. */
import { describe, expect, test } from "bun:test";
import { run } from "./ask-policy.ts";

const deny = ["read(secrets/**)", "read(**/*.secret)", "read(~/private/**)", "edit(docs/**)"];

describe("a command that goes through a folder with something forbidden in it is asked about", () => {
  const through = [
    "grep -r . .",
    "grep -rn password",
    "grep --recursive x .",
    "grep -R x",
    "rg x",
    "rg -uu x .",
    "rg x -g '*.ts'",
    "tar c .",
    "tar czf /tmp/x.tgz .",
    "zip -r x.zip .",
    "cp -r . /tmp/x",
    "cp -a /repo /tmp",
    "rsync -a ./ /tmp/x",
    "mv . /tmp/x",
    "diff -r . /tmp/x",
    "git grep x",
    "git diff",
    "git show HEAD",
    "git log -p",
    "git archive HEAD",
    "find . -exec cat {} +",
    "find . -type f | xargs cat",
    "ls | xargs head -1",
    "cd src && grep -r x ..",
    "grep -r x ~",
    "grep -r x /",
  ];

  test.each(through.map((one) => [one]))("%s", (command) => {
    for (const allow of [[], ["bash"], [`bash(${command})`]]) {
      const decision = run(command, { allow, deny });
      expect(decision.verdict).toBe("ask");
      expect(decision).not.toHaveProperty("remember");
    }
  });

  test("and the question says which folder and which rule", () => {
    expect(run("grep -r x .", { deny: ["read(secrets/**)"] }).reasons.join()).toContain(
      "it goes through /repo, where there may be what the rule read(secrets/**) forbids",
    );
  });

  test.each([
    ["rm -r docs"],
    ["mv docs old"],
    ["chmod -R 777 docs/x"],
    ["git checkout docs"],
    ["find docs -delete"],
  ])("also when it changes what is inside: %s", (command) => {
    expect(run(command, { allow: ["bash"], deny: ["edit(docs/**)"] }).verdict).toBe("ask");
  });

  test.each([["mv old/x new"], ["rm -r build"], ["chmod -R 755 src"], ["git checkout main"]])(
    "and no other change: %s",
    (command) => {
      expect(run(command, { allow: ["bash"], deny: ["edit(docs/**)"] }).verdict).toBe("allow");
    },
  );
});

test.each([
  ["ls -la"],
  ["ls -R ."],
  ["cat a.txt"],
  ["grep x a.txt"],
  ["grep -r . src"],
  ["grep -rn secrets src"],
  ["rg x src"],
  ["find . -name '*.ts'"],
  ["git status"],
  ["git diff --stat"],
  ["git log --oneline"],
  ["wc -l src/*.ts"],
  ["cd src && rg x ."],
  ["du -sh ."],
])("%s goes nowhere near, and runs", (command) => {
  expect(run(command, { deny: ["read(secrets/**)", "read(~/private/**)", "edit(docs/**)"] }).verdict).toBe(
    "allow",
  );
});

test("a glob that may match anywhere counts in every folder", () => {
  expect(run("grep -r x src", { deny: ["read(**/*.secret)"] }).verdict).toBe("ask");
  expect(run("grep -r x src", { deny: ["read(*.secret)"] }).verdict).toBe("allow");
  expect(run("grep -r x src", { deny: ["read(src/a/*.secret)"] }).verdict).toBe("ask");
  expect(run("grep -r x src/b", { deny: ["read(src/a/*.secret)"] }).verdict).toBe("allow");
});
