/** What has to be known of a terminal to draw sixel in it, and how it is asked. */
import type { Reply } from "./input/event.ts";
import { pictureProtocol } from "./pictures.ts";
import type { TerminalKind } from "./terminal-kind.ts";

export type SixelSupport = {
  /** Pixels of a cell. */
  readonly cell: { readonly width: number; readonly height: number };
  /** So many colours a picture may have. */
  readonly colours: number;
};

type Window = { readonly columns: number; readonly rows: number };

/** DA1's number for sixel. */
const attribute = 4;
/** A VT340 has 16 colours; who says nothing has 256, as many as the palettes that are made here. */
const usualColours = 256;
/** What is no size of a cell that anybody could read, pixels. */
const cellLimits = { least: 2, most: 200 } as const;

/**
 * The pixels of a cell, those of the window for who does not know the first question, and the number of colours. Only for a
 * terminal that says that it knows sixel.
 */
export const sixelQuestions = "\u001b[16t\u001b[14t\u001b[?1;1;0S";

/** Whether a terminal that answers this is to be asked: it knows sixel, and nothing better. */
export function offersSixel(reply: Reply, kind: TerminalKind): boolean {
  if (reply.kind !== "device-attributes" || reply.level !== 1 || !reply.params.includes(attribute))
    return false;
  // A multiplexer draws the window itself, and not all that know the attribute keep a picture in its place.
  return kind.name !== "multiplexer" && pictureProtocol(kind) === null;
}

/** What the answers to `sixelQuestions` tell of a window; null without a size that can be. */
export function sixelSupportOf(replies: readonly Reply[], window: Window): SixelSupport | null {
  let cell: SixelSupport["cell"] | undefined;
  let colours = usualColours;
  for (const reply of replies) {
    if (reply.kind === "sixel-colours") colours = Math.min(usualColours, reply.count);
    if (reply.kind !== "pixels") continue;
    const { width, height } = reply;
    if (reply.of === "cell") cell = { width, height };
    else cell ??= { width: Math.floor(width / window.columns), height: Math.floor(height / window.rows) };
  }
  if (cell === undefined || colours < 2) return null;
  return isCell(cell.width) && isCell(cell.height) ? { cell, colours } : null;
}

function isCell(pixels: number): boolean {
  return Number.isInteger(pixels) && pixels >= cellLimits.least && pixels <= cellLimits.most;
}
