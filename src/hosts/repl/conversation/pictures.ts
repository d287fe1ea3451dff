/** Images as this terminal shows them. */
import type { EncodedImage } from "../../../protocol/message.ts";
import {
  type PictureProtocol,
  pictureLines,
  pictureProtocol,
  sixelLines,
} from "../../../terminal/pictures.ts";
import type { SixelSupport } from "../../../terminal/sixel-support.ts";
import type { TerminalKind } from "../../../terminal/terminal-kind.ts";
import { sizeOfImage } from "../../../transcript/picture.ts";
import type { Timers } from "../screen/flusher.ts";
import type { SixelPicture } from "./sixel-picture.ts";

export type PicturesOptions = {
  /** Which terminal this is, as far as it is known by now. */
  readonly kind: () => TerminalKind;
  /** What it says of sixel, as far as it has answered by now. */
  readonly sixel: () => SixelSupport | null;
  /** Resolves when it has; null where it owes no answer. */
  readonly whenSixelKnown: () => Promise<void> | null;
  /** The width that is drawn in now, columns. */
  readonly columns: () => number;
  /** The window's height now, rows. */
  readonly rows: () => number;
  readonly timers: Pick<Timers, "now">;
};

/** No picture is drawn higher, rows. */
const mostRows = 16;
/** Pixels of a cell, about; what differs changes how large a picture is, not its shape. */
const usualCell = { width: 10, height: 20 } as const;
/** Larger files go to the terminal as smaller pictures, characters of base64. */
const largestAsIs = 300_000;
/** The longest side of those, pixels: enough for the rows on a dense screen. */
const side = 800;
/** The longest side of a sixel picture, pixels: xterm draws no larger ones. */
const sixelSide = 1_000;
/** Files with more pixels are not decoded. */
const mostPixels = 50_000_000;
/** Pictures are kept until they are so many, or so long together, characters. */
const mostKept = { count: 40, length: 12_000_000 } as const;
const indent = 2;

/** What was made to be drawn; null where nothing could be. */
type Made =
  | { readonly type: "file"; readonly image: EncodedImage }
  | ({ readonly type: "sixel" } & SixelPicture)
  | null;

/** How the terminal takes pictures. */
type Way = PictureProtocol | SixelSupport;

/** Nothing is drawn before `begin`. */
export class Pictures {
  readonly #options: PicturesOptions;
  readonly #made = new Map<string, Made>();
  readonly #making = new Map<string, Promise<void>>();
  #isOn = false;

  constructor(options: PicturesOptions) {
    this.#options = options;
  }

  /** The setting is known. */
  begin(setting: "auto" | "off"): void {
    this.#isOn = setting === "auto";
  }

