/** The keys as text: all of them for /keys, the most needed ones for `?`. Made from the key table. */
import type { Command, Context } from "../../../terminal/keymap.ts";
import { toldKey } from "../../../terminal/keymap/key-names.ts";
import { places, placeTitles } from "../../../terminal/keymap/places.ts";
import { isSendable } from "../../../terminal/keymap/sendable.ts";
import type { Modes } from "../../../terminal/modes.ts";
import type { Style } from "../../../terminal/style.ts";
import { padLine, truncateLine, widthOf, wrapText } from "../../../terminal/width.ts";
import { untoldKeys } from "./help.ts";
import { keyName, keymap } from "../keys.ts";
import { say } from "../../../words/say.ts";

/** Keys stand in a column of at most this width; longer lists of keys have a line of their own. */
const keyColumn = 34;

const keyboardWords: Readonly<Record<Modes["keyboard"], string>> = {
  kitty: say`This terminal sends every key as itself.`,
  legacy: say`This terminal cannot tell some keys from others; they are marked. /doctor keys shows what arrives.`,
  unknown: say`What this terminal can send is not known; /doctor keys shows what arrives.`,
};

/** Every command with its keys, place by place, at most `columns` wide. */
export function allKeys(columns: number, keyboard: Modes["keyboard"], style: Style): readonly string[] {
  const room = Math.max(1, columns);
  const told = (key: string) => {
    const name = toldKey(key);
    const isSent = keyboard !== "legacy" || isSendable(key, "legacy");
    return isSent ? name : style.dim(say`${name} (not in this terminal)`);
  };
  const tables = places.flatMap((place) => {
    const rows = keymap.describe().filter(({ context }) => context === place);
    const lines = rows.flatMap(({ command, keys, description }) => {
      const listed = keys.filter((key) => !untoldKeys.has(key));
      const left = listed.length === 0 ? style.dim(say`no key`) : listed.map(told).join(", ");
      const right = `${description}  ${style.dim(command)}`;
      const line = `  ${padLine(left, keyColumn)}  ${right}`;
      if (widthOf(left) <= keyColumn && widthOf(line) <= room) return [line];
      return [...wrapText(left, room - 2), ...wrapText(right, room - 4).map((line) => `  ${line}`)].map(
        (line) => `  ${line}`,
      );
    });
    return ["", `${style.bold(placeTitles[place])}  ${style.dim(place)}`].concat(lines);
  });
  const intro = [
    keyboardWords[keyboard],
    say`keybindings.json beside your settings moves keys: { place: { command: [keys] } }, by the names that stand in grey. 1, 2, 3 and esc in questions stay where they are.`,
  ];
  return [
    ...intro.flatMap((line) => wrapText(line, room)),
    ...tables.map((line) => truncateLine(line, room)),
  ];
}

const mostNeeded: readonly {
  readonly command: Command;
  readonly context: Context;
  readonly words: string;
}[] = [
  { command: "send", context: "composer", words: say`send` },
  { command: "newline", context: "composer", words: say`new line` },
  { command: "steer", context: "composer", words: say`send at once, while busy` },
  { command: "cycle-mode", context: "global", words: say`next mode` },
  { command: "dismiss", context: "global", words: say`stop, close` },
  { command: "open-transcript", context: "global", words: say`transcript` },
  { command: "search-history", context: "composer", words: say`older messages` },
  { command: "open-editor", context: "composer", words: "$EDITOR" },
  { command: "take-back-queued", context: "composer", words: say`take back a queued one` },
  { command: "undo", context: "composer", words: say`undo` },
  { command: "interrupt", context: "global", words: say`clear; twice: exit` },
];
const signs = [say`/ commands`, say`@ files`, say`! run in your shell`] as const;
/** Between two columns of the short help; columns. */
const gap = 3;

/** A few lines with the keys that are needed most, side by side where there is room. */
export function shortKeys(columns: number, style: Style): readonly string[] {
  const cells = [
    ...signs,
    ...mostNeeded.map(({ command, context, words }) => `${keyName(command, context)} ${words}`),
    say`/keys all of them`,
  ];
  const widest = Math.max(...cells.map(widthOf));
  const across = Math.max(1, Math.floor((columns - 2 + gap) / (widest + gap)));
  const down = Math.ceil(cells.length / across);
  return Array.from({ length: down }, (_, row) => {
    const own = cells.filter((_cell, index) => index % down === row);
    return style.dim(
      truncateLine(`  ${own.map((cell) => padLine(cell, widest + gap)).join("")}`.trimEnd(), columns),
    );
  });
}
