/** What the model thinks, while it does and when it has: a line each, or all of it, as the user wants it. */
import { keyName } from "../../../terminal/keymap/active.ts";
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { truncateLine, widthOf } from "../../../terminal/width.ts";
import { formatDuration } from "../../../transcript/format.ts";
import { renderItem } from "../../../transcript/render.ts";
import { say } from "../../../words/say.ts";

/** `line`: one line; `full`: all of it once it is thought; `off`: only the transcript has it. */
export type ThinkingSetting = "line" | "full" | "off";

/** What is being thought, and since when, ms. */
export type Thought = {
  readonly text: string;
  readonly since: number;
  /** Whether there is more in it than blanks. */
  readonly hasWords: boolean;
};

type Drawing = { readonly width: number; readonly style: Style };

/** Shorter thoughts are not worth a number, ms. */
const worthTelling = 1000;
/** More words than this fit into no line. */
const mostRead = 1000;

/** The thought with what is thought next; costs as much as that is long. `now`: ms. */
export function thinkOn(thought: Thought | undefined, text: string, now: number): Thought {
  return {
    text: (thought?.text ?? "") + text,
    since: thought?.since ?? now,
    hasWords: thought?.hasWords === true || text.trim() !== "",
  };
}

/** The line of a thought that goes on: for how long, and its last words. */
export function openThought(text: string, elapsedMs: number, { width, style }: Drawing): string {
  const time = elapsedMs < worthTelling ? "" : ` · ${secondsOf(elapsedMs)}`;
  const start = say`○ thinking${time} · `;
  // Line ends are blanks here, before they could be spelled out.
  const inline = text.slice(-mostRead).toWellFormed().replaceAll(/\s+/g, " ");
  const words = sanitize(inline, "approval_inline").split(" ").filter(Boolean);
  let last = "";
  for (let word = words.pop(); word !== undefined; word = words.pop()) {
    const longer = last === "" ? word : `${word} ${last}`;
    if (widthOf(start) + widthOf(longer) + 1 > width) break;
    last = longer;
  }
  return style.dim(truncateLine(`${start}${last}…`, width));
}

/** A thought that is over, as the inline screen prints it. `elapsedMs`: absent in a session that is gone on with. */
export function endedThought(
  text: string,
  elapsedMs: number | undefined,
  setting: ThinkingSetting,
  { width, style }: Drawing,
): string[] {
  switch (setting) {
    case "off":
      return [];
    case "full":
      return renderItem({ type: "reasoning", id: "", text }, { width, style, expanded: true });
    case "line": {
      const time =
        elapsedMs === undefined || elapsedMs < worthTelling ? "" : say` for ${secondsOf(elapsedMs)}`;
      return [
        style.dim(truncateLine(say`○ thought${time} (${keyName("open-transcript", "global")})`, width)),
      ];
    }
    default:
      return setting satisfies never;
  }
}

/** `12s`, and `2m 05s` from a minute on. */
function secondsOf(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return seconds < 60 ? `${seconds}s` : formatDuration(seconds * 1000);
}
