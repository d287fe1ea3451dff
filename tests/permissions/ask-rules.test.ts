/** Rules that have calls asked: weaker than those that forbid, stronger than those that allow and than the mode. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import type { Access } from "../../src/protocol/tool-result.ts";
import { decide, read, run, write } from "./ask-policy.ts";

describe("a rule that has a call asked", () => {
  test.each([
    ["git push", ["bash(git push:*)"]],
    ["git push && ls", ["bash(git push:*)"]],
    ["timeout 5 git push", ["bash(git push:*)"]],
    ["git -C sub push", ["bash(git push:*)"]],
    ["ls", ["bash(ls)"]],
    ["ls src | head", ["bash(ls:*)"]],
    ["cat notes/a.md", ["read(notes/**)"]],
    ["npm test", ["bash"]],
    ["touch docs/a.md", ["edit(docs/**)"]],
    ["$(cat x", ["bash(git push:*)"]],
  ])("holds for %p in every mode and against every rule", (command, ask) => {
    for (const mode of ["ask", "accept-edits", "auto"] as const) {
      const decision = run(command, { mode, ask, allow: ["bash", "read", "edit", `bash(${command})`] });
      expect(decision.verdict).toBe("ask");
      expect(decision).not.toHaveProperty("remember");
    }
  });

  test("names itself", () => {
    const decision = run("npm test", { ask: ["bash(npm test)"], allow: ["bash(npm test)"] });
    expect(decision.reasons).toEqual(["the rule bash(npm test) has it asked"]);
  });

  test("holds for files, hosts and tools of servers", () => {
    const options = {
      mode: "accept-edits",
      ask: ["edit(docs/**)", "read(notes/**)", "web_fetch(domain:example.org)", "mcp(github)"],
      allow: ["edit", "read", "web_fetch", "mcp"],
    } as const;
    expect(write("/repo/docs/a.md", options).verdict).toBe("ask");
    expect(write("/repo/src/a.ts", options).verdict).toBe("allow");
    expect(read("/repo/notes/a.md", options).verdict).toBe("ask");
    expect(read("/repo/a.md", options).verdict).toBe("allow");
    expect(decide({ type: "network", url: "https://a.example.org/" }, options).verdict).toBe("ask");
    expect(decide({ type: "network", url: "https://example.net/" }, options).verdict).toBe("allow");
    expect(decide({ type: "mcp", server: "github", tool: "x" }, options).verdict).toBe("ask");
    expect(decide({ type: "mcp", server: "other", tool: "x" }, options).verdict).toBe("allow");
  });

  test("gives way to one that forbids", () => {
    expect(run("git push", { ask: ["bash(git push)"], deny: ["bash(git push:*)"] }).verdict).toBe("deny");
  });
});

test("forbidding wins over asking, and asking over allowing, for every call", () => {
  const rule = fc.constantFrom(
    "bash",
    "bash(ls:*)",
    "bash(npm test)",
    "edit(src/**)",
    "edit",
    "read(src/**)",
    "read",
    "web_fetch",
    "web_fetch(domain:example.org)",
    "mcp",
    "mcp(a/b)",
  );
  const rules = fc.array(rule, { maxLength: 4 });
  const access = fc.constantFrom<Access>(
    { type: "execute", command: "ls src", cwd: "/repo" },
    { type: "execute", command: "npm test", cwd: "/repo" },
    { type: "write", path: "/repo/src/a.ts" },
    { type: "read", path: "/repo/src/a.ts" },
    { type: "network", url: "https://example.org/" },
    { type: "mcp", server: "a", tool: "b" },
  );
  const strictness = { allow: 0, ask: 1, deny: 2 };
  fc.assert(
    fc.property(
      access,
      rules,
      rules,
      rules,
      fc.constantFrom("ask", "accept-edits", "auto", "plan"),
      (one, allow, ask, deny, mode) => {
        const is = (options: object) => strictness[decide(one, { mode, ...options }).verdict];
        expect(is({ allow, ask, deny })).toBeGreaterThanOrEqual(is({ allow, ask }));
        expect(is({ allow, ask })).toBeGreaterThanOrEqual(is({ allow }));
        expect(is({ allow })).toBeLessThanOrEqual(is({}));
        expect(is({ allow, ask, deny })).toBe(Math.max(is({ allow, ask }), is({ allow, deny })));
      },
    ),
    { numRuns: 2_000 },
  );
});
