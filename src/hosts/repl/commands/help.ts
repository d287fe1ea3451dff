/** What /help prints: made from the tables of commands and keys. */
import type { KeyDescription } from "../../../terminal/keymap.ts";
import { isEditCommand } from "../../../terminal/text-buffer/commands.ts";
import { commands, findCommand, parseInput, signs } from "./commands.ts";
import { toldKey } from "../../../terminal/keymap/key-names.ts";
import { keymap } from "../keys.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import { padLine, widthOf } from "../../../terminal/width.ts";
import { unknownCommandWords } from "../composer/submission.ts";
import { say } from "../../../words/say.ts";

/** How many of a command's keys are told. */
const keysTold = 3;
/** Other names of Enter, Tab and Esc from the days of teletypes: they work, and telling them helps nobody. */
export const untoldKeys = new Set(["ctrl+m", "ctrl+i", "ctrl+["]);

/** The commands and the keys, as plain lines. `scrolls`: rein has the window, and its page keys scroll. Editing keys are those of every shell and are not listed. */
export function helpText({ scrolls }: { readonly scrolls: boolean }): string {
  const commandRows = commands.map(({ name, argument, help }) => ({
    left: `/${name}${argument === undefined ? "" : ` ${argument}`}`,
    right: help,
  }));
  const signRows = signs.map(({ sign, help }) => ({ left: sign, right: help }));
  const keyRows = keymap
    .describe()
    .filter(({ context, command }) => isTold(context) && !isEditCommand(command))
    // In a terminal's own scrollback the terminal scrolls.
    .filter(({ command }) => scrolls || (command !== "page-up" && command !== "page-down"))
    .map(({ keys, description }) => ({ left: toldKeys(keys), right: description }));
  const width = Math.max(...[...commandRows, ...signRows, ...keyRows].map(({ left }) => widthOf(left))) + 2;
  const lines = (rows: readonly { readonly left: string; readonly right: string }[]) =>
    rows.map(({ left, right }) => `  ${padLine(left, width)}${right}`);
  return [say`Commands:`, ...lines(commandRows), ...lines(signRows), "", say`Keys:`, ...lines(keyRows)].join(
    "\n",
  );
}

/** All about one command, by its name or an alias, with or without its slash; a warning for one that does not exist. */
export function helpOn(name: string): { readonly text: string; readonly level: "info" | "warning" } {
  const wanted = name.replace(/^\//, "").toLowerCase();
  const command = findCommand(wanted);
  if (command === undefined) {
    const input = parseInput(`/${wanted}`, true);
    const nearest = input.type === "unknown" ? input.nearest : null;
    return {
      text: unknownCommandWords({ name: sanitize(wanted, "approval_inline"), nearest }),
      level: "warning",
    };
  }
  const { argument, words = [], aliases = [], help, whileBusy } = command;
  const rows = words.map((word) => ({
    left: `/${command.name} ${withArgument(word.word, word.argument)}`,
    right: word.help,
  }));
  const width = Math.max(0, ...rows.map(({ left }) => widthOf(left))) + 2;
  return {
    text: [
      say`/${withArgument(command.name, argument)}: ${help}`,
      ...rows.map(({ left, right }) => `  ${padLine(left, width)}${right}`),
      ...(aliases.length === 0 ? [] : [say`Also: ${aliases.map((alias) => `/${alias}`).join(", ")}`]),
      whileBusy ? say`It works while a turn runs, too.` : say`It does not work while a turn runs.`,
    ].join("\n"),
    level: "info",
  };
}

function withArgument(name: string, argument: string | undefined): string {
  return argument === undefined ? name : `${name} ${argument}`;
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
