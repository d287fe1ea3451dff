/** Rules that forbid files, for commands: what a command names it may read or change. Pure. */
import { programOf } from "./command-risk.ts";
import type { Facts } from "./judgement.ts";
import { pathsNamedBy, type PlacedPart } from "./place.ts";
import { readers } from "./program-tables.ts";
import { matchesPathOrParent, type Rule } from "./rule.ts";

/**
 * Why a command needs a person's eye though something allows it: it names a file that a rule forbids. Null when no
 * word of it does, as far as can be told. A word may also be no file at all, so this is a reason to ask, not to refuse.
 */
export function forbiddenPath(
  placed: readonly PlacedPart[],
  deny: readonly Rule[],
  facts: Facts,
): string | null {
  const rules = deny.filter((rule) => rule.type === "path");
  if (rules.length === 0) return null;
  for (const { part, place } of placed) {
    const kinds = readers.has(programOf(part)) ? (["read"] as const) : (["read", "write"] as const);
    const [program, ...words] = part.words;
    for (const word of program.text.includes("/") ? [program, ...words] : words) {
      for (const path of pathsNamedBy(word, place) ?? []) {
        const rule = rules.find((one) => kinds.some((kind) => matchesPathOrParent(one, kind, path, facts)));
        if (rule !== undefined) return `it names ${path}, which the rule ${rule.text} forbids`;
      }
    }
  }
  return null;
}
