/** The line below the transcript: where one is, and the keys. */
import type { Command } from "../../terminal/keymap.ts";
import { say } from "../../words/say.ts";
import { keyName } from "./keys.ts";
import type { Sections } from "./sections.ts";
import type { Viewport } from "./viewport.ts";

/** The way back comes first: a narrow window cuts the end off. */
export function footerOf(viewport: Viewport, sections: Sections): string {
  return [
    say`transcript · ${placeOf(viewport, sections)}`,
    say`${key("close")} back`,
    say`${key("next-panel")}, ${key("toggle-panel")} open`,
    say`${key("toggle-all-panels")} all`,
    say`${key("search")} search`,
    say`${key("previous-prompt")}${key("next-prompt")} prompts`,
    say`${key("toggle-raw")} raw`,
    say`${key("copy")} copy`,
    say`${key("toggle-details")} times`,
    say`${key("open-pager")} pager`,
  ].join(" · ");
}

/** How much of it is above the end of the window. Counted in items: nobody has counted the lines. */
function placeOf(viewport: Viewport, sections: Sections): string {
  const last = viewport.rows().at(-1);
  if (viewport.isFollowing || last === undefined) return say`end`;
  const part = (last.offset + 1) / Math.max(1, last.section.lines.length);
  return `${Math.floor(((last.index + part) / Math.max(1, sections.length)) * 100)} %`;
}

function key(command: Command): string {
  return keyName(command, "transcript");
}
