/** What a question shows of a call: all of it, with nothing hidden. */
import type { Preview } from "../protocol/tool-result.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";
import { truncateLine, wrapLine } from "../terminal/width.ts";
import { diffCounts, diffFile } from "./diff.ts";
import { renderDiff } from "./render-diff.ts";

export type PreviewOptions = { readonly width: number; readonly style: Style };

/** Stands before a row that goes on with the line above: a command's own line breaks start a new command. */
const continuation = "↪ ";

/**
 * Returns the whole preview: every line of a command, every line of a diff. Hidden characters are spelled out. How
 * much of it fits on the screen is the dialog's matter; it must say when there is more.
 */
export function renderPreview(preview: Preview, options: PreviewOptions): string[] {
  switch (preview.type) {
    case "command":
      return spelledLines(preview.command, options);
    case "text":
      return spelledLines(preview.text, options);
    case "diff":
      return renderChange(preview, options);
    default:
      return preview satisfies never;
  }
}

function renderChange(change: Preview & { type: "diff" }, { width, style }: PreviewOptions): string[] {
  const diff = diffFile(change);
  const kinds = { created: "new file", modified: "", replaced: "replaced whole", unchanged: "" };
  const facts = [kinds[diff.kind], diffCounts(diff)].filter((fact) => fact !== "").join(" · ");
  const path = spelledLines(change.path.replaceAll("\n", "\\n"), { width, style });
  return [
    ...path.map(style.bold),
    style.dim(truncateLine(facts, width)),
    ...renderDiff(change, { width, style, mode: "approval" }),
  ];
}

function spelledLines(text: string, { width, style }: PreviewOptions): string[] {
  const lines = sanitize(text.replace(/\n$/, ""), "approval", { limit: Infinity }).split("\n");
  return lines.flatMap((line) => {
    const [first = ""] = wrapLine(line, width, { hard: true });
    const room = width - continuation.length;
    if (first === line || room < 1) return wrapLine(line, width, { hard: true });
    const rest = wrapLine(line.slice(first.length), room, { hard: true });
    return [first].concat(rest.map((row) => style.dim(continuation) + row));
  });
}
