/**
 * Code → pieces with the role that each plays. A line is looked at once, with what is open in front of it: a comment or
 * a string of several lines goes on, and a line costs the same wherever in its block it stands.
 */
import type { RoleName } from "../terminal/theme.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { CodeSoFar } from "./block.ts";
import { highlighterFor, type Mode } from "./highlight-languages.ts";

/** The roles of a theme that code uses. */
export type CodeRole = Extract<
  RoleName,
  "keyword" | "string" | "comment" | "number" | "title" | "type" | "added" | "removed"
>;

/** A stretch of one line; what has no role is text like any other. */
export type CodePiece = { readonly text: string; readonly role: CodeRole | null };

/** Lines of a block beyond this are text only. */
const mostLines = 2000;
/** So is a line that is longer; UTF-16 units. Generated code has such lines. */
const longestLine = 500;
/** After so much of a block nothing is looked at any more: it would take seconds. UTF-16 units. */
const mostLooked = 150_000;
/** What is open in front of a line is looked at with it, up to so much; UTF-16 units. */
const mostBefore = 4000;

/** What highlight.js calls the parts of code, in our roles; null for text that begins anew inside something else. */
const roles: Readonly<Record<string, CodeRole | null>> = {
  addition: "added",
  attr: "type",
  attribute: "type",
  built_in: "type",
  bullet: "keyword",
  char: "string",
  class: "type",
  comment: "comment",
  deletion: "removed",
  doctag: "keyword",
  formula: "string",
  keyword: "keyword",
  link: "string",
  literal: "number",
  meta: "comment",
  name: "keyword",
  number: "number",
  property: "type",
  quote: "comment",
  regexp: "string",
  section: "title",
  "selector-attr": "type",
  "selector-class": "title",
  "selector-id": "title",
  "selector-pseudo": "type",
  "selector-tag": "keyword",
  string: "string",
  subst: null,
  symbol: "string",
  tag: null,
  "template-tag": "keyword",
  "template-variable": "type",
  title: "title",
  type: "type",
};

/** What is open behind a line: the lines that opened it, how highlight.js calls it, and what it stands in. */
type Open = { readonly lines: string; readonly name: string; readonly outer: Open | null };
type Looked = {
  readonly rows: readonly (readonly CodePiece[])[];
  readonly open: Open;
  readonly number: number;
  /** How much was looked at up to here, what was open in front of each line included; UTF-16 units. */
  readonly work: number;
};

const nothing: Open = { lines: "", name: "0", outer: null };
const looked = new WeakMap<CodeSoFar, { readonly language: string; readonly of: Looked }>();

/**
 * The pieces of a block's last `count` lines, printable; one that holds line breaks of other kinds becomes several.
 * Never throws.
 */
export function highlightedLines(code: CodeSoFar, count: number, language: string): (readonly CodePiece[])[] {
  const rows: Looked["rows"][] = [];
  for (let line: CodeSoFar | null = code; line !== null && rows.length < count; line = line.before) {
    rows.push(lookAt(line, language).rows);
  }
  return rows.toReversed().flat();
}

/** Looks at a line and at those before it that were not looked at. */
function lookAt(code: CodeSoFar, language: string): Looked {
  const waiting: CodeSoFar[] = [];
  let before: Looked | undefined;
  for (let line: CodeSoFar | null = code; line !== null; line = line.before) {
    const known = looked.get(line);
    if (known?.language === language) {
      before = known.of;
      break;
    }
    waiting.push(line);
  }
  let last = before ?? { rows: [], open: nothing, number: 0, work: 0 };
  for (const line of waiting.toReversed()) {
    last = next(line.line, last, language);
    looked.set(line, { language, of: last });
  }
  return last;
}

function next(line: string, before: Looked, language: string): Looked {
  const rows: CodePiece[][] = [];
  let { open, work } = before;
  for (const row of sanitize(line, "output", { tabWidth: 4 }).split("\n")) {
    const isLooked = before.number < mostLines && work < mostLooked && row.length <= longestLine;
    if (!isLooked || row.trim() === "") {
      rows.push([{ text: row, role: null }]);
      continue;
    }
    work += open.lines.length + row.length;
    const { pieces, behind } = look(row, open, language);
    rows.push(pieces);
    open = behind;
  }
  return { rows, open, number: before.number + 1, work };
}

function look(row: string, open: Open, language: string): { pieces: CodePiece[]; behind: Open } {
  const highlighter = highlighterFor(language);
  const whole = highlighter.highlight(`${open.lines}${row}\n`, { language, ignoreIllegals: false });
  if (whole.illegal) {
    // No such code: perhaps an excerpt, or a quote that nothing closes. It must not colour all that follows.
    const alone = highlighter.highlight(`${row}\n`, { language, ignoreIllegals: true });
    return { pieces: piecesOf(alone.value, 0).pieces, behind: nothing };
  }
  const { pieces, stack } = piecesOf(whole.value, open.lines.length);
  const name = `${depthOf(whole["_top"])}${stack}`;
  for (let known: Open | null = open; known !== null; known = known.outer) {
    if (known.name === name) return { pieces, behind: known };
  }
  const lines = `${open.lines}${row}\n`;
  return { pieces, behind: lines.length > mostBefore ? nothing : { lines, name, outer: open } };
}

/** How many of highlight.js's modes are open. Some have no name, as the one behind a `<script>` that is still empty. */
function depthOf(mode: Mode | undefined): number {
  let depth = 0;
  for (let outer = mode?.parent; outer !== undefined; outer = outer.parent) depth += 1;
  return depth;
}

const markup = /<span class="([^"]*)">|<\/span>|&(amp|lt|gt|quot|#x27);|[^<&]+|[<&]/g;
const references: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };

/** The pieces behind the first `skipped` characters of what highlight.js gives as HTML, and what is open at its end. */
function piecesOf(html: string, skipped: number): { pieces: CodePiece[]; stack: string } {
  const pieces: CodePiece[] = [];
  const inside: { readonly name: string; readonly role: CodeRole | null }[] = [];
  let stack = "";
  let skip = skipped;
  for (const [all, name, reference] of html.matchAll(markup)) {
    if (name !== undefined) {
      const [, scope = ""] = /^hljs-([\w-]+)/.exec(name) ?? [];
      const outer = inside.at(-1)?.role ?? null;
      const isOther = scope === "";
      inside.push({ name, role: isOther ? null : scope in roles ? (roles[scope] ?? null) : outer });
    } else if (all === "</span>") {
      inside.pop();
    } else {
      const text = reference === undefined ? all : (references[reference] ?? all);
      const shown = text.slice(skip);
      skip = Math.max(0, skip - text.length);
      if (shown === "") continue;
      const role = inside.at(-1)?.role ?? null;
      const last = pieces.at(-1);
      if (last?.role === role) pieces[pieces.length - 1] = { text: last.text + shown, role };
      else pieces.push({ text: shown, role });
      stack = inside.map((one) => one.name).join(" ");
    }
  }
  // The line end belongs to what is open behind the line.
  const end = pieces.pop();
  const text = end?.text.replace(/\n$/, "") ?? "";
  if (end !== undefined && text !== "") pieces.push({ ...end, text });
  return { pieces, stack };
}
