/** Rules: what a user has allowed or forbidden beforehand. */
import { relative } from "node:path";
import { UserError } from "../protocol/error.ts";
import { say } from "../words/say.ts";
import { runsItsArguments } from "./command-risk.ts";
import { interpreters } from "./program-tables.ts";
import { readShell } from "./read-shell.ts";
import { type HostRule, hostRule, type McpRule, mcpRule } from "./remote-rules.ts";
import { type SimpleCommand, withoutOuterBlanks, type Word } from "./shell-syntax.ts";

/**
 * One rule. `text` is what the user wrote, for messages.
 * - `bash`, `edit`, `read`: all of that kind
 * - `bash(npm test)`: this command; `bash(npm run build:*)`: commands that begin with these words
 * - `edit(src/**)`, `read(~/notes/**)`: a glob on the real path, from the project's folder, `~/` or `/`.
 *   `edit` covers every tool that writes files.
 * - `web_fetch(domain:example.org)`: this host and those below it; `web_fetch` alone: every public one
 * - `mcp(server/tool)`, `mcp(server)`: one tool of an MCP server, or all of its tools
 */
export type Rule =
  | HostRule
  | McpRule
  | { readonly type: "all"; readonly kind: RuleKind; readonly text: string }
  | {
      readonly type: "command";
      readonly command: string;
      readonly words: readonly Word[] | null;
      readonly text: string;
    }
  | { readonly type: "prefix"; readonly words: readonly string[]; readonly text: string }
  | { readonly type: "path"; readonly kind: "read" | "write"; readonly glob: string; readonly text: string };

export type RuleKind = "bash" | "read" | "write" | "web" | "mcp";

const kinds: Readonly<Record<string, RuleKind>> = {
  bash: "bash",
  shell: "bash",
  read: "read",
  read_file: "read",
  edit: "write",
  edit_file: "write",
  write: "write",
  write_file: "write",
  apply_patch: "write",
  web_fetch: "web",
  mcp: "mcp",
};

/**
 * Reads one rule.
 *
 * @throws UserError (usage) with the rule's text when it is none, or when it would allow more than it says.
 */
export function parseRule(text: string): Rule {
  const wrong = (why: string) =>
    new UserError(say`The permission rule "${text}" is not usable: ${why}.`, { exitCode: 2 });
  const match = /^\s*([A-Za-z_]+)\s*(?:\((.*)\))?\s*$/s.exec(text);
  const kind = kinds[match?.[1]?.toLowerCase() ?? ""];
  if (match === null || kind === undefined) {
    throw wrong(
      say`rules are bash(COMMAND), bash(WORDS:*), edit(GLOB), read(GLOB), web_fetch(domain:HOST), mcp(SERVER/TOOL), or bash, edit, read, web_fetch, mcp alone`,
    );
  }
  const inner = match[2];
  if (inner === undefined) return { type: "all", kind, text };
  if (inner.trim() === "") throw wrong(say`there is nothing between the parentheses`);
  if (kind === "web") return hostRule(inner.trim(), text, wrong);
  if (kind === "mcp") return mcpRule(inner.trim(), text, wrong);
  if (kind !== "bash") return pathRule(inner.trim(), kind, text, wrong);
  return inner.endsWith(":*")
    ? prefixRule(inner.slice(0, -2), text, wrong)
    : commandRule(withoutOuterBlanks(inner), text);
}

/** Why `parseRule` would not take a text, or null when it would. */
export function ruleFault(text: string): string | null {
  try {
    parseRule(text);
    return null;
  } catch (thrown) {
    if (thrown instanceof UserError) return thrown.message;
    throw thrown;
  }
}

function pathRule(
  glob: string,
  kind: "read" | "write",
  text: string,
  wrong: (why: string) => UserError,
): Rule {
  if (glob.startsWith("!")) throw wrong(say`a glob that begins with ! would mean everything else`);
  if (glob.split("/").includes("..")) throw wrong(say`its path contains \`..\`; give the real path`);
  const path = glob.replace(/^(\.\/)+/, "");
  return { type: "path", kind, glob: path.endsWith("/") ? `${path}**` : path, text };
}

