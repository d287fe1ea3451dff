/** Images on their way into the composer: from the clipboard, and from files that were dragged onto the terminal. */
import { imageLimits } from "../../../context/image-limits.ts";
import { messageOf } from "../../../protocol/error.ts";
import type { EncodedImage } from "../../../protocol/message.ts";
import { droppedPaths, type DropOptions } from "../../../terminal/dropped-paths.ts";
import { chipAt, sliceContent } from "../../../terminal/text-buffer/content.ts";
import type { Place } from "../../../terminal/text-buffer.ts";
import type { GivenImage } from "../../../workspace/image-file.ts";
import { say } from "../../../words/say.ts";
import { parseInput } from "../commands/commands.ts";
import type { Composer } from "./composer.ts";
import { unfitWords } from "./image-words.ts";

export type ImageIntakeOptions = {
  readonly composer: Composer;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** The project's folder, absolute. */
  readonly cwd: string;
  /** Draws the composer: it has changed by itself. */
  readonly draw: () => void;
  readonly tell: (text: string) => void;
  /** Told of an image before it is put in; waited for. */
  readonly prepare: (image: EncodedImage) => Promise<void>;
};

/** A pasted text, or a part of one. */
type Pasted = { readonly text: string; readonly continues: boolean };

/** Nothing is waited for longer, ms: a file may lie on a machine that is gone. */
const longestMs = 15_000;

/** What is pasted is text at once, as always; it becomes a chip a moment later, where it turns out to be images. */
export class ImageIntake {
  readonly #options: ImageIntakeOptions;
  #work = new Set<Promise<void>>();
  #stop = new AbortController();
  /** The paste that is looked at; another part of it may come. */
  #latest: { isWhole: boolean } | undefined;

  constructor(options: ImageIntakeOptions) {
    this.#options = options;
  }

  /** Whether an image may be on its way. */
  get isBusy(): boolean {
    return this.#work.size > 0;
  }

