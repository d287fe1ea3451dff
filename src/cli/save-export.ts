/** Saving an export where nobody but signals can stop it. */
import { type SavedExport, saveExport, type SaveRequest } from "../app/export/save-export.ts";
import { endingTidily } from "./end-tidily.ts";

/** As `saveExport`. A signal takes along what is written by then. */
export function saveOrLeaveNothing(request: SaveRequest): Promise<SavedExport> {
  return endingTidily(() => saveExport(request));
}
