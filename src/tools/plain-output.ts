/** A command's output as a model should read it. */

/**
 * The text without terminal sequences and control characters, and with only the last state of lines that were drawn
 * over (progress bars). Line ends are `\n`; tabs stay.
 */
export function plainOutput(text: string): string {
  // A backspace takes back what it stands behind: manual pages print bold letters twice.
  const plain = Bun.stripANSI(text).replace(/[^\n\r][\b]/gu, "");
  if (!/[^\P{Cc}\n\t]/u.test(plain)) return plain;
  return plain
    .split("\n")
    .map(lastState)
    .join("\n")
    .replace(/[^\P{Cc}\n\t]/gu, "");
}

/** What a line shows at its end: the last piece between carriage returns that shows anything. */
function lastState(line: string): string {
  if (!line.includes("\r")) return line;
  return line.split("\r").findLast((state) => state.trim() !== "") ?? "";
}
