/** May this command run? */
import type { CallClass } from "../protocol/approval.ts";
import { gravityOfText, programOf, riskOfArguments, riskOfName, runsItsArguments } from "./command-risk.ts";
import { forbiddenPath } from "./forbidden-paths.ts";
import { gravity } from "./gravity.ts";
import { innerCommands } from "./inner-commands.ts";
import { allow, ask, askAlways, deny, type Facts, type Judgement, type Policy } from "./judgement.ts";
import { judgePath } from "./judge-path.ts";
import { reasonNotContained } from "./looks-contained.ts";
import { reasonNotToRun } from "./looks-only.ts";
import { isInside, pathsOf, type PlacedPart, placeParts } from "./place.ts";
import { interpreters } from "./program-tables.ts";
import { beginsWith, matchesPart, matchesText, type Rule } from "./rule.ts";
import { isSecretLooking } from "./sensitive-paths.ts";
import { readShell } from "./read-shell.ts";
import { type Reading, type SimpleCommand, withoutOuterBlanks } from "./shell-syntax.ts";

/** One part of a command, for an explanation. */
export type PartFinding = {
  /** The part's words with blanks between. */
  readonly text: string;
  readonly class: CallClass;
  readonly why: string;
};

export type CommandFindings = {
  readonly class: CallClass;
  readonly parts: readonly PartFinding[];
  /** Why the whole is not understood, or null. */
  readonly unclear: string | null;
};

/** A command as far as it is told by its text and the place, before any rule. */
type Analysis = CommandFindings & {
  readonly reading: Reading;
  readonly placed: readonly PlacedPart[] | null;
  readonly inside: boolean;
  /** All commands, those inside wrappers and nested shells too. */
  readonly all: readonly SimpleCommand[];
  readonly hidden: boolean;
  readonly grave: string | null;
  /** Why each part needs somebody's approval; null where it only looks. */
  readonly needs: readonly (string | null)[];
};

/** Judges one command as it would run in `cwd` (absolute and real). */
export function judgeCommand(command: string, cwd: string, policy: Policy, facts: Facts): Judgement {
  const found = analyse(command, cwd, policy, facts);
  const { reading, placed, inside } = found;
  const denied = policy.rules.deny.find((rule) => forbids(rule, command, found));
  if (denied !== undefined) return deny(`the rule ${denied.text} forbids it`);
  const onlyLooks = found.class === "read_only";
  if (policy.mode === "plan" && !onlyLooks)
    return deny("plan mode: only reading is possible, and this runs a command");

  const grave = found.grave ?? (placed === null ? null : forbiddenPath(placed, policy.rules.deny, facts));
  if (grave !== null) return askAlways(grave);
  const files = (placed ?? []).flatMap((part) => judgeRedirections(part, policy, facts));
  const refused = files.find(({ verdict }) => verdict === "deny");
  if (refused !== undefined) return refused;

  const rules = [...policy.rules.allow, ...policy.sessionRules];
  // A rule speaks of a command as it is in the project; elsewhere the same words do something else.
  const byText = inside ? rules.find((rule) => matchesText(rule, command)) : undefined;
  if (byText !== undefined) return allow(`the rule ${byText.text} allows it`);
  const mayBeForbidden = policy.rules.deny.some(isForCommands) && (!reading.understood || found.hidden);
  const broad = rules.find((rule) => rule.type === "all" && rule.kind === "bash");
  if (broad !== undefined && !mayBeForbidden) return allow(`the rule ${broad.text} allows it`);

  const offer = isRepeatable(found);
  const rule = ruleFor(command);
  const because = (reason: string): Judgement =>
    rule === undefined ? ask(reason) : { verdict: "ask", reason, rule, offer };
  if (mayBeForbidden) return because("it cannot be told whether a rule forbids a part of it");
  if (!inside) return because(`it runs a command outside the project, in ${cwd}`);
  if (!reading.understood || placed === null)
    return because(reading.because || "it changes the folder in a way that cannot be followed");
  const file = files.find(({ verdict }) => verdict !== "allow");
  if (file !== undefined) return because(file.reason);
  return judgeParts(found, placed, rules, policy, because);
}

