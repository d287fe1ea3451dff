/** How a loosely found passage differs from the text that was asked for, in words. */
import { characterName, isFirm, plainText } from "../workspace/loose-characters.ts";
import type { LoosePlace } from "../workspace/loose-place.ts";

/** "tabs for spaces and U+00A0 (no-break space)": what the file has instead. Never empty. */
export function looseDifferences(text: string, place: LoosePlace, wanted: string): string {
  const words = new Set<string>();
  const characters = new Set<number>();
  const wantedLines = wanted.split(/\r\n|\n|\r/);
  for (const [index, line] of place.lines.entries()) {
    const written = wantedLines[index] ?? "";
    // A place that begins behind its line's indentation does not begin with a difference.
    const inFile = text.slice(line.start, line.end);
    for (const code of otherCharacters(inFile, written)) characters.add(code);
    const [file, asked] = [plainText(inFile), plainText(written)];
    if (withoutEnd(file) !== withoutEnd(asked)) words.add(blanksInWords(file, asked));
    else if (file !== asked) words.add("other blanks at line ends");
  }
  if (characters.size > 0) words.add([...characters].map(characterName).join(", "));
  return words.size === 0 ? "other line ends" : [...words].join(" and ");
}

/** Characters of a line that look like others and that its counterpart does not have. */
export function otherCharacters(line: string, counterpart: string): number[] {
  return Array.from(line, (character) => character.codePointAt(0) ?? 0).filter(
    (code) => code >= 0x80 && !isFirm(code) && !counterpart.includes(String.fromCodePoint(code)),
  );
}

function withoutEnd(line: string): string {
  return line.replace(/[ \t]+$/, "");
}

function blanksInWords(file: string, asked: string): string {
  if (file.includes("\t") && !asked.includes("\t")) return "tabs for spaces";
  if (!file.includes("\t") && asked.includes("\t")) return "spaces for tabs";
  return "another indentation";
}
