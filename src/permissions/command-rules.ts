/** Which commands a rule that forbids, or that has them asked, is about. Pure. */
import { programOf, runsItsArguments } from "./command-risk.ts";
import type { Analysis } from "./judge-command.ts";
import { beginsWith, matchesPart, matchesText, type Rule } from "./rule.ts";

/** True for a rule about some commands, not about all of them. */
export function isForCommands(rule: Rule): boolean {
  return rule.type === "command" || rule.type === "prefix";
}

/** A rule that forbids is read widely: behind wrappers, with other options between, and in what is not understood. */
export function forbids(rule: Rule, command: string, { reading, all, hidden }: Analysis): boolean {
  if (rule.type === "all") return rule.kind === "bash";
  if (rule.type !== "command" && rule.type !== "prefix") return false;
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

/** True when a word of a command that is known only when it runs may make it one that the rule is about: `git $X`. */
export function mayForbid(rule: Rule, { all }: Analysis): boolean {
  if (rule.type !== "command" && rule.type !== "prefix") return false;
  const [program, ...wanted] =
    rule.type === "prefix" ? rule.words : (rule.words ?? []).map(({ text }) => text);
  return all.some((part) => {
    if (programOf(part) !== program) return false;
    const words = part.words.slice(1).filter(({ text, unknown }) => unknown || !text.startsWith("-"));
    const at = words.findIndex(({ unknown, glob }) => unknown || glob);
    return (
      at !== -1 && at < wanted.length && words.slice(0, at).every(({ text }, index) => text === wanted[index])
    );
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
