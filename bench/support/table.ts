/** The results as a table for a person. */
import type { Row } from "./measure.ts";
import type { Result } from "./take.ts";

const heads = ["measure", "floor", "rein", "ratio", "target", ""] as const;

/** A line of heads and one line a result, in columns. */
export function formatTable(results: readonly Result[]): string {
  const rows = [heads, ...results.flatMap(rowsOf)];
  const widths = heads.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 || column >= 4 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join("  ")
      .trimEnd();
  return rows.map(line).join("\n");
}

function rowsOf({ row, floor, rein, launcher, verdict }: Result): string[][] {
  const value = (number: number) => format(number, row.unit);
  const ratio = (number: number) =>
    floor > 0 && !Number.isNaN(number) ? `${(number / floor).toFixed(2)}×` : "–";
  const own = [row.label, value(floor), value(rein), ratio(rein), targetOf(row), verdict];
  if (Number.isNaN(launcher)) return [own];
  return [own, [`  … through bin/rein.mjs`, "", value(launcher), ratio(launcher), "", ""]];
}

function targetOf({ target, unit }: Row): string {
  if (target === undefined) return "–";
  if (target.type === "ratio") return `≤ ${target.atMost}×`;
  const reference = target.floor > 0 ? ` (floor ${target.floor})` : "";
  return `≤ ${format(target.atMost, unit)}${reference}`;
}

function format(value: number, unit: Row["unit"]): string {
  if (Number.isNaN(value)) return "–";
  const digits = Number.isInteger(value) || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toFixed(digits)}${unit === "" ? "" : ` ${unit}`}`;
}
