/** Reads what sixel draws, as a terminal would, for tests. */

export type SixelPixels = {
  readonly width: number;
  readonly height: number;
  /** For each pixel red, green and blue in parts of 100, with commas; null where nothing was painted. */
  readonly pixels: readonly (string | null)[];
};

/**
 * Draws the content of a sixel sequence, from its raster attributes on.
 *
 * @throws {Error} for what is no sixel, paints outside of the picture, or uses a colour that is not defined.
 */
export function drawSixel(content: string): SixelPixels {
  const raster = /^"1;1;(\d+);(\d+)/.exec(content);
  if (raster === null) throw new Error(`no raster attributes: ${content.slice(0, 40)}`);
  const [width, height] = [Number(raster[1]), Number(raster[2])];
  const pixels = Array.from({ length: width * height }, (): string | null => null);
  const colours = new Map<number, string>();
  let colour: string | undefined;
  let [x, top] = [0, 0];
  const paint = (bits: number, count: number) => {
    for (let end = x + count; x < end; x += 1) {
      if (bits === 0) continue;
      if (colour === undefined) throw new Error("a pixel without a colour");
      for (let row = 0; row < 6; row += 1) {
        if ((bits & (1 << row)) === 0) continue;
        if (x >= width || top + row >= height) throw new Error(`a pixel at ${x},${top + row}`);
        pixels[(top + row) * width + x] = colour;
      }
    }
  };
  let at = raster[0].length;
  const token = /#(\d+)(?:;2;(\d+;\d+;\d+))?|!(\d+)([?-~])|([?-~])|([$-])/y;
  while (at < content.length) {
    token.lastIndex = at;
    const match = token.exec(content);
    if (match === null) throw new Error(`no sixel: ${JSON.stringify(content.slice(at, at + 20))}`);
    const [all, register, definition, count, repeated, single, move] = match;
    if (definition !== undefined) colours.set(Number(register), definition.replaceAll(";", ","));
    else if (register !== undefined) {
      colour = colours.get(Number(register));
      if (colour === undefined) throw new Error(`colour ${register} is not defined`);
    } else if (repeated !== undefined) paint(repeated.charCodeAt(0) - 0x3f, Number(count));
    else if (single !== undefined) paint(single.charCodeAt(0) - 0x3f, 1);
    else {
      x = 0;
      if (move === "-") top += 6;
    }
    at += all.length;
  }
  return { width, height, pixels };
}
