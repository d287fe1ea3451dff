/** The project's own tables: commands, rules and paths of every kind, and what is decided about them. */
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { UserError } from "../../src/protocol/error.ts";
import type { Decision, PermissionMode } from "../../src/protocol/approval.ts";
import { openCaseDisk } from "./case-disk.ts";
import { alwaysAsked, looks, needsApproval } from "./tables/commands.ts";
import { reading, writing } from "./tables/paths.ts";
import { projectFiles } from "./tables/project.ts";
import { allowing, forbidding } from "./tables/rules.ts";

const disk = openCaseDisk();
beforeAll(() => disk.furnish(projectFiles));
afterAll(() => disk.remove());

const everything = ["bash", "edit", "read", "edit(/**)", "read(/**)"];
const modes = ["ask", "accept-edits", "auto"] as const satisfies readonly PermissionMode[];

type Rules = { readonly allow?: string[]; readonly deny?: string[]; readonly mode?: PermissionMode };

function decide(command: string, { mode = "ask", ...rules }: Rules = {}): Decision {
  const accesses = [{ type: "execute", command, cwd: "/repo" }] as const;
  return disk.policy({ mode, ...rules }).decide({ tool: "bash", accesses });
}

/** A rule for exactly this text, where one can be written. */
function exact(command: string): string[] {
  return /^\s*$|:\*$/.test(command.trim()) ? [] : [`bash(${command})`];
}

describe("commands that only look", () => {
  test.each(looks.flatMap(({ kind, commands }) => commands.map((one) => [kind, one] as const)))(
    "%s: %s",
    (_, command) => {
      expect(decide(command)).toMatchObject({ verdict: "allow", class: "read_only" });
      expect(decide(command, { mode: "plan" }).verdict).toBe("allow");
    },
  );
});

describe("commands that need somebody's word", () => {
  test.each(needsApproval.flatMap(({ kind, commands }) => commands.map((one) => [kind, one] as const)))(
    "%s: %s",
    (_, command) => {
      expect(decide(command)).toMatchObject({ verdict: "ask", class: "needs_approval" });
      expect(decide(command, { mode: "plan" }).verdict).toBe("deny");
      expect(decide(command, { allow: exact(command) }).verdict).toBe("allow");
    },
  );
});

describe("commands that are asked about each time", () => {
  test.each(alwaysAsked.flatMap(({ kind, commands }) => commands.map((one) => [kind, one] as const)))(
    "%s: %p",
    (_, command) => {
      for (const mode of modes) {
        const decision = decide(command, { mode, allow: [...everything, ...exact(command)] });
        expect(decision).toMatchObject({ verdict: "ask", class: "deny_or_always_ask" });
        expect(decision).not.toHaveProperty("remember");
      }
    },
  );
});

describe("a rule that allows", () => {
  for (const { rule, covers, not } of allowing) {
    test.each(covers.map((one) => [one]))(`${rule} covers %p`, (command) => {
      expect(decide(command).verdict).toBe("ask");
      expect(decide(command, { allow: [rule] }).verdict).toBe("allow");
    });
    test.each(not.map((one) => [one]))(`${rule} does not cover %p`, (command) => {
      expect(decide(command, { allow: [rule] }).verdict).toBe("ask");
    });
  }

  test.each([
    ..."bash(sh:*) bash(bash:*) bash(env:*) bash(xargs:*) bash(sudo:*) bash(python3:*) bash(node:*) bash(git:*) bash(:*) bash()".split(
      " ",
    ),
    "bash(timeout 5 npm:*)",
    "bash(npm test && ls:*)",
    "bash($X:*)",
    "bash(a > b:*)",
  ])("%s is none: it would allow anything", (rule) => {
    expect(() => decide("ls", { allow: [rule] })).toThrow(UserError);
  });
});

describe("a rule that forbids", () => {
  for (const { rule, covers, not, unclear = [] } of forbidding) {
    test.each(covers.map((one) => [one]))(`${rule} keeps %p from running`, (command) => {
      expect(decide(command, { allow: ["bash"], deny: [rule] }).verdict).toBe("deny");
    });
    test.each(not.map((one) => [one]))(`${rule} lets %p run`, (command) => {
      expect(decide(command, { allow: ["bash"], deny: [rule] }).verdict).toBe("allow");
    });
    test.each(unclear.map((one) => [one]))(`${rule} has %p asked about`, (command) => {
      expect(decide(command, { allow: ["bash"], deny: [rule] }).verdict).toBe("ask");
    });
  }
});

describe("files that tools use", () => {
  const verdictOn = (type: "read" | "write", path: string) => {
    const access = type === "read" ? ({ type, path } as const) : ({ type, path } as const);
    const on = (allow: string[], mode: PermissionMode) =>
      disk.policy({ mode, allow }).decide({ tool: "any", accesses: [access] }).verdict;
    if (on([], "ask") === "allow") return "allow";
    return on([...everything, `read(${path})`, `edit(${path})`], "auto") === "allow" ? "ask" : "always";
  };
  test.each(reading)("reading %s: %s", (path, verdict) => expect(verdictOn("read", path)).toBe(verdict));
  test.each(writing)("changing %s: %s", (path, verdict) => expect(verdictOn("write", path)).toBe(verdict));
});
