/** The list of what is always asked holds in every mode, for every rule, and where nobody can be asked. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { permissionModeSchema } from "../../src/protocol/approval.ts";
import { alwaysAsked } from "./always-asked-commands.ts";
import { run } from "./ask-policy.ts";

const broad = [
  "bash",
  "edit",
  "read",
  "web_fetch",
  "mcp",
  "edit(/**)",
  "read(/**)",
  "edit(~/**)",
  "read(~/**)",
];

/** A rule for exactly this command, where it can be written as one. */
function exact(command: string): string[] {
  const text = command.trim();
  return text === "" || text.endsWith(":*") ? [] : [`bash(${text})`];
}

describe("what is always asked", () => {
  for (const mode of permissionModeSchema.options) {
    test.each(alwaysAsked.map((command) => [command]))(`in ${mode} mode: %p`, (command) => {
      for (const allow of [[], broad, [...broad, ...exact(command)]]) {
        for (const confinement of [{}, { sandboxed: true }, { unconfinedAuto: true }]) {
          const decision = run(command, { mode, allow, ...confinement });
          expect(decision.verdict).toBe(mode === "plan" ? "deny" : "ask");
          expect(decision).not.toHaveProperty("remember");
        }
      }
    });
  }

  test("whatever else stands in the command, and whatever else is allowed", () => {
    const beside = fc.constantFrom("ls", "npm test", "git status", "cat a.txt", "echo x > y");
    const glue = fc.constantFrom(" && ", "; ", " || ", "\n");
    const rules = fc.subarray([...broad, "bash(npm test)", "bash(git status:*)", "bash(cat:*)"]);
    const plain = alwaysAsked.filter(
      (command) => /^[\x20-\x7e]{1,200}$/.test(command) && !command.includes("#"),
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...plain),
        beside,
        glue,
        rules,
        fc.constantFrom(...permissionModeSchema.options),
        fc.record({ sandboxed: fc.boolean(), unconfinedAuto: fc.boolean() }),
        (command, other, between, allow, mode, confinement) => {
          const decision = run(`${other}${between}${command}`, { mode, allow, ...confinement });
          expect(decision.verdict).not.toBe("allow");
        },
      ),
      { numRuns: 3_000 },
    );
  });
});
