/** May this command run? */
import {
  gravity,
  gravityOfText,
  programOf,
  riskOfArguments,
  riskOfName,
  runsItsArguments,
} from "./command-risk.ts";
import { forbiddenPath } from "./forbidden-paths.ts";
import { allow, ask, deny, type Facts, type Judgement, type Policy } from "./judgement.ts";
import { looksContained, onlyReads } from "./looks-contained.ts";
import { isInside, placeOf } from "./place.ts";
import { shells } from "./program-tables.ts";
import { beginsWith, matchesPart, matchesText, type Rule } from "./rule.ts";
import { readSimpleShell, type Reading, type SimpleCommand, withoutOuterBlanks } from "./simple-shell.ts";

/** Judges one command as it would run in `cwd` (absolute and real). */
export function judgeCommand(command: string, cwd: string, policy: Policy, facts: Facts): Judgement {
  const reading = readSimpleShell(command);
  const denied = policy.rules.deny.find((rule) => forbids(rule, command, reading));
  if (denied !== undefined) return deny(`the rule ${denied.text} forbids it`);
  if (policy.mode === "plan") return deny("plan mode: only reading is possible, and this runs a command");

  const grave =
    graveReason(command, reading) ??
    (reading.understood ? forbiddenPath(reading.commands, cwd, policy.rules.deny, facts) : null);
  if (grave !== null) return ask(`${grave}; this is always asked`);

  const rules = [...policy.rules.allow, ...policy.sessionRules];
  // A rule speaks of a command as it is in the project; elsewhere the same words do something else.
  const inside = isInside(facts.root, cwd);
  const byText = inside ? rules.find((rule) => matchesText(rule, command)) : undefined;
  if (byText !== undefined) return allow(`the rule ${byText.text} allows it`);
  const mayBeForbidden = policy.rules.deny.some(isForCommands) && mayHideCommands(reading);
  const broad = rules.find((rule) => rule.type === "all" && rule.kind === "bash");
  if (broad !== undefined && !mayBeForbidden) return allow(`the rule ${broad.text} allows it`);
  const byParts = inside && reading.understood ? rulesForParts(reading.commands, rules, cwd, facts) : null;
  if (byParts !== null) return allow(`${byParts.join(" and ")} allow it`);

  const offer = isRepeatable(reading, cwd, facts);
  const rule = ruleFor(command);
  const because = (reason: string): Judgement =>
    rule === undefined ? ask(reason) : { verdict: "ask", reason, rule, offer };
  if (mayBeForbidden) return because("it cannot be told whether a rule forbids a part of it");
  if (!inside) return because(`it runs a command outside the project, in ${cwd}`);
  if (policy.mode !== "auto") return because("it runs a command");
  const containment = looksContained(command, cwd, facts);
  if (!containment.contained) return because(`auto mode does not run it by itself: ${containment.because}`);
  return allow("auto mode: it stays in the project");
}

/** The rules that together cover every part of a list or pipe; parts that only look need none. Null when one is missing. */
function rulesForParts(
  parts: readonly SimpleCommand[],
  rules: readonly Rule[],
  cwd: string,
  facts: Facts,
): string[] | null {
  const place = placeOf(parts, cwd, facts);
  if (place === null) return null;
  const used = new Set<string>();
  for (const part of parts) {
    const rule = rules.find((rule) => matchesPart(rule, part));
    if (rule === undefined) {
      if (onlyReads(part, place)) continue;
      return null;
    }
    // The rule speaks for the words that it has; options that run something else are not among them.
    if (riskOfArguments(part, place) !== null) return null;
    used.add(`the rule ${rule.text}`);
  }
  return used.size === 0 ? null : [...used];
}

function graveReason(command: string, reading: Reading): string | null {
  if (!reading.understood) return gravityOfText(command);
  for (const part of reading.commands) {
    const reason = gravity(part);
    if (reason !== null) return reason;
  }
  // A command inside another one's arguments: `env sudo x`, `bash -c "sudo x"`.
  return reading.commands.some((part) => runsItsArguments(programOf(part))) ? gravityOfText(command) : null;
}

/** "Don't ask again" is for commands whose every part is understood and harmless to repeat. */
function isRepeatable(reading: Reading, cwd: string, facts: Facts): boolean {
  if (!reading.understood) return false;
  const place = placeOf(reading.commands, cwd, facts);
  if (place === null) return false;
  return reading.commands.every((part) => riskOfName(part) === null && riskOfArguments(part, place) === null);
}

/** The rule for exactly this text, or undefined where the text would mean something else as a rule. */
function ruleFor(command: string): string | undefined {
  const text = withoutOuterBlanks(command);
  const isPlain = text !== "" && !/(?! )[\p{Cc}\p{Cf}\p{Z}]/u.test(text);
  return isPlain && !text.endsWith(":*") ? `bash(${text})` : undefined;
}

function isForCommands(rule: Rule): boolean {
  return rule.type === "command" || rule.type === "prefix";
}

/** True when the command may run another one that the text does not show. A broad rule does not overrule that doubt. */
function mayHideCommands(reading: Reading): boolean {
  return !reading.understood || reading.commands.some((part) => shells.has(programOf(part)));
}

/** A rule that forbids is read widely: behind wrappers, with other options between, and in what is not understood. */
function forbids(rule: Rule, command: string, reading: Reading): boolean {
  if (rule.type === "all") return rule.kind === "bash";
  if (rule.type === "path") return false;
  if (matchesText(rule, command)) return true;
  const wanted = rule.type === "prefix" ? rule.words : rule.words?.map((word) => word.text);
  if (wanted === undefined) return false;
  if (!reading.understood) return containsWords(command, wanted);
  return reading.commands.some((part) => {
    if (matchesPart(rule, part)) return true;
    const words = part.words.map((word) => word.text);
    if (
      runsItsArguments(programOf(part)) ||
      words.some((word) => /^-(exec|execdir|ok|okdir|x|X)$/.test(word))
    ) {
      return containsWords(words.join(" "), wanted);
    }
    const bare = [programOf(part), ...withoutLeadingOptions(words.slice(1))];
    return rule.type === "prefix" ? beginsWith(bare, wanted) : bare.join("\0") === wanted.join("\0");
  });
}

/** `git -C sub --no-pager push` is `git push` for a rule that forbids; an option's value is skipped where it can be. */
function withoutLeadingOptions(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !word.startsWith("-"));
  if (first <= 0) return words;
  const takesValue = /^-[cC]$|^--(git-dir|work-tree|namespace|exec-path|prefix|cwd|dir)$/.test(
    words[first - 1] ?? "",
  );
  return takesValue ? withoutLeadingOptions(words.slice(first + 1)) : words.slice(first);
}

/** True when the words stand one behind the other in a text, whatever is around them. */
function containsWords(text: string, words: readonly string[]): boolean {
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(
    String.raw`(?<![\w-])${escaped.join(String.raw`["']?\s+(?:-\S+\s+)*["']?`)}(?![\w-])`,
  ).test(text);
}
