/** The line below the transcript: where one is, and the keys. */
import type { Command } from "../../../terminal/keymap.ts";
import { say } from "../../../words/say.ts";
import { keyName } from "../keys.ts";
import type { Sections } from "./sections.ts";
import type { Viewport } from "./viewport.ts";
import { widthOf } from "../../../terminal/width.ts";

export type FooterParts = {
  readonly viewport: Viewport;
  readonly sections: Sections;
  readonly columns: number;
  /** How often the user has asked for more keys than fit. */
  readonly turned: number;
};

const separator = " · ";

/** As many keys as fit, the way back first; a key shows the others. */
export function footerOf({ viewport, sections, columns, turned }: FooterParts): string {
  const hints = keyHints();
  const place = placeOf(viewport, sections);
  const whole = say`transcript · ${place}`;
  const all = [whole, ...hints].join(separator);
  if (widthOf(all) <= columns) return all;
  const more = say`${key("show-keys")} more`;
  const frames = [[whole, more], [place, more], [more], [key("show-keys")]];
  const widest = Math.max(...hints.map(widthOf));
  const roomIn = (frame: readonly string[]) => columns - widthOf(frame.join(separator) + separator);
  const frame = frames.find((parts) => roomIn(parts) >= widest) ?? [key("show-keys")];
  const pages = pagesOf(hints, roomIn(frame));
  const page = pages[turned % pages.length] ?? [];
  return [...frame.slice(0, -1), ...page, ...frame.slice(-1)].join(separator);
}

/** The hints in pages, each as wide as there is room. */
export function pagesOf(hints: readonly string[], room: number): readonly (readonly string[])[] {
  const pages: string[][] = [];
  for (const hint of hints) {
    const last = pages.at(-1);
    if (last !== undefined && widthOf([...last, hint].join(separator)) <= room) last.push(hint);
    else pages.push([hint]);
  }
  return pages;
}

function keyHints(): readonly string[] {
  return [
    say`${key("close")} back`,
    say`${key("next-panel")}, ${key("toggle-panel")} open`,
    say`${key("toggle-all-panels")} all`,
    say`${key("search")} search`,
    say`${key("previous-prompt")}${key("next-prompt")} prompts`,
    say`${key("toggle-raw")} raw`,
    say`${key("copy")} copy`,
    say`${key("toggle-details")} times`,
    say`${key("open-pager")} pager`,
  ];
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
