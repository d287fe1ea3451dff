/**
 * Local servers and some vendors leave a model's thinking in its answer, between `<think>` and `</think>`. This takes it
 * out while the answer comes in. Only tags at the very start count: further on they are what somebody writes about.
 */

export type ThinkPiece = { readonly type: "text" | "reasoning"; readonly text: string };

/**
 * The tags as they were written, with the blank space around them: `open`, the reasoning, `close` and the text make the
 * answer again. `close` is empty when the thinking had no end.
 */
export type ThinkTags = { readonly open: string; readonly close: string };

export interface ThinkSplitter {
  /** Takes the next piece of the answer's content. What may yet turn out to be a tag is held back. */
  feed(text: string): ThinkPiece[];
  /** What was held back, when nothing follows; thinking that has no end stays thinking. More may be fed all the same. */
  flush(): ThinkPiece[];
  /** Undefined when the answer does not begin with a tag. */
  tags(): ThinkTags | undefined;
}

const openTags = ["<think>", "<thinking>"];

/** A splitter for one answer. However its text is cut, the pieces join to the same reasoning and the same text. */
export function createThinkSplitter(): ThinkSplitter {
  let place: "before" | "inside" | "behind" | "text" = "before";
  let held = "";
  let open = "";
  let close = "";
  let endTag = "";
  let saidSomething = false;

  const step = (): ThinkPiece[] => {
    switch (place) {
      case "before": {
        const start = held.trimStart();
        const tag = openTags.find((tag) => start.startsWith(tag));
        if (tag !== undefined) {
          open = held.slice(0, held.length - start.length + tag.length);
          endTag = tag.replace("<", "</");
          held = start.slice(tag.length);
          place = "inside";
          return step();
        }
        if (openTags.some((tag) => tag.startsWith(start))) return [];
        place = "text";
        return step();
      }
      case "inside":
        return inside();
      case "behind": {
        const text = held.trimStart();
        close += held.slice(0, held.length - text.length);
        held = text;
        if (text === "") return [];
        place = "text";
        return step();
      }
      case "text":
        return take("text", held.length);
      default:
        return place satisfies never;
    }
  };

  const inside = (): ThinkPiece[] => {
    if (!saidSomething) {
      const text = held.trimStart();
      open += held.slice(0, held.length - text.length);
      held = text;
      saidSomething = text !== "";
    }
    const end = held.indexOf(endTag);
    if (end === -1) return take("reasoning", held.length - unsureLength(held, endTag));
    const reasoning = held.slice(0, end).trimEnd();
    close = held.slice(reasoning.length, end + endTag.length);
    held = held.slice(end + endTag.length);
    place = "behind";
    return [...pieceOf("reasoning", reasoning), ...step()];
  };

  const take = (type: ThinkPiece["type"], length: number): ThinkPiece[] => {
    const text = held.slice(0, length);
    held = held.slice(length);
    return pieceOf(type, text);
  };

  return {
    feed(text) {
      held += text;
      return step();
    },
    flush() {
      if (held === "") return [];
      if (place === "before") place = "text";
      return take(place === "inside" ? "reasoning" : "text", held.length);
    },
    tags: () => (open === "" ? undefined : { open, close }),
  };
}

function pieceOf(type: ThinkPiece["type"], text: string): ThinkPiece[] {
  return text === "" ? [] : [{ type, text }];
}

/** How much at the end of the text may belong to the end tag: a beginning of it, and the blank space before it. */
function unsureLength(text: string, endTag: string): number {
  let begun = Math.min(text.length, endTag.length - 1);
  while (begun > 0 && !endTag.startsWith(text.slice(-begun))) begun -= 1;
  return text.length - text.slice(0, text.length - begun).trimEnd().length;
}
