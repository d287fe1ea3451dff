/** What a question shows of a call: all of it, with nothing hidden. */
import type { AskedPart } from "../protocol/approval.ts";
import type { FileChange, Preview } from "../protocol/tool-result.ts";
import type { Style } from "../terminal/style.ts";
import { truncateLine } from "../terminal/width.ts";
import { say } from "../words/say.ts";
import { diffCounts, filesOf } from "./diff.ts";
import { type MarkedLines, renderCommand } from "./render-command.ts";
import { renderDiff } from "./render-diff.ts";

export type PreviewOptions = {
  readonly width: number;
  readonly style: Style;
  /** Which stretches of a command ask. @default none */
  readonly parts?: readonly AskedPart[];
  /** Changes with the old file on the left, where there is room. @default false */
  readonly sideBySide?: boolean;
};

/** The lines of `drawPreview` alone. */
export function renderPreview(preview: Preview, options: PreviewOptions): readonly string[] {
  return drawPreview(preview, options).lines;
}

/**
 * Returns the whole preview: every line of a command, every line of a diff. Hidden characters are spelled out. How
 * much of it fits on the screen is the dialog's matter; it must say when there is more.
 */
export function drawPreview(preview: Preview, options: PreviewOptions): MarkedLines {
  switch (preview.type) {
    case "command": {
      const how = preview.how === undefined ? [] : spelledLines(preview.how.replaceAll("\n", "\\n"), options);
      const { lines, marked, lastLine } = renderCommand(preview.command, options);
      return {
        lines: [...how.map(options.style.dim), ...lines],
        marked: marked.map((line) => line + how.length),
        lastLine: lastLine + how.length,
      };
    }
    case "text":
      return unmarked(spelledLines(preview.text, options));
    case "changes":
    case "diff":
      return drawChanges(filesOf(preview), options);
    default:
      return preview satisfies never;
  }
}

function unmarked(lines: readonly string[]): MarkedLines {
  return { lines, marked: [], lastLine: Math.max(0, lines.length - 1) };
}

function drawChanges(files: readonly FileChange[], options: PreviewOptions): MarkedLines {
  const lines: string[] = [];
  let firstChange: number | undefined;
  for (const change of files) {
    if (lines.length > 0) lines.push("");
    lines.push(...headOf(change, options));
    firstChange ??= firstIn(change, lines.length, options);
    lines.push(...renderDiff(change, diffOptions(options)));
  }
  return { ...unmarked(lines), ...(firstChange === undefined ? {} : { firstChange }) };
}

/** The line in which a change begins whose lines are drawn from line `from` on; undefined where no text changes. */
function firstIn(change: FileChange, from: number, options: PreviewOptions): number | undefined {
  const before = change.hunks[0]?.lines.findIndex((line) => /^[-+]/.test(line)) ?? -1;
  if (before < 0) return undefined;
  return from + renderDiff(change, { ...diffOptions(options), maxLines: before }).length;
}

const diffOptions = ({ width, style, sideBySide = false }: PreviewOptions) =>
  ({ width, style, sideBySide, mode: "approval" }) as const;

const kindWords = {
  created: say`new file`,
  modified: "",
  replaced: say`replaced whole`,
  deleted: "",
  unchanged: "",
} as const;

function headOf(change: FileChange, { width, style }: PreviewOptions): string[] {
  const { path, movedFrom, kind } = change;
  const facts = [kindWords[kind], diffCounts([change])];
  const named = (name: string) => spelledLines(name.replaceAll("\n", "\\n"), { width, style });
  return [
    ...named(path).map(style.bold),
    ...(movedFrom === undefined ? [] : named(say`moved from ${movedFrom}`)),
    style.dim(truncateLine(facts.filter((fact) => fact !== "").join(" · "), width)),
  ];
}

function spelledLines(text: string, { width, style }: PreviewOptions): readonly string[] {
  return renderCommand(text, { width, style }).lines;
}
