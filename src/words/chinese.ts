/** The Chinese catalogue: what `say` and `sayCount` say, area by area. `tests/words` holds that nothing is missing. */
import { cli } from "./chinese/cli.ts";
import { components } from "./chinese/components.ts";
import { permissions } from "./chinese/permissions.ts";
import { permissionsCommands } from "./chinese/permissions-commands.ts";
import { permissionsShell } from "./chinese/permissions-shell.ts";
import { terminal } from "./chinese/terminal.ts";
import { transcript } from "./chinese/transcript.ts";
import type { Catalogue } from "./say.ts";

/** Each sentence is in one of them. */
export const areas: readonly Catalogue[] = [
  cli,
  components,
  permissions,
  permissionsCommands,
  permissionsShell,
  terminal,
  transcript,
];

export const chinese: Catalogue = Object.fromEntries(areas.flatMap((area) => Object.entries(area)));