function prefixRule(prefix: string, text: string, wrong: (why: string) => UserError): Rule {
  const reading = readShell(prefix);
  const [command, ...more] = reading.understood ? reading.commands : [];
  const isPlain = command?.words.every(({ unknown, glob, stream }) => !unknown && !glob && !stream) ?? false;
  if (
    command === undefined ||
    more.length > 0 ||
    !isPlain ||
    command.assignments.length > 0 ||
    command.piped ||
    command.redirections.length > 0
  ) {
    throw wrong(say`before \`:*\` there must be the plain first words of one command`);
  }
  const words = command.words.map((word) => word.text);
  const program = words[0] ?? "";
  if (runsItsArguments(program))
    throw wrong(say`\`${program}\` runs other commands, so this would allow anything`);
  if (words.length === 1 && (interpreters.has(program) || program === "git")) {
    throw wrong(say`\`${program}\` alone can do anything; name the subcommand or the file too`);
  }
  return { type: "prefix", words, text };
}

function commandRule(command: string, text: string): Rule {
  const reading = readShell(command);
  const [only, ...more] = reading.understood ? reading.commands : [];
  const isSingle =
    only !== undefined &&
    more.length === 0 &&
    only.assignments.length === 0 &&
    only.redirections.length === 0 &&
    !only.piped;
  return { type: "command", command, words: isSingle ? only.words : null, text };
}

/** True when the rule is for exactly this command text. */
export function matchesText(rule: Rule, command: string): boolean {
  return rule.type === "command" && rule.command === withoutOuterBlanks(command);
}

/** True when the rule is for this part of a command, its assignments aside. */
export function matchesPart(rule: Rule, part: SimpleCommand): boolean {
  switch (rule.type) {
    case "command":
      return rule.words !== null && sameWords(rule.words, part.words);
    case "prefix":
      return beginsWith(
        part.words.map((word) => word.text),
        rule.words,
      );
    default:
      return false;
  }
}

/** True when `words` begins with `prefix`, word by word. */
export function beginsWith(words: readonly string[], prefix: readonly string[]): boolean {
  return prefix.length <= words.length && prefix.every((word, index) => words[index] === word);
}

function sameWords(wanted: readonly Word[], words: readonly Word[]): boolean {
  return (
    wanted.length === words.length &&
    wanted.every((word, index) => {
      const other = words[index];
      return other?.text === word.text && other.glob === word.glob && other.tilde === word.tilde;
    })
  );
}

/** Where relative rules and `~` start; absolute and real. */
export type RuleBase = { readonly root: string; readonly home: string };

/** True when a rule for `kind` covers a real, absolute path. */
export function matchesPath(rule: Rule, kind: "read" | "write", path: string, base: RuleBase): boolean {
  if (rule.type === "all") return rule.kind === kind;
  if (rule.type !== "path" || rule.kind !== kind) return false;
  const { glob } = rule;
  if (glob.startsWith("/")) return new Bun.Glob(glob).match(path);
  const [start, rest] = glob.startsWith("~/") ? [base.home, glob.slice(2)] : [base.root, glob];
  // Matching below the folder, not with its name in front: that name may contain glob characters.
  const below = relative(start, path);
  return below !== "" && below !== ".." && !below.startsWith("../") && new Bun.Glob(rest).match(below);
}

/**
 * The same for a rule that forbids: one that names a folder covers what is inside, and letters count without their case,
 * because on macOS and Windows a file can be named in any.
 */
export function matchesPathOrParent(
  rule: Rule,
  kind: "read" | "write",
  path: string,
  base: RuleBase,
): boolean {
  if (rule.type === "all") return rule.kind === kind;
  if (rule.type !== "path") return false;
  const folded = { root: base.root.toLowerCase(), home: base.home.toLowerCase() };
  const foldedRule = { ...rule, glob: rule.glob.toLowerCase() };
  for (let at = path; at !== ""; at = at.slice(0, at.lastIndexOf("/"))) {
    if (matchesPath(rule, kind, at, base) || matchesPath(foldedRule, kind, at.toLowerCase(), folded))
      return true;
  }
  return false;
}

/** True when the rule spells out the last part of its path: only such a rule covers a file that holds secrets. */
export function namesFile(rule: Rule): boolean {
  if (rule.type !== "path") return false;
  return !hasGlob(rule.glob.slice(rule.glob.lastIndexOf("/") + 1));
}

/** True when a path could not stand in a rule as it is. */
export function hasGlob(path: string): boolean {
  return /[*?[\]{}!\\]/.test(path);
}
