/** View items → lines, the same for the inline screen and the transcript. No line is wider than asked. */
import type { SentImage } from "../protocol/message.ts";
import type { ToolResult } from "../protocol/tool-result.ts";
import { keyName } from "../terminal/keymap/active.ts";
import { sanitize } from "../terminal/sanitize.ts";
import { truncateLine, widthOf, wrapText } from "../terminal/width.ts";
import { sayCount } from "../words/say.ts";
import { splitBlocks } from "./block-stream.ts";
import type { Block } from "./block.ts";
import { wrapHanging } from "./hanging.ts";
import type { Item } from "./item.ts";
import { renderBlock } from "./markdown.ts";
import { imageLine } from "./picture.ts";
import { printedLines } from "./panel.ts";
import { renderCall } from "./render-call.ts";
import type { RenderOptions } from "./render-options.ts";
import { renderUserCommand } from "./render-user-command.ts";

export type { RenderOptions } from "./render-options.ts";

/** Longer messages of the user are folded; lines. */
export const longestMessage = 30;
const narrowest = 12;

/** Draws one item, without the blank line that `needsGap` puts above it. */
export function renderItem(item: Item, options: RenderOptions): string[] {
  switch (item.type) {
    case "user":
      return [...renderUser(item.text, options), ...renderImages(item.images ?? [], options)];
    case "text":
      return renderText(splitBlocks(item.text), { ...options, continued: false });
    case "reasoning":
      return renderReasoning(item.text, options);
    case "call":
      return [...renderCall(item, options), ...picturesOf(item.result, options)];
    case "user_command":
      return renderUserCommand(item, options);
    case "notice":
      return renderNotice(item, options);
    default:
      return item satisfies never;
  }
}

/** Whether a blank line stands between two items: panels and what led to them stand together. */
export function needsGap(previous: Item | undefined, item: Item): boolean {
  if (previous === undefined) return false;
  return item.type !== "call" || (previous.type !== "call" && !isSaid(previous));
}

function isSaid({ type }: Item): boolean {
  return type === "text" || type === "reasoning";
}

export type TextOptions = Pick<RenderOptions, "width" | "style"> & {
  /** True when earlier blocks of the same text have been drawn: only the first one carries the sign. */
  readonly continued: boolean;
};

/**
 * Draws blocks of assistant text. Drawn one by one as they come, they give the same lines as `renderItem` gives for
 * the whole; an empty result means that nothing was drawn yet and the next block is still the first.
 */
export function renderText(blocks: readonly Block[], { width, style, continued }: TextOptions): string[] {
  const indent = width < narrowest ? 0 : 2;
  const lines = blocks.flatMap((block) => renderBlock(block, { width: width - indent, style }));
  const sign = indent === 0 ? "" : "● ";
  return lines.map((line, index) => {
    if (index === 0 && !continued) return sign + line;
    return line === "" ? "" : " ".repeat(indent) + line;
  });
}

/**
 * Draws the end of a text that is still being written: at most `rows` lines. What is long is drawn from near its end
 * only, so that a frame costs the same however long an open block grows.
 */
export function renderOpenText(
  blocks: readonly Block[],
  options: TextOptions & { readonly rows: number },
): string[] {
  const most = Math.max(2000, options.rows * options.width * 2);
  const shortened = blocks.map((block) => shortenedBlock(block, most));
  const lines = renderText(shortened, options);
  return lines.slice(Math.max(0, lines.length - options.rows));
}

function shortenedBlock(block: Block, most: number): Block {
  if (block.source.length <= most || block.kind === "table") return block;
  if (block.kind === "code") {
    const { soFar } = block;
    if (soFar === null || block.lines.length !== 1) return block;
    return { ...block, soFar: { ...soFar, line: soFar.line.slice(-most).toWellFormed() } };
  }
  const end = block.source.slice(-most).toWellFormed();
  const lineEnd = end.indexOf("\n");
  return { kind: "markdown", gap: block.gap, source: lineEnd === -1 ? end : end.slice(lineEnd + 1) };
}

function renderUser(text: string, { width, style, expanded }: RenderOptions): string[] {
  const lines = wrapText(sanitize(text.trimEnd(), "output"), Math.max(1, width - 2));
  const shown = expanded ? lines : lines.slice(0, longestMessage);
  const drawn = behind("> ", shown, width, (line) => style.bold(style.accent(line)));
  const hidden = lines.length - shown.length;
  if (hidden > 0)
    drawn.push(
      style.dim(
        truncateLine(`  … ${sayCount(hidden, "more line")} (${keyName("open-transcript", "global")})`, width),
      ),
    );
  return drawn;
}

function renderImages(images: readonly SentImage[], { width, style, drawPicture }: RenderOptions): string[] {
  return images.flatMap((image) => {
    const line = sanitize(imageLine(image), "approval_inline");
    const named = style.dim(truncateLine(width > narrowest ? `  ${line}` : line, width));
    return [named, ...(drawPicture?.(image, width) ?? [])];
  });
}

/** The head of a panel names the images of its result. */
function picturesOf(result: ToolResult | undefined, { width, drawPicture }: RenderOptions): string[] {
  const images = result?.ok === true ? (result.images ?? []) : [];
  return images.flatMap((image) => drawPicture?.(image, width) ?? []);
}

function renderReasoning(text: string, { width, style, expanded }: RenderOptions): string[] {
  const thought = sanitize(text.trim(), "output");
  if (expanded) return behind("○ ", wrapText(thought, Math.max(1, width - 2)), width, style.dim);
  return [style.dim(truncateLine(`○ ${thought.split("\n")[0] ?? ""}`, width))];
}

const noticeSigns = { info: "·", warning: "!", error: "✗" } as const;

function renderNotice(item: Item & { type: "notice" }, { width, style, expanded }: RenderOptions): string[] {
  const paint = { info: style.dim, warning: style.warning, error: style.danger }[item.level];
  const room = Math.max(1, width - 2);
  const details = printedLines(item.details ?? "");
  const folded =
    details.length > 0 && !expanded
      ? ` · … ${sayCount(details.length, "line")} (${keyName("open-transcript", "global")})`
      : "";
  const head = wrapHanging(sanitize(item.text, "output") + folded, room);
  const below = expanded ? details.flatMap((line) => wrapText(line, room, { hard: true })) : [];
  return behind(`${noticeSigns[item.level]} `, [...head, ...below], width, paint);
}

/** Puts a sign in front of the first line and blanks in front of the others; no sign where there is no room for it. */
function behind(
  sign: string,
  lines: readonly string[],
  width: number,
  paint: (line: string) => string,
): string[] {
  const columns = widthOf(sign);
  if (width <= columns) return lines.map(paint);
  return lines.map((line, index) =>
    paint(index === 0 ? sign + line : line === "" ? "" : " ".repeat(columns) + line),
  );
}

export type Banner = {
  readonly version: string;
  readonly model: string;
  /** The folder as it is to be shown. */
  readonly cwd: string;
  readonly branch?: string;
};

/** The lines that rein prints once at its start. */
export function renderBanner(
  banner: Banner,
  { width, style }: Pick<RenderOptions, "width" | "style">,
): string[] {
  const parts = [banner.model, banner.cwd, ...(banner.branch === undefined ? [] : [banner.branch])];
  const rest = parts.map((part) => sanitize(part, "approval_inline")).join(" · ");
  const text = `${style.bold(`rein ${sanitize(banner.version, "approval_inline")}`)} · ${rest}`;
  const indent = width < narrowest ? "" : "  ";
  return wrapText(text, width - indent.length).map((line) => indent + line);
}
