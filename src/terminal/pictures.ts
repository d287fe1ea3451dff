/** Pictures in the terminal's own scrollback, in the three forms that many terminals know. Pure. */
import type { TerminalKind } from "./terminal-kind.ts";

/**
 * `kitty`: https://sw.kovidgoyal.net/kitty/graphics-protocol/, PNG only. `iterm`:
 * https://iterm2.com/documentation-images.html
 */
export type PictureProtocol = "kitty" | "iterm";

/**
 * How the terminal shows pictures; null when it does not, or nobody knows. Not inside of tmux or screen, which draw the
 * window themselves.
 */
export function pictureProtocol({ name }: TerminalKind): PictureProtocol | null {
  switch (name) {
    case "kitty":
    case "ghostty":
      return "kitty";
    case "iterm2":
    case "wezterm":
      return "iterm";
    default:
      return null;
  }
}

/** A picture and how many cells it is drawn over. */
export type Picture = {
  readonly mediaType: string;
  /** The file in base64. */
  readonly data: string;
  readonly rows: number;
  readonly columns: number;
};

/** Kitty takes at most so much in one sequence, characters of base64. */
const longestPiece = 4096;

/**
 * The lines that a picture takes: as many as it has rows, all of them empty to the eye but for the picture. The rows are made
 * first and the picture drawn from the last of them upwards, so that no terminal has to scroll in the middle of it; the
 * cursor ends where it would behind any other line. `rows` must be less than the window has. Null where the protocol
 * cannot show the file.
 */
export function pictureLines(
  picture: Picture,
  protocol: PictureProtocol,
  indent: number,
): readonly string[] | null {
  const drawn = protocol === "kitty" ? inKitty(picture) : inITerm(picture);
  return drawn === null ? null : overRows(drawn, picture.rows, indent);
}

/**
 * The lines of a picture that is a sixel sequence already, over so many rows, which must not be less than it is high. Behind
 * it some terminals put the cursor into the next row: that one is made before, so that nothing scrolls then. It has to be
 * there anyway, for what is printed next.
 */
export function sixelLines(sequence: string, rows: number, indent: number): readonly string[] {
  return overRows(sequence, rows, indent, makeNextRow);
}

/** IND, and back up. */
const makeNextRow = "\u001bD\u001b[A";

function overRows(drawn: string, rows: number, indent: number, before = ""): readonly string[] {
  const up = rows > 1 ? `\u001b[${rows - 1}A` : "";
  const over = indent > 0 ? `\u001b[${indent}C` : "";
  const blank = Array.from({ length: rows - 1 }, () => "");
  return [...blank, `${before}\u001b7${up}${over}${drawn}\u001b8`];
}

/** By its rows alone: the columns follow from the picture, so that it keeps its shape whatever shape a cell has. */
function inKitty({ mediaType, data, rows }: Picture): string | null {
  if (mediaType !== "image/png") return null;
  let sequences = "";
  for (let from = 0; from < data.length; from += longestPiece) {
    const goesOn = from + longestPiece < data.length ? 1 : 0;
    // Shown at once, the cursor stays, and no answer comes back.
    const keys = from === 0 ? `a=T,f=100,r=${rows},C=1,q=2,m=${goesOn}` : `q=2,m=${goesOn}`;
    sequences += `\u001b_G${keys};${data.slice(from, from + longestPiece)}\u001b\\`;
  }
  return sequences;
}

function inITerm({ data, rows, columns }: Picture): string {
  const size = Buffer.byteLength(data, "base64");
  const keys = `inline=1;size=${size};width=${columns};height=${rows};preserveAspectRatio=1;doNotMoveCursor=1`;
  return `\u001b]1337;File=${keys}:${data}\u0007`;
}
