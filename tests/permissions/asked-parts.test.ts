/** Which stretches of a command a question shows. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { askedParts } from "../../src/permissions/asked-parts.ts";
import { randomOf } from "../fuzz/random.ts";
import { shellText } from "../fuzz/shell-texts.ts";
import { type Options, run } from "./ask-policy.ts";

function shown(command: string, options?: Options): readonly string[] {
  const decision = run(command, options);
  return decision.verdict === "ask"
    ? (decision.parts ?? []).map(({ from, to }) => command.slice(from, to))
    : [];
}

describe("the parts of a command that ask", () => {
  test.each([
    ["npm test", ["npm test"]],
    ["ls && npm test | head", ["npm test"]],
    ["ls; touch a; cat b; touch c", ["touch a", "touch c"]],
    ["echo `touch a` b", ["touch a"]],
    ["echo $(touch a) b", ["touch a"]],
    ["touch $(touch a) b", ["touch $(", "touch a", ") b"]],
    ["cat <(touch a)", ["touch a"]],
    ["cat x <<E && touch b\n$(touch a)\nE", ["touch b", "touch a"]],
    ["ls; bash -c 'rm -rf ~'", ["bash -c 'rm -rf ~'"]],
    ["ls > out.txt; cat a", ["ls > out.txt"]],
    ["if ls; then { touch a; } > b; fi", ["touch a", "> b"]],
    ["for f in a b; do touch $f; done", ["touch $f"]],
    ["ls; echo $((x)); ls", ["$((x))"]],
    ["ls -l; sleep 1 & ls", ["sleep 1 &"]],
    ["ls; cat > $OUT", ["> $OUT"]],
    ["touch a; npm test & ls; touch b", ["touch a", "npm test &", "touch b"]],
    ["ls 'a", ["'a"]],
    ["cat a\u200Bb", ["\u200B"]],
    ["ls\u00A0-la", ["\u00A0"]],
    [`ls${" ".repeat(120)}; rm x`, [" ".repeat(120)]],
    ["cd .. && ls", ["cd .."]],
  ])("%s", (command, parts) => {
    expect(shown(command)).toEqual(parts);
  });

  test("a part that a rule allows is not shown", () => {
    expect(shown("npm test && touch a", { allow: ["bash(npm test)"] })).toEqual(["touch a"]);
  });

  test("each has its own reason", () => {
    const decision = run("touch a && sudo ls");
    expect(decision.verdict === "ask" && decision.parts).toEqual([
      { from: 11, to: 18, reason: "`sudo` runs it with other rights" },
    ]);
  });

  test("whatever the text, they stand in their order, apart, inside of it, and there are some", () => {
    const random = randomOf(7);
    for (let left = 300; left > 0; left -= 1) {
      const command = shellText(random);
      for (const options of [{}, { allow: ["bash"] }, { mode: "auto" as const }]) {
        const decision = run(command, options);
        if (decision.verdict !== "ask" || command.trim() === "") continue;
        const parts = decision.parts ?? [];
        expect({ command, count: parts.length > 0 }).toEqual({ command, count: true });
        let at = 0;
        for (const { from, to } of parts) {
          expect({ command, from, isFurther: from >= at && to > from }).toEqual({
            command,
            from,
            isFurther: true,
          });
          at = to;
        }
        expect(at).toBeLessThanOrEqual(command.length);
      }
    }
  });

  test("parts inside of others are cut out of them, and none is lost", () => {
    const part = fc.record({
      from: fc.integer({ min: 0, max: 30 }),
      to: fc.integer({ min: 0, max: 40 }),
      reason: fc.constantFrom("a", "b", "c"),
    });
    fc.assert(
      fc.property(fc.array(part), fc.string({ minLength: 1, maxLength: 35 }), (found, text) => {
        const parts = askedParts(found, text);
        for (const [at, { from, to }] of parts.entries()) {
          expect(from).toBeGreaterThanOrEqual(parts[at - 1]?.to ?? 0);
          expect(to).toBeGreaterThan(from);
        }
        expect(parts.at(-1)?.to ?? 0).toBeLessThanOrEqual(text.length);
        if (found.some(({ from, to }) => from < Math.min(to, text.length))) expect(parts).not.toEqual([]);
      }),
    );
  });
});
