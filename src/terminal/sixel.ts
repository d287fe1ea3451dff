/**
 * Pictures as sixel: six rows of pixels in a character, one colour at a time.
 * https://vt100.net/docs/vt3xx-gp/chapter14.html. Pure.
 */
import type { IndexedPicture } from "./indexed-png.ts";

/** A colour that covers less than half of what is below it is not painted: sixel knows no halves. */
const leastAlpha = 128;
const rowsOfBand = 6;
/** The character of no pixel; the lowest bit is the uppermost of the six. */
const none = 0x3f;
/** From here on `!n?` is shorter than the character n times. */
const leastRun = 4;

/**
 * The sequence in pieces, each of them made only when it is asked for: the beginning with its colours, a piece for every
 * six rows, the end. Pixels are square, and what is not painted stays as it is (P2 = 1).
 */
export function* sixelPieces(picture: IndexedPicture): Generator<string, void> {
  const { width, height, pixels } = picture;
  yield `\u001bP0;1;0q"1;1;${width};${height}${coloursOf(picture)}`;
  const band = new Band(picture);
  for (let top = 0; top < height; top += rowsOfBand) {
    const rows = pixels.subarray(top * width, Math.min(height, top + rowsOfBand) * width);
    yield `${top > 0 ? "-" : ""}${band.encode(rows)}`;
  }
  yield "\u001b\\";
}

/** The colours that are painted, in parts of 100. */
function coloursOf({ palette, alpha, pixels }: IndexedPicture): string {
  const isUsed = new Uint8Array(256);
  for (const pixel of pixels) isUsed[pixel] = 1;
  let text = "";
  for (let colour = 0; colour < alpha.length; colour += 1) {
    if (isUsed[colour] === 0 || (alpha[colour] ?? 0) < leastAlpha) continue;
    const parts = palette.subarray(colour * 3, colour * 3 + 3);
    text += `#${colour};2;${[...parts].map((part) => Math.round((part / 255) * 100)).join(";")}`;
  }
  return text;
}

/** Encodes one band after the other with the same memory. */
class Band {
  readonly #width: number;
  readonly #alpha: Uint8Array;
  /** For each colour and column the bits of its pixels; all 0 between two bands. */
  readonly #bits: Uint8Array;
  readonly #first: Int32Array;
  readonly #last: Int32Array;
  #text: number[] = [];

  constructor({ width, alpha }: IndexedPicture) {
    this.#width = width;
    this.#alpha = alpha;
    this.#bits = new Uint8Array(alpha.length * width);
    this.#first = new Int32Array(alpha.length);
    this.#last = new Int32Array(alpha.length).fill(-1);
  }

  /** At most six rows of pixels. */
  encode(rows: Uint8Array): string {
    const colours = this.#spread(rows);
    const lines = colours.map((colour) => `#${colour}${this.#line(colour)}`);
    return lines.join("$");
  }

  /** Sorts the pixels by their colours. Returns these in the order in which they come. */
  #spread(rows: Uint8Array): number[] {
    const width = this.#width;
    const colours: number[] = [];
    for (let at = 0, row = 0; at < rows.length; row += 1) {
      for (let x = 0; x < width; x += 1, at += 1) {
        const colour = rows[at] ?? 0;
        if ((this.#alpha[colour] ?? 0) < leastAlpha) continue;
        if (this.#last[colour] === -1) {
          colours.push(colour);
          this.#first[colour] = x;
          this.#last[colour] = x;
        } else {
          if (x < (this.#first[colour] ?? 0)) this.#first[colour] = x;
          if (x > (this.#last[colour] ?? 0)) this.#last[colour] = x;
        }
        const cell = colour * width + x;
        this.#bits[cell] = (this.#bits[cell] ?? 0) | (1 << row);
      }
    }
    return colours;
  }

  /** The characters of one colour, up to its last pixel; its bits are 0 then. */
  #line(colour: number): string {
    const start = colour * this.#width;
    const first = this.#first[colour] ?? 0;
    const last = this.#last[colour] ?? -1;
    this.#text = [];
    this.#repeat(none, first);
    let run = 1;
    for (let x = first; x <= last; x += 1) {
      const bits = this.#bits[start + x] ?? 0;
      if (x < last && this.#bits[start + x + 1] === bits) run += 1;
      else {
        this.#repeat(none + bits, run);
        run = 1;
      }
    }
    this.#bits.fill(0, start + first, start + last + 1);
    this.#last[colour] = -1;
    return Buffer.from(this.#text).toString("latin1");
  }

  #repeat(character: number, count: number): void {
    if (count < leastRun) {
      for (let at = 0; at < count; at += 1) this.#text.push(character);
      return;
    }
    this.#text.push(0x21);
    for (const digit of String(count)) this.#text.push(digit.charCodeAt(0));
    this.#text.push(character);
  }
}
