/** Found files as lines of a list. */
import { sanitize } from "../../../terminal/sanitize.ts";
import type { Style } from "../../../terminal/style.ts";
import { middleCutOf } from "../../../terminal/truncate-middle.ts";
import { graphemesOf } from "../../../terminal/width.ts";
import type { FileMatch } from "../../../workspace/file-index.ts";

/** One line of the list: the path, cut in its middle to `columns`, with the letters that fit the query in bold. */
export function drawMatch(
  { path, positions }: FileMatch,
  isChosen: boolean,
  columns: number,
  style: Style,
): string {
  const shown = sanitize(path, "approval_inline");
  const marked = new Set(shown === path ? positions : []);
  const cut = middleCutOf(shown, Math.max(1, columns - 2));
  const plain = isChosen ? (text: string) => text : style.dim;
  let line = "";
  let run = "";
  let isMarked = false;
  const flush = () => {
    if (run !== "") line += (isMarked ? style.bold : plain)(run);
    run = "";
  };
  let at = 0;
  for (const grapheme of graphemesOf(shown)) {
    const end = at + grapheme.length;
    const isHit = range(at, end).some((position) => marked.has(position));
    if (cut !== null && at === cut.start) {
      flush();
      line += plain("…");
    }
    if (cut === null || at < cut.start || at >= cut.end) {
      if (isHit !== isMarked) flush();
      isMarked = isHit;
      run += grapheme;
    }
    at = end;
  }
  flush();
  return `${isChosen ? style.accent("❯") : " "} ${line}`;
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from }, (_, index) => from + index);
}
