/**
 * P1: "A command runs unasked only if every part is on the read-only list or covered by a rule the user saved."
 * P2: "What cannot be understood is asked, in full."
 * P3: "The always-ask list holds in every mode, rule, hook and headless run."
 *
 * The decisions are held case by case in `permissions/decide-commands.test.ts`, `command-cases.test.ts`,
 * `rule-cases.test.ts` and `always-asked.test.ts`, against real bash in `fuzz/`; here they are those of the real program.
 */
import { readdirSync } from "node:fs";
import { describe, expect, test } from "bun:test";
import { z } from "zod";
import { makeCalls } from "../e2e/make-calls.ts";
import { runRein } from "../e2e/run-rein.ts";
import { asked, begin, exists, idle, send } from "../e2e/start.ts";
import { alwaysAsked } from "../permissions/always-asked-commands.ts";
import { call } from "../support/model-server.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { lookingCommands } from "./looking-commands.ts";

const answerSchema = z.object({ id: z.number(), verdict: z.string(), class: z.string() });

/** What the program says would become of each command. */
async function verdicts(project: TestProject, commands: readonly string[], args: readonly string[] = []) {
  const lines = commands.map((command, id) => JSON.stringify({ id, tool: "bash", input: { command } }));
  const { out, code } = await runRein(["permissions", "test", "--json", ...args], {
    project,
    stdin: `${lines.join("\n")}\n`,
  });
  expect(code).toBe(0);
  const answers = out
    .trim()
    .split("\n")
    .map((line) => answerSchema.parse(JSON.parse(line)));
  return answers.map(({ id, verdict, class: kind }) => ({ command: commands[id], verdict, class: kind }));
}

/** Each makes the file PWN if it is run. */
const touching = [
  "touch PWN",
  "ls; touch PWN",
  "ls && touch PWN",
  "false || touch PWN",
  "ls | xargs touch PWN",
  "ls & touch PWN",
  "ls\ntouch PWN",
  "ls # \\\ntouch PWN",
  "(touch PWN)",
  "{ touch PWN; }",
  "if true; then touch PWN; fi",
  "for x in PWN; do touch $x; done",
  "case x in *) touch PWN;; esac",
  "f() { touch PWN; }; f",
  "! touch PWN",
  "time touch PWN",
  "echo $(touch PWN)",
  "echo `touch PWN`",
  'echo "$(touch PWN)"',
  "echo ${x:-$(touch PWN)}",
  "echo $((a[$(touch PWN)0]))",
  "cat <(touch PWN)",
  "ls > >(touch PWN)",
  "cat <<E\n$(touch PWN)\nE",
  "cat <<< $(touch PWN)",
  "echo x > PWN",
  "ls 2> PWN",
  "echo x >> PWN",
  "ls &> PWN",
  "ls >| PWN",
  ": > PWN",
  "> PWN",
  "echo touch PWN | sh",
  "eval touch PWN",
  "bash -c 'touch PWN'",
  "env touch PWN",
  "command touch PWN",
  "builtin eval touch PWN",
  "exec touch PWN",
  "coproc touch PWN",
  "nohup touch PWN",
  "timeout 5 touch PWN",
  "find . -maxdepth 0 -exec touch PWN ;",
  "find . -maxdepth 0 -exec touch PWN \\;",
  "find . -maxdepth 0 -fprint PWN",
  "sort README.md -o PWN",
  "sort --outp=PWN README.md",
  "sed -n 'w PWN' README.md",
  "sed '1e touch PWN' README.md",
  "awk 'BEGIN { system(\"touch PWN\") }'",
  "tee PWN < README.md",
  "cp README.md PWN",
  "x=touch; $x PWN",
  "PATH=.:$PATH ls",
  "trap 'touch PWN' EXIT",
  "git -c alias.x='!touch PWN' x",
  "git log --output=PWN",
  "git -c core.fsmonitor='touch PWN' status",
  "to\\\nuch PWN",
  "t''ouch PWN",
  "$'touch' PWN",
  "./README.md; touch PWN",
];

/** Nobody can say what bash makes of these, or nobody should have to. */
const unclear = [
  "ls <((",
  "echo 'touch PWN",
  "ls $(",
  "case x in",
  "echo ${x@P}",
  "echo ${!x}",
  "ls \u0000; touch PWN",
  "echo {a}>(touch PWN)",
  "echo 2<(touch PWN)",
  `${"(".repeat(3_000)}ls${")".repeat(3_000)}`,
  `echo ${"$(".repeat(2_000)}ls${")".repeat(2_000)}`,
  `ls; ${"true; ".repeat(20_000)}touch PWN`,
];

