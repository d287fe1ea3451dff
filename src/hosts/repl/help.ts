/** What /help prints: made from the tables of commands and keys. */
import type { KeyDescription } from "../../terminal/keymap.ts";
import { isEditCommand } from "../../terminal/text-buffer/commands.ts";
import { commands, signs } from "./commands.ts";
import { toldKey } from "../../terminal/keymap/key-names.ts";
import { keymap } from "./keys.ts";
import { padLine, widthOf } from "../../terminal/width.ts";
import { say } from "../../words/say.ts";

/** How many of a command's keys are told. */
const keysTold = 3;
/** Other names of Enter, Tab and Esc from the days of teletypes: they work, and telling them helps nobody. */
export const untoldKeys = new Set(["ctrl+m", "ctrl+i", "ctrl+["]);

/** The commands and the keys, as plain lines. Editing keys are those of every shell and are not listed. */
export function helpText(): string {
  const commandRows = commands.map(({ name, argument, help }) => ({
    left: `/${name}${argument === undefined ? "" : ` ${argument}`}`,
    right: help,
  }));
  const signRows = signs.map(({ sign, help }) => ({ left: sign, right: help }));
  const keyRows = keymap
    .describe()
    .filter(({ context, command }) => isTold(context) && !isEditCommand(command))
    .map(({ keys, description }) => ({ left: toldKeys(keys), right: description }));
  const width = Math.max(...[...commandRows, ...signRows, ...keyRows].map(({ left }) => widthOf(left))) + 2;
  const lines = (rows: readonly { readonly left: string; readonly right: string }[]) =>
    rows.map(({ left, right }) => `  ${padLine(left, width)}${right}`);
  return [say`Commands:`, ...lines(commandRows), ...lines(signRows), "", say`Keys:`, ...lines(keyRows)].join("\n");
}

function toldKeys(keys: KeyDescription["keys"]): string {
  return keys
    .filter((key) => !untoldKeys.has(key))
    .slice(0, keysTold)
    .map(toldKey)
    .join(", ");
}

function isTold(context: KeyDescription["context"]): boolean {
  return context === "composer" || context === "global";
}
