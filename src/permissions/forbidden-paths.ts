/** Rules about files, for commands: what a command names it may read or change, and in a folder what is inside. Pure. */
import { say } from "../words/say.ts";
import { programOf } from "./command-risk.ts";
import { changesBelow, goesThrough } from "./goes-through.ts";
import type { Facts } from "./judgement.ts";
import { isInside, pathsNamedBy, type PlacedPart } from "./place.ts";
import { readers } from "./program-tables.ts";
import type { Span } from "./shell-syntax.ts";
import { hasGlob, matchesPathOrParent, type Rule } from "./rule.ts";

/** A file of a rule that a command touches: it names it (`inside` false), or goes through a folder that may hold it. */
export type Touched = {
  readonly path: string;
  readonly rule: Rule;
  readonly inside: boolean;
  /** Where the command stands in the text. */
  readonly span: Span;
};

/**
 * The first file of one of the rules that a command touches, as far as can be told, or null. A word may also be no file
 * at all, so this is a reason to ask, not to refuse.
 */
export function touchedBy(
  placed: readonly PlacedPart[],
  rules: readonly Rule[],
  facts: Facts,
): Touched | null {
  const ofFiles = rules.filter((rule) => rule.type === "path");
  if (ofFiles.length === 0) return null;
  for (const one of placed) {
    const { part, place } = one;
    const kinds = readers.has(programOf(part)) ? (["read"] as const) : (["read", "write"] as const);
    const [program, ...words] = part.words;
    for (const word of program.text.includes("/") ? [program, ...words] : words) {
      for (const path of pathsNamedBy(word, place) ?? []) {
        const rule = ofFiles.find((one) => kinds.some((kind) => matchesPathOrParent(one, kind, path, facts)));
        if (rule !== undefined) return { path, rule, inside: false, span: part.span };
      }
    }
    const through = goesThrough(one, placed);
    const below = changesBelow(one);
    for (const rule of ofFiles) {
      const folders = rule.kind === "read" ? through : below;
      const path = folders.find((folder) => mayHold(folder, rule, facts));
      if (path !== undefined) return { path, rule, inside: true, span: part.span };
    }
  }
  return null;
}

/** True when a folder (absolute and real) may have in it what the rule is about. */
function mayHold(folder: string, rule: Extract<Rule, { type: "path" }>, { root, home }: Facts): boolean {
  const { glob } = rule;
  const [start, rest] = glob.startsWith("/")
    ? ["/", glob.slice(1)]
    : glob.startsWith("~/")
      ? [home, glob.slice(2)]
      : [root, glob];
  const segments = rest.split("/");
  const plain = segments.findIndex((segment) => hasGlob(segment));
  const fixed = plain === -1 ? segments : segments.slice(0, plain);
  const base = [start.replace(/\/$/, ""), ...fixed].join("/") || "/";
  if (isInside(folder, base)) return true;
  if (plain === -1 || !isInside(base, folder)) return false;
  const open = segments.slice(plain);
  const depth = folder.slice(base.length).split("/").filter(Boolean).length;
  return open.includes("**") || depth < open.length;
}

/** The sentence for a question about it, where the rule forbids. */
export function forbiddenWords({ path, rule, inside }: Touched): string {
  return inside
    ? say`it goes through ${path}, where there may be what the rule ${rule.text} forbids`
    : say`it names ${path}, which the rule ${rule.text} forbids`;
}
