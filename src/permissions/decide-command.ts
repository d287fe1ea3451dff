/** May this command run? What it is, the rules and the mode put together. */
import type { AskedPart } from "../protocol/approval.ts";
import { say } from "../words/say.ts";
import { askedParts } from "./asked-parts.ts";
import { programOf, riskOfArguments, riskOfName } from "./command-risk.ts";
import { forbids, isForCommands, mayForbid } from "./command-rules.ts";
import { forbiddenWords, touchedBy } from "./forbidden-paths.ts";
import { type Analysis, analyse, judgeRedirections } from "./judge-command.ts";
import {
  allow,
  allowRules,
  ask,
  askAlways,
  deny,
  type Facts,
  type Judgement,
  type Policy,
} from "./judgement.ts";
import { reasonNotContained } from "./looks-contained.ts";
import { reasonNotInSandbox } from "./looks-sandboxed.ts";
import type { PlacedPart } from "./place.ts";
import { interpreters } from "./program-tables.ts";
import { matchesPart, matchesText, type Rule } from "./rule.ts";
import { withoutOuterBlanks } from "./shell-syntax.ts";

/** Judges one command as it would run in `cwd` (absolute and real). */
export function judgeCommand(command: string, cwd: string, policy: Policy, facts: Facts): Judgement {
  const found = analyse(command, cwd, policy, facts);
  const { reading, placed, inside } = found;
  const denied = policy.rules.deny.find((rule) => forbids(rule, command, found));
  if (denied !== undefined) return deny(say`the rule ${denied.text} forbids it`);
  const onlyLooks = found.class === "read_only";
  if (policy.mode === "plan" && !onlyLooks)
    return deny(say`plan mode: only reading is possible, and this runs a command`);

  const at = (parts: readonly AskedPart[]) =>
    parts.length === 0 ? {} : { parts: askedParts(parts, command) };
  if (found.grave !== null) return { ...askAlways(found.grave), ...at(found.asks) };
  const forbidden = placed === null ? null : touchedBy(placed, policy.rules.deny, facts);
  if (forbidden !== null) {
    const reason = forbiddenWords(forbidden);
    return { ...askAlways(reason), ...at([{ ...forbidden.span, reason }]) };
  }
  const files = (placed ?? []).flatMap((one) =>
    judgeRedirections(one, policy, facts).map(({ verdict, reason }) => ({
      verdict,
      part: partOf(one, reason),
    })),
  );
  const refused = files.find(({ verdict }) => verdict === "deny");
  if (refused !== undefined) return deny(refused.part.reason);
  const asked = askedBy(command, found, policy, facts);
  if (asked !== undefined) return ask(say`the rule ${asked.text} has it asked`);

  if (facts.noSandbox !== undefined && !onlyLooks)
    return { verdict: "ask", reason: say`there is no sandbox: ${facts.noSandbox}`, hint: unconfinedHint };
  const [unseen] = facts.unseen ?? [];
  if (unseen !== undefined && found.all.some((part) => programOf(part) === "git"))
    return ask(say`${unseen} is new, and git may run something because of it; /sandbox shows what is new`);

  const rules = allowRules(policy);
  // A rule speaks of a command as it is in the project; elsewhere the same words do something else.
  const byText = inside ? rules.find((rule) => matchesText(rule, command)) : undefined;
  if (byText !== undefined) return allow(say`the rule ${byText.text} allows it`);
  const mayBeForbidden = policy.rules.deny.some(
    (rule) => isForCommands(rule) && (!reading.understood || found.hidden || mayForbid(rule, found)),
  );
  const broad = rules.find((rule) => rule.type === "all" && rule.kind === "bash");
  // Where parts of it may be missing, nobody has allowed what they do.
  if (broad !== undefined && !mayBeForbidden && reading.whole)
    return allow(say`the rule ${broad.text} allows it`);

  const offer = isRepeatable(found);
  const rule = ruleFor(command);
  const because = (reason: string, parts: readonly AskedPart[] = []): Judgement => ({
    ...(rule === undefined ? ask(reason) : { verdict: "ask", reason, rule, offer }),
    ...at(parts),
  });
  if (mayBeForbidden) return because(say`it cannot be told whether a rule forbids a part of it`);
  if (!inside) return because(say`it runs a command outside the project, in ${cwd}`);
  if (!reading.understood) return because(reading.because, [...found.asks, ...besideDoubts(found)]);
  if (placed === null) {
    const reason = say`it changes the folder in a way that cannot be followed`;
    const moving = reading.commands.filter(({ words }) => words[0].text === "cd");
    return because(
      reason,
      moving.map((part) => partOf({ part }, reason)),
    );
  }
  const asking = files.flatMap(({ verdict, part }) => (verdict === "allow" ? [] : [part]));
  return judgeParts(found, placed, rules, { policy, facts, asking, because });
}

