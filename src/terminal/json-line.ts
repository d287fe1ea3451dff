/** Data as text that a program reads and a terminal can be shown. */

/** Controls, and what is not seen: the reading direction, joiners, tags, other ends of lines. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A value as one line of JSON without its end: in it no character does anything to a terminal or hides from the eye. */
export function jsonLine(value: unknown): string {
  return (JSON.stringify(value) ?? "null").replace(unseen, (character) =>
    Array.from(
      { length: character.length },
      (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
    ).join(""),
  );
}
