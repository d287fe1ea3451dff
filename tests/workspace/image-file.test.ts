import { afterAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { imageOf, mostImageBytes, readImageFile } from "../../src/workspace/image-file.ts";
import { readImageHeader } from "../../src/workspace/image-header.ts";
import { animatedWebp, gif, jpeg, png, pngBomb, webp } from "./make-images.ts";

const folder = mkdtempSync(join(tmpdir(), "rein-image-file-"));
afterAll(() => rmSync(folder, { recursive: true }));
const { signal } = new AbortController();

function file(name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}

describe("a file that the user gives as an image", () => {
  test("is one by its content, whatever its name is", async () => {
    const kinds = {
      "a.txt": png(30, 20),
      "b.png": await jpeg(30, 20),
      c: await webp(30, 20),
      "d.jpg": gif(),
    };
    for (const [name, bytes] of Object.entries(kinds)) {
      const given = await readImageFile(file(name, bytes), signal);
      expect(given.type).toBe("image");
      if (given.type !== "image") continue;
      const header = readImageHeader(Buffer.from(given.image.data, "base64"));
      expect(header?.size).toEqual(name === "d.jpg" ? { width: 1, height: 1 } : { width: 30, height: 20 });
      expect(given.image.mediaType).toBe(`image/${header?.type}`);
    }
  });

  test("is made smaller where a model would not see more of it", async () => {
    const given = await readImageFile(file("big.png", png(4000, 100)), signal);
    expect(given.type === "image" && readImageHeader(Buffer.from(given.image.data, "base64"))?.size).toEqual({
      width: 1568,
      height: 39,
    });
  });

  test("is none where there is text, a folder, a FIFO that nobody writes to, or nothing", async () => {
    const fifo = join(folder, "fifo.png");
    Bun.spawnSync(["mkfifo", fifo]);
    const paths = [
      file("text.png", "hello"),
      file("empty.png", ""),
      folder,
      fifo,
      join(folder, "not-there.png"),
    ];
    for (const path of paths) expect(await readImageFile(path, signal)).toEqual({ type: "none" });
  });

  test("is left alone where it is a FIFO: who waits to write to it still finds its reader", async () => {
    const fifo = join(folder, "written.png");
    Bun.spawnSync(["mkfifo", fifo]);
    const writer = Bun.spawn(["sh", "-c", `echo ready; echo written > "${fifo}"`], { stdout: "pipe" });
    await writer.stdout.getReader().read();
    for (let times = 0; times < 200; times += 1)
      expect(await readImageFile(fifo, signal)).toEqual({ type: "none" });
    const reader = Bun.spawn(["cat", fifo], { stdout: "pipe" });
    expect(await reader.stdout.text()).toBe("written\n");
    expect(await writer.exited).toBe(0);
  }, 10_000);

  test("may be behind a link", async () => {
    const path = join(folder, "link.png");
    symlinkSync(file("target.png", png(2, 2)), path);
    expect((await readImageFile(path, signal)).type).toBe("image");
  });

  test("that is too large, too many pixels or animated says so", async () => {
    const huge = file("huge.png", png(2, 2));
    truncateSync(huge, mostImageBytes + 1);
    expect(await readImageFile(huge, signal)).toEqual({ type: "unfit", fault: "too_many_bytes" });
    expect(await imageOf(pngBomb(60_000, 60_000), signal)).toEqual({
      type: "unfit",
      fault: "too_many_pixels",
    });
    expect(await imageOf(await animatedWebp(), signal)).toEqual({ type: "unfit", fault: "animated" });
    expect(await imageOf(png(20, 20).subarray(0, 60), signal)).toEqual({ type: "unfit", fault: "damaged" });
  });
});