describe("P1: a command runs unasked only if all of it only looks, or a kept rule covers it", () => {
  test("what looks runs, what does anything else is asked", async () => {
    await using project = await makeProject({ "README.md": "# x\n", "src/a.ts": "export {};\n" });
    const looks = await verdicts(project, lookingCommands);
    expect(looks.filter(({ verdict }) => verdict !== "allow")).toEqual([]);
    const touches = await verdicts(project, touching);
    expect(touches.filter(({ verdict }) => verdict !== "ask")).toEqual([]);
  });

  test("and none of it happens where nobody answers", async () => {
    await using project = await makeProject({ "README.md": "# x\n" });
    const { told } = await makeCalls(
      project,
      touching.map((command) => ["bash", { command }] as const),
      { args: [], together: true },
    );
    expect(told.filter((words) => !words.includes("Not run"))).toEqual([]);
    expect(readdirSync(project.folder)).toEqual(["README.md"]);
  });

  test("a rule that was kept covers its command, and nothing that stands beside it", async () => {
    await using project = await makeProject();
    expect((await runRein(["permissions", "allow", "bash(make test)"], { project })).code).toBe(0);
    const beside = touching.slice(1, 8).map((command) => command.replace("ls", "make test"));
    const [covered, ...others] = await verdicts(project, ["make test", ...beside, "make test all", "make"]);
    expect(covered?.verdict).toBe("allow");
    expect(others.filter(({ verdict }) => verdict !== "ask")).toEqual([]);
  });
});

describe("P2: what cannot be understood is asked, in full", () => {
  test.each(["ask", "accept-edits", "auto"])("in %s mode, whatever rules there are", async (mode) => {
    await using project = await makeProject();
    const all = ["bash", "edit", "read"].flatMap((rule) => ["--allow", rule]);
    const answers = await verdicts(project, unclear, ["--mode", mode, ...all]);
    expect(answers).toHaveLength(unclear.length);
    expect(answers.filter(({ verdict }) => verdict !== "ask")).toEqual([]);
  });

  test("the question has the whole text, says that it is not understood, and offers no rule", async () => {
    const command = "echo one; cat <<E\n'$((a[$(touch PWN)0]))\nE\nls <((";
    await using story = await begin([[call("bash", { command })]]);
    const { terminal, project } = story;
    await send(terminal, "go");
    await asked(terminal);
    const shown = terminal.screen().map((line) => line.trim());
    for (const line of command.split("\n")) expect(shown).toContain(line);
    expect(terminal.screen().join("\n")).not.toMatch(/2 +yes, and don't ask/);
    expect(terminal.screen().join("\n")).toContain("no rule is offered");
    terminal.press("escape");
    await idle(terminal);
    expect(await exists(project, "PWN")).toBeFalse();
  });
});

describe("P3: what is always asked is asked in every mode, for every rule, and without a screen", () => {
  // Those that speak of the project's folder mean the one of the other tests.
  const always = alwaysAsked.filter((command) => !command.includes("/repo"));
  const everything = ["bash", "edit", "read", "web_fetch", "mcp", "edit(/**)", "read(~/**)"];

  test.each(["ask", "accept-edits", "plan", "auto"])("in %s mode", async (mode) => {
    await using project = await makeProject();
    const rules = everything.flatMap((rule) => ["--allow", rule]);
    const answers = await verdicts(project, always, ["--mode", mode, ...rules]);
    expect(answers).toHaveLength(always.length);
    expect(answers.filter(({ verdict }) => verdict !== (mode === "plan" ? "deny" : "ask"))).toEqual([]);
    expect(answers.filter((answer) => answer.class !== "deny_or_always_ask")).toEqual([]);
  });

  test("without a screen it does not happen", async () => {
    await using project = await makeProject({ "a.txt": "kept\n", "sub/b.txt": "kept\n" });
    const commands = ["rm -rf .", "rm -r *", "eval 'rm a.txt'", "echo 'rm a.txt' | sh", "find . -delete"];
    const { told } = await makeCalls(
      project,
      commands.map((command) => ["bash", { command }] as const),
      {
        args: ["--permission-mode", "auto", "--sandbox", "none", "--allow", "bash", "--allow", "edit"],
        together: true,
      },
    );
    expect(told.filter((words) => !words.includes("Nobody is there to ask"))).toEqual([]);
    expect(await project.read("a.txt")).toBe("kept\n");
  });
});
