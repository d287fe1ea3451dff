/** The line below the tree: its keys, as many as fit. */
import type { Command } from "../../../terminal/keymap.ts";
import { widthOf } from "../../../terminal/width.ts";
import { say } from "../../../words/say.ts";
import { keyName } from "../keys.ts";
import { pagesOf } from "../transcript/transcript-footer.ts";

const separator = " · ";

/** `turned`: how often the user has asked for the keys that did not fit. */
export function treeKeys(columns: number, turned: number): string {
  const hints = [
    say`${key("accept")} go there`,
    say`${key("close")} back`,
    say`${key("edit-message")} write anew`,
    say`${key("label-place")} label`,
    say`${key("toggle-branch")} fold`,
    say`${key("search")} filter`,
    say`${key("toggle-calls")} calls`,
    say`${key("fork-here")} fork`,
    say`${key("go-here")} where I am`,
  ];
  const all = hints.join(separator);
  if (widthOf(all) <= columns) return all;
  const more = columns < 40 ? key("show-keys") : say`${key("show-keys")} more`;
  const pages = pagesOf(hints, columns - widthOf(separator + more));
  return [...(pages[turned % pages.length] ?? []), more].join(separator);
}

function key(command: Command): string {
  return keyName(command, "tree");
}
