/** What a command is, as far as its text and its place tell: its parts, and what of them needs somebody's eye. */
import type { AskedPart, CallClass } from "../protocol/approval.ts";
import { say } from "../words/say.ts";
import { gravityOfText, programOf } from "./command-risk.ts";
import { gravity } from "./gravity.ts";
import { innerCommands } from "./inner-commands.ts";
import { allowRules, ask, type Facts, type Judgement, type Policy } from "./judgement.ts";
import { judgePath } from "./judge-path.ts";
import { reasonNotToRun } from "./looks-only.ts";
import { isInside, pathsOf, type PlacedPart, placeParts } from "./place.ts";
import type { Rule } from "./rule.ts";
import { isSecretLooking } from "./sensitive-paths.ts";
import { readShell } from "./read-shell.ts";
import type { Reading, SimpleCommand, Span } from "./shell-syntax.ts";

/** One part of a command, for an explanation, and where it stands in the command. */
export type PartFinding = Span & {
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
export type Analysis = CommandFindings & {
  readonly reading: Reading;
  readonly placed: readonly PlacedPart[] | null;
  readonly inside: boolean;
  /** All commands, those inside wrappers and nested shells too. */
  readonly all: readonly SimpleCommand[];
  readonly hidden: boolean;
  readonly grave: string | null;
  /** The stretches of the text for which it is always asked or not understood. */
  readonly asks: readonly AskedPart[];
  /** Why each part needs somebody's approval; null where it only looks. */
  readonly needs: readonly (string | null)[];
};

/** What a command is, part by part, whatever the rules and the mode. */
export function classifyCommand(command: string, cwd: string, policy: Policy, facts: Facts): CommandFindings {
  return analyse(command, cwd, policy, facts);
}

/** Everything that is told of a command before its rules. Never throws. */
export function analyse(command: string, cwd: string, policy: Policy, facts: Facts): Analysis {
  const reading = readShell(command);
  const inside = isInside(facts.root, cwd);
  const placed = placeParts(reading, cwd, facts);
  // What rules allow is found out later: what a command is does not depend on them. Those for files say what it may read.
  const none: Policy = { mode: "ask", rules: { allow: [], deny: [] }, sessionRules: [] };
  const fileRules = allowRules(policy).filter(isForFiles);
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
    const look = { facts, before: reading.commands.slice(0, at), hardened: true };
    const why = reasonNotToRun(one, { ...look, policy: none });
    const inner = innerCommands(part);
    const always =
      graveRedirection(one, facts) ?? (why === null ? null : graveIn(one, inner.commands, inner.grave));
    const file = judgeRedirections(one, none, facts).find(({ verdict }) => verdict !== "allow");
    const need =
      why ?? (placed === null ? say`it changes the folder in a way that cannot be followed` : null);
    parts.push({
      ...part.span,
      text: part.words.map(({ text }) => text).join(" "),
      class:
        always !== null
          ? "deny_or_always_ask"
          : need === null && file === undefined
            ? "read_only"
            : "needs_approval",
      why: always ?? need ?? file?.reason ?? say`it only looks at the project`,
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
  const leaking = placed === null ? null : leak(all);
  grave ??= leaking?.reason ?? null;
  const isLook =
    grave === null && reading.understood && inside && parts.every((part) => part.class === "read_only");
  // Only what looks as a whole runs with an environment that holds git back; beside other commands git is the user's own.
  for (const [at, one] of (isLook ? [] : (placed ?? [])).entries()) {
    const part = parts[at];
    if (part === undefined || needs[at] !== null || !one.part.words.some(({ text }) => text === "git"))
      continue;
    const look = { facts, before: reading.commands.slice(0, at), hardened: false };
    const need = reasonNotToRun(one, { ...look, policy: withFiles });
    if (need === null) continue;
    needs[at] = need;
    if (part.class === "read_only") parts[at] = { ...part, class: "needs_approval", why: need };
  }
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
    asks: [
      ...reading.doubts.map(({ from, to, because }) => ({ from, to, reason: because })),
      ...parts.flatMap((part) =>
        part.class === "deny_or_always_ask" ? [{ from: part.from, to: part.to, reason: part.why }] : [],
      ),
      ...(leaking === null ? [] : [leaking]),
    ],
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
function leak(all: readonly SimpleCommand[]): AskedPart | null {
  const way = all.find((part) => talks.test(programOf(part)));
  if (way === undefined) return null;
  for (const { text } of all.flatMap((part) => part.words.slice(1))) {
    if (isSecretLooking(`/${text.replace(/^[@<]|^.*=@?/, "")}`))
      return { ...way.span, reason: say`it names ${text} and talks to the network` };
  }
  return null;
}

/** What the redirections of a part read and write, judged like files that a tool reads and writes. */
export function judgeRedirections({ part, place }: PlacedPart, policy: Policy, facts: Facts): Judgement[] {
  return part.redirections.flatMap(({ kind, target }): Judgement[] => {
    if (target.unknown || (target.tilde && !/^~(\/|$)/.test(target.text)))
      return [ask(say`${target.text} is known only when it runs`)];
    if (/^\/dev\/(null|stdin|stdout|stderr|fd\/\d+)$/.test(target.text)) return [];
    const paths = pathsOf(target, place);
    if (paths === null || paths.length === 0) return [ask(say`where ${target.text} leads cannot be told`)];
    return paths.map((path) => judgePath({ type: kind, path }, policy, facts));
  });
}

function graveRedirection(one: PlacedPart, facts: Facts): string | null {
  const policy: Policy = { mode: "auto", rules: { allow: [], deny: [] }, sessionRules: [] };
  const found = judgeRedirections(one, policy, facts).find(
    (judgement) => judgement.verdict === "ask" && judgement.always === true,
  );
  return (found?.verdict === "ask" ? found.why : undefined) ?? null;
}

function isForFiles(rule: Rule): boolean {
  return rule.type === "path" || (rule.type === "all" && (rule.kind === "read" || rule.kind === "write"));
}
