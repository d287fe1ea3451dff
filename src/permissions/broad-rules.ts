/** Rules that allow nearly anything. Pure. */
import { runsItsArguments } from "./command-risk.ts";
import { interpreters } from "./program-tables.ts";
import type { Rule } from "./rule.ts";

/** They fetch or start whatever their arguments name. */
const launchers = /^(npx|bunx|pipx|uvx|uv|docker|podman|kubectl|ssh)$/;
const launchingSubcommands: Readonly<Record<string, RegExp>> = {
  npm: /^(exec|x|run|run-script|explore)$/,
  pnpm: /^(exec|dlx|run)$/,
  yarn: /^(exec|dlx|run|node)$/,
  bun: /^(x|run)$/,
  deno: /^run$/,
  cargo: /^run$/,
  go: /^(run|generate|tool)$/,
};

/**
 * True for a rule that leaves open what would run, be changed or be asked for: a whole kind of calls, commands that begin
 * with a program which runs what it is given, a glob for everything. Such a rule is never kept by rein itself, and in
 * `auto` it does not count.
 */
export function isBroad(rule: Rule): boolean {
  switch (rule.type) {
    case "all":
      return true;
    case "prefix":
      return startsAnything(rule.words);
    case "path":
      return /^(~?\/)?[*/]*$/.test(rule.glob);
    case "command":
    case "host":
    case "mcp":
      return false;
  }
}

function startsAnything([name = "", first, ...more]: readonly string[]): boolean {
  const program = name.slice(name.lastIndexOf("/") + 1);
  if (interpreters.has(program) || runsItsArguments(program) || launchers.test(program)) return true;
  if (program === "make" || program === "just" || program === "task") return first === undefined;
  const subcommand = launchingSubcommands[program];
  return more.length === 0 && first !== undefined && subcommand?.test(first) === true;
}
