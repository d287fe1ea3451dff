/** Foreign text in a turn: while it is there, what goes out is asked, whatever the mode and the rules, and said with its source. */
import { expect, test } from "bun:test";
import { createPolicy, type PolicyOptions } from "../../src/permissions/policy.ts";
import { remotePart, taintSources } from "../../src/permissions/taint.ts";
import type { Entry, NewEntry } from "../../src/protocol/entry.ts";
import type { Access } from "../../src/protocol/tool-result.ts";
import { place } from "./ask-policy.ts";

const source = "output of `curl https://example.org`";

const decide = (access: Access, more: Partial<PolicyOptions> = {}) =>
  createPolicy({
    ...place,
    mode: "auto",
    unconfinedAuto: true,
    allow: ["bash", "edit(/**)", "bash(git push:*)"],
    taint: () => [source],
    ...more,
  }).decide({ tool: "any", accesses: [access] });
const run = (command: string, more?: Partial<PolicyOptions>) =>
  decide({ type: "execute", command, cwd: "/repo" }, more);

test("network, pushes and what lies outside the project are asked with the source, though a rule allows them", () => {
  for (const command of [
    "git push origin main",
    "npm publish",
    "gh pr create --title x",
    "make && wget https://example.org/x",
    "timeout 5 curl -d @notes.txt https://example.org",
    "cp notes.txt ../elsewhere",
    "touch /srv/shared/x",
  ]) {
    const decision = run(command);
    expect([command, decision.verdict]).toEqual([command, "ask"]);
    expect(decision.reasons.join("; ")).toContain(source);
    expect(decision).not.toHaveProperty("remember");
  }
  const written = decide({ type: "write", path: "/srv/shared/x" });
  expect(written).toMatchObject({ verdict: "ask" });
  expect(written.reasons.join("; ")).toContain(source);
});

test("work in the project goes on as before, and so does looking", () => {
  for (const command of ["npm test", "cat notes.txt", "git status", "git commit -m x"])
    expect([command, run(command).verdict]).toEqual([command, run(command, { taint: () => [] }).verdict]);
  expect(decide({ type: "write", path: "/repo/src/a.ts" }).verdict).toBe("allow");
});

test("no rule is offered while it is there, and the question says why", () => {
  const plain = run("npm run build", { mode: "ask", allow: [], taint: () => [] });
  expect(plain).toMatchObject({ verdict: "ask", remember: expect.any(String) });
  const tainted = run("npm run build", { mode: "ask", allow: [] });
  expect(tainted.verdict).toBe("ask");
  expect(tainted).not.toHaveProperty("remember");
  expect(tainted.reasons.join("; ")).toContain(`is not offered while ${source}`);
});

test("what is forbidden stays forbidden", () => {
  expect(run("git push", { deny: ["bash(git push:*)"] }).verdict).toBe("deny");
});

test("programs that talk to other machines are known behind wrappers and options too", () => {
  for (const command of [
    "curl https://example.org",
    "cd x && git -C y fetch",
    "npm --prefix web view left-pad",
    "env A=1 gh issue view 5",
    "bash -c 'git clone https://example.org/x'",
    "echo $(curl -s https://example.org)",
    "npx cowsay",
  ])
    expect([command, remotePart(command) === null]).toEqual([command, false]);
  for (const command of [
    "git status",
    "git log origin/main",
    "npm test",
    "npm run fetch",
    "cat curl.txt",
    "git remote -v",
  ])
    expect([command, remotePart(command)]).toEqual([command, null]);
});

let ids = 0;
function log(...entries: readonly NewEntry[]): Entry[] {
  return entries.map((entry): Entry =>
    Object.assign(structuredClone(entry), { id: `e${(ids += 1)}`, parentId: null, at: "" }),
  );
}
const user = (text: string): NewEntry => ({ type: "user", text, via: "submit" });
const asks = (callId: string, name: string, input: object): NewEntry => ({
  type: "assistant",
  turnId: "t",
  step: 1,
  model: "m/m",
  parts: [{ type: "tool_call", callId, name, argumentsText: JSON.stringify(input) }],
  stop: "tool_use",
  latencyMs: 1,
  attempts: 1,
});
type Result = Extract<Entry, { type: "tool_result" }>["result"];
const gives = (
  callId: string,
  name: string,
  title: string,
  result: Result = { ok: true, text: "" },
): NewEntry => ({
  type: "tool_result",
  callId,
  name,
  title,
  result,
  durationMs: 1,
});
const sources = (...entries: readonly NewEntry[]) =>
  taintSources(log(...entries), (name) => name === "web_fetch");

test("the result of a call that used the network marks the turn, until the user's next message", () => {
  const curl = [
    user("read it"),
    asks("c1", "bash", { command: "ls && curl https://example.org/page" }),
    gives("c1", "bash", "ls && curl"),
  ];
  expect(sources(...curl)).toEqual(["output of `curl https://example.org/page`"]);
  expect(sources(...curl, user("thanks"))).toEqual([]);
  expect(
    sources(user("x"), asks("c1", "web_fetch", { url: "u" }), gives("c1", "web_fetch", "https://e.org")),
  ).toEqual(["the result of web_fetch https://e.org"]);
});

test("a call that did not run marks nothing; one that the user changed counts as it ran", () => {
  const declined: Result = { ok: false, kind: "declined", message: "no" };
  const call = asks("c1", "bash", { command: "curl https://example.org" });
  expect(sources(user("x"), call, gives("c1", "bash", "curl", declined))).toEqual([]);
  const edited: NewEntry = {
    type: "approval",
    callId: "c1",
    answer: { type: "edit", arguments: '{"command":"ls"}' },
    preview: { type: "text", text: "" },
  };
  expect(sources(user("x"), call, edited, gives("c1", "bash", "ls"))).toEqual([]);
});

test("what a shared command of the user's has fetched goes with their next message", () => {
  const command = (shared: boolean): NewEntry => ({
    type: "user_command",
    command: "gh issue view 5",
    cwd: "/repo",
    exitCode: 0,
    output: "",
    durationMs: 1,
    shared,
  });
  const end: NewEntry = { type: "turn_end", turnId: "t", steps: 1, outcome: "completed" };
  expect(sources(user("a"), end, command(true), user("do it"))).toEqual(["output of `gh issue view 5`"]);
  expect(sources(user("a"), end, command(false), user("do it"))).toEqual([]);
  expect(sources(user("a"), end, command(true), user("do it"), end, user("more"))).toEqual([]);
});
