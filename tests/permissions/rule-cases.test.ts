/** The shared cases: does a rule cover a command, or forbid it? Skipped where the folder is absent. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { UserError } from "../../src/protocol/error.ts";
import { openCaseDisk } from "./case-disk.ts";

const caseSchema = z.object({
  id: z.string(),
  kind: z.enum(["allow", "deny"]),
  rule: z.string(),
  command: z.string(),
  expect: z.enum(["match", "no_match", "undecidable_ask"]),
  why: z.string(),
});
type Case = z.infer<typeof caseSchema>;

const file = join(import.meta.dir, "../../../shared/cases/rules.jsonl");
const cases: readonly Case[] = existsSync(file)
  ? readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => caseSchema.parse(JSON.parse(line)))
  : [];

const disk = openCaseDisk();
beforeAll(() => disk.furnish([]));
afterAll(() => disk.remove());

function verdict({ kind, rule, command }: Case): Case["expect"] {
  const request = { tool: "bash", accesses: [{ type: "execute", command, cwd: "/repo" }] } as const;
  const decide = (allow: string[], deny: string[]) =>
    disk.policy({ mode: "ask", allow, deny }).decide(request);
  if (kind === "deny") {
    const found = decide(["bash"], [rule]).verdict;
    return found === "deny" ? "match" : found === "ask" ? "undecidable_ask" : "no_match";
  }
  try {
    return decide([rule], []).verdict === "allow" ? "match" : "no_match";
  } catch (thrown) {
    // A rule that would allow anything is not taken.
    if (thrown instanceof UserError) return "no_match";
    throw thrown;
  }
}

describe.skipIf(cases.length === 0)("shared rule cases (skipped when the cases are absent)", () => {
  // Where there are no cases this one says that they were skipped.
  test("are of every answer", () => {
    expect([...new Set(cases.map((one) => one.expect))].toSorted()).toEqual([
      "match",
      "no_match",
      "undecidable_ask",
    ]);
  });

  test.each(cases.map((one) => [`${one.id} ${one.kind} ${one.rule}: ${one.why}`, one] as const))(
    "%s",
    (_name, one) => {
      expect({ command: one.command, is: verdict(one) }).toEqual({ command: one.command, is: one.expect });
    },
  );
});
