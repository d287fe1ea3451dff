/** A command's output as a model should read it. */

/**
 * The text without terminal sequences and control characters, and with only the last state of lines that were drawn
 * over (progress bars). Line ends are `\n`; tabs stay.
 */
export function plainOutput(text: string): string {
  const plain = Bun.stripANSI(text).replace(/[^\n\r]+/g, writtenOver);
  if (!/[^\P{Cc}\n\t]/u.test(plain)) return plain;
  return plain
    .split("\n")
    .map(lastState)
    .join("\n")
    .replace(/[^\P{Cc}\n\t]/gu, "");
}

/** What is left where backspaces went back: bold letters of manual pages are printed twice, and counters over themselves. */
function writtenOver(line: string): string {
  if (!line.includes("\b")) return line;
  const shown: string[] = [];
  let at = 0;
  for (const character of line) {
    if (character === "\b") at = Math.max(0, at - 1);
    else {
      shown[at] = character;
      at += 1;
    }
  }
  return shown.join("");
}

/** What a line shows at its end: the last piece between carriage returns that shows anything. */
function lastState(line: string): string {
  if (!line.includes("\r")) return line;
  return line.split("\r").findLast((state) => state.trim() !== "") ?? "";
}
