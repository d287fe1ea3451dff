/** How the modes of a question are laid out. */

/** Narrower windows have no columns to give away. */
const spacious = 40;

/** Cells in front of the lines of a mode. */
export function modeIndent(columns: number): number {
  return columns < spacious ? 0 : 2;
}
