/** Images on their way into the composer. */
import { describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Composer } from "../../src/hosts/repl/composer/composer.ts";
import { ImageIntake } from "../../src/hosts/repl/composer/image-intake.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { animatedWebp, png } from "../workspace/make-images.ts";

class Place implements Disposable {
  readonly folder = mkdtempSync(join(tmpdir(), "rein-intake-"));
  readonly composer = new Composer(plainStyle);
  readonly told: string[] = [];
  readonly intake = new ImageIntake({
    composer: this.composer,
    env: {},
    home: this.folder,
    cwd: this.folder,
    draw: () => {},
    tell: (text) => this.told.push(text),
    prepare: async () => {},
  });

  file(name: string, bytes: Uint8Array | string): string {
    const path = join(this.folder, name);
    writeFileSync(path, bytes);
    return path;
  }

  /** As the terminal tells it. */
  paste(text: string, continues = false): void {
    this.composer.onInput({ type: "paste", text, continues }, 80);
    this.intake.pasted({ text, continues });
  }

  get text(): string {
    return this.composer.buffer.value();
  }

  [Symbol.dispose](): void {
    rmSync(this.folder, { recursive: true });
  }
}

describe("a paste of a path", () => {
  test("is text until the file was looked at", async () => {
    using place = new Place();
    const path = place.file("a.png", png(2, 2));
    place.paste(path);
    expect(place.text).toBe(path);
    expect(place.intake.isBusy).toBe(true);
    await place.intake.done();
    expect(place.text).toBe("[Image #1]");
    expect(place.intake.isBusy).toBe(false);
  });

  test("whose rest comes a moment later was no path: it stays text", async () => {
    using place = new Place();
    const path = place.file("a.png", png(2, 2));
    place.paste(path);
    place.paste(" is what I mean", true);
    await place.intake.done();
    expect(place.text).toBe(`${path} is what I mean`);
    expect(place.composer.buffer.images()).toEqual([]);
  });

  test("that is edited meanwhile stays text; what is typed beside it stays beside it", async () => {
    using place = new Place();
    const path = place.file("a.png", png(2, 2));
    place.paste(path);
    place.composer.onInput({ type: "text", text: " here" }, 80);
    await place.intake.done();
    expect(place.text).toBe("[Image #1] here");
    place.composer.drafts.discard();
    place.paste(path);
    place.composer.buffer.moveTo(3);
    place.composer.onInput({ type: "text", text: "x" }, 80);
    await place.intake.done();
    expect(place.text).toBe(`${path.slice(0, 3)}x${path.slice(3)}`);
  });

  test("of many files, which is a chip already, becomes theirs", async () => {
    using place = new Place();
    const paths = Array.from({ length: 20 }, (_, at) => place.file(`a picture ${at}.png`, png(2, 2)));
    place.paste(paths.map((path) => `'${path}'`).join(" "));
    expect(place.composer.buffer.content.chips).toMatchObject([{ kind: "paste" }]);
    await place.intake.done();
    expect(place.composer.buffer.images()).toHaveLength(20);
    place.composer.onInput({ type: "text", text: " " }, 80);
    const one = place.file("one.png", png(2, 2));
    place.paste(one);
    await place.intake.done();
    expect(place.text).toEndWith(`[Image #20] ${one}`);
    expect(place.told).toEqual([expect.stringContaining("at most 20 images")]);
  });

  test("of more files than a message takes stays their paths, and the user is told", async () => {
    using place = new Place();
    const paths = Array.from({ length: 100 }, (_, at) => place.file(`${at}.png`, png(2, 2)));
    place.paste(paths.join("\n"));
    await place.intake.done();
    expect(place.text).toBe(paths.join("\n"));
    expect(place.told).toEqual([expect.stringContaining("these are more, so their paths stay text")]);
  });

  test.each(["!feh ", "!!feh ", "/compact "])(
    "behind %s stays the path that the command wants",
    async (typed) => {
      using place = new Place();
      const path = place.file("a.png", png(2, 2));
      place.composer.onInput({ type: "text", text: typed }, 80);
      place.paste(path);
      await place.intake.done();
      expect(place.text).toBe(typed + path);
    },
  );

  test("of an image that cannot be sent stays text, and the user is told why", async () => {
    using place = new Place();
    const path = place.file("moving.webp", await animatedWebp());
    place.paste(path);
    await place.intake.done();
    expect(place.text).toBe(path);
    expect(place.told).toEqual([
      `${path} is an animated WebP, which cannot be sent. Make a PNG of one of its pictures.`,
    ]);
  });

  test("that is cancelled stays text, whatever the file is", async () => {
    using place = new Place();
    const path = place.file("a.png", png(2000, 2000));
    place.paste(path);
    place.intake.cancel();
    await place.intake.done();
    expect(place.text).toBe(path);
  });

  test("can be had back by undo", async () => {
    using place = new Place();
    const path = place.file("a.png", png(2, 2));
    place.paste(path);
    await place.intake.done();
    place.composer.edit((buffer) => buffer.run("undo", 80));
    expect(place.text).toBe(path);
  });
});
