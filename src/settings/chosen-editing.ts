/** How the user has chosen in rein to edit. */
import { readPrivateFile } from "../private-files/private-file.ts";
import type { Environment } from "./paths.ts";
import { type EditingName, settingSchemas } from "./schema.ts";
import { stateFile } from "./state.ts";

/** What was chosen with /vim; undefined when nothing was. One look at a small file, without `conf`. */
export function chosenEditing(env: Environment): EditingName | undefined {
  try {
    const state: unknown = JSON.parse(readPrivateFile(stateFile(env))?.toString() ?? "");
    if (typeof state !== "object" || state === null || !("editing" in state)) return undefined;
    return settingSchemas.editing.safeParse(state.editing).data;
  } catch {
    // Nothing is kept, or a file that whoever writes next keeps aside and tells of.
    return undefined;
  }
}
