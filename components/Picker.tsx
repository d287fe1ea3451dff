import type { Style } from "../src/terminal/style.ts";
import { windowAround } from "./fit.ts";
import { Lines } from "./Lines.tsx";
import type { PickerView } from "./view.ts";

/** A list to choose from: its heading, and a window of `rows - 1` entries around the chosen one. */
export function Picker({
  picker,
  rows,
  style,
}: {
  readonly picker: PickerView;
  readonly rows: number;
  readonly style: Style;
}) {
  // Where there is room for one line only, it is the chosen entry.
  const heading = rows > 1 ? [style.bold(picker.heading)] : [];
  const count = rows - heading.length;
  const first = windowAround(picker.rows.length, picker.selected, count);
  const entries = picker.rows.slice(first, first + count).map((row, index) => {
    const chosen = first + index === picker.selected;
    return chosen ? `${style.accent("❯")} ${style.bold(row)}` : `  ${row}`;
  });
  return <Lines lines={[...heading, ...entries]} />;
}
