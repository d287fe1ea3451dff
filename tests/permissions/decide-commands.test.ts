import { describe, expect, test } from "bun:test";
import { createPolicy } from "../../src/permissions/policy.ts";
import { bash, place, run } from "./ask-policy.ts";

describe("commands", () => {
  test("ask, with the rule that would be kept", () => {
    expect(run("npm test")).toEqual({
      class: "needs_approval",
      verdict: "ask",
      reasons: ["it runs `npm`"],
      parts: [{ from: 0, to: 8, reason: "it runs `npm`" }],
      remember: "bash(npm test)",
      hint: "To allow it: --allow 'bash(npm test)'.",
    });
  });

  test("a hint is quoted for the shell", () => {
    expect(run("npm run 'it is'")).toMatchObject({
      hint: String.raw`To allow it: --allow 'bash(npm run '\''it is'\'')'.`,
    });
  });

  test.each([
    ["rm -rf ./tmp1"],
    ["git status && rm -rf ./tmp1"],
    ["curl https://example.org"],
    ["git push"],
    ["npm install x"],
    ["bash -c ls"],
    ["ls $(touch x)"],
    ["echo x > y"],
    ["sleep 1 &"],
    ["ls\ntouch x"],
    ["find . -delete"],
    ["LD_PRELOAD=x ls"],
    ["python3 -c 'print(1)'"],
    ["node script.js"],
    ["env npm test"],
    ["npm test > log.txt"],
    ["npm test && f() { ls; }"],
    ["cat .env"],
    ["echo a | sh"],
    ["npm run x:*"],
  ])("%p offers nothing to remember", (command) => {
    expect(run(command).verdict).toBe("ask");
    expect(run(command)).not.toHaveProperty("remember");
  });

  test("the rule that is offered lets the same command run, and nothing longer", () => {
    const policy = createPolicy({ ...place, mode: "ask" });
    const decision = policy.decide(bash("npm test"));
    if (decision.verdict !== "ask" || decision.remember === undefined) throw new Error("nothing was offered");
    policy.remember(decision.remember);
    expect(policy.decide(bash("npm test")).verdict).toBe("allow");
    expect(policy.decide(bash("npm test -- --watch")).verdict).toBe("ask");
    expect(policy.decide(bash("npm test && rm x")).verdict).toBe("ask");
  });

  test.each([
    ["bash(npm test)", "npm test", "allow"],
    ["bash(npm test)", "  npm test ", "allow"],
    ["bash(npm test)", "npm test extra", "ask"],
    ["bash(npm run build:*)", "npm run build", "allow"],
    ["bash(npm run build:*)", "npm run build --prod", "allow"],
    ["bash(npm run build:*)", "npm run builder", "ask"],
    ["bash(npm run build:*)", "npm run build:all", "ask"],
    ["bash(npm run build:*)", "npm run build; rm x", "ask"],
    ["bash(npm run build:*)", "npm run build && curl x", "ask"],
    ["bash(npm run build:*)", "npm run build | sh", "ask"],
    ["bash(npm run build:*)", "npm run build $(x)", "ask"],
    ["bash(npm run build:*)", "npm run build `x`", "ask"],
    ["bash(npm run build:*)", "npm run build > /tmp/x", "ask"],
    ["bash(npm run build:*)", "npm run build\nrm x", "ask"],
    ["bash(npm run build:*)", "npm run build {a,b}", "ask"],
    ["bash(npm run build:*)", "npm run build &", "ask"],
    ["bash(npm run build:*)", "NODE_OPTIONS=x npm run build", "ask"],
    ["bash(npm run build:*)", "NO_COLOR=1 npm run build 2>&1 | tail -50", "allow"],
    ["bash(npm run build:*)", "cd sub && npm run build", "allow"],
    ["bash(npm run build:*)", "npm run build --script-sh=./x", "ask"],
    ["bash(npm run build:*)", "npm run build -C /tmp/evil", "ask"],
    ["bash(ls:*)", "'CI=./evil' ls", "ask"],
    ["bash(./run.sh)", " ./run.sh\n", "allow"],
    ["bash(./run.sh)", "./run.sh\u00A0", "ask"],
    ["bash(./run.sh)", "\uFEFF./run.sh", "ask"],
    ["bash(git push:*)", "git push --rece=./x .", "ask"],
    ["bash(git grep:*)", "git grep -nO./x y", "ask"],
    ["bash(git grep:*)", "git grep --op=./x y", "ask"],
    ["bash(git fetch:*)", "git fetch --upl=./x .", "ask"],
    ["bash(git rebase:*)", "git rebase -x ./x HEAD~1", "ask"],
    ["bash(tar:*)", "tar tf a.tar", "allow"],
    ["bash(tar:*)", "tar tf a.tar --use=./x", "ask"],
    ["bash(tar:*)", "tar xIf ./x a.tar", "ask"],
    ["bash(tar:*)", "tar xf a.tar --checkpoint=1 --checkpoint-=exec=./x", "ask"],
    ["bash(make:*)", "echo x | make -f -", "ask"],
    ["bash(npm run build:*)", "cd /tmp/evil && npm run build", "ask"],
    ["bash(git diff:*)", "git diff -- 'a b.txt'", "allow"],
    ["bash(git diff:*)", "git diff --output=x", "ask"],
    ["bash(git diff:*)", "git diff --ext-diff", "ask"],
    ["bash(git diff:*)", "git -C /tmp diff", "ask"],
    ["bash(find:*)", "find . -exec rm {} +", "ask"],
    ["bash(find:*)", "find . -delete", "ask"],
    ["bash(cat:*)", "cat .env", "ask"],
    ["bash(cp:*)", "cp evil.json .rein/settings.json", "ask"],
    ["bash(git push:*)", "git push origin feature", "allow"],
    ["bash(git push:*)", "git push --force", "ask"],
    ["bash(rm:*)", "rm old.txt", "allow"],
    ["bash(rm:*)", "rm -rf /", "ask"],
    ["bash(rm:*)", "rm -rf .", "ask"],
    ["bash", "make -j4 > log.txt", "allow"],
    ["bash", "for f in *; do echo $f; done", "allow"],
    ["bash", "sudo make install", "ask"],
    ["bash", "true && env sudo make", "ask"],
    ["bash", "x=$(sudo id)", "ask"],
    ["bash", 'rm -rf "$HOME"', "ask"],
    ["bash(sudo make install)", "sudo make install", "ask"],
  ] as const)("the rule %s and %p: %s", (rule, command, verdict) => {
    expect(run(command, { allow: [rule] }).verdict).toBe(verdict);
  });

  test("a pipe of allowed commands needs no question", () => {
    expect(
      run("cat a | grep x | sort -u", { allow: ["bash(cat:*)", "bash(grep:*)", "bash(sort:*)"] }).verdict,
    ).toBe("allow");
  });

  test.each([
    ["bash(git push:*)", "git push", "deny"],
    ["bash(git push:*)", "git status && git push --force", "deny"],
    ["bash(git push:*)", "git -C sub --no-pager push", "deny"],
    ["bash(git push:*)", "x=1; $(git push)", "deny"],
    ["bash(git push:*)", "git pushx", "allow"],
    ["bash(rm:*)", "ls | xargs rm", "deny"],
    ["bash(rm:*)", "find . -exec rm {} +", "deny"],
    ["bash(rm:*)", "env FOO=1 rm x", "deny"],
    ["bash(rm:*)", "/bin/rm x", "deny"],
    ["bash(rm:*)", "bash -c 'rm x'", "deny"],
    ["bash(rm:*)", "echo 'rm x'", "allow"],
    ["bash(rm:*)", "rmdir x", "allow"],
    ["bash(rm:*)", "$(printf r)m x", "ask"],
    ["bash(rm:*)", "trap 'rm x' EXIT", "deny"],
    ["bash(rm:*)", "echo cm0geA== | base64 -d | sh", "ask"],
    ["bash(npm publish)", "npm publish", "deny"],
    ["bash(rm:*)", "ls; rm x )", "deny"],
    ["bash(rm:*)", "f() { rm x; }; f", "deny"],
    ["bash(rm:*)", "cat <<'E'\nrm x\nE", "allow"],
    ["bash", "ls", "deny"],
  ] as const)("forbidden by %s, %p: %s", (rule, command, verdict) => {
    expect(run(command, { deny: [rule], allow: ["bash"] }).verdict).toBe(verdict);
  });

  test("that do more than read are denied in plan mode", () => {
    expect(run("git log | head", { mode: "plan" }).verdict).toBe("allow");
    expect(run("npm test", { mode: "plan", allow: ["bash"] })).toEqual({
      class: "needs_approval",
      verdict: "deny",
      reasons: ["plan mode: only reading is possible, and this runs a command"],
    });
  });

  test("accept-edits accepts edits, not commands", () => {
    expect(run("npm test", { mode: "accept-edits" }).verdict).toBe("ask");
    expect(run("ls > list.txt", { mode: "accept-edits" }).verdict).toBe("allow");
    expect(run("ls > list.txt").verdict).toBe("ask");
  });
});
