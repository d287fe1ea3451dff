/** Images as this terminal shows them. */
import type { EncodedImage } from "../../protocol/message.ts";
import { type PictureProtocol, pictureLines, pictureProtocol } from "../../terminal/pictures.ts";
import type { TerminalKind } from "../../terminal/terminal-kind.ts";
import { sizeOfImage } from "../../transcript/picture.ts";

export type PicturesOptions = {
  /** Which terminal this is, as far as it is known by now. */
  readonly kind: () => TerminalKind;
  /** The window's height now, rows. */
  readonly rows: () => number;
};

/** No picture is drawn higher, rows. */
const mostRows = 16;
/** Pixels of a cell, about; what differs changes how large a picture is, not its shape. */
const cell = { width: 10, height: 20 } as const;
/** Larger files go to the terminal as smaller pictures, characters of base64. */
const largestAsIs = 300_000;
/** The longest side of those, pixels: enough for the rows on a dense screen. */
const side = 800;
/** So many of them are kept. */
const mostKept = 40;
const indent = 2;

/** Nothing is drawn before `begin`. */
export class Pictures {
  readonly #options: PicturesOptions;
  readonly #small = new Map<string, EncodedImage>();
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
    const protocol = pictureProtocol(this.#options.kind());
    if (protocol === null || isAsIs(image, protocol) || this.#small.has(image.data)) return;
    try {
      const bytes = await new Bun.Image(Buffer.from(image.data, "base64"))
        .resize(side, side, { fit: "inside", withoutEnlargement: true })
        .png()
        .bytes();
      const [oldest] = this.#small.keys();
      if (this.#small.size >= mostKept && oldest !== undefined) this.#small.delete(oldest);
      this.#small.set(image.data, { mediaType: "image/png", data: Buffer.from(bytes).toString("base64") });
    } catch {
      // It was decoded before; if it cannot be now, there is nothing to draw.
    }
  }

  /** The picture's lines; null where the terminal cannot show it, or has no room. */
  draw(image: EncodedImage, width: number): readonly string[] | null {
    const protocol = this.#isOn ? pictureProtocol(this.#options.kind()) : null;
    const size = protocol === null ? null : sizeOfImage(image);
    if (protocol === null || size === null) return null;
    const shown = this.#small.get(image.data) ?? (isAsIs(image, protocol) ? image : undefined);
    const room = {
      rows: Math.min(mostRows, Math.floor(this.#options.rows() / 2)),
      columns: (width - indent) * 0.85,
    };
    if (shown === undefined || room.rows < 2 || room.columns < 8) return null;
    const natural = { rows: size.height / cell.height, columns: size.width / cell.width };
    const scale = Math.min(1, room.rows / natural.rows, room.columns / natural.columns);
    const rows = Math.max(1, Math.floor(natural.rows * scale));
    const columns = Math.max(1, Math.floor(natural.columns * scale));
    return pictureLines({ ...shown, rows, columns }, protocol, indent);
  }
}

function isAsIs({ mediaType, data }: EncodedImage, protocol: PictureProtocol): boolean {
  return data.length <= largestAsIs && (protocol !== "kitty" || mediaType === "image/png");
}
