/** What the model is told of edits that were made or refused. */
import { lineNumbersAt, type Span } from "../workspace/replace-text.ts";
import { closestRegion, showRegion } from "./closest-region.ts";
import type { Edit, EditPlan, Knowledge, MadeEdit } from "./edit-plan.ts";

type Refused = Extract<EditPlan, { type: "refused" }>;

/** Context around the region that is shown of a file that changed since it was read. */
const freshContext = 3;

/** A shorter text that stands there already may do so by chance; UTF-16 units. */
const leastTelling = 8;

/** What there is to know for the words: how many edits were asked for, and whether lines of the file may be shown. */
export type Telling = {
  readonly count: number;
  readonly knowledge: Knowledge;
  readonly mayShow: boolean;
};

/** Why nothing was changed, and what to do. */
export function refusalInWords(refused: Refused, name: string, telling: Telling): string {
  const { count, knowledge } = telling;
  const which = count === 1 ? "" : `Edit ${refused.index + 1} of ${count}: `;
  const stale = knowledge === "stale" ? `${name} has changed since it was read. ` : "";
  const all = count === 1 ? "" : " None of the edits was made.";
  return `${which}${stale}${troubleInWords(refused, name, telling)}${all}`;
}

function troubleInWords(refused: Refused, name: string, telling: Telling): string {
  const { trouble, edit, text } = refused;
  switch (trouble.type) {
    case "empty":
      return "old_string is empty. Name the text to replace; nothing was changed.";
    case "same":
      return "old_string and new_string are the same; nothing was changed.";
    case "no_change":
      return `${name} has new_string there already; nothing was changed.`;
    case "many":
      return `old_string stands in ${name} more often than can be replaced here; nothing was changed. Use bash with sed.`;
    case "several": {
      const loosely = trouble.loosely ? ", read loosely (blanks, tabs, quotes, dashes, accents)," : "";
      return (
        `old_string stands in ${name}${loosely} ${trouble.places} times, ${linesInWords(trouble)}; nothing was changed. ` +
        `Add lines around it to make it unique${trouble.loosely ? " and copy it exactly" : ", or set replace_all"}.`
      );
    }
    case "must_read":
      return mustReadInWords(trouble, refused, name, telling);
    case "not_found":
      return notFoundInWords(text, edit, name, telling);
  }
}

function mustReadInWords(
  trouble: { readonly places: number; readonly place: Span | null; readonly differs: string },
  { text, edit }: Refused,
  name: string,
  { knowledge, mayShow }: Telling,
): string {
  const read =
    knowledge === "stale" ? "Read it again" : `${name} was not read in this session. Read it first`;
  const { place } = trouble;
  if (place === null) {
    return `old_string stands in ${name} ${trouble.places} times; nothing was changed. ${read}, then replace all places.`;
  }
  if (!mayShow) return `old_string does not stand in ${name} exactly; nothing was changed. ${read}.`;
  const start = text.lastIndexOf("\n", place.start - 1) + 1;
  const region = showRegion(
    text,
    { start: place.start === 0 ? 0 : start, focus: place.start },
    edit.old_string,
    0,
  );
  return (
    `old_string does not stand in ${name} exactly, only with ${trouble.differs}; nothing was changed. ` +
    `${read}, or copy these lines exactly:\n${region}`
  );
}

function notFoundInWords(text: string, edit: Edit, name: string, { knowledge, mayShow }: Telling): string {
  const lead = `old_string does not stand in ${name}; nothing was changed.${mayShow ? madeBefore(text, edit.new_string) : ""}`;
  if (!mayShow) return `${lead} Read the file and copy the text exactly.`;
  const stale = knowledge === "stale";
  const closest = closestRegion(text, edit.old_string, stale ? freshContext : 0);
  if (closest === null) return `${lead} No lines are like it. Read the file and copy the text exactly.`;
  return `${lead} The closest lines ${stale ? "now " : ""}are:\n${closest}`;
}

/** Some models make an edit again when they have lost sight of it. */
function madeBefore(text: string, replacement: string): string {
  if (replacement.trim().length < leastTelling) return "";
  const at = text.indexOf(replacement);
  if (at === -1 || text.indexOf(replacement, at + 1) !== -1) return "";
  const [line] = lineNumbersAt(text, [at]);
  return ` new_string stands there already, line ${line}: perhaps this edit was made before.`;
}

/** What was done, for the model. */
export function madeInWords(made: readonly MadeEdit[], name: string, knowledge: Knowledge): string {
  const places = made.reduce((sum, { places: count }) => sum + count, 0);
  const lines = made.flatMap(({ lines: some }) => some);
  const edits = made.length === 1 ? "" : `${made.length} edits, `;
  const head = `Changed ${name} in ${edits}${places === 1 ? "1 place" : `${places} places`}, ${linesInWords({ places, lines })}.`;
  const loosely = made.flatMap(({ differs, lines: [line] }) =>
    differs === null ? [] : [` Line ${line} matched with ${differs}, which the file kept.`],
  );
  return `${head}${loosely.join("")}${staleInWords(knowledge)}`;
}

/** What is to be known of a file that was not as the model had read it, behind a blank; else nothing. */
export function staleInWords(knowledge: Knowledge): string {
  return knowledge === "stale"
    ? " The file had changed since it was read; the passage was still there once. Read it again before larger edits."
    : "";
}

/** "line 3" or "lines 3, 8, 9 …": where places begin. */
function linesInWords({
  places,
  lines,
}: {
  readonly places: number;
  readonly lines: readonly number[];
}): string {
  const more = places > lines.length ? " …" : "";
  return `${lines.length === 1 && more === "" ? "line" : "lines"} ${lines.slice(0, 40).join(", ")}${more}`;
}
