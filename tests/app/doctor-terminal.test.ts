/** What the doctor says of a terminal is what rein does on it. */
import { expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runChecks } from "../../src/app/doctor/run.ts";
import type { Check } from "../../src/app/doctor/check.ts";
import { checkTerminal } from "../../src/app/doctor/terminal.ts";
import { makeProject } from "../support/project.ts";

const facts = { isTerminal: true, columns: 80, rows: 24, keyboard: "unknown", answers: null } as const;

test.each([
  [{ TERM: "xterm" }, "16"],
  [{ TERM: "xterm-256color" }, "256"],
  [{ TERM: "xterm-kitty" }, "16 million"],
  [{ TERM: "xterm-256color", COLORTERM: "truecolor" }, "16 million"],
  [{ TERM: "screen", COLORTERM: "truecolor", STY: "1.a" }, "256"],
  [{ TERM: "xterm-256color", WT_SESSION: "1" }, "16 million"],
  [{ TERM: "dumb" }, "off, as TERM says; everything has a sign as well"],
  [{ TERM: "xterm-256color", NO_COLOR: "1" }, "off, as NO_COLOR says; everything has a sign as well"],
] as const)("colours of %p: %s", (env, text) => {
  expect(checkTerminal(facts, env).find(({ name }) => name === "colours")?.text).toBe(text);
});

test("a theme of the user's that is not right is among the checks, and one that is right is not", async () => {
  await using project = await makeProject();
  const themes = join(project.home, ".config", "rein", "themes");
  mkdirSync(themes, { recursive: true });
  writeFileSync(join(themes, "good.json"), '{ "roles": { "accent": "red" } }');
  writeFileSync(join(themes, "bad.json"), '{ "roles": { "accent": "no colour" } }');
  const checks: Check[] = [];
  const options = { cwd: project.folder, env: project.env, online: false, terminal: () => facts };
  for await (const group of runChecks(options)) checks.push(...group);
  const told = checks.filter(({ name }) => name === "themes");
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain(join(themes, "bad.json"));
});
