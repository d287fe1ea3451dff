/** What the lines of a diff look like: a sign, and a colour besides. */
import type { Style } from "../terminal/style.ts";
import type { DiffLine } from "./diff.ts";

export const signs = { added: "+", removed: "−", context: " ", note: " " } as const;

/** Stands before the rows in which a long line goes on, where the sign of a line would. One cell. */
export const goesOn = "↳";

/** The look of a line: what was added and removed has a colour, besides its sign. */
export function painterOf(line: DiffLine, style: Style): (text: string) => string {
  switch (line.type) {
    case "added":
      return style.added;
    case "removed":
      return style.removed;
    case "note":
      return style.dim;
    case "context":
      return (text) => text;
    default:
      return line.type satisfies never;
  }
}