const unconfinedHint = say`To run commands without a sandbox: --sandbox none; what they may do is then up to your rules alone.`;

/** In what is not understood, the parts that would ask by themselves and stand apart from what is unclear. */
function besideDoubts({ parts, asks }: Analysis): readonly AskedPart[] {
  return parts.flatMap(({ from, to, why, class: kind }) => {
    const isUnclear = asks.some((one) => one.from < to && from < one.to);
    return kind === "read_only" || isUnclear ? [] : [{ from, to, reason: why }];
  });
}

function partOf({ part: { span } }: Pick<PlacedPart, "part">, reason: string): AskedPart {
  return { from: span.from, to: span.to, reason };
}

/** The rule that has the command asked; read as widely as one that forbids. */
function askedBy(command: string, found: Analysis, { rules }: Policy, facts: Facts): Rule | undefined {
  if (rules.ask === undefined || rules.ask.length === 0) return undefined;
  const byCommand = rules.ask.find(
    (rule) =>
      forbids(rule, command, found) || (isForCommands(rule) && (!found.reading.understood || found.hidden)),
  );
  return byCommand ?? (found.placed === null ? undefined : touchedBy(found.placed, rules.ask, facts)?.rule);
}

type PartContext = {
  readonly policy: Policy;
  readonly facts: Facts;
  /** What asks already, because of the files that it reads or writes. */
  readonly asking: readonly AskedPart[];
  readonly because: (reason: string, parts: readonly AskedPart[]) => Judgement;
};

/** Each part only looks, is covered by a rule, or is one that the mode runs; the first that is not is asked. */
function judgeParts(
  { needs }: Analysis,
  placed: readonly PlacedPart[],
  rules: readonly Rule[],
  { policy, facts, because, ...context }: PartContext,
): Judgement {
  const used = new Set<string>();
  const asking = [...context.asking];
  let contained = false;
  for (const [at, one] of placed.entries()) {
    const reason = needs[at] ?? null;
    if (reason === null) continue;
    const rule = rules.find((rule) => matchesPart(rule, one.part));
    // The rule speaks for the words that it has; options that run something else are not among them.
    if (rule !== undefined && riskOfArguments(one.part, one.place) === null)
      used.add(say`the rule ${rule.text}`);
    else if (policy.mode === "auto") {
      const outside = reasonNotByItself(one, facts);
      if (outside === null) contained = true;
      else asking.push({ ...one.part.span, reason: say`auto mode does not run it by itself: ${outside}` });
    } else asking.push({ ...one.part.span, reason });
  }
  const [first] = asking;
  if (first !== undefined) return because(first.reason, asking);
  if (used.size > 0) return allow(allowedBy([...used]));
  if (!contained) return allow(say`it only looks at the project`);
  return allow(
    facts.sandboxed === true
      ? say`auto mode: it stays in the project and in the sandbox`
      : say`auto mode: it stays in the project`,
  );
}

function allowedBy(rules: readonly string[]): string {
  const named = rules.join(say` and `);
  return rules.length === 1 ? say`${named} allows it` : say`${named} allow it`;
}

function reasonNotByItself(one: PlacedPart, { sandboxed, unconfinedAuto }: Facts): string | null {
  if (sandboxed === true) return reasonNotInSandbox(one);
  if (unconfinedAuto === true) return reasonNotContained(one);
  return say`there is no sandbox that would hold it`;
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
