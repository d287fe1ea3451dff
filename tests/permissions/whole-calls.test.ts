/** Decisions on calls as the tools make them: several files at once, a shell in a folder below, nothing at all. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { resolve } from "node:path";
import { createPolicy } from "../../src/permissions/policy.ts";
import type { Access } from "../../src/protocol/tool-result.ts";
import { decide, type Options, place, run, write } from "./ask-policy.ts";

const changes = (...names: string[]): Access[] =>
  names.map((name) => ({ type: "write", path: resolve("/repo", name) }));

describe("a call that changes several files", () => {
  test("runs only if each of them may be changed", () => {
    expect(decide(changes("a.ts", "src/b.ts"), { mode: "accept-edits" }).verdict).toBe("allow");
    expect(decide(changes("a.ts", "../etc/x"), { mode: "accept-edits" }).verdict).toBe("ask");
    expect(decide(changes("a.ts", ".git/config"), { mode: "auto", allow: ["edit"] }).verdict).toBe("ask");
    expect(decide(changes("a.ts", "b.ts"), { allow: ["edit(a.ts)"] }).verdict).toBe("ask");
    expect(
      decide(changes("a.ts", "secret/b.ts"), { allow: ["edit"], deny: ["edit(secret/**)"] }).verdict,
    ).toBe("deny");
  });

  test("gives the reason for every file that is asked about, and for none that is not", () => {
    const decision = decide(changes("a.ts", ".envrc", "../repo-evil/x"), { mode: "accept-edits" });
    expect(decision.reasons).toEqual([
      "it changes .envrc (run by direnv when the folder is entered); this is always asked",
      "it changes a file outside the project: /repo-evil/x",
    ]);
  });

  test("offers no single rule, and names the flags that would do", () => {
    const decision = decide(changes("a.ts", "b.ts"));
    expect(decision).not.toHaveProperty("remember");
    expect(decision).toMatchObject({
      hint: expect.stringContaining("--allow 'edit(a.ts)' --allow 'edit(b.ts)'"),
    });
  });

  test("is as strict as its strictest file, whatever the others are", () => {
    const order = ["allow", "ask", "deny"];
    const path = fc
      .constantFrom("a.ts", "src/b.ts", ".env", ".git/x", "../x", "secret/x")
      .map((name) => resolve("/repo", name));
    const options: fc.Arbitrary<Options> = fc.record({
      mode: fc.constantFrom("ask" as const, "accept-edits" as const, "auto" as const, "plan" as const),
      allow: fc.subarray(["edit", "edit(src/**)", "edit(.env)"]),
      deny: fc.subarray(["edit(secret/**)"]),
    });
    fc.assert(
      fc.property(fc.array(path, { minLength: 1, maxLength: 4 }), options, (paths, options) => {
        const together = decide(
          paths.map((path) => ({ type: "write", path })),
          options,
        ).verdict;
        const alone = paths.map((path) => order.indexOf(write(path, options).verdict));
        expect(order.indexOf(together)).toBe(Math.max(...alone));
      }),
    );
  });
});

test("a path that was not followed to its end is always asked", () => {
  for (const path of ["/repo/../etc/hosts", "/repo/src/../a.ts", "a.ts", "/repo/a.ts/"]) {
    expect(write(path, { mode: "auto", allow: ["edit"] }).verdict).toBe("ask");
  }
});

test("a call that touches nothing runs in every mode", () => {
  for (const mode of ["ask", "accept-edits", "auto", "plan"] as const) {
    expect(decide([], { mode })).toEqual({
      class: "read_only",
      verdict: "allow",
      reasons: ["it touches nothing"],
    });
  }
});

describe("a command in a folder below the project's", () => {
  const runIn = (cwd: string, command: string, options: Options = {}) =>
    decide({ type: "execute", command, cwd }, options);

  test.each([
    ["/repo/sub", "cat a.txt", "allow"],
    ["/repo/sub", "cat ../../etc/passwd", "ask"],
    ["/repo/sub", "ls /repo", "allow"],
    ["/repo/.git", "touch hooks/pre-commit", "ask"],
    ["/repo/.rein", "cp a settings.json", "ask"],
    ["/repo-evil", "ls", "ask"],
    ["/", "ls", "ask"],
  ] as const)("in %s auto mode lets %p: %s", (cwd, command, verdict) => {
    expect(runIn(cwd, command, { mode: "auto" }).verdict).toBe(verdict);
  });

  test("a rule holds there, and not outside the project", () => {
    const allow = ["bash(npm test)", "bash(npm run build:*)"];
    for (const command of ["npm test", "npm run build"]) {
      expect(runIn("/repo/sub", command, { allow }).verdict).toBe("allow");
      const outside = runIn("/repo-evil", command, { allow });
      expect(outside.verdict).toBe("ask");
      expect(outside.reasons).toEqual(["it runs a command outside the project, in /repo-evil"]);
      expect(outside).not.toHaveProperty("remember");
    }
  });

  const segment = fc.constantFrom("a", "sub", "..", ".", ".git", ".env", "etc");
  const relativePath = fc.array(segment, { minLength: 1, maxLength: 5 }).map((parts) => parts.join("/"));
  const folder = fc.constantFrom("/repo", "/repo/sub", "/repo/sub/deep", "/repo/.git", "/tmp");
  const program = fc.constantFrom("cat", "touch", "cp a", "ls", "mkdir -p", "git add");

  test("a relative path is taken from there: it never gets more than the same place named from the root", () => {
    const options: fc.Arbitrary<Options> = fc.record({
      mode: fc.constantFrom("ask" as const, "accept-edits" as const, "auto" as const, "plan" as const),
      allow: fc.subarray(["bash(cat:*)", "bash(touch:*)", "bash(cp:*)"]),
    });
    fc.assert(
      fc.property(program, relativePath, folder, options, (program, path, cwd, options) => {
        if (runIn(cwd, `${program} ${path}`, options).verdict !== "allow") return;
        expect(run(`${program} ${resolve(cwd, path)}`, options).verdict).toBe("allow");
        expect(cwd).toStartWith("/repo");
      }),
      { numRuns: 3_000 },
    );
  });

  test("what is offered there works there", () => {
    fc.assert(
      fc.property(program, relativePath, folder, (program, path, cwd) => {
        const policy = createPolicy({ ...place, mode: "ask" });
        const request = {
          tool: "bash",
          accesses: [{ type: "execute", command: `${program} ${path}`, cwd } as const],
        };
        const decision = policy.decide(request);
        if (decision.verdict !== "ask" || decision.remember === undefined) return;
        policy.remember(decision.remember);
        expect(policy.decide(request).verdict).toBe("allow");
      }),
    );
  });
});
