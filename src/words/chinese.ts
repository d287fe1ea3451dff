/** The Chinese catalogue: what `say` and `sayCount` say, area by area. `tests/words` holds that nothing is missing. */
import { app } from "./chinese/app.ts";
import { cli } from "./chinese/cli.ts";
import { slashCommands } from "./chinese/commands.ts";
import { components } from "./chinese/components.ts";
import { context } from "./chinese/context.ts";
import { doctor } from "./chinese/doctor.ts";
import { engine } from "./chinese/engine.ts";
import { images } from "./chinese/images.ts";
import { exports } from "./chinese/export.ts";
import { files } from "./chinese/files.ts";
import { fullScreen } from "./chinese/full-screen.ts";
import { imports } from "./chinese/import.ts";
import { keysAndLists } from "./chinese/keys-and-lists.ts";
import { linear } from "./chinese/linear.ts";
import { permissions } from "./chinese/permissions.ts";
import { permissionsCommands } from "./chinese/permissions-commands.ts";
import { permissionsShell } from "./chinese/permissions-shell.ts";
import { process } from "./chinese/process.ts";
import { providers } from "./chinese/providers.ts";
import { repl } from "./chinese/repl.ts";
import { replay } from "./chinese/replay.ts";
import { rewind } from "./chinese/rewind.ts";
import { savedSessions } from "./chinese/saved-sessions.ts";
import { sessions } from "./chinese/sessions.ts";
import { settings } from "./chinese/settings.ts";
import { shared } from "./chinese/shared.ts";
import { stats } from "./chinese/stats.ts";
import { terminal } from "./chinese/terminal.ts";
import { tools } from "./chinese/tools.ts";
import { transcript } from "./chinese/transcript.ts";
import { tree } from "./chinese/tree.ts";
import { vim } from "./chinese/vim.ts";
import type { Catalogue } from "./say.ts";

/** Each sentence is in one of them. */
export const areas: readonly Catalogue[] = [
  app,
  cli,
  components,
  slashCommands,
  context,
  doctor,
  engine,
  exports,
  files,
  fullScreen,
  images,
  imports,
  keysAndLists,
  linear,
  permissions,
  permissionsCommands,
  permissionsShell,
  process,
  providers,
  repl,
  replay,
  rewind,
  savedSessions,
  sessions,
  settings,
  shared,
  stats,
  terminal,
  tools,
  transcript,
  tree,
  vim,
];

export const chinese: Catalogue = Object.fromEntries(areas.flatMap((area) => Object.entries(area)));