  /** Makes a picture that can be drawn at once, on another thread. Never rejects: without one, a line names the image. */
  async prepare(image: EncodedImage): Promise<void> {
    const way = this.#way();
    if (way === null || isAsIs(image, way) || this.#made.has(image.data)) return;
    const making = this.#making.get(image.data) ?? this.#make(image, way);
    this.#making.set(image.data, making);
    await making;
  }

  /** Resolves when all of them can be drawn; null where they can now, or none will be. */
  whenReady(images: readonly EncodedImage[]): Promise<void> | null {
    if (!this.#isOn || images.length === 0) return null;
    const known = pictureProtocol(this.#options.kind()) === null ? this.#options.whenSixelKnown() : null;
    if (known !== null) return known.then(() => this.whenReady(images) ?? undefined);
    const way = this.#way();
    if (way === null) return null;
    const missing = images.filter((image) => !isAsIs(image, way) && !this.#made.has(image.data));
    return missing.length === 0 ? null : this.#prepareAll(missing);
  }

  /** The picture's lines; null where the terminal cannot show it, or has no room. */
  draw(image: EncodedImage, width: number): readonly string[] | null {
    const way = this.#isOn ? this.#way() : null;
    const room = this.#room(width);
    if (way === null || room === null) return null;
    const made = this.#made.get(image.data) ?? (isAsIs(image, way) ? { type: "file", image } : null);
    if (made === null) return null;
    if (made.type === "sixel") return typeof way === "string" ? null : sixelOver(made, way, room);
    return typeof way === "string" ? fileOver(made.image, image, way, room) : null;
  }

  async #prepareAll(images: readonly EncodedImage[]): Promise<void> {
    await Promise.all(images.map((image) => this.prepare(image)));
  }

  #way(): Way | null {
    return pictureProtocol(this.#options.kind()) ?? this.#options.sixel();
  }

  /** Cells that a picture may take; null where there is no room for one. */
  #room(width: number): Room | null {
    const rows = Math.min(mostRows, Math.floor(this.#options.rows() / 2));
    const columns = (width - indent) * 0.85;
    return rows < 2 || columns < 8 ? null : { rows, columns };
  }

  async #make(image: EncodedImage, way: Way): Promise<void> {
    let made: Made = null;
    try {
      const bytes = Buffer.from(image.data, "base64");
      made = typeof way === "string" ? await smaller(bytes) : await this.#sixel(bytes, way);
    } catch {
      // It was decoded before; if it cannot be now, there is nothing to draw.
    }
    this.#making.delete(image.data);
    this.#keep(image.data, made);
  }

  async #sixel(bytes: Uint8Array, { cell, colours }: SixelSupport): Promise<Made> {
    const room = this.#room(this.#options.columns());
    if (room === null) return null;
    const { sixelPictureOf } = await import("./sixel-picture.ts");
    const width = Math.min(sixelSide, Math.floor(room.columns * cell.width));
    const height = Math.min(sixelSide, room.rows * cell.height);
    const { timers } = this.#options;
    const picture = await sixelPictureOf(bytes, { room: { width, height }, colours, timers });
    return picture === null ? null : { type: "sixel", ...picture };
  }

  #keep(data: string, made: Made): void {
    this.#made.set(data, made);
    let length = 0;
    for (const kept of this.#made.values()) length += lengthOf(kept);
    for (const [oldest, kept] of this.#made) {
      if ((this.#made.size <= mostKept.count && length <= mostKept.length) || oldest === data) return;
      this.#made.delete(oldest);
      length -= lengthOf(kept);
    }
  }
}

/** In cells. */
type Room = { readonly rows: number; readonly columns: number };

function isAsIs({ mediaType, data }: EncodedImage, way: Way): boolean {
  if (typeof way !== "string") return false;
  return data.length <= largestAsIs && (way !== "kitty" || mediaType === "image/png");
}

function lengthOf(made: Made): number {
  if (made === null) return 0;
  return made.type === "file" ? made.image.data.length : made.sequence.length;
}

async function smaller(bytes: Uint8Array): Promise<Made> {
  const png = await new Bun.Image(bytes, { maxPixels: mostPixels })
    .resize(side, side, { fit: "inside", withoutEnlargement: true })
    .png()
    .bytes();
  return {
    type: "file",
    image: { mediaType: "image/png", data: Buffer.from(png).toString("base64") },
  };
}

/** `shown` is what the terminal gets for the image. */
function fileOver(
  shown: EncodedImage,
  image: EncodedImage,
  protocol: PictureProtocol,
  room: Room,
): readonly string[] | null {
  const size = sizeOfImage(image);
  if (size === null) return null;
  const natural = { rows: size.height / usualCell.height, columns: size.width / usualCell.width };
  const scale = Math.min(1, room.rows / natural.rows, room.columns / natural.columns);
  const rows = Math.max(1, Math.floor(natural.rows * scale));
  const columns = Math.max(1, Math.floor(natural.columns * scale));
  return pictureLines({ ...shown, rows, columns }, protocol, indent);
}

/** The size is in pixels: what it takes in cells goes with the font that the window has now. */
function sixelOver(picture: SixelPicture, { cell }: SixelSupport, room: Room): readonly string[] | null {
  const rows = Math.ceil(picture.height / cell.height);
  const columns = Math.ceil(picture.width / cell.width);
  if (rows > room.rows || columns > Math.ceil(room.columns)) return null;
  return sixelLines(picture.sequence, rows, indent);
}
