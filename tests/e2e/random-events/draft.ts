/** A text with the chips in it that stand for long pastes. */

/** Stands for one pasted chip in the text. */
export const CHIP = "\u001a";

export type Chip = { readonly id: number; readonly text: string; readonly lines: number };

/** A text with its chips: the nth mark stands for the nth chip. */
export type Draft = { readonly text: string; readonly chips: readonly Chip[] };

export const EMPTY: Draft = { text: "", chips: [] };

/** The text with every chip replaced by what it stands for. */
export function valueOf({ text, chips }: Draft): string {
  let chip = 0;
  return text.replaceAll(CHIP, () => chips[chip++]?.text ?? "");
}

/** How a chip is shown. */
export function labelOf(chip: Chip | undefined): string {
  if (chip === undefined) return "";
  const size = chip.lines > 1 ? `${chip.lines} lines` : `${chip.text.length} characters`;
  return `[paste #${chip.id} · ${size}]`;
}

/** How many chips a text has. */
export const marks = (text: string): number => text.split(CHIP).length - 1;

export const joined = (one: Draft, other: Draft): Draft => ({
  text: one.text + other.text,
  chips: [...one.chips, ...other.chips],
});
