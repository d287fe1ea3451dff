/**
 * What a program showed on the main screen, as plain text: progress lines in their last state, nothing of what was on
 * the alternate screen. Not an emulator: it knows lines and where the cursor is in them, counted in UTF-16 units.
 */
import type { OutputToken } from "./output-tokens.ts";

export type RecordedText = {
  /** Takes what the program writes, in order. */
  see(token: OutputToken): void;
  /** Hands over what is still held back. */
  end(): void;
  /** What brings the cursor from where the program left it to a line of its own, below everything it showed. */
  toFreshLine(): string;
};

/** A line that is longer is handed over as it is, UTF-16 units: what still changes is shorter. */
const longestLine = 16_384;
/** More rows than any window has. */
const toBottom = 9999;
const backspace = 0x08;
const tab = 0x09;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** Hands text to `sink`, line by line, as soon as nothing can change it any more. `rows`: the height of the window. */
export function recordText(rows: number, sink: (text: string) => void): RecordedText {
  /** The lines that the cursor can come back to; the last `rows` of all. */
  const lines = [""];
  let row = 0;
  let column = 0;
  /** The line that is the window's first one, once the program has asked for a place in the window. */
  let top: number | undefined;
  let savedRow = 0;
  let savedColumn = 0;
  let isAlternate = false;
  /** The window was cleared: what it shows since then is ours, all of it. */
  let isCleared = false;

  const line = () => lines[row] ?? "";

  /** Goes to a line, which is made if need be; lines that leave the window are handed over. */
  const goTo = (wanted: number) => {
    row = Math.max(0, wanted);
    while (lines.length <= row) lines.push("");
    while (lines.length > rows) {
      sink(`${lines.shift() ?? ""}\n`);
      row -= 1;
      savedRow = Math.max(0, savedRow - 1);
      if (top !== undefined) top = Math.max(0, top - 1);
    }
  };
  const put = (text: string) => {
    const before = line();
    lines[row] =
      column === before.length
        ? before + text
        : before.slice(0, column).padEnd(column) + text + before.slice(column + text.length);
    column += text.length;
    if (column <= longestLine || row < lines.length - 1) return;
    for (const done of lines.splice(0, row)) sink(`${done}\n`);
    sink(lines[0] ?? "");
    lines[0] = "";
    row = 0;
    column = 0;
    if (top !== undefined) top = 0;
  };
  /** The window's first line. What stood there before the program began is not ours. */
  const page = () => (top ??= line() === "" ? row : lines.length);

  const goToPlace = (parameters: string) => {
    const [wantedRow = 1, wantedColumn = 1] = numbers(parameters);
    goTo(page() + Math.min(wantedRow, rows) - 1);
    column = Math.min(wantedColumn, longestLine) - 1;
  };
  const eraseLine = (how: number) => {
    if (how === 0) lines[row] = line().slice(0, column);
    if (how === 1) lines[row] = " ".repeat(column) + line().slice(column);
    if (how === 2) lines[row] = "";
  };
  const eraseWindow = (how: number) => {
    if (how === 0) {
      eraseLine(0);
      lines.length = row + 1;
      isCleared ||= row === top && column === 0;
    } else if (how === 2) {
      const first = page();
      lines.length = Math.min(lines.length, first);
      goTo(Math.max(row, first));
      isCleared = true;
    }
  };

  const onCsi = ({ prefix, parameters, intermediates, final }: OutputToken & { type: "csi" }) => {
    if (prefix === "?" && (final === "h" || final === "l")) {
      if (/(?:^|;)(?:47|1047|1049)(?:;|$)/.test(parameters)) isAlternate = final === "h";
      return;
    }
    if (isAlternate || prefix !== "" || intermediates !== "") return;
    const [given = 0] = numbers(parameters);
    const count = Math.min(Math.max(1, given), longestLine);
    switch (final) {
      case "A":
      case "F":
        goTo(Math.max(top ?? 0, row - count));
        if (final === "F") column = 0;
        return;
      case "B":
      case "E":
        goTo(Math.min((top ?? row) + rows - 1, row + count));
        if (final === "E") column = 0;
        return;
      case "C":
        column = Math.min(longestLine, column + count);
        return;
      case "D":
        column = Math.max(0, column - count);
        return;
      case "G":
        column = count - 1;
        return;
      case "H":
      case "f":
        return goToPlace(parameters);
      case "d":
        return goTo(page() + Math.min(count, rows) - 1);
      case "J":
        return eraseWindow(given);
      case "K":
        return eraseLine(given);
      case "P":
        lines[row] = line().slice(0, column) + line().slice(column + count);
        return;
      default:
        return;
    }
  };

  const onControl = (code: number) => {
    if (code === backspace) column = Math.max(0, column - 1);
    else if (code === tab && column >= line().length) put("\t");
    else if (code === carriageReturn) column = 0;
    else if (code === lineFeed) goTo(row + 1);
  };

  const onEscape = (final: string) => {
    if (final === "7") [savedRow, savedColumn] = [row, column];
    if (final === "8") {
      goTo(savedRow);
      column = savedColumn;
    }
    if (final === "c") eraseWindow(2);
  };

  return {
    see(token) {
      if (token.type === "csi") return onCsi(token);
      if (isAlternate) return;
      if (token.type === "text") put(token.text);
      else if (token.type === "control") onControl(token.code);
      else if (token.intermediates === "") onEscape(token.final);
    },
    end() {
      while (lines.length > 1 && lines.at(-1) === "") lines.pop();
      sink(lines.join("\n"));
      lines.splice(0, lines.length, "");
      row = 0;
      column = 0;
    },
    toFreshLine() {
      const isWindowUnknown = top !== undefined && !isCleared;
      const below = isWindowUnknown ? toBottom : lines.findLastIndex((text) => text !== "") - row;
      const down = below > 0 ? `\u001b[${below}B` : "";
      return down !== "" || column > 0 ? `${down}\r\n` : "";
    },
  };
}

/** The parameters of a sequence; those that are left out are 1, as for most sequences. */
function numbers(parameters: string): number[] {
  if (parameters === "") return [];
  return parameters.split(";").map((text) => (text === "" ? 1 : Number.parseInt(text, 10) || 0));
}
