/** Summarises what stands before a message, or what comes from it on, and says how that ended. */
import { undoHint } from "../../../app/rewind.ts";
import type { RewindPoint } from "../../../app/rewind-points.ts";
import { say } from "../../../words/say.ts";
import type { RewindParts } from "./rewind-parts.ts";
import { firstWords } from "./turn-rows.ts";

/**
 * Esc stops it, and then nothing has changed. Messages that are sent meanwhile go out behind it; those that waited before
 * were written for another place, and go on waiting for their user.
 */
export async function summariseAt(
  part: "before" | "from",
  { message, before }: RewindPoint,
  { conversation, showAnew, tell }: Pick<RewindParts, "conversation" | "showAnew" | "tell">,
): Promise<void> {
  const waited = conversation().engine.queued.length > 0;
  const end = await conversation().inPlaceOfTurn(
    async (held) => {
      const result = await held.summarise(message.id, part);
      if (result.cost !== undefined) held.append(result.cost);
      switch (result.type) {
        case "interrupted":
          return { outcome: "interrupted" };
        case "failed":
          return { outcome: "failed", reason: result.reason };
        case "nothing":
          return { outcome: "completed", reason: result.reason };
        case "summary":
          if (result.entry !== null) {
            held.append(result.entry);
            return { outcome: "completed", reason: undoHint };
          }
          held.goTo(
            before,
            say`What came from here on is summarised; the files stay as they are.` + `\n\n${result.text}`,
          );
          showAnew(
            say`What came from “${firstWords(message.text)}” on is replaced by its summary. /rewind undo brings it back.`,
          );
          return { outcome: "completed" };
        default:
          return result satisfies never;
      }
    },
    waited ? "stay" : "deliver",
  );
  if (end === null) return tell(say`A turn has begun meanwhile: nothing was changed.`, "warning");
  const words = end.outcome === "interrupted" ? say`Stopped; the conversation is as it was.` : end.reason;
  if (words !== undefined) tell(words, end.outcome === "failed" ? "error" : "info");
}
