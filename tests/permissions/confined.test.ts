/** What decisions make of the state of the sandbox. */
import { describe, expect, test } from "bun:test";
import type { ConfinementFacts } from "../../src/permissions/judgement.ts";
import { createPolicy } from "../../src/permissions/policy.ts";
import type { PermissionMode } from "../../src/protocol/approval.ts";

function decide(
  command: string,
  facts: ConfinementFacts,
  mode: PermissionMode = "ask",
  allow: string[] = ["bash"],
) {
  const policy = createPolicy({ root: "/p", home: "/home/u", mode, allow, ...facts });
  return policy.decide({ tool: "bash", accesses: [{ type: "execute", command, cwd: "/p" }] });
}

describe("where there is no sandbox and nobody said that there need be none", () => {
  const lost = { noSandbox: "`bwrap` is not installed" };
  test.each(["ask", "accept-edits", "auto"] as const)(
    "in the mode %s every command but those that look is asked",
    (mode) => {
      for (const command of ["npm test", "touch a", "git commit -m x"]) {
        const decision = decide(command, { ...lost, unconfinedAuto: true }, mode, ["bash", "bash(npm test)"]);
        expect(decision).toMatchObject({
          verdict: "ask",
          reasons: ["there is no sandbox: `bwrap` is not installed"],
          hint: expect.stringContaining("--sandbox none"),
        });
        expect(decision).not.toHaveProperty("remember");
      }
      expect(decide("ls", lost, mode).verdict).toBe("allow");
    },
  );

  test("what is always asked and what is forbidden stay so", () => {
    expect(decide("sudo ls", lost)).toMatchObject({ reasons: [expect.stringContaining("always asked")] });
    expect(decide("ls", lost, "plan").verdict).toBe("allow");
    expect(decide("npm test", lost, "plan").verdict).toBe("deny");
  });
});

describe("while something new is unseen that git may run something because of", () => {
  const unseen = { sandboxed: true, unseen: ["/p/new/.git"] };
  test("every git command is asked, whatever allows it", () => {
    for (const command of ["git status", "ls && git log", "env git log"])
      expect(decide(command, unseen, "auto")).toMatchObject({
        verdict: "ask",
        reasons: [expect.stringContaining("/p/new/.git is new")],
      });
  });

  test("other commands are not", () => {
    expect(decide("ls", unseen).verdict).toBe("allow");
    expect(decide("git status", { sandboxed: true, unseen: [] }).verdict).toBe("allow");
  });
});
