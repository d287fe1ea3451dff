/** What the keys mark of a part, or why they mark nothing. */
import type { ContextLook, ContextPart } from "../../../app/context-parts.ts";
import type { OpenContext } from "../../../app/context-surgeon.ts";
import type { Command } from "../../../terminal/keymap.ts";
import { formatTokens } from "../../../transcript/format.ts";
import { say } from "../../../words/say.ts";
import { keyName } from "../keys.ts";
import type { ContextMarks } from "./context-marks.ts";

export type MarkParts = {
  readonly context: Pick<OpenContext, "text" | "shorten">;
  readonly look: ContextLook;
  readonly marks: ContextMarks;
  /** A part as it would be with what is marked. */
  readonly after: (part: ContextPart) => ContextPart;
};

/** What a part is shortened to, one press after the other, tokens. */
const shortSizes = [1_000, 250, 60] as const;
/** Less than this is not worth a change, and would be eaten up by the words that tell of it; tokens. */
const leastGain = 30;

/** In words why nothing can be done to a part; null where something can. */
export function whyNot({ place, state }: ContextPart, command: Command): string | null {
  if (place === null) return say`This is in every request; it cannot be changed here.`;
  if (state !== "compacted" || command === "pin-part") return null;
  const [pin, exclude] = [keyName("pin-part", "context"), keyName("exclude-part", "context")];
  return say`The summary stands for it: ${pin} brings it back word for word; ${exclude} on the summary, everything.`;
}

/** Marks what a command means for the part, and returns what is to be told of it, if anything. */
export function markPart(command: Command, part: ContextPart, parts: MarkParts): string | undefined {
  const { marks } = parts;
  const why = whyNot(part, command);
  if (why !== null) return why;
  switch (command) {
    case "exclude-part":
      marks.toggleExcluded(part);
      return undefined;
    case "exclude-turn":
      markTurn(part, parts);
      return undefined;
    case "pin-part":
      marks.togglePinned(part);
      return undefined;
    case "shorten-part":
      return shorten(part, parts);
    default:
      return undefined;
  }
}

/** All of the turn is left out, or where all of it is, put back. */
function markTurn({ turnsAgo }: ContextPart, { look, marks, after }: MarkParts): void {
  const turn = look.parts.filter(
    (one) =>
      one.turnsAgo === turnsAgo && one.place !== null && one.state !== "compacted" && one.kind !== "summary",
  );
  const isOut = (one: ContextPart) => after(one).state === "left_out";
  const wanted = turn.some((one) => !isOut(one));
  for (const one of turn) if (isOut(one) !== wanted) marks.toggleExcluded(one);
}

function shorten(part: ContextPart, { context, marks, after }: MarkParts): string {
  const marked = marks.of(part)?.hold?.some(({ action }) => action === "shorten") === true;
  const now = marked ? after(part).tokens : part.whole;
  const size = shortSizes.find((tokens) => tokens < now - leastGain);
  const text = size === undefined ? undefined : context.shorten(part, size);
  if (size === undefined || text === undefined || text === context.text(part).said) {
    if (marked) marks.forgetText(part);
    return say`It has ${formatTokens(part.whole)} tokens, and does not get shorter than it was.`;
  }
  marks.replace(part, "shorten", text);
  return say`Shortened to about ${formatTokens(size)} tokens; ${keyName("shorten-part", "context")} again: less.`;
}
