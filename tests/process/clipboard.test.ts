/** The clipboard, by programs that stand in for the desktop's. */
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readClipboard } from "../../src/process/clipboard.ts";
import { png } from "../workspace/make-images.ts";

const folder = mkdtempSync(join(tmpdir(), "rein-clipboard-"));
afterAll(() => rmSync(folder, { recursive: true }));
const image = png(20, 10);
writeFileSync(join(folder, "image.png"), image);
let places = 0;

/** A folder of programs: name and what each does, as a shell script. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const place = join(folder, `bin${(places += 1)}`);
  mkdirSync(place, { mode: 0o755 });
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(place, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return place;
}

const showImage = `cat ${join(folder, "image.png")}`;

function look(
  scripts: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>>,
  { platform = "linux", signal = new AbortController().signal } = {},
) {
  const PATH = `${programs(scripts)}:/usr/bin:/bin`;
  return readClipboard({ env: { PATH, ...env }, platform, root: "/nowhere", signal });
}

const wayland = { WAYLAND_DISPLAY: "wayland-0" };
const x11 = { DISPLAY: ":0" };

describe("the clipboard", () => {
  test("gives an image on Wayland, asked for by its type", async () => {
    const script = `[ "$*" = "--type image/png" ] || exit 9; ${showImage}`;
    expect(await look({ "wl-paste": script }, wayland)).toEqual({ type: "image", bytes: image });
  });

  test("gives an image on X11, and there too where Wayland's program is missing", async () => {
    const script = `[ "$*" = "-selection clipboard -t image/png -o" ] || exit 9; ${showImage}`;
    expect(await look({ xclip: script }, x11)).toEqual({ type: "image", bytes: image });
    expect(await look({ xclip: script }, { ...wayland, ...x11 })).toEqual({ type: "image", bytes: image });
  });

  test("gives an image on macOS, which is told in hexadecimal", async () => {
    const hex = image.toString("hex").toUpperCase();
    const script = `echo '«data PNGf${hex}»'`;
    expect(await look({ osascript: script }, {}, { platform: "darwin" })).toEqual({
      type: "image",
      bytes: image,
    });
  });

  test("gives an image of Windows in Linux on Windows", async () => {
    const script = `echo '${image.toString("base64")}'`;
    const env = { ...wayland, WSL_DISTRO_NAME: "Debian" };
    expect(await look({ "powershell.exe": script }, env)).toEqual({ type: "image", bytes: image });
  });

  test("gives its text where it holds no image", async () => {
    const script = `case "$*" in *image*) exit 1;; esac; printf 'some\\r\\nwords'`;
    expect(await look({ "wl-paste": script }, wayland)).toEqual({ type: "text", text: "some\nwords" });
  });

  test("may be empty", async () => {
    expect(await look({ "wl-paste": "exit 1" }, wayland)).toEqual({ type: "empty" });
  });

  test("of a program that is not installed names it and what to install", async () => {
    const found = await readClipboard({
      env: { ...wayland, PATH: programs({}) },
      platform: "linux",
      root: "/nowhere",
      signal: new AbortController().signal,
    });
    expect(found.type === "failed" && found.why).toMatch(/^wl-paste is needed .* Install wl-clipboard/);
  });

  test("of no desktop says so", async () => {
    const found = await look({}, {});
    expect(found.type === "failed" && found.why).toContain("WAYLAND_DISPLAY");
  });

  test("is not asked of a program in the project", async () => {
    const place = programs({ "wl-paste": showImage });
    const { signal } = new AbortController();
    const options = { env: { ...wayland, PATH: place }, platform: "linux", root: place, signal };
    expect((await readClipboard(options)).type).toBe("failed");
  });

  test("that never answers is given up when nobody wants it any more", async () => {
    const controller = new AbortController();
    const found = look({ "wl-paste": "exec sleep 600" }, wayland, { signal: controller.signal });
    controller.abort();
    expect((await found).type).toBe("failed");
  });

  test("is given up also when what the program has started keeps its pipe open", async () => {
    const controller = new AbortController();
    const started = join(folder, "started");
    const script = `sleep 20 & : > ${started}; wait`;
    const found = look({ "wl-paste": script }, wayland, { signal: controller.signal });
    while (!existsSync(started)) await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    expect((await found).type).toBe("failed");
  }, 10_000);

  test("hands nothing of the environment but what leads to the desktop to the program", async () => {
    const script = `case "$*" in *image*) exit 1;; esac; env`;
    const found = await look({ "wl-paste": script }, { ...wayland, OPENAI_API_KEY: "sk-secret" });
    expect(found.type === "text" && found.text).toContain("WAYLAND_DISPLAY=wayland-0");
    expect(found.type === "text" && found.text).not.toContain("sk-secret");
  });
});
