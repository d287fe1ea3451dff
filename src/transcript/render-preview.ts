/** What a question shows of a call: all of it, with nothing hidden. */
import type { FileChange, Preview } from "../protocol/tool-result.ts";
import { sanitize } from "../terminal/sanitize.ts";
import type { Style } from "../terminal/style.ts";
import { truncateLine, wrapLine } from "../terminal/width.ts";
import { diffCounts, filesOf } from "./diff.ts";
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
      return [
        ...(preview.how === undefined ? [] : spelledLines(preview.how.replaceAll("\n", "\\n"), options)).map(
          options.style.dim,
        ),
        ...spelledLines(preview.command, options),
      ];
    case "text":
      return spelledLines(preview.text, options);
    case "changes":
    case "diff":
      return filesOf(preview).flatMap((change, index) => {
        const lines = renderChange(change, options);
        return index === 0 ? lines : [""].concat(lines);
      });
    default:
      return preview satisfies never;
  }
}

const kindWords = {
  created: "new file",
  modified: "",
  replaced: "replaced whole",
  deleted: "",
  unchanged: "",
} as const;

function renderChange(change: FileChange, { width, style }: PreviewOptions): string[] {
  const { path, movedFrom, kind } = change;
  const facts = [kindWords[kind], diffCounts([change])];
  const named = (name: string) => spelledLines(name.replaceAll("\n", "\\n"), { width, style });
  return [
    ...named(path).map(style.bold),
    ...(movedFrom === undefined ? [] : named(`moved from ${movedFrom}`)),
    style.dim(truncateLine(facts.filter((fact) => fact !== "").join(" · "), width)),
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
