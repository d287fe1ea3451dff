/**
 * Splits markdown that is still being written into blocks which nothing that follows can change. It looks at complete
 * lines only, so the blocks do not depend on how the text came in; each line is looked at once.
 */
import type { Block } from "./block.ts";
import { BlockScanner } from "./block-scanner.ts";
import { isHeldBack, withMarksClosed } from "./markdown-open.ts";

export type BlockStream = {
  /** Takes the next part of the text; returns the blocks that are now complete, in order. */
  push(delta: string): Block[];
  /** The text that is in no returned block yet. */
  tail(): string;
  /**
   * The tail as the blocks it will most likely be, to be drawn until they are complete: what is half-written at its end
   * is closed, or not there yet. Changes nothing.
   */
  open(): Block[];
  /** The text has ended: returns what is left. Nothing may be pushed afterwards. */
  end(): Block[];
};

/** Returns an empty stream. */
export function createBlockStream(): BlockStream {
  const scanner = new BlockScanner();
  let partial = "";
  return {
    push(delta) {
      const blocks: Block[] = [];
      let from = 0;
      for (let at = delta.indexOf("\n"); at !== -1; at = delta.indexOf("\n", from)) {
        scanner.line(partial + delta.slice(from, at + 1), blocks);
        partial = "";
        from = at + 1;
      }
      partial += delta.slice(from);
      return blocks;
    },
    tail() {
      return scanner.tail() + partial;
    },
    open() {
      const blocks: Block[] = [];
      const copy = scanner.copy();
      const { inside } = scanner;
      // A row that is half-written would make the columns jump.
      const isHeld = inside === "table" || isHeldBack(partial, inside === "code");
      if (partial !== "" && !isHeld) copy.line(partial, blocks);
      const inCode = copy.inside === "code";
      copy.flush(blocks);
      const last = blocks.at(-1);
      if (inCode || last === undefined || (last.kind !== "markdown" && last.kind !== "item")) return blocks;
      return [...blocks.slice(0, -1), { ...last, source: withMarksClosed(last.source) }];
    },
    end() {
      const blocks: Block[] = [];
      if (partial !== "") scanner.line(partial, blocks);
      partial = "";
      scanner.flush(blocks);
      return blocks;
    },
  };
}

/** The blocks of a whole text. */
export function splitBlocks(text: string): Block[] {
  const stream = createBlockStream();
  return [...stream.push(text), ...stream.end()];
}
