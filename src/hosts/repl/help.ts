/** What /help prints. */
import { commands } from "./commands.ts";

const keys: readonly (readonly [string, string])[] = [
  ["enter", "send; while a turn runs: queue for after it"],
  ["alt+s, ctrl+enter", "send into the running turn, before its next request"],
  ["alt+enter, ctrl+j, \\ enter", "new line"],
  ["esc", "stop the running turn; in a question: no, and stop"],
  ["ctrl+c", "stop · clear the line · twice on an empty line: exit"],
  ["shift+tab", "mode: ask → accept-edits → plan → auto"],
  ["ctrl+o", "the transcript: every panel opens and closes"],
  ["up, down", "inside the text, then earlier messages"],
  ["alt+up", "take the last queued message back"],
];

/** The commands and the keys, as plain lines. */
export function helpText(): string {
  const commandRows = commands.map(
    ({ name, argument, help }) => [`/${name}${argument === undefined ? "" : ` ${argument}`}`, help] as const,
  );
  const width = Math.max(...[...commandRows, ...keys].map(([left]) => left.length)) + 2;
  const row = ([left, right]: readonly [string, string]) => `  ${left.padEnd(width)}${right}`;
  return ["Commands:", ...commandRows.map(row), "", "Keys:", ...keys.map(row)].join("\n");
}
