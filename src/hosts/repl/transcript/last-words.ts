/** What is left in the terminal of a conversation that had the alternate screen: the last message, and the answer. */
import type { Style } from "../../../terminal/style.ts";
import type { Item } from "../../../transcript/item.ts";
import { renderItem } from "../../../transcript/render.ts";
import type { TranscriptView } from "./transcript-view.ts";

/** Empty before anything was answered. */
export function lastWords(
  transcript: Pick<TranscriptView, "items"> | undefined,
  { width, style }: { readonly width: number; readonly style: Style },
): string[] {
  const items = transcript?.items() ?? [];
  const last = (type: "user" | "text", before: number): Item | undefined => {
    for (let index = before - 1; index >= 0; index -= 1) {
      const item = items.at(index);
      if (item?.type === type) return item;
    }
    return undefined;
  };
  const answer = last("text", items.length);
  if (answer === undefined) return [];
  const asked = last("user", items.length);
  return [asked, answer].flatMap((item) =>
    item === undefined ? [] : [""].concat(renderItem(item, { width, style, expanded: false })),
  );
}
