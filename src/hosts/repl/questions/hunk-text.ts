/** What a hunk puts into its file as a text to be edited, and back. Pure. */
import type { HunkAnswer } from "../../../protocol/approval.ts";
import { type HunkPlace, hunkSide } from "../../../protocol/hunks.ts";
import type { FileChange } from "../../../protocol/tool-result.ts";
import { plainText } from "../../../terminal/input/plain-text.ts";
import { compareTexts } from "../../../workspace/compare-texts.ts";
import { isShortened } from "../../../workspace/long-lines.ts";
import { say } from "../../../words/say.ts";

export type HunkText =
  /** `text` has no line end behind its last line. `caret`: where the first added line begins. */
  | { readonly type: "text"; readonly text: string; readonly caret: number; readonly isEnded: boolean }
  /** Why it cannot be edited, in a few words. */
  | { readonly type: "fault"; readonly why: string };

/** The lines of a hunk's new side as a text, as far as it can be edited without harm to what it holds. */
export function hunkTextOf({ file, hunk }: HunkPlace): HunkText {
  if (hunk === null) return { type: "fault", why: say`there are no lines to edit here` };
  if (file.kind === "deleted") return { type: "fault", why: say`the file goes; there is nothing to edit` };
  const { lines, isEnded } = hunkSide(hunk, "new");
  if (lines.some(isShortened)) return { type: "fault", why: say`its lines are too long to be edited here` };
  const text = lines.map((line) => line.replace(/\r$/, "")).join("\n");
  if (plainText(text) !== text) {
    return { type: "fault", why: say`it has control characters, which would be lost in an edit` };
  }
  const kept = hunk.lines.findIndex((line) => !line.startsWith(" "));
  const above = lines.slice(0, Math.max(0, kept)).join("\n").length;
  return { type: "text", text, caret: above === 0 ? 0 : above + 1, isEnded };
}

/** The answer that an edited text stands for: text that is as it was is the hunk as it was asked for. */
export function editedAnswer(
  { text, isEnded }: Extract<HunkText, { type: "text" }>,
  now: string,
): HunkAnswer {
  if (now === text) return { type: "take" };
  return { type: "edit", text: now === "" || !isEnded ? now : `${now}\n` };
}

/** The change of one place as it will be, to be shown: only its hunk, with the user's text where there is one. */
export function shownChange({ file, hunk }: HunkPlace, answer: HunkAnswer | null): FileChange {
  if (hunk === null) return { ...file, hunks: [] };
  if (answer?.type !== "edit") return { ...file, hunks: [hunk] };
  const { lines, isEnded } = hunkSide(hunk, "old");
  const old = lines.map((line) => line.replace(/\r$/, "")).join("\n");
  const before = lines.length > 0 && isEnded ? `${old}\n` : old;
  const { hunks } = compareTexts(file.path, before, answer.text);
  const above = { old: Math.max(0, hunk.oldStart - 1), now: Math.max(0, hunk.newStart - 1) };
  return {
    ...file,
    hunks: hunks.map((part) => ({
      oldStart: part.oldStart + above.old,
      newStart: part.newStart + above.now,
      lines: part.lines,
    })),
  };
}
