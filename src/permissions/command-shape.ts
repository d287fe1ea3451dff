/** What the parser's nodes of commands and loops say, without following them. Pure. */
import type * as Unbash from "unbash";
import type { Word } from "./shell-syntax.ts";

/** How the name of a command is known: as it is written, as a place in a home folder, or only when it runs. */
export function nameKind(written: Unbash.Word, names: readonly Word[]): "plain" | "home" | "computed" {
  const [name] = names;
  if (name === undefined || names.length > 1) return "computed";
  // `~/bin/x` is only a place; the others are made up while it runs.
  if (name.tilde && !name.unknown && !name.glob) return "home";
  const isComputed =
    name.unknown ||
    name.glob ||
    name.tilde ||
    name.stream ||
    name.text === "" ||
    /^\$['"]/.test(written.text) ||
    written.parts?.some(isExpanded) === true;
  return isComputed ? "computed" : "plain";
}

function isExpanded(part: Unbash.WordPart): boolean {
  if (part.type === "DoubleQuoted") return part.parts.some(({ type }) => type !== "Literal");
  return part.type !== "Literal" && part.type !== "SingleQuoted";
}

/** True for `while :` and the like: what ends it can only stand inside. */
export function isEndless({ kind, clause }: Unbash.While): boolean {
  const [first, ...more] = clause.commands;
  const always = kind === "while" ? /^(:|true)$/ : /^false$/;
  return (
    more.length === 0 && first?.command.type === "Command" && always.test(first.command.name?.value ?? "")
  );
}

/**
 * Where words stand for one of several each, every list of words that this may come to; null when there are more than
 * `most`.
 */
export function combinations(
  alternatives: readonly (readonly Word[])[],
  most: number,
): readonly (readonly Word[])[] | null {
  if (alternatives.reduce((product, { length }) => product * length, 1) > most) return null;
  return alternatives.reduce<readonly (readonly Word[])[]>(
    (lists, words) => lists.flatMap((list) => words.map((word) => [...list, word])),
    [[]],
  );
}
