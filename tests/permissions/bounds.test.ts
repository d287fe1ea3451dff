/** Texts that are made to take long: what is looked at has a limit, and beyond it the strictest answer holds. */
import { describe, expect, test } from "bun:test";
import { readShell } from "../../src/permissions/read-shell.ts";
import { run } from "./ask-policy.ts";

const words = Array.from({ length: 64 }, (_, at) => `w${at}`).join(" ");

describe("a text beyond the limits is asked about each time", () => {
  test.each([
    ["more than 16 KiB", `ls ${"a".repeat(16_400)}`],
    ["a megabyte", "x".repeat(1 << 20)],
    ["20,000 parentheses", `${"(".repeat(10_000)}ls${")".repeat(10_000)}`],
    ["parentheses without an end", "(".repeat(16_000)],
    ["300 substitutions inside each other", `${"$(".repeat(300)}ls${")".repeat(300)}`],
    ["2,000 here-documents", "cat <<E\n$(a)\nE\n".repeat(2_000)],
    ["more here-documents than anybody reads", "cat <<E\n$(a)\nE\n".repeat(1_000)],
    ["more parts than anybody reads", "ls;".repeat(3_000)],
    ["a loop that stands for more parts than that", `for v in ${words}; do ${"ls $v;".repeat(200)} done`],
    ["a long pipe", `${"cat x |".repeat(2_000)} cat`],
  ])("%s", (_, command) => {
    const allow = ["bash", `bash(${command.trim()})`];
    expect(run(command, { allow })).toMatchObject({ verdict: "ask", class: "deny_or_always_ask" });
    expect(run(command, { allow })).not.toHaveProperty("remember");
    expect(readShell(command).commands.length).toBeLessThanOrEqual(1_000);
  });

  test.each([
    ["a word in many places", `${"v=1; ".repeat(3)}for v in ${words}; do ls $v$v$v; done`],
    ["braces", `echo ${"{".repeat(15_000)}`],
    ["braces that stand for many words", `echo ${"{a,".repeat(3_000)}`],
    ["wrappers", `${"env ".repeat(3_000)}ls`],
  ])("%s: never unasked", (_, command) => {
    expect(run(command).verdict).toBe("ask");
    expect(readShell(command).commands.length).toBeLessThanOrEqual(1_000);
  });

  test("what a question shows of them is bounded too", () => {
    const decision = run("$a; ".repeat(3_000));
    expect(decision.verdict === "ask" ? (decision.parts ?? []).length : 0).toBeLessThanOrEqual(200);
  });
});
