/** Settings of the user's that cannot be read may hold rules that forbid: until then, nobody's word counts but the user's. */
import { expect, test } from "bun:test";
import { createPolicy } from "../../src/permissions/policy.ts";
import { permissionModeSchema } from "../../src/protocol/approval.ts";
import { bash, place, read, run, write } from "./ask-policy.ts";

const distrust = "the rules in settings.json cannot all be read";
const all = ["bash", "edit", "read", "bash(npm test)"];

test("no mode and no rule lets anything run that does more than read", () => {
  for (const mode of permissionModeSchema.options) {
    const options = { mode, allow: all, sandboxed: true, distrust };
    const refused = mode === "plan" ? "deny" : "ask";
    expect(run("npm test", options).verdict).toBe(refused);
    expect(write("/repo/a.ts", options).verdict).toBe(refused);
    expect(run("git status", options).verdict).toBe("allow");
    expect(read("/repo/a.ts", options).verdict).toBe("allow");
    expect(read("/srv/a.ts", options).verdict).toBe("ask");
  }
});

test("the question says why, offers no rule, and no flag", () => {
  const decision = run("npm test", { allow: all, distrust });
  expect(decision.reasons.join()).toContain(distrust);
  expect(decision).not.toHaveProperty("remember");
  expect(decision).toMatchObject({ hint: expect.stringContaining("repair it first") });
});

test("neither do a mode that is changed to, nor a rule of the session; what forbids still does", () => {
  const policy = createPolicy({ ...place, mode: "ask", deny: ["bash(rm:*)"], distrust });
  policy.setMode("auto");
  policy.remember("bash(npm test)");
  expect(policy.decide(bash("npm test")).verdict).toBe("ask");
  expect(policy.decide(bash("rm x")).verdict).toBe("deny");
});
