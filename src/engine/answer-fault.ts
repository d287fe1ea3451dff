/** What is wrong with an answer, as far as the question alone can tell. */
import type { ApprovalAnswer, ApprovalRequest } from "../protocol/approval.ts";
import { messageOf } from "../protocol/error.ts";
import { hunkPlaces } from "../protocol/hunks.ts";
import type { Preview } from "../protocol/tool-result.ts";
import { say } from "../words/say.ts";

/** A sentence for whoever answered, or null when the answer can be taken. */
export function answerFault(approval: ApprovalRequest, answer: ApprovalAnswer): string | null {
  switch (answer.type) {
    case "once":
    case "decline":
    case "stop":
      return null;
    case "remember":
      return approval.remember === undefined
        ? say`No rule is offered for this call, so none can be kept; it can be allowed once.`
        : null;
    case "edit":
      return approval.arguments === undefined
        ? say`This question is not about a call that can be edited.`
        : argumentsFault(answer.arguments);
    case "hunks": {
      if (approval.byHunk !== true) return say`This call cannot be answered hunk by hunk.`;
      const count = hunkCount(approval.preview);
      return answer.hunks.length === count
        ? null
        : say`The change has ${count} hunks, and ${answer.hunks.length} were answered.`;
    }
    default:
      answer satisfies never;
      return say`rein does not know this kind of answer.`;
  }
}

/** How many answers a preview takes; 0 for what is no change to files. */
export function hunkCount(preview: Preview): number {
  return preview.type === "changes" ? hunkPlaces(preview.files).length : 0;
}

function argumentsFault(text: string): string | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? null
      : say`The arguments of a call are a JSON object.`;
  } catch (thrown) {
    return say`The arguments are not valid JSON (${messageOf(thrown)}).`;
  }
}