  /** Resolves when none is. */
  async done(): Promise<void> {
    while (this.#work.size > 0) await Promise.all(this.#work);
  }

  /** What is on its way does not come. */
  cancel(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
    this.#work.clear();
  }

  /** A text was pasted just now and stands before the caret: where it is the paths of images, they take its place. */
  pasted({ text, continues }: Pasted): void {
    if (this.#latest !== undefined && continues) this.#latest.isWhole = false;
    if (continues) return;
    // Some terminals send an empty paste for an image.
    if (text === "") return this.#start((signal) => this.#readClipboard(signal, true));
    const { buffer, isTyped } = this.#options.composer;
    // A command wants the path.
    if (parseInput(buffer.value(), isTyped).type !== "message") return;
    const lists = droppedPaths(text, this.#dropOptions());
    if (lists.length === 0) return;
    const end = buffer.caret;
    const start = chipAt(buffer.content, end - 1)?.text === text ? end - 1 : end - text.length;
    if (start < 0) return;
    const before = sliceContent(buffer.content, start, end);
    const paste = { isWhole: true };
    this.#latest = paste;
    const places = [buffer.placeAt(start), buffer.placeAt(end)] as const;
    this.#start(async (signal) => {
      try {
        const images = await this.#imagesIn(lists, signal);
        const [from, to] = places.map(({ at }) => at);
        if (signal.aborted || images === null || !paste.isWhole || from === undefined || to === undefined)
          return;
        // Only what still stands there as it was pasted.
        if (!Bun.deepEquals(sliceContent(buffer.content, from, to), before)) return;
        if (this.#hasRoom(images)) this.#options.composer.edit(() => buffer.putImages(from, to, images));
      } finally {
        for (const place of places) place.release();
      }
    });
  }

  /** Puts the image that the clipboard holds where the caret is now; its text, where it holds no image. */
  fromClipboard(): void {
    this.#start((signal) => this.#readClipboard(signal, false));
  }

  async #readClipboard(signal: AbortSignal, imagesOnly: boolean): Promise<void> {
    const { composer, env, cwd, tell } = this.#options;
    const { buffer } = composer;
    const place = buffer.placeAt(buffer.caret);
    try {
      const { readClipboard } = await import("../../../process/clipboard.ts");
      const found = await readClipboard({ env, platform: process.platform, root: cwd, signal });
      if (signal.aborted) return;
      switch (found.type) {
        case "image": {
          const { imageOf } = await import("../../../workspace/image-file.ts");
          const image = this.#fit(await imageOf(found.bytes, signal), say`The image in the clipboard`);
          if (image !== null) await this.#options.prepare(image);
          const at = place.at ?? buffer.caret;
          if (!signal.aborted && image !== null && this.#hasRoom([image]))
            composer.edit(() => buffer.putImages(at, at, [image]));
          return;
        }
        case "text":
          return imagesOnly ? undefined : this.#putText(found.text, place);
        case "empty":
          return imagesOnly ? undefined : tell(say`The clipboard is empty.`);
        case "failed":
          return imagesOnly ? undefined : tell(found.why);
        default:
          return found satisfies never;
      }
    } finally {
      place.release();
    }
  }

  #putText(text: string, place: Place): void {
    const { composer } = this.#options;
    const { buffer } = composer;
    const caret = buffer.placeAt(buffer.caret);
    if (place.at !== undefined && place.at !== buffer.caret) buffer.moveTo(place.at);
    const isElsewhere = caret.at !== buffer.caret;
    composer.paste(text);
    this.pasted({ text, continues: false });
    if (isElsewhere && caret.at !== undefined) buffer.moveTo(caret.at);
    caret.release();
  }

  /** The images of the first list that is one of images; null when none is. */
  async #imagesIn(
    lists: readonly (readonly string[])[],
    signal: AbortSignal,
  ): Promise<readonly EncodedImage[] | null> {
    const { readImageFile } = await import("../../../workspace/image-file.ts");
    for (const paths of lists) {
      const given: { readonly path: string; readonly image: GivenImage }[] = [];
      for (const path of paths.slice(0, imageLimits.count + 1)) {
        const image = await readImageFile(path, signal);
        if (image.type === "none") break;
        given.push({ path, image });
      }
      if (given.length < Math.min(paths.length, imageLimits.count + 1)) continue;
      const images = given.map(({ path, image }) => this.#fit(image, path));
      if (!images.every((image) => image !== null)) return null;
      await Promise.all(images.map((image) => this.#options.prepare(image)));
      return images;
    }
    return null;
  }

  #fit(given: GivenImage, name: string): EncodedImage | null {
    if (given.type === "unfit") this.#options.tell(unfitWords(given.fault, name));
    return given.type === "image" ? given.image : null;
  }

  /** Whether the message can take these images too; says so where it cannot. */
  #hasRoom(images: readonly EncodedImage[]): boolean {
    const all = [...this.#options.composer.buffer.images(), ...images];
    const length = all.reduce((sum, { data }) => sum + data.length, 0);
    if (all.length <= imageLimits.count && length <= imageLimits.total) return true;
    const most = imageLimits.total / 1_000_000;
    this.#options.tell(
      all.length > images.length
        ? say`A message takes at most ${imageLimits.count} images, ${most} MB together; send these with another one.`
        : say`A message takes at most ${imageLimits.count} images, ${most} MB together; these are more, so their paths stay text.`,
    );
    return false;
  }

  #dropOptions(): DropOptions {
    const { env, home } = this.#options;
    return { home, isWsl: (env["WSL_DISTRO_NAME"] ?? "") !== "" };
  }

  #start(work: (signal: AbortSignal) => Promise<void>): void {
    const { tell, draw } = this.#options;
    const signal = AbortSignal.any([this.#stop.signal, AbortSignal.timeout(longestMs)]);
    const { promise: stopped, resolve: stop } = Promise.withResolvers<void>();
    signal.addEventListener("abort", () => stop(), { once: true });
    const done = work(signal).catch((thrown: unknown) => {
      if (!signal.aborted) tell(say`The image could not be read: ${messageOf(thrown)}.`);
    });
    const task = Promise.race([done, stopped]).then(() => {
      if (!this.#work.delete(task)) return;
      if (signal.aborted)
        tell(say`Reading the image took longer than ${longestMs / 1_000} seconds, so it is left out.`);
      draw();
    });
    this.#work.add(task);
  }
}
