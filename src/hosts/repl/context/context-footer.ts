/** The keys at the bottom of the view: those that are needed most, and on demand the next ones. */
import type { Command } from "../../../terminal/keymap.ts";
import { widthOf } from "../../../terminal/width.ts";
import { say } from "../../../words/say.ts";
import { keyName } from "../keys.ts";
import { pagesOf } from "../transcript/transcript-footer.ts";

type FooterParts = {
  readonly columns: number;
  /** How often others were asked for. */
  readonly turned: number;
  readonly hasMarks: boolean;
};

/** As many keys as fit, beginning with the next ones each time that others are asked for. */
export function footerWords({ columns, turned, hasMarks }: FooterParts): string {
  const marked = [say`${name("apply-edits")} apply`, say`${name("undo-edits")} undo`];
  const back = say`${name("close")} back`;
  const others = [
    ...(hasMarks ? marked : []),
    say`${name("exclude-part")} leave out`,
    say`${name("open-part")} read`,
    say`${name("shorten-part")} shorten`,
    say`${name("summarise-part")} summarise`,
    say`${name("pin-part")} pin`,
    say`${name("exclude-turn")} whole turn`,
    say`${name("search")} filter`,
    say`${name("sort-parts")} by size`,
    ...(hasMarks ? [] : marked),
  ];
  const pages = pagesOf(others, columns - widthOf(`${back} · ${name("show-keys")} … · `));
  const page = pages[turned % pages.length] ?? [];
  return [...page, back, ...(pages.length > 1 ? [`${name("show-keys")} …`] : [])].join(" · ");
}

function name(command: Command): string {
  return keyName(command, "context");
}
