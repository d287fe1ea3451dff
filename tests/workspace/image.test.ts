import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { imageShrinkLimits, prepareImage } from "../../src/workspace/image.ts";
import { readImageHeader } from "../../src/workspace/image-header.ts";
import { animatedWebp, cmykJpeg, gif, jpeg, noise, png, pngBomb, rotatedJpeg, webp } from "./make-images.ts";

const { signal } = new AbortController();

async function prepared(bytes: Uint8Array) {
  const outcome = await prepareImage(bytes, signal);
  if (!outcome.ok) throw new Error(outcome.why);
  return { ...outcome, bytes: Buffer.from(outcome.image.data, "base64") };
}

async function refusal(bytes: Uint8Array): Promise<string> {
  const outcome = await prepareImage(bytes, signal);
  return outcome.ok ? "it was taken" : outcome.why;
}

describe("what an image file says of itself", () => {
  test("type and size of all kinds", async () => {
    expect(readImageHeader(png(3, 2))).toEqual({
      type: "png",
      size: { width: 3, height: 2 },
      animated: false,
    });
    expect(readImageHeader(await jpeg(30, 20))).toMatchObject({
      type: "jpeg",
      size: { width: 30, height: 20 },
    });
    expect(readImageHeader(gif())).toEqual({ type: "gif", size: { width: 1, height: 1 }, animated: false });
    expect(readImageHeader(await webp(7, 5))).toMatchObject({ type: "webp", size: { width: 7, height: 5 } });
    const lossy = await new Bun.Image(png(17, 9)).webp({ quality: 50 }).bytes();
    expect(readImageHeader(lossy)).toMatchObject({ type: "webp", size: { width: 17, height: 9 } });
  });

  test("whether it is an animation", async () => {
    expect(readImageHeader(gif(2))).toMatchObject({ animated: true });
    expect(readImageHeader(await animatedWebp())).toEqual({
      type: "webp",
      size: { width: 8, height: 8 },
      animated: true,
    });
  });

  test("other files are no images, and no bytes make it fail", () => {
    expect(readImageHeader(new Uint8Array())).toBeNull();
    expect(readImageHeader(Buffer.from("hello"))).toBeNull();
    const marks = [
      [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a],
      [0xff, 0xd8, 0xff],
      [...Buffer.from("GIF89a")],
    ];
    const start = fc.constantFrom(...marks, [...Buffer.from("RIFF\0\0\0\0WEBPVP8X")], []);
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 80 }), (mark, rest) => {
        const size = readImageHeader(Uint8Array.from([...mark, ...rest]))?.size;
        if (size != null) expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
      }),
    );
  });
});

describe("a picture for a model", () => {
  test("a small PNG goes on byte for byte", async () => {
    const file = png(80, 60);
    const { bytes, image, original, shown } = await prepared(file);
    expect(bytes.equals(file)).toBe(true);
    expect(image.mediaType).toBe("image/png");
    expect([original, shown]).toEqual([
      { width: 80, height: 60 },
      { width: 80, height: 60 },
    ]);
  });

  test("a large one is shrunk and keeps its proportions", async () => {
    const { original, shown, bytes } = await prepared(png(3000, 200));
    expect(original).toEqual({ width: 3000, height: 200 });
    expect(shown).toEqual({ width: 1568, height: 105 });
    expect(readImageHeader(bytes)?.size).toEqual(shown);
  });

  test("one that stays too large as PNG becomes a JPEG within the limit", async () => {
    const { bytes, image, shown } = await prepared(png(1600, 1600, noise));
    expect(image.mediaType).toBe("image/jpeg");
    expect(bytes.length).toBeLessThanOrEqual(imageShrinkLimits.bytes);
    expect(shown).toEqual({ width: 1568, height: 1568 });
  });

  test.each([
    ["one pixel", () => png(1, 1), "image/png"],
    ["a line of pixels", () => png(9000, 1), "image/png"],
    ["a GIF", () => gif(), "image/png"],
    ["an animated GIF", () => gif(3), "image/png"],
    ["a WebP", () => webp(40, 30), "image/png"],
    ["a JPEG", () => jpeg(40, 30), "image/jpeg"],
  ])("%s comes as what every server reads", async (_, make, mediaType) => {
    const { image, bytes, shown } = await prepared(await make());
    expect(image.mediaType).toBe(mediaType);
    expect(readImageHeader(bytes)?.size).toEqual(shown);
  });

  test("a photo is turned upright and loses what it says of the camera", async () => {
    const file = await rotatedJpeg(80, 40);
    const { original, shown, bytes } = await prepared(file);
    expect(file.includes("Exif")).toBe(true);
    expect(bytes.includes("Exif")).toBe(false);
    expect(original).toEqual({ width: 40, height: 80 });
    expect(shown).toEqual({ width: 40, height: 80 });
  });

  test("print colours are turned into those of a screen", async () => {
    const file = cmykJpeg();
    const { bytes, shown } = await prepared(file);
    // A frame header names the count of colours: four of print, three of a screen.
    const colours = (jpeg: Buffer) => jpeg[jpeg.indexOf(Buffer.from([0xff, 0xc0])) + 9];
    expect([colours(file), colours(bytes)]).toEqual([4, 3]);
    expect(shown).toEqual({ width: 8, height: 8 });
  });
});

describe("a picture that cannot be shown says why", () => {
  test("more pixels than fit into memory, before anything is decoded", async () => {
    expect(await refusal(pngBomb(50_000, 50_000))).toContain("more than 50 megapixels");
    expect(await refusal(pngBomb(2 ** 31 - 1, 2 ** 31 - 1))).toContain("more than 50 megapixels");
  });

  test("cut off in the header, in the pixels, or damaged", async () => {
    const file = png(80, 60);
    expect(await refusal(file.subarray(0, 20))).toContain("cut off");
    expect(await refusal(file.subarray(0, file.length / 2))).toContain("damaged");
    expect(await refusal(pngBomb(2_000, 2_000))).toContain("damaged");
    expect(await refusal((await jpeg(80, 60)).subarray(0, 60))).toContain("cut off");
    expect(await refusal((await webp(80, 60)).subarray(0, 60))).toContain("damaged");
    expect(await refusal(new Uint8Array())).toContain("damaged");
  });

  test("an animated WebP", async () => {
    expect(await refusal(await animatedWebp())).toContain("animated WebP");
  });
});

test("an abort before its turn ends the work", async () => {
  const abort = new AbortController();
  const first = prepareImage(png(1200, 900, noise), signal);
  const second = prepareImage(png(10, 10), abort.signal);
  abort.abort(new Error("stop"));
  await expect(second).rejects.toThrow("stop");
  expect(await first).toMatchObject({ ok: true });
});
