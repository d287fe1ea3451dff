/** What a terminal shows, as a picture. */
import type { CellColour, Look, Run } from "../support/emulator.ts";

export type Ground = "dark" | "light";

export type Screen = {
  readonly rows: readonly (readonly Run[])[];
  readonly columns: number;
  readonly cursor: { readonly x: number; readonly y: number } | null;
};

/** Pixels of a cell, and around the screen. */
const cell = { width: 8.4, height: 18 };
const margin = 14;
const fonts = "ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, 'Noto Sans Mono CJK SC', monospace";

/** The terminal's own two colours and its sixteen. */
const palettes: Readonly<
  Record<Ground, { readonly text: string; readonly ground: string; readonly sixteen: string }>
> = {
  dark: {
    text: "#d8dee9",
    ground: "#14171c",
    sixteen:
      "1c1f26 e06c75 98c379 e5c07b 61afef c678dd 56b6c2 c8ccd4 5c6370 e06c75 98c379 e5c07b 61afef c678dd 56b6c2 ffffff",
  },
  light: {
    text: "#24292f",
    ground: "#ffffff",
    sixteen:
      "24292f b31d28 1a7f37 8a6100 0550ae 8250df 1b7c83 57606a 6e7781 cf222e 1a7f37 8a6100 0969da 8250df 1b7c83 8c959f",
  },
};

/** An SVG document with the screen in it. Its text can be selected. */
export function svgOf({ rows, columns, cursor }: Screen, ground: Ground): string {
  const palette = palettes[ground];
  const width = Math.ceil(columns * cell.width + 2 * margin);
  const height = rows.length * cell.height + 2 * margin;
  const body = rows.flatMap((runs, row) => runs.map((run) => runSvg(run, row, ground)));
  const caret = cursor === null ? [] : [rect(cursor.x, cursor.y, 1, palette.text, ' fill-opacity="0.6"')];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${fonts}" font-size="14" xml:space="preserve">`,
    `<rect width="100%" height="100%" rx="8" fill="${palette.ground}"/>`,
    ...body.filter((part) => part !== ""),
    ...caret,
    "</svg>",
    "",
  ].join("\n");
}

function runSvg({ column, width, text, look }: Run, row: number, ground: Ground): string {
  const palette = palettes[ground];
  const front = hexOf(look.foreground, ground) ?? palette.text;
  const back = hexOf(look.background, ground);
  const [ink, paper] = look.inverse ? [back ?? palette.ground, front] : [front, back];
  const box = paper === null ? "" : rect(column, row, width, paper);
  const blank = text.length - text.trimStart().length;
  const words = text.trim();
  if (words === "" && !look.underlined) return box;
  // Each run has its place and its length, so that a font of another width cannot move the columns.
  const cells = width - (text.length - words.length);
  const x = margin + (column + blank) * cell.width;
  const y = margin + row * cell.height + 13.5;
  return `${box}<text x="${fixed(x)}" y="${fixed(y)}" textLength="${fixed(cells * cell.width)}" lengthAdjust="spacingAndGlyphs" fill="${ink}"${styleOf(look)}>${escaped(words)}</text>`;
}

function styleOf({ bold, dim, italic, underlined }: Look): string {
  return [
    bold ? ' font-weight="bold"' : "",
    dim ? ' fill-opacity="0.6"' : "",
    italic ? ' font-style="italic"' : "",
    underlined ? ' text-decoration="underline"' : "",
  ].join("");
}

function rect(column: number, row: number, width: number, fill: string, more = ""): string {
  const x = fixed(margin + column * cell.width);
  return `<rect x="${x}" y="${margin + row * cell.height}" width="${fixed(width * cell.width)}" height="${cell.height}" fill="${fill}"${more}/>`;
}

/** Null for the terminal's own colour. */
function hexOf(colour: CellColour, ground: Ground): string | null {
  if (colour.type === "default") return null;
  if (colour.type === "rgb") return `#${colour.value.toString(16).padStart(6, "0")}`;
  const { number } = colour;
  if (number < 16) return `#${palettes[ground].sixteen.split(" ")[number] ?? "808080"}`;
  // The colour cube and the greys of 256-colour terminals, as xterm has them.
  const levels =
    number >= 232
      ? Array.from({ length: 3 }, () => 8 + (number - 232) * 10)
      : [36, 6, 1].map((step) => [0, 95, 135, 175, 215, 255][Math.floor((number - 16) / step) % 6] ?? 0);
  return `#${levels.map((level) => level.toString(16).padStart(2, "0")).join("")}`;
}

function fixed(pixels: number): string {
  return String(Math.round(pixels * 10) / 10);
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
