import type { Style } from "../src/terminal/style.ts";
import { windowAround } from "./fit.ts";
import { Lines } from "./Lines.tsx";
import type { PickerView } from "./view.ts";

/** A list to choose from: its heading with the filter, and a window of `rows - 1` entries around the chosen one. */
export function Picker({
  picker,
  rows,
  style,
}: {
  readonly picker: PickerView;
  readonly rows: number;
  readonly style: Style;
}) {
  const count = Math.max(1, rows - 1);
  const first = windowAround(picker.rows.length, picker.selected, count);
  const entries = picker.rows.slice(first, first + count).map((row, index) => {
    const chosen = first + index === picker.selected;
    return chosen ? `${style.accent("❯")} ${style.bold(row)}` : `  ${row}`;
  });
  const filter = picker.filter === "" ? "" : ` · filter: ${picker.filter}`;
  return <Lines lines={[`${style.bold(picker.heading)}${style.dim(filter)}`, ...entries]} />;
}
