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
  /** Blank space in front of `held`: apart, so that a model that sends nothing else for long is not read over and over. */
  let blank = "";
  let open = "";
  let close = "";
  let endTag = "";
  let saidSomething = false;

  const step = (): ThinkPiece[] => {
    switch (place) {
      case "before": {
        moveBlank();
        const tag = openTags.find((tag) => held.startsWith(tag));
        if (tag !== undefined) {
          open = blank + tag;
          blank = "";
          endTag = tag.replace("<", "</");
          held = held.slice(tag.length);
          place = "inside";
          return step();
        }
        if (openTags.some((tag) => tag.startsWith(held))) return [];
        place = "text";
        return step();
      }
      case "inside":
        return inside();
      case "behind": {
        moveBlank();
        close += blank;
        blank = "";
        if (held === "") return [];
        place = "text";
        return step();
      }
      case "text":
        return release("text", held.length);
      default:
        return place satisfies never;
    }
  };

  const inside = (): ThinkPiece[] => {
    if (!saidSomething) {
      moveBlank();
      open += blank;
      blank = "";
      saidSomething = held !== "";
    }
    const end = held.indexOf(endTag);
    const length = end === -1 ? held.length - begunLength(held, endTag) : end;
    const behind = held.slice(length);
    const text = held.slice(0, length).trimEnd();
    const said = release("reasoning", text.length);
    blank += held.slice(0, length - text.length);
    held = behind;
    if (end === -1) return said;
    close = blank + endTag;
    blank = "";
    held = held.slice(endTag.length);
    place = "behind";
    return [...said, ...step()];
  };

  const moveBlank = (): void => {
    const text = held.trimStart();
    blank += held.slice(0, held.length - text.length);
    held = text;
  };

  /** The first part of `held`, with the blank space in front of it. */
  const release = (type: ThinkPiece["type"], length: number): ThinkPiece[] => {
    if (length === 0) return [];
    const text = blank + held.slice(0, length);
    blank = "";
    held = held.slice(length);
    return [{ type, text }];
  };

  return {
    feed(text) {
      held += text;
      return step();
    },
    flush() {
      const text = blank + held;
      const type = place === "inside" ? "reasoning" : "text";
      if (text === "") return [];
      if (place === "before") place = "text";
      blank = "";
      held = "";
      return [{ type, text }];
    },
    tags: () => (open === "" ? undefined : { open, close }),
  };
}

/** How much at the end of the text may be the beginning of the end tag. */
function begunLength(text: string, endTag: string): number {
  let begun = Math.min(text.length, endTag.length - 1);
  while (begun > 0 && !endTag.startsWith(text.slice(-begun))) begun -= 1;
  return begun;
}
