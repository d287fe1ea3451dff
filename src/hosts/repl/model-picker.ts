/** The list of models to choose from: at once with what is known, then with what the providers say. */
import { knownModels, listModels, type ModelListOptions, type ModelRow } from "../../app/model-list.ts";
import { modelRow } from "./model-words.ts";
import type { OpenList } from "./open-list.ts";
import { Picker, type PickerOption } from "./picker.ts";

export type ModelPickerParts = {
  readonly options: ModelListOptions;
  readonly list: OpenList;
  /** The model that is talked to. */
  readonly current: string;
  readonly tell: (text: string, level?: "info" | "warning") => void;
  readonly onChosen: (name: string) => void;
};

const heading = "Which model? Type to filter, Enter to choose, Esc to stay";
const headingAtFirst = "Which model? (The providers are being asked.) Type to filter";

/** Opens it. Resolves when the providers have answered and the list shows it. */
export async function openModelPicker({
  options,
  list,
  current,
  tell,
  onChosen,
}: ModelPickerParts): Promise<void> {
  const { go } = await import("fuzzysort");
  const known = await knownModels(options);
  const picker = new Picker<string>({
    heading: headingAtFirst,
    options: optionsOf(known.rows, current),
    onChosen,
    rank: (filter, shown) =>
      go(filter, [...shown], { key: "label", threshold: lowestScore }).map(({ obj }) => obj),
  });
  list.open(picker);
  const { rows, notes } = await listModels(options);
  picker.replace(optionsOf(rows, current), heading);
  if (list.shows(picker)) {
    list.draw();
    for (const note of notes) tell(note, "warning");
  }
  if (rows.length === 0) {
    list.close(picker);
    tell("No provider has a key, and no server on this machine answers: rein auth login keeps a key.");
  }
}

/** A worse match than this is letters strewn over a long name. 1 is the same text. */
const lowestScore = 0.2;

function optionsOf(rows: readonly ModelRow[], current: string): PickerOption<string>[] {
  const width = Math.max(0, ...rows.map(({ name }) => name.length));
  return rows.map((row) => ({
    label: modelRow(row, Math.min(width, longestName), row.name === current),
    value: row.name,
  }));
}

const longestName = 48;
