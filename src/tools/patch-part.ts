/** A patch of which the user takes only a part. Pure. */
import type { HunkAnswer } from "../protocol/approval.ts";
import { encodeText } from "../workspace/text.ts";
import { chooseHunks, type ChosenFile } from "./choose-hunks.ts";
import type { PatchPlan, PlannedChange, PlannedFile } from "./patch-plan.ts";

/**
 * The plan with what the answers leave of it. A file all of whose hunks are left out is no part of it any more, and
 * neither is the file that it was to be moved from.
 *
 * @throws ToolError when the answers do not fit
 */
export function choosePart(
  plan: PatchPlan,
  changes: readonly PlannedChange[],
  answers: readonly HunkAnswer[],
): { readonly plan: PatchPlan; readonly chosen: readonly ChosenFile[] } {
  const chosen = chooseHunks(changes, answers);
  const outcomes = new Map(changes.map(({ file }, index) => [file.path, chosen[index]?.outcome ?? "all"]));
  const isOut = (path: string) => outcomes.get(path) === "none";
  const stays = new Set(
    plan.files.flatMap(({ path, after }) => (isOut(path) && after?.movedFrom ? [after.movedFrom.path] : [])),
  );
  const files = plan.files.flatMap((file): PlannedFile[] => {
    const { path, after } = file;
    const outcome = outcomes.get(path);
    if (outcome === "none" || (after === null && stays.has(path))) return [];
    if (typeof outcome !== "object" || after === null || after.decoded === null) return [file];
    const decoded = { ...after.decoded, text: outcome.text };
    return [{ ...file, after: { ...after, decoded, bytes: encodeText(decoded) } }];
  });
  return { plan: { ...plan, files }, chosen };
}
