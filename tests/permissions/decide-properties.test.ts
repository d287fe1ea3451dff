import { expect, test } from "bun:test";
import * as fc from "fast-check";
import { permissionModeSchema } from "../../src/protocol/approval.ts";
import type { Access } from "../../src/protocol/tool-result.ts";
import { createPolicy } from "../../src/permissions/policy.ts";

const place = { root: "/repo", home: "/home/u" };
const mode = fc.constantFrom(...permissionModeSchema.options);

const segment = fc.oneof(
  fc.constantFrom(
    ".git",
    ".env",
    ".rein",
    ".ssh",
    "src",
    "a.ts",
    "*",
    "[x]",
    "..x",
    "~",
    "a b",
    "(",
    ")",
    "é",
    "!",
  ),
  fc.stringMatching(/^[a-zA-Z0-9._-]{1,8}$/).filter((name) => name !== "." && name !== ".."),
);
const below = (root: string) =>
  fc.array(segment, { minLength: 1, maxLength: 4 }).map((parts) => `${root}/${parts.join("/")}`);
const inside = below("/repo");
const outside = fc
  .oneof(below("/repo-evil"), below("/home/u"), below(""), fc.constant("/"))
  .filter((path) => path !== "/repo" && !path.startsWith("/repo/"));

const shellPiece = fc.constantFrom(
  ..."ls cat rm git push npm test run echo sudo sh -c cd .. /etc/passwd ~ $HOME $(id) `id` > >> < << 2>&1 & && || | ; ' \" \\ * ? { } ( ) ! # -rf -exec --output=x .git/config .env a.ts X=1 PATH=. /repo/a".split(
    " ",
  ),
  " ",
  " ",
  "\n",
  "\u00A0",
);
const command = fc.array(shellPiece, { minLength: 1, maxLength: 12 }).map((pieces) => pieces.join(" "));

const access: fc.Arbitrary<Access> = fc.oneof(
  fc.record({ type: fc.constant("read" as const), path: fc.oneof(inside, outside) }),
  fc.record({ type: fc.constant("write" as const), path: fc.oneof(inside, outside) }),
  fc.record({
    type: fc.constant("execute" as const),
    command,
    cwd: fc.constantFrom("/repo", "/repo/sub", "/tmp"),
  }),
  fc.record({ type: fc.constant("network" as const), url: fc.webUrl() }),
);
const runs = { numRuns: 2_000 };

test("without a rule, no mode lets a file outside the project be changed or a command run there", () => {
  const danger = fc.oneof(
    fc.record({ type: fc.constant("write" as const), path: outside }),
    fc.record({ type: fc.constant("execute" as const), command, cwd: outside }),
  );
  fc.assert(
    fc.property(danger, mode, (access, mode) => {
      expect(createPolicy({ ...place, mode }).decide({ tool: "any", accesses: [access] }).verdict).not.toBe(
        "allow",
      );
    }),
    runs,
  );
});

test("plan mode lets nothing but reading run, whatever the rules", () => {
  const rules = fc.subarray(["bash", "edit", "read", "edit(**)", "bash(ls:*)", "bash(npm test)"]);
  fc.assert(
    fc.property(access, rules, (access, allow) => {
      fc.pre(access.type !== "read");
      const decision = createPolicy({ ...place, mode: "plan", allow }).decide({
        tool: "any",
        accesses: [access],
      });
      expect(decision.verdict).toBe(decision.class === "read_only" ? "allow" : "deny");
    }),
    runs,
  );
});

test("no mode and no rule lets run what is always asked, and without rules only what reads runs by default", () => {
  fc.assert(
    fc.property(command, mode, (command, mode) => {
      const accesses = [{ type: "execute", command, cwd: "/repo" }] as const;
      const exact = /^\s*$|:\*$/.test(command) ? [] : [`bash(${command})`];
      const allow = ["bash", "edit", "read", ...exact];
      const decision = createPolicy({ ...place, mode, allow }).decide({ tool: "bash", accesses });
      if (decision.class === "deny_or_always_ask") expect(decision.verdict).not.toBe("allow");
      const { verdict } = createPolicy({ ...place, mode: "ask" }).decide({ tool: "bash", accesses });
      expect(verdict === "allow").toBe(decision.class === "read_only");
    }),
    { numRuns: 5_000 },
  );
});

test("auto mode runs nothing that deletes, takes other rights, leaves the project or runs a text", () => {
  fc.assert(
    fc.property(command, (command) => {
      const accesses = [{ type: "execute", command, cwd: "/repo" }] as const;
      const { verdict } = createPolicy({ ...place, mode: "auto" }).decide({ tool: "bash", accesses });
      if (verdict !== "allow") return;
      const outsideQuotes = command.replace(/\\.|'[^']*'|"[^"]*"/g, "_").replace(/(^|\s)#.*/g, "");
      expect(outsideQuotes).not.toMatch(/(^|[;|&(]|\n) *(rm|sudo|sh|git +push)( |$)/);
      expect(outsideQuotes).not.toMatch(
        /(^|[;|&(]|\n) *cat [^|;&\n]*((?<!_)\/etc|(?<!_)\.env|\.\.|(?<!_)~|\$)/,
      );
    }),
    { numRuns: 10_000 },
  );
});

test("what is offered works: with the rule the same call runs, and nobody is asked again", () => {
  fc.assert(
    fc.property(fc.array(access, { maxLength: 2 }), mode, (accesses, mode) => {
      const policy = createPolicy({ ...place, mode });
      const decision = policy.decide({ tool: "any", accesses });
      expect(decision.reasons.length).toBeGreaterThan(0);
      if (decision.verdict !== "ask" || decision.remember === undefined) return;
      policy.remember(decision.remember);
      expect(policy.decide({ tool: "any", accesses }).verdict).toBe("allow");
    }),
    runs,
  );
});

test("a rule that forbids everything of a kind is never overruled", () => {
  fc.assert(
    fc.property(access, mode, (access, mode) => {
      fc.pre(access.type !== "network");
      const policy = createPolicy({
        ...place,
        mode,
        allow: ["bash", "edit", "read"],
        deny: ["bash", "edit", "read"],
      });
      expect(policy.decide({ tool: "any", accesses: [access] }).verdict).toBe("deny");
    }),
    runs,
  );
});
