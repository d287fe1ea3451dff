/** Makes sixel of an image file. Decoding it runs on another thread, the rest in slices between which keys are taken. */
import { setImmediate as othersFirst } from "node:timers/promises";
import { readIndexedPng } from "../../../terminal/indexed-png.ts";
import { sixelPieces } from "../../../terminal/sixel.ts";
import type { Timers } from "../screen/flusher.ts";

export type SixelPicture = {
  readonly sequence: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
};

export type SixelPictureOptions = {
  /** Pixels that the picture fits into; it is never enlarged. */
  readonly room: { readonly width: number; readonly height: number };
  readonly colours: number;
  readonly timers: Pick<Timers, "now">;
};

/** So much goes to the terminal, characters; over a slow line even that takes a while. */
const longest = 1_000_000;
/** A picture that is longer is made smaller so many times. */
const mostTries = 3;
/** For so long the pieces are made in one go, ms: a part of a frame. */
const sliceMs = 5;
/** Of the files that are decoded, pixels. */
const mostPixels = 50_000_000;

/** Null where the picture stays too long. Rejects, as Bun.Image does, for what cannot be decoded. */
export async function sixelPictureOf(
  bytes: Uint8Array,
  { room, colours, timers }: SixelPictureOptions,
): Promise<SixelPicture | null> {
  let { width, height } = room;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const file = await new Bun.Image(bytes, { maxPixels: mostPixels })
      .resize(width, height, { fit: "inside", withoutEnlargement: true })
      .png({ palette: true, colors: colours, dither: true })
      .bytes();
    const picture = readIndexedPng(file, width * height);
    if (picture === null) return null;
    const sequence = await inSlices(sixelPieces(picture), timers);
    if (sequence.length <= longest) return { sequence, width: picture.width, height: picture.height };
    // Its length goes with its area; a little less, so that the next try is the last one.
    const scale = Math.sqrt(longest / sequence.length) * 0.95;
    width = Math.max(1, Math.floor(picture.width * scale));
    height = Math.max(1, Math.floor(picture.height * scale));
  }
  return null;
}

/** Joins the pieces, and lets others have their turn in between. */
async function inSlices(pieces: Iterable<string>, { now }: Pick<Timers, "now">): Promise<string> {
  let text = "";
  let since = now();
  for (const piece of pieces) {
    text += piece;
    if (now() - since < sliceMs) continue;
    await othersFirst();
    since = now();
  }
  return text;
}