/** Each part only looks, is covered by a rule, or is one that the mode runs; the first that is not is asked. */
function judgeParts(
  { needs }: Analysis,
  placed: readonly PlacedPart[],
  rules: readonly Rule[],
  policy: Policy,
  because: (reason: string) => Judgement,
): Judgement {
  const used = new Set<string>();
  const asking: string[] = [];
  let contained = false;
  for (const [at, one] of placed.entries()) {
    const reason = needs[at] ?? null;
    if (reason === null) continue;
    const rule = rules.find((rule) => matchesPart(rule, one.part));
    // The rule speaks for the words that it has; options that run something else are not among them.
    if (rule !== undefined && riskOfArguments(one.part, one.place) === null)
      used.add(`the rule ${rule.text}`);
    else if (policy.mode === "auto") {
      const outside = reasonNotContained(one);
      if (outside === null) contained = true;
      else asking.push(`auto mode does not run it by itself: ${outside}`);
    } else asking.push(reason);
  }
  const [first] = asking;
  if (first !== undefined) return because(first);
  if (used.size > 0) return allow(`${[...used].join(" and ")} allow${used.size === 1 ? "s" : ""} it`);
  return allow(contained ? "auto mode: it stays in the project" : "it only looks at the project");
}

/** What a command is, part by part, whatever the rules and the mode. */
export function classifyCommand(command: string, cwd: string, policy: Policy, facts: Facts): CommandFindings {
  return analyse(command, cwd, policy, facts);
}

function analyse(command: string, cwd: string, policy: Policy, facts: Facts): Analysis {
  const reading = readShell(command);
  const inside = isInside(facts.root, cwd);
  const placed = placeParts(reading, cwd, facts);
  // What rules allow is found out later: what a command is does not depend on them. Those for files say what it may read.
  const none: Policy = { mode: "ask", rules: { allow: [], deny: [] }, sessionRules: [] };
  const fileRules = [...policy.rules.allow, ...policy.sessionRules].filter(isForFiles);
  const withFiles: Policy = { ...none, sessionRules: fileRules };
  const fallback = {
    root: facts.root,
    home: facts.home,
    folders: [cwd],
    leadsTo: facts.leadsTo ?? (() => null),
    ownFolders: facts.ownFolders ?? [],
  };
  const parts: PartFinding[] = [];
  const needs: (string | null)[] = [];
  const all: SimpleCommand[] = [];
  let hidden = false;
  let grave = reading.grave ?? (reading.understood ? null : gravityOfText(command));
  for (const [at, part] of reading.commands.entries()) {
    const one = placed?.[at] ?? { part, place: fallback };
    const look = { facts, before: reading.commands.slice(0, at) };
    const why = reasonNotToRun(one, { ...look, policy: none });
    const inner = innerCommands(part);
    const always =
      graveRedirection(one, facts) ?? (why === null ? null : graveIn(one, inner.commands, inner.grave));
    const file = judgeRedirections(one, none, facts).find(({ verdict }) => verdict !== "allow");
    const need = why ?? (placed === null ? "it changes the folder in a way that cannot be followed" : null);
    parts.push({
      text: part.words.map(({ text }) => text).join(" "),
      class:
        always !== null
          ? "deny_or_always_ask"
          : need === null && file === undefined
            ? "read_only"
            : "needs_approval",
      why: always ?? need ?? file?.reason ?? "it only looks at the project",
    });
    needs.push(
      need === null || fileRules.length === 0 || placed === null
        ? need
        : reasonNotToRun(one, { ...look, policy: withFiles }),
    );
    all.push(part, ...inner.commands);
    hidden ||= inner.hidden;
    grave ??= always;
  }
  grave ??= leak(all, placed);
  const isLook = reading.understood && inside && parts.every((part) => part.class === "read_only");
  return {
    class: grave !== null ? "deny_or_always_ask" : isLook ? "read_only" : "needs_approval",
    parts,
    unclear: reading.understood ? null : reading.because,
    reading,
    placed,
    inside,
    all,
    hidden,
    grave,
    needs,
  };
}

