/** The shared cases: a shell command, and whether it may run unasked. Skipped where the folder is absent. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type CallClass, permissionModeSchema } from "../../src/protocol/approval.ts";
import { entrySchema, openCaseDisk } from "./case-disk.ts";

const classes = ["read_only", "needs_approval", "deny_or_always_ask"] as const;
const caseSchema = z.object({
  id: z.string(),
  command: z.string(),
  expect: z.enum(classes),
  why: z.string(),
  fs: z.array(entrySchema).optional(),
});
type Case = z.infer<typeof caseSchema>;

const file = join(import.meta.dir, "../../../shared/cases/commands.jsonl");
const cases: readonly Case[] = existsSync(file)
  ? readFileSync(file, "utf8")
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => caseSchema.parse(JSON.parse(line)))
  : [];

const disk = openCaseDisk();
afterAll(() => disk.remove());

/** The class that the decisions themselves show: what runs without rules, and what a rule for everything lets run. */
function classShown({ command, fs = [] }: Case): CallClass {
  disk.furnish(fs);
  const request = { tool: "bash", accesses: [{ type: "execute", command, cwd: "/repo" }] } as const;
  if (disk.policy({ mode: "ask" }).decide(request).verdict === "allow") return "read_only";
  const mayRun = permissionModeSchema.options
    .filter((mode) => mode !== "plan")
    .some(
      (mode) =>
        disk.policy({ mode, allow: ["bash", "edit", "read", ...exactRule(command)] }).decide(request)
          .verdict === "allow",
    );
  return mayRun ? "needs_approval" : "deny_or_always_ask";
}

function exactRule(command: string): string[] {
  return command.trim() === "" || command.trim().endsWith(":*") ? [] : [`bash(${command})`];
}

const rank = (one: CallClass) => classes.indexOf(one);
const named = (list: readonly Case[]) =>
  list.map(({ id, command, why }) => `${id} ${JSON.stringify(command.slice(0, 120))} (${why})`);

describe.skipIf(cases.length === 0)("shared command cases (skipped when the cases are absent)", () => {
  const shown = new Map(cases.map((one) => [one, classShown(one)]));
  const wrong = (test: (is: number, wanted: number, one: Case) => boolean) =>
    cases.filter((one) => test(rank(shown.get(one) ?? "read_only"), rank(one.expect), one));

  test("nothing runs that should have been asked, and nothing is overruled that is always asked", () => {
    expect(named(wrong((is, wanted) => is < wanted))).toEqual([]);
  });

  test("what only reads is not asked", () => {
    expect(named(wrong((is, _, one) => one.expect === "read_only" && is > 0))).toEqual([]);
  });

  test("less than one in twenty of what a rule may allow is always asked", () => {
    const nagging = wrong((is, _, one) => one.expect === "needs_approval" && is > 1);
    const all = cases.filter((one) => one.expect === "needs_approval");
    if (nagging.length / all.length >= 0.05) expect(named(nagging)).toEqual([]);
    expect(nagging.length / all.length).toBeLessThan(0.05);
  });

  test("the class that a decision names is the one that it shows", () => {
    const differing = cases.filter((one) => {
      disk.furnish(one.fs ?? []);
      const accesses = [{ type: "execute", command: one.command, cwd: "/repo" }] as const;
      return disk.policy({ mode: "ask" }).decide({ tool: "bash", accesses }).class !== shown.get(one);
    });
    expect(named(differing)).toEqual([]);
  });
});
