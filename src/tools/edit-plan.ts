/** Several edits of one text, one after the other: what it is afterwards, or why one of them cannot be made. Pure. */
import { findLoosely, type LooseResult } from "../workspace/loose-match.ts";
import { spliceLoosely } from "../workspace/loose-splice.ts";
import {
  findPassages,
  lineNumbersAt,
  maxPassages,
  overlappingPassage,
  replacePassages,
  type Span,
} from "../workspace/replace-text.ts";
import { looseDifferences } from "./loose-words.ts";

export type Edit = {
  readonly old_string: string;
  readonly new_string: string;
  readonly replace_all?: boolean | undefined;
};

/** What the session knows of the text: `stale` is read, but changed since. */
export type Knowledge = "unread" | "stale" | "read";

/** Where an edit was made, in the text that the edits before it left. */
export type MadeEdit = {
  readonly places: number;
  /** Of the first places, from 1. */
  readonly lines: readonly number[];
  /** How the file's text differs from the one that was asked for, in words; null for an exact match. */
  readonly differs: string | null;
};

export type EditPlan =
  | { readonly type: "made"; readonly after: string; readonly made: readonly MadeEdit[] }
  | {
      readonly type: "refused";
      readonly edit: Edit;
      /** Which of the edits, from 0. */
      readonly index: number;
      /** The text that the edits before it left. */
      readonly text: string;
      readonly trouble: EditTrouble;
    };

/**
 * Why an edit cannot be made. `many`: too many places to count; `several`: not one place but these; `must_read`: what is asked
 * for is more than an exact single match, and the text as it is now was not read.
 */
export type EditTrouble =
  | { readonly type: "empty" | "same" | "many" | "not_found" | "no_change" }
  | {
      readonly type: "several";
      readonly places: number;
      readonly lines: readonly number[];
      readonly loosely: boolean;
    }
  | {
      readonly type: "must_read";
      readonly places: number;
      readonly place: Span | null;
      readonly differs: string;
    };

/** So many line numbers are told. */
const maxLines = 20;

/**
 * Makes the edits in order. An exact single match needs nothing; a looser one, and every place at once, need the
 * text to have been read as it is.
 */
export function planEdits(text: string, edits: readonly Edit[], knowledge: Knowledge): EditPlan {
  const made: MadeEdit[] = [];
  let after = text;
  for (const [index, edit] of edits.entries()) {
    const step = planEdit(after, edit, knowledge);
    if (step.type === "trouble") return { type: "refused", edit, index, text: after, trouble: step.trouble };
    made.push(step.made);
    after = step.after;
  }
  return { type: "made", after, made };
}

type Step =
  | { readonly type: "made"; readonly after: string; readonly made: MadeEdit }
  | { readonly type: "trouble"; readonly trouble: EditTrouble };

function planEdit(text: string, edit: Edit, knowledge: Knowledge): Step {
  const { old_string, new_string } = edit;
  if (old_string === "") return trouble({ type: "empty" });
  if (old_string === new_string) return trouble({ type: "same" });
  const passages = findPassages(text, old_string);
  if (passages.length > maxPassages) return trouble({ type: "many" });
  if (passages.length === 0) return planComposed(text, edit, knowledge) ?? planLoosely(text, edit, knowledge);
  if (edit.replace_all !== true) {
    const places = [...passages, ...overlapsOf(text, passages)];
    if (places.length > 1) return several(text, places, places.length, false);
  }
  if (passages.length > 1 && knowledge !== "read") {
    return trouble({ type: "must_read", places: passages.length, place: null, differs: "" });
  }
  const after = replacePassages(text, passages, new_string);
  return after === text
    ? trouble({ type: "no_change" })
    : { type: "made", after, made: madeAt(text, passages, null) };
}

const compositions = [
  { form: "NFD", differs: "accents as characters of their own (NFD)" },
  { form: "NFC", differs: "letters and accents as one character (NFC)" },
] as const;

/** A text that the file composes otherwise looks the same to everybody; null where it does not stand there either way. */
function planComposed(text: string, { old_string, new_string }: Edit, knowledge: Knowledge): Step | null {
  for (const { form, differs } of compositions) {
    const wanted = old_string.normalize(form);
    const passages = wanted === old_string ? [] : findPassages(text, wanted);
    const places = [...passages, ...overlapsOf(text, passages)];
    const [place] = places;
    if (place === undefined) continue;
    if (places.length > 1) return several(text, places, places.length, true);
    if (knowledge !== "read") return trouble({ type: "must_read", places: 1, place, differs });
    const after = replacePassages(text, passages, new_string.normalize(form));
    if (after === text) return trouble({ type: "no_change" });
    return { type: "made", after, made: madeAt(text, passages, differs) };
  }
  return null;
}

/** A single passage of two that overlap is as unclear as one of two that do not. */
function overlapsOf(text: string, passages: readonly Span[]): Span[] {
  const [only] = passages;
  const other = only === undefined || passages.length > 1 ? null : overlappingPassage(text, only);
  return other === null ? [] : [other];
}

function planLoosely(text: string, { old_string, new_string }: Edit, knowledge: Knowledge): Step {
  const result: LooseResult = findLoosely(text, old_string);
  switch (result.type) {
    case "not_found":
      return trouble({ type: "not_found" });
    case "unclear":
      return result.places.length === 0
        ? trouble({ type: "not_found" })
        : several(text, result.places, result.places.length, true);
    case "found": {
      const { place } = result;
      const differs = looseDifferences(text, place, old_string);
      if (knowledge !== "read") return trouble({ type: "must_read", places: 1, place, differs });
      const replacement = spliceLoosely(text, place, old_string, new_string);
      const after = text.slice(0, place.start) + replacement + text.slice(place.end);
      return after === text
        ? trouble({ type: "no_change" })
        : { type: "made", after, made: madeAt(text, [place], differs) };
    }
  }
}

function trouble(what: EditTrouble): Step {
  return { type: "trouble", trouble: what };
}

function several(text: string, spans: readonly Span[], places: number, loosely: boolean): Step {
  return trouble({ type: "several", places, lines: linesOfSpans(text, spans), loosely });
}

function madeAt(text: string, spans: readonly Span[], differs: string | null): MadeEdit {
  return { places: spans.length, lines: linesOfSpans(text, spans), differs };
}

function linesOfSpans(text: string, spans: readonly Span[]): number[] {
  return lineNumbersAt(
    text,
    spans.slice(0, maxLines).map(({ start }) => start),
  );
}
