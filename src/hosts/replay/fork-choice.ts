/** The model that a copy goes on with: the one that the session had, or any other that can be talked to. */
import { openModelAccess } from "../../app/model-access.ts";
import { knownModels, withDemo } from "../../app/model-list.ts";
import { lastChoices } from "../../app/resume.ts";
import type { Entry } from "../../protocol/entry.ts";
import type { DataPaths } from "../../sessions/paths.ts";
import type { Settings } from "../../settings/schema.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { say } from "../../words/say.ts";
import { modelRow } from "../repl/commands/model-words.ts";
import type { OpenList } from "../repl/lists/open-list.ts";
import { Picker } from "../repl/lists/picker.ts";

export type ForkChoiceParts = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly paths: DataPaths;
  readonly settings: Settings;
  /** What the copy is made of. */
  readonly entries: readonly Entry[];
  readonly list: OpenList;
  /** Null for the model that the session had. */
  readonly onChosen: (model: string | null) => void;
};

/** A few long names do not push all else out of sight; columns. */
const longestName = 36;

/** Opens the list. No provider is asked: it has what is known of them. */
export async function openForkChoice(parts: ForkChoiceParts): Promise<void> {
  const { env, paths, settings, entries, list, onChosen } = parts;
  const before = lastChoices(entries).model;
  const same = { label: sameWords(before), value: null };
  const picker = new Picker<string | null>({
    question: say`Go on from here in a copy: with which model?`,
    help: say`Type to filter, Enter to choose, Esc to stay`,
    options: [same],
    onChosen,
  });
  list.open(picker);
  const access = openModelAccess({ env, settings });
  const known = await knownModels({ access, env, folder: paths.data, now: Date.now });
  const rows = withDemo(known.rows).filter(({ name }) => name !== before);
  const width = Math.max(0, ...rows.map(({ name }) => name.length).filter((length) => length <= longestName));
  const others = rows.map((row) => ({ label: modelRow(row, width, false), value: row.name }));
  picker.replace([same, ...others], say`Type to filter, Enter to choose, Esc to stay`);
  if (list.shows(picker)) list.draw();
}

function sameWords(model: string | undefined): string {
  return model === undefined
    ? say`the same as for a new session`
    : say`${sanitize(model, "approval_inline")} · as it was`;
}
