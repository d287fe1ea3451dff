/** How a session was looked at when it was left: a small file a session, which nobody misses when it is gone. */
import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { readPrivateFile, replacePrivateFile } from "../private-files/private-file.ts";
import { ensurePrivateFolder } from "../private-files/private-folder.ts";

/** What is opened in the transcript, and whether the todo list is shown. */
export type KeptView = {
  readonly panels: KeptPanels;
  readonly showsTodos: boolean;
};

/** A yes or no for all panels, null for each as it is at first, and the ids of those that differ from it. */
export type KeptPanels = { readonly all: boolean | null; readonly differing: readonly string[] };

/** More panels than these are not remembered: the youngest are. */
const mostPanels = 500;
/** Of so many sessions views are kept, the last used ones. */
const mostFiles = 500;
const ending = ".json";

const viewSchema = z.object({
  panels: z.object({ all: z.boolean().nullable(), differing: z.array(z.string()) }),
  showsTodos: z.boolean(),
});

const asAtFirst: KeptView = { panels: { all: null, differing: [] }, showsTodos: false };

/** How the session of this id was looked at; as everything is at first where that is not known. Throws what `fs` throws. */
export function readView(folder: string, id: string): KeptView {
  const text = readPrivateFile(join(folder, id + ending))?.toString("utf8");
  if (text === undefined) return asAtFirst;
  try {
    return viewSchema.parse(JSON.parse(text));
  } catch {
    return asAtFirst; // Cut short, or of another version: panels are opened again with one key.
  }
}

/** Keeps it. What is as at first leaves no file behind. Throws what `fs` throws. */
export function saveView(folder: string, id: string, { panels, showsTodos }: KeptView): void {
  const file = join(folder, id + ending);
  if (panels.all === null && panels.differing.length === 0 && !showsTodos)
    return rmSync(file, { force: true });
  ensurePrivateFolder(folder);
  const view: KeptView = {
    panels: { all: panels.all, differing: panels.differing.slice(-mostPanels) },
    showsTodos,
  };
  replacePrivateFile(file, `${JSON.stringify(view)}\n`, { isPassing: true });
  removeOld(folder);
}

function removeOld(folder: string): void {
  const names = readdirSync(folder).filter((name) => name.endsWith(ending));
  if (names.length <= mostFiles) return;
  const byAge = names
    .map((name) => ({ name, at: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((one, other) => other.at - one.at);
  for (const { name } of byAge.slice(mostFiles)) rmSync(join(folder, name), { force: true });
}