function graveIn(
  { part, place }: PlacedPart,
  inner: readonly SimpleCommand[],
  reason: string | null,
): string | null {
  for (const one of [part, ...inner]) {
    const found = gravity(one, place);
    if (found !== null) return found;
  }
  return reason;
}

const talks =
  /^(curl|wget|nc|ncat|ssh|scp|sftp|rsync|ftp|ping|dig|nslookup|host|http|https|xh|aws|gh|gsutil|rclone|mail|sendmail)$/;

/** A secret and a way out of the machine in one command. */
function leak(all: readonly SimpleCommand[], placed: readonly PlacedPart[] | null): string | null {
  const way = all.find((part) => talks.test(programOf(part)));
  if (way === undefined || placed === null) return null;
  for (const { text } of all.flatMap((part) => part.words.slice(1))) {
    if (isSecretLooking(`/${text.replace(/^[@<]|^.*=@?/, "")}`))
      return `it names ${text} and talks to the network`;
  }
  return null;
}

/** What the redirections of a part read and write, judged like files that a tool reads and writes. */
function judgeRedirections({ part, place }: PlacedPart, policy: Policy, facts: Facts): Judgement[] {
  return part.redirections.flatMap(({ kind, target }): Judgement[] => {
    if (target.unknown || (target.tilde && !/^~(\/|$)/.test(target.text)))
      return [ask(`${target.text} is known only when it runs`)];
    if (/^\/dev\/(null|stdin|stdout|stderr|fd\/\d+)$/.test(target.text)) return [];
    const paths = pathsOf(target, place);
    if (paths === null || paths.length === 0) return [ask(`where ${target.text} leads cannot be told`)];
    return paths.map((path) => judgePath({ type: kind, path }, policy, facts));
  });
}

function graveRedirection(one: PlacedPart, facts: Facts): string | null {
  const policy: Policy = { mode: "auto", rules: { allow: [], deny: [] }, sessionRules: [] };
  const found = judgeRedirections(one, policy, facts).find(
    (judgement) => judgement.verdict === "ask" && judgement.always === true,
  );
  return found?.reason.replace(/; this is always asked$/, "") ?? null;
}

/** "Don't ask again" is for commands whose every part is understood and harmless to repeat. */
function isRepeatable({ reading, placed, needs }: Analysis): boolean {
  if (!reading.understood || placed === null) return false;
  return placed.every(({ part, place }, at) => {
    if (part.redirections.some(({ kind }) => kind === "write")) return false;
    if (needs[at] !== null && interpreters.has(programOf(part))) return false;
    return needs[at] === null || (riskOfName(part) === null && riskOfArguments(part, place) === null);
  });
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

function isForFiles(rule: Rule): boolean {
  return rule.type === "path" || (rule.type === "all" && rule.kind !== "bash");
}

/** A rule that forbids is read widely: behind wrappers, with other options between, and in what is not understood. */
function forbids(rule: Rule, command: string, { reading, all, hidden }: Analysis): boolean {
  if (rule.type === "all") return rule.kind === "bash";
  if (rule.type === "path") return false;
  if (matchesText(rule, command)) return true;
  const wanted = rule.type === "prefix" ? rule.words : rule.words?.map((word) => word.text);
  if (wanted === undefined) return false;
  const isCalled = all.some((part) => {
    if (matchesPart(rule, part)) return true;
    const words = part.words.map((word) => word.text);
    const bare = [programOf(part), ...withoutLeadingOptions(words.slice(1))];
    if (rule.type === "prefix" ? beginsWith(bare, wanted) : bare.join("\0") === wanted.join("\0"))
      return true;
    // A wrapper with options that are not known here.
    return hidden && runsItsArguments(programOf(part)) && containsWords(words.join(" "), wanted);
  });
  // Where parts may be missing there is only the text.
  return isCalled || (!reading.whole && containsWords(command, wanted));
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
