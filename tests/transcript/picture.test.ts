import { describe, expect, test } from "bun:test";
import type { EncodedImage } from "../../src/protocol/message.ts";
import { plainStyle } from "../../src/terminal/style.ts";
import { imageLine } from "../../src/transcript/picture.ts";
import { project } from "../../src/transcript/project.ts";
import { renderItem } from "../../src/transcript/render.ts";
import { userEntry } from "../../src/engine/user-entry.ts";
import { chained } from "../sessions/arbitrary-entries.ts";
import { gif, jpeg, png, webp } from "../workspace/make-images.ts";

const sent = (mediaType: string, bytes: Uint8Array) => ({
  mediaType,
  data: Buffer.from(bytes).toString("base64"),
  label: "[Image #1]",
});
const options = { width: 60, style: plainStyle, expanded: false };
const drawPicture = ({ mediaType }: EncodedImage) => ["", `<${mediaType}>`];

describe("an image is named", () => {
  test.each([
    ["png", async () => png(800, 600), "png 800×600"],
    ["jpeg", async () => jpeg(40, 30), "jpeg 40×30"],
    ["gif", async () => gif(), "gif 1×1"],
    ["webp", async () => webp(8, 4), "webp 8×4"],
    ["png", async () => new Uint8Array(5), "png"],
  ])("with its kind, sides and size (%s)", async (kind, make, words) => {
    const line = imageLine(sent(`image/${kind}`, await make()));
    expect(line).toStartWith(`[Image #1 · ${words} · `);
    expect(line).toMatch(/\d (bytes|KB|MB)\]$/);
  });
});

describe("a message with an image", () => {
  const [item] = project(
    chained([userEntry({ text: "see [Image #1]", images: [sent("image/png", png(3, 2))] }, "submit")]),
  );

  test("is shown with a line for it, and below that the picture where it can be drawn", () => {
    if (item === undefined) throw new Error("no item");
    expect(renderItem(item, options)).toEqual(["> see [Image #1]", "  [Image #1 · png 3×2 · 85 bytes]"]);
    expect(renderItem(item, { ...options, drawPicture })).toEqual([
      "> see [Image #1]",
      "  [Image #1 · png 3×2 · 85 bytes]",
      "",
      "<image/png>",
    ]);
    expect(renderItem(item, { ...options, drawPicture: () => null })).toHaveLength(2);
  });

  test("keeps within a window of any width", () => {
    if (item === undefined) throw new Error("no item");
    for (let width = 1; width < 40; width += 1) {
      for (const line of renderItem(item, { ...options, width }))
        expect(Bun.stringWidth(line)).toBeLessThanOrEqual(width);
    }
  });
});

test("the images of a result are drawn below its panel", () => {
  const lines = renderItem(
    {
      type: "call",
      id: "c1",
      name: "read_file",
      title: "a.png",
      status: "done",
      argumentsText: "{}",
      result: { ok: true, text: "a.png: PNG", summary: "PNG, 3×2", images: [sent("image/png", png(3, 2))] },
    },
    { ...options, drawPicture },
  );
  expect(lines.slice(-2)).toEqual(["", "<image/png>"]);
  expect(lines[0]).toContain("PNG, 3×2");
});
