/** The Chinese catalogue: what `say` and `sayCount` say, area by area. `tests/words` holds that nothing is missing. */
import { cli } from "./chinese/cli.ts";
import { permissions } from "./chinese/permissions.ts";
import { permissionsCommands } from "./chinese/permissions-commands.ts";
import { permissionsShell } from "./chinese/permissions-shell.ts";
import { transcript } from "./chinese/transcript.ts";
import type { Catalogue } from "./say.ts";

/** The areas; no sentence stands in two. */
export const areas: readonly Catalogue[] = [
  cli,
  permissions,
  permissionsCommands,
  permissionsShell,
  transcript,
];

export const chinese: Catalogue = Object.assign({}, ...areas);
