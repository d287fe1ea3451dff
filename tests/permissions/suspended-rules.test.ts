/** What `auto` makes of rules, of the sandbox, and of what nothing confines. */
import { describe, expect, test } from "bun:test";
import { isBroad } from "../../src/permissions/broad-rules.ts";
import { parseRule } from "../../src/permissions/rule.ts";
import { run, write } from "./ask-policy.ts";

describe("a rule for nearly everything", () => {
  test.each([
    ["bash"],
    ["edit"],
    ["read"],
    ["web_fetch"],
    ["mcp"],
    ["edit(**)"],
    ["read(/**)"],
    ["read(~/**)"],
    ["bash(python3 -u:*)"],
    ["bash(node x.js:*)"],
    ["bash(npx tsc:*)"],
    ["bash(npm run:*)"],
    ["bash(make:*)"],
    ["bash(docker run:*)"],
  ])("%s is one", (rule) => {
    expect(isBroad(parseRule(rule))).toBe(true);
  });

  test.each([
    ["bash(npm run build:*)"],
    ["bash(make test:*)"],
    ["bash(git push:*)"],
    ["bash(node x.js)"],
    ["edit(src/**)"],
    ["read(~/notes/**)"],
    ["web_fetch(domain:example.org)"],
    ["mcp(github)"],
  ])("%s is none", (rule) => {
    expect(isBroad(parseRule(rule))).toBe(false);
  });

  test("counts in ask mode and not in auto", () => {
    const deploy = (mode: "ask" | "auto") => run("./deploy.sh now", { mode, allow: ["bash"] }).verdict;
    expect([deploy("ask"), deploy("auto")]).toEqual(["allow", "ask"]);
    const outside = (mode: "ask" | "auto") => write("/srv/x", { mode, allow: ["edit"] }).verdict;
    expect([outside("ask"), outside("auto")]).toEqual(["allow", "ask"]);
    expect(run("./deploy.sh now", { mode: "auto", allow: ["bash(./deploy.sh now)"] }).verdict).toBe("allow");
  });
});

describe("auto mode in a sandbox", () => {
  const sandboxed = { mode: "auto", sandboxed: true, unconfinedAuto: false } as const;

  test.each([
    ["./run.sh"],
    ["npm install"],
    ["rm -r build"],
    ["gcc -c a.c -o a.o"],
    ["unknown-program --flag x"],
    ["timeout 20 ./run.sh"],
    ["npm test && ./run.sh > out.txt"],
  ])("runs %p, which it holds in the project", (command) => {
    expect(run(command, sandboxed).verdict).toBe("allow");
  });

  test.each([
    ["cat /etc/passwd"],
    ["cp x ../y"],
    ["./run.sh ~/x"],
    ["cat .env"],
    ["./run.sh > /tmp/x"],
    ["./run.sh $HOME"],
    ["sudo ls"],
    ["rm -rf ."],
    ["git push --force"],
    ["curl https://example.org"],
    ["./run.sh &"],
    ["f() { ls; }; f"],
    ["ls <(("],
    ["bash run.sh"],
  ])("asks about %p", (command) => {
    expect(run(command, { ...sandboxed, allow: ["bash"] }).verdict).toBe("ask");
  });
});

test("auto mode without a sandbox runs no command that does more than read, until this run is told so", () => {
  const unconfined = { mode: "auto", unconfinedAuto: false } as const;
  expect(run("npm test", unconfined)).toMatchObject({
    verdict: "ask",
    reasons: ["auto mode does not run it by itself: there is no sandbox that would hold it"],
  });
  expect(run("git status", unconfined).verdict).toBe("allow");
  expect(write("/repo/a.ts", unconfined).verdict).toBe("allow");
  expect(run("npm test", { ...unconfined, allow: ["bash(npm test)"] }).verdict).toBe("allow");
  expect(run("npm test", { ...unconfined, unconfinedAuto: true }).verdict).toBe("allow");
});

test.each([
  ["cat <<E\nx"],
  ["ls <(("],
  ["echo 'x"],
  ["if true; then ls"],
  ["{ ls"],
  ["ls ;; rm x"],
  ["ls <(true)#; rm x"],
])("a rule for all commands does not let %p run, which is not understood", (command) => {
  expect(run(command, { allow: ["bash"] }).verdict).toBe("ask");
  expect(run(command, { allow: ["bash"] })).not.toHaveProperty("remember");
});

test.each([
  ["sleep 1 & sleep 2 & touch a; sleep 3"],
  ["./serve & ./check"],
  ["f() { ls; }; f"],
  ["cat <<E\nx\nE\nls"],
  ["for f in *; do x $f; done"],
])("a rule for all commands lets %p run: every command in it is known", (command) => {
  expect(run(command, { allow: ["bash"] }).verdict).toBe("allow");
});
