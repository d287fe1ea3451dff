/** Which rules past answers speak for. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createPolicy } from "../../src/permissions/policy.ts";
import { type PastCall, suggestRules } from "../../src/permissions/suggest.ts";
import type { Access } from "../../src/protocol/tool-result.ts";
import { place } from "./ask-policy.ts";

const command = (text: string, approved: number, declined = 0): PastCall => ({
  shown: text,
  accesses: [{ type: "execute", command: text, cwd: "/repo" }],
  approved,
  declined,
});
const edit = (path: string, approved: number): PastCall => ({
  shown: path,
  accesses: [{ type: "write", path: `/repo/${path}` }],
  approved,
  declined: 0,
});
const decideWith = (accesses: readonly Access[], allow: readonly string[]) =>
  createPolicy({ ...place, mode: "ask", allow }).decide({ tool: "any", accesses });
const suggest = (past: readonly PastCall[]) => suggestRules(past, decideWith);
const rules = (past: readonly PastCall[]) => suggest(past).map(({ rule }) => rule);

describe("rules that past answers speak for", () => {
  test("a command that was approved twice is one, with the calls that it would have answered", () => {
    expect(suggest([command("npm test", 3), command("cargo build", 1)])).toEqual([
      { rule: "bash(npm test)", calls: [command("npm test", 3)], questions: 3, isWider: false },
    ]);
  });

  test("commands that begin alike make a wider one, which says so", () => {
    const past = [command("git commit -m one", 1), command("git commit -m two", 2)];
    expect(suggest(past)).toEqual([
      { rule: "bash(git commit:*)", calls: past.toReversed(), questions: 3, isWider: true },
    ]);
  });

  test("files of a folder make one for the folder", () => {
    expect(rules([edit("src/a.ts", 1), edit("src/b.ts", 1)])).toEqual(["edit(src/**)"]);
    expect(rules([edit("src/a.ts", 2)])).toEqual(["edit(src/a.ts)"]);
    expect(rules([edit("a.ts", 1), edit("b.ts", 1)])).toEqual([]);
  });

  test("what would have allowed a call that was declined is none", () => {
    expect(
      rules([
        command("git commit -m one", 1),
        command("git commit -m two", 1),
        command("git commit --amend -m x", 0, 1),
      ]),
    ).toEqual([]);
    expect(rules([command("npm test", 2, 1)])).toEqual([]);
  });

  test.each([
    ["sudo ls"],
    ["rm -rf ."],
    ["git push"],
    ["bash build.sh"],
    ["python3 x.py"],
    ["node x.js"],
    ["npx tsc"],
    ["npm test; rm x"],
    ["npm test > out"],
    ["$(x) y"],
    ["cat <<E"],
  ])("nothing comes of %p, however often it was approved", (text) => {
    expect(rules([command(text, 9)])).toEqual([]);
  });

  test("nothing comes of what is not asked any more", () => {
    expect(rules([command("ls", 5)])).toEqual([]);
  });
});

test("each rule lets each of its calls run and none that was declined", () => {
  const text = fc.constantFrom(
    "npm test",
    "npm test x",
    "npm run a",
    "git commit -m a",
    "git commit -m b",
    "rm x",
    "sudo ls",
    "make a",
    "make b",
    "ls",
  );
  const past = fc.uniqueArray(fc.tuple(text, fc.nat(3), fc.nat(1)), { selector: ([one]) => one });
  fc.assert(
    fc.property(past, (found) => {
      const calls = found.map(([one, approved, declined]) => command(one, approved, declined));
      for (const { rule, calls: covered, questions } of suggest(calls)) {
        expect(questions).toBeGreaterThanOrEqual(2);
        for (const call of covered) expect(decideWith(call.accesses, [rule]).verdict).toBe("allow");
        for (const call of calls.filter(({ declined }) => declined > 0))
          expect(
            decideWith(call.accesses, [rule]).verdict === "allow" &&
              decideWith(call.accesses, []).verdict !== "allow",
          ).toBeFalse();
      }
    }),
    { numRuns: 300 },
  );
});
