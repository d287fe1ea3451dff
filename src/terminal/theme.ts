/** What has a colour on screen, by its role, and what a theme is: a table that says what each role looks like. */
import type { Colour } from "./colour.ts";

/** Every role. Ordinary text has none: it is left in the terminal's own colour. */
export const roleNames = [
  // Signs of rein's own: the prompt, what is chosen, what runs.
  "accent",
  // What stands back: facts, hints, the status line.
  "dim",
  "success",
  "danger",
  "warning",
  "heading",
  "link",
  // Code in a sentence, and code in no known language.
  "code",
  // Lines that divide.
  "rule",
  "spinner",
  // What is selected, and what was found.
  "selection",
  // Lines of a diff, and the words in them that differ.
  "added",
  "removed",
  "addedWord",
  "removedWord",
  // Code in a known language.
  "keyword",
  "string",
  "comment",
  "number",
  "title",
  "type",
] as const;
export type RoleName = (typeof roleNames)[number];

export const attributeNames = ["bold", "dim", "italic", "underline", "inverse", "strike"] as const;
export type AttributeName = (typeof attributeNames)[number];

/** Nothing given: as ordinary text. */
export type Look = {
  readonly colour?: Colour;
  readonly background?: Colour;
  readonly attributes?: readonly AttributeName[];
};
export type Theme = Readonly<Record<RoleName, Look>>;

/** Roles that no sign in the text stands for: their looks need an attribute, as colour must not be the only sign. */
export const unsignedRoles: ReadonlySet<RoleName> = new Set<RoleName>([
  "selection",
  "addedWord",
  "removedWord",
  "link",
]);

/** Whether the terminal's background is dark or light; `unknown` as long as nobody has told. */
export type Ground = "dark" | "light" | "unknown";
