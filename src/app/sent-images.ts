/** Which images of a branch go out with the next request: of those that do not, it has words only. Pure. */
import { editedResult, editedUser } from "../context/edited.ts";
import type { ContextEdits } from "../context/edits.ts";
import { goingImages } from "../context/images.ts";
import { type LeftOutParts, nameOfImage } from "../context/left-out.ts";
import { resultOf } from "../context/request.ts";
import { estimateImage } from "../context/tokens.ts";
import type { Entry, EntryOf } from "../protocol/entry.ts";
import type { EncodedImage } from "../protocol/message.ts";
import type { AnsweredCall } from "../sessions/open-calls.ts";

export type ImagesInput = {
  /** What the request is made of, in order. */
  readonly entries: readonly Entry[];
  readonly edits: ContextEdits;
  readonly left: LeftOutParts;
  readonly answered: ReadonlyMap<EntryOf<"assistant">, readonly AnsweredCall[]>;
  /** The model that is asked, and whether it sees where more is known of it than its name says. */
  readonly model: string;
  readonly takesImages: boolean | undefined;
};

/** The tokens of those images that do not go out. */
export type Unsent = (images: readonly EncodedImage[] | undefined) => number;

/** Says of images how much of them is not sent: the model sees none, a server refused them, or there are too many. */
export function unsentImages({ entries, edits, left, answered, ...asked }: ImagesInput): Unsent {
  const isLeft = (what: string) => !left.isNothing && left.has("images", what);
  const all = entries.flatMap((entry): readonly EncodedImage[] => {
    if (entry.type === "user" && entry.images !== undefined)
      return (editedUser(entry, edits)?.images ?? [])
        .map(({ image }) => image)
        .filter((image) => left.isNothing || !isLeft(nameOfImage(image)));
    if (entry.type !== "assistant") return [];
    return (answered.get(entry) ?? []).flatMap(({ call, result }) => {
      if (result?.result.ok !== true || result.result.images === undefined || isLeft(call.callId)) return [];
      return editedResult(entry.id, resultOf(call, result.result), edits).images ?? [];
    });
  });
  const sent = goingImages(all, asked.model, asked.takesImages);
  return (images = []) =>
    images.reduce((sum, image) => (sent.has(image) ? sum : sum + estimateImage(image)), 0);
}
