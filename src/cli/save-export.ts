/** Saving an export where nobody but signals can stop it. */
import { constants } from "node:os";
import { type SavedExport, saveExport, type SaveRequest } from "../app/export/save-export.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** As `saveExport`. A signal ends the process as it always does, and takes along what is written by then. */
export async function saveOrLeaveNothing(request: SaveRequest): Promise<SavedExport> {
  for (const name of signals) process.on(name, endTidily);
  try {
    return await saveExport(request);
  } finally {
    for (const name of signals) process.off(name, endTidily);
  }
}

/** At an end that is a program's own, half-written files are removed; at that of a signal nothing is. */
function endTidily(name: NodeJS.Signals): never {
  process.exit(128 + constants.signals[name]);
}
