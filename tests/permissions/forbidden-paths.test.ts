/** Rules that forbid files hold for commands too, as far as a command names its files. */
import { describe, expect, test } from "bun:test";
import { decide, type Options, run } from "./ask-policy.ts";

const forbidden = { deny: ["read(secret/**)", "edit(docs/**)"] };
const allowances: [string, Options][] = [
  ["auto mode", { mode: "auto" }],
  ["a rule for the program", { allow: ["bash(cat:*)", "bash(touch:*)", "bash(npm test:*)"] }],
  ["a rule for all commands", { allow: ["bash"] }],
  ["a rule for the very command", { allow: ["bash(cat secret/key.txt)", "bash(touch docs/a.md)"] }],
];

describe("a command that names a file which a rule forbids", () => {
  test.each(allowances)("is asked about in spite of %s", (_, options) => {
    for (const command of ["cat secret/key.txt", "touch docs/a.md"]) {
      const decision = run(command, { ...options, ...forbidden });
      expect(decision.verdict).toBe("ask");
      expect(decision).not.toHaveProperty("remember");
      expect(decision.reasons.join()).toMatch(/which the rule (read|edit)\(.*\) forbids/);
    }
  });

  test.each([
    ["cat key.txt", "/repo/secret"],
    ["cat ../secret/key.txt", "/repo/src"],
    ["cd secret && cat key.txt", "/repo"],
    ["npm test --config=secret/key.txt", "/repo"],
    ["ls; cat a.txt /repo/secret/key.txt", "/repo"],
  ])("wherever the shell stands and however it is written: %s in %s", (command, cwd) => {
    const access = { type: "execute", command, cwd } as const;
    expect(decide(access, { allow: ["bash"], ...forbidden }).verdict).toBe("ask");
    expect(decide(access, { allow: ["bash"] }).verdict).toBe("allow");
  });

  test("may be looked at where only changing it is forbidden", () => {
    expect(run("cat docs/a.md", { mode: "auto", ...forbidden }).verdict).toBe("allow");
  });
});
