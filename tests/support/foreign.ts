/** What may stand in the bytes that a terminal gets from rein, and what may not. */

import { linkTarget } from "../../src/transcript/link-target.ts";

/** The sequences that rein writes itself, with `#` for their numbers. SGR is rein's own whatever its numbers are. */
const own = new Set(
  [
    // Modes and their questions, the window's title while it waits, colours, the cursor, erasing.
    [
      "[?#h",
      "[?#l",
      "[?#n",
      "[?#$p",
      "[?u",
      "[>#u",
      "[<u",
      "[c",
      "[>c",
      "[>q",
      "[#;#t",
      "[m",
      "[#m",
      "[#;#m",
    ],
    ["[#A", "[#B", "[#C", "[#D", "[C", "[D", "[#G", "[H", "[#;#H", "[K", "[J", "[#J", "#"],
  ].flat(),
);

/** The window's title while a question waits, and none. */
const ownTitle = new RegExp(String.raw`^\x1b\]2;(?:rein waits: \P{Cc}*)?\x1b\\$`, "u");

/** Which colour the background has. */
const askBackground = "\u001b]11;?\u001b\\";

/** Links of rein's own (OSC 8): the end of one, and the beginning of one to a checked address. */
const linkEnd = "\u001b]8;;\u001b\\";
const linkStart = new RegExp(String.raw`^\x1b\]8;;(https?://[!-~]+)\x1b\\$`);

function isOwnLink(control: string): boolean {
  const [, target] = linkStart.exec(control) ?? [];
  return control === linkEnd || (target !== undefined && linkTarget(target) === target);
}

function isOwn(control: string): boolean {
  const shape = control.slice(1).replaceAll(/\d+/g, "#");
  return own.has(shape) || ownTitle.test(control) || control === askBackground || isOwnLink(control);
}

/** Everything in the bytes that is neither a printable character, a line end nor a tab. */
const anyControl = new RegExp(
  [
    String.raw`\x1b\[[<=>?]?[0-9;:]*[ -/]*[@-~]`,
    String.raw`\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?`,
    String.raw`\x1b[^\[\]PX^_]`,
    String.raw`\x1b`,
    String.raw`[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]`,
    String.raw`[\u200b\u200e\u200f\u2028\u2029\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]`,
  ].join("|"),
  "gu",
);

/** What of the bytes is not rein's own, each once. */
export function foreignIn(bytes: string): string[] {
  const found = [...bytes.matchAll(anyControl)].map(([control]) => control);
  return [...new Set(found)].filter((control) => !isOwn(control));
}
