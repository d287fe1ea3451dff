/** A command that the user ran, as a panel: what it was, how it ended, who gets to see it, what it printed. */
import { sanitize } from "../terminal/sanitize.ts";
import { truncateLine, widthOf, wrapText } from "../terminal/width.ts";
import { say } from "../words/say.ts";
import { formatDuration } from "./format.ts";
import type { UserCommandItem } from "./item.ts";
import { outputSummary } from "./output-summary.ts";
import { foldLines, hangBelow, layHead, oneLine, printedLines, roomBelow } from "./panel.ts";
import type { RenderOptions } from "./render-options.ts";

type Drawing = Pick<RenderOptions, "width" | "style">;

/** What is said about the end of a user's command. */
export type CommandEnd = Pick<UserCommandItem, "exitCode" | "durationMs" | "shared">;

/** `exit 1`, `3.2s`, `shared with the model`. */
export function factsOfEnd({ exitCode, durationMs, shared }: CommandEnd): string[] {
  return [
    exitCode === null ? say`ended by a signal` : say`exit ${exitCode}`,
    formatDuration(durationMs),
    shared ? say`shared with the model` : say`not shared`,
  ];
}

export type CommandStart = Pick<UserCommandItem, "command" | "shared"> & {
  /** Where it runs, when that is not plain. */
  readonly folder?: string;
};

/** The line above what a command prints while it has the terminal. */
export function userCommandHead(start: CommandStart, { width, style }: Drawing): string[] {
  const { command, shared, folder } = start;
  const where = folder === undefined ? "" : style.dim(say`  in ${sanitize(folder, "approval_inline")}`);
  const line = `${style.warning(shared ? "!" : "!!")} ${style.bold(oneLine(command))}`;
  return [truncateLine(line, Math.max(1, width - widthOf(where))) + where].map((row) =>
    truncateLine(row, width),
  );
}

/** The line below it. */
export function userCommandFoot(end: CommandEnd, { width, style }: Drawing): string[] {
  return [style.dim(truncateLine(factsOfEnd(end).join(" · "), width))];
}

/** Draws the panel; expanded it holds all that was kept of the output, and the folder. */
export function renderUserCommand(item: UserCommandItem, options: RenderOptions): string[] {
  const { width, style } = options;
  const sign = style.warning(item.shared ? "!" : "!!");
  const head = layHead({ start: sign, title: ` ${oneLine(item.command)}`, facts: factsOfEnd(item) }, options);
  const room = roomBelow({ width });
  const output = printedLines(item.output);
  if (!options.expanded) {
    const saying = outputSummary({ lines: output, exitCode: item.exitCode });
    return [...head, ...hangBelow(foldLines(output, "end", room, style, saying), options)];
  }
  const where = wrapText(say`in ${sanitize(item.cwd, "approval_inline")}`, room).map(style.dim);
  const printed = output.flatMap((line) => wrapText(line, room, { hard: true }));
  return [...head, ...hangBelow([...where, ...printed], options)];
}
