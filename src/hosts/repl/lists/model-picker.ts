/** The list of models to choose from: at once with what is known, then with what the providers say. */
import {
  knownModels,
  listModels,
  type ModelListOptions,
  type ModelRow,
  withDemo,
} from "../../../app/model-list.ts";
import { modelRow } from "../commands/model-words.ts";
import type { OpenList } from "./open-list.ts";
import { Picker, type PickerOption } from "./picker.ts";
import { say } from "../../../words/say.ts";

export type ModelPickerParts = {
  readonly options: ModelListOptions;
  readonly list: OpenList;
  /** The model that is talked to. */
  readonly current: string;
  readonly tell: (text: string, level?: "info" | "warning") => void;
  readonly onChosen: (name: string) => void;
};

const help = say`Type to filter, Enter to choose, Esc to stay`;
const helpAtFirst = say`(The providers are being asked.) Type to filter`;

/** Opens it, and asks the providers: `answered` resolves when they have told what they have and the list shows it. */
export async function openModelPicker({
  options,
  list,
  current,
  tell,
  onChosen,
}: ModelPickerParts): Promise<{ readonly answered: Promise<void> }> {
  const { go } = await import("fuzzysort");
  const known = await knownModels(options);
  const picker = new Picker<string>({
    question: say`Which model?`,
    help: helpAtFirst,
    options: optionsOf(withDemo(known.rows), current, list.columns),
    onChosen,
    rank: (filter, shown) =>
      go(filter, [...shown], { key: "label", threshold: lowestScore }).map(({ obj }) => obj),
  });
  list.open(picker);
  const ask = async () => {
    const { rows, notes } = await listModels(options);
    picker.replace(optionsOf(withDemo(rows), current, list.columns), help);
    if (list.shows(picker)) {
      list.draw();
      for (const note of notes) tell(note, "warning");
    }
    if (rows.length === 0)
      tell(say`No provider has a key, and no server on this machine answers: rein auth login keeps a key.`);
  };
  return { answered: ask() };
}

/** A worse match than this is letters strewn over a long name. 1 is the same text. */
const lowestScore = 0.2;

/** A few names that are longer than this do not push the windows and prices of all out of sight; columns. */
const longestName = 36;
/** What stands beside the name at least: the sign of the chosen row and the context window. */
const besideName = 13;

function optionsOf(rows: readonly ModelRow[], current: string, columns: number): PickerOption<string>[] {
  const longest = Math.min(longestName, columns - besideName);
  const width = Math.max(0, ...rows.map(({ name }) => name.length).filter((length) => length <= longest));
  return rows.map((row) => ({ label: modelRow(row, width, row.name === current), value: row.name }));
}
