/** What the window shows, read from its cells as a person reads it. */
import { drawnColumns } from "../../../src/hosts/repl/screen/frame.ts";
import { widthOf } from "../../../src/terminal/width.ts";
import type { TestTerminal } from "../../support/terminal.ts";
import type { Editor } from "./editor.ts";

/** Lower windows have no rules around the composer. */
export const LOWEST_WITH_RULES = 12;

type ComposerRows = { readonly top: number; readonly rows: readonly string[] };

/** The composer's rows, without what stands before each of them; undefined where there is no composer. */
export function composerIn(terminal: TestTerminal): ComposerRows | undefined {
  const screen = terminal.screen();
  const status = screen.findLastIndex((line) => line !== "");
  const end = isRule(screen[status - 1] ?? "") ? status - 1 : status;
  const top = screen.slice(0, end).findLastIndex((line) => /^[>↑↕]( |$)/.test(line));
  return top === -1 ? undefined : { top, rows: screen.slice(top, end).map((line) => line.slice(2)) };
}

/** Why the composer on the screen, or its cursor, is not what it has to be; undefined if all is well. */
export function composerFault(terminal: TestTerminal, editor: Editor, isAsking: boolean): string | undefined {
  const composer = composerIn(terminal);
  if (composer === undefined) return "there is no composer";
  const { x, y } = terminal.cursor();
  const row = y - composer.top;
  if (row < 0 || row >= composer.rows.length || x < 2)
    return `the cursor is at ${x},${y}, outside the composer`;
  const before = terminal.emulator.cells(y, 2, x);
  const columns = drawnColumns(terminal.emulator.cols);
  const above = composer.rows.slice(0, row);
  const whole = composer.rows.join("\n");
  // One column is for the caret behind the last character.
  const room = columns - 3;
  const text = editor.shown(room);
  const upToCaret = editor.shown(room, editor.caret);
  if (!isLaidOut(text, whole) || !isLaidOut(upToCaret, [...above, before].join("\n"))) {
    const shownAtMost = isAsking ? composer.rows.length : 1 + Math.floor(terminal.emulator.rows / 3);
    const mayScroll = composer.rows.length === shownAtMost && rowsAtMost(text, room) > composer.rows.length;
    const line = text.slice(upToCaret.lastIndexOf("\n") + 1).split("\n")[0] ?? "";
    const isPart =
      mayScroll &&
      (unblank(composer.rows[row] ?? "") !== "" || unblank(line) === "") &&
      unblank(text).includes(unblank(whole)) &&
      unblank(upToCaret).endsWith(unblank(above.join("") + before));
    if (!isPart)
      return `the composer has to show ${JSON.stringify(text)} with the cursor behind ${JSON.stringify(upToCaret)}`;
  }
  // Blanks count, too, but where one hangs over the end of its row.
  if (x < columns - 1 && !(upToCaret.split("\n").at(-1) ?? "").endsWith(before))
    return `the cursor stands behind ${JSON.stringify(before)}, not behind ${JSON.stringify(upToCaret.slice(-40))}`;
  return undefined;
}

/** Whether rows show a text: each of its characters, and each of its line breaks; a row may also end at another place. */
function isLaidOut(text: string, rows: string): boolean {
  let at = 0;
  let isLineStart = true;
  const passBlanks = () => {
    while (rows.charAt(at) === " ") at += 1;
  };
  for (const char of text) {
    if (char === "\n") {
      passBlanks();
      if (rows.charAt(at) !== "\n") return false;
      at += 1;
      isLineStart = true;
    } else if (/\s/.test(char)) {
      // Behind it the row may end, when what follows is longer than a row.
      isLineStart = false;
    } else {
      passBlanks();
      if (rows.charAt(at) === "\n" && !isLineStart) at += 1;
      passBlanks();
      if (!rows.startsWith(char, at)) return false;
      at += char.length;
      isLineStart = false;
    }
  }
  // A blank that does not fit into its row may have one of its own.
  return /^ *\n? *$/.test(rows.slice(at));
}

/** How many rows a text takes at most: words that do not fit leave the ends of rows empty. */
function rowsAtMost(text: string, columns: number): number {
  return text.split("\n").reduce((sum, line) => {
    const width = widthOf(line);
    return sum + (width <= columns ? 1 : 1 + 2 * Math.ceil(width / columns));
  }, 0);
}

const unblank = (text: string): string => text.replaceAll(/\s/g, "");

const isRule = (line: string): boolean => /^─{10,}$/.test(line);

/** The composer stands once on the screen, with its rules as wide as the window is drawn. */
export function layoutFault(terminal: TestTerminal): string | undefined {
  const screen = terminal.screen();
  const { rows, cols } = terminal.emulator;
  const rules = screen.filter(isRule);
  const wanted = rows >= LOWEST_WITH_RULES ? 2 : 0;
  if (rules.length !== wanted) return `${rules.length} rules on the screen, not ${wanted}`;
  if (rules.some((rule) => rule.length !== drawnColumns(cols))) return "a rule for another window";
  return undefined;
}

/** The activity line: something runs. */
export function isActive(terminal: TestTerminal): boolean {
  return terminal.screen().some((line) => /^[⠋⠙⠸⠴⠦⠇] \S/.test(line));
}

/** The last choice of a question, which never leaves the screen. */
const isStopChoice = (line: string): boolean => /^\W*esc +no, and stop$|\besc stop$/.test(line);
/** In its place while the user writes why not. */
const isWordsLine = (line: string): boolean => /❯ 3 +no:/.test(line);

export function isAsked(terminal: TestTerminal): boolean {
  return terminal.screen().some((line) => isStopChoice(line) || isWordsLine(line));
}

export function isWritingWhyNot(terminal: TestTerminal): boolean {
  return terminal.screen().some(isWordsLine);
}

/** Keys count for the question that is shown. */
export function isAnswerable(terminal: TestTerminal): boolean {
  const screen = terminal.screen();
  return screen.some(isStopChoice) && screen.some((line) => /❯ +(\d|esc) /.test(line));
}

/** What tells one question from another: all of it but the sign of what is chosen. */
export function questionIn(terminal: TestTerminal): string {
  const screen = terminal.screen();
  const end = screen.findLastIndex((line) => isStopChoice(line) || isWordsLine(line));
  const start = screen.slice(0, end + 1).findLastIndex((line) => line.includes("wants to"));
  return screen
    .slice(Math.max(0, start), end + 1)
    .join("\n")
    .replaceAll("❯", " ");
}
