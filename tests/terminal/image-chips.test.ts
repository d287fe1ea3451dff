/** Images in the composer's text. */
import { describe, expect, test } from "bun:test";
import * as fc from "fast-check";
import { createTextBuffer } from "../../src/terminal/text-buffer.ts";
import { contentWithImages, imagesIn } from "../../src/terminal/text-buffer/image-chips.ts";
import { expandContent } from "../../src/terminal/text-buffer/content.ts";

const image = (data: string) => ({ mediaType: "image/png", data });
const shown = (buffer: ReturnType<typeof createTextBuffer>) =>
  buffer
    .layout(80)
    .lines.map(({ text }) => text)
    .join("\n");

describe("an image in the composer", () => {
  test("is shown as a label, edited as one character, and sent with the text", () => {
    const buffer = createTextBuffer();
    buffer.insert("see ");
    buffer.putImages(4, 4, [image("A"), image("B")]);
    expect(shown(buffer)).toBe("see [Image #1] [Image #2]");
    expect(buffer.value()).toBe("see [Image #1] [Image #2]");
    expect(buffer.images()).toEqual([
      { ...image("A"), label: "[Image #1]" },
      { ...image("B"), label: "[Image #2]" },
    ]);
    buffer.run("delete-backward", 80);
    expect(buffer.value()).toBe("see [Image #1] ");
    expect(buffer.images()).toHaveLength(1);
    buffer.run("undo", 80);
    expect(buffer.images()).toHaveLength(2);
  });

  test("is not what was only typed like one", () => {
    const buffer = createTextBuffer();
    buffer.insert("[Image #1]");
    expect(buffer.images()).toEqual([]);
  });

  test("opens to nothing", () => {
    const buffer = createTextBuffer();
    buffer.putImages(0, 0, [image("A")]);
    expect(buffer.openChip(0)).toBe(false);
  });

  test("takes the place of a part of the text, and the caret stays with what is being typed", () => {
    const buffer = createTextBuffer();
    buffer.insert("/tmp/a.png is what I mean");
    buffer.putImages(0, "/tmp/a.png".length, [image("A")]);
    buffer.insert("!");
    expect(buffer.value()).toBe("[Image #1] is what I mean!");
    buffer.moveTo(0);
    buffer.putImages(buffer.content.text.length, buffer.content.text.length, [image("B")]);
    buffer.insert("so ");
    expect(buffer.value()).toBe("so [Image #1] is what I mean![Image #2]");
  });

  test("cut and put back twice is sent once", () => {
    const buffer = createTextBuffer();
    buffer.putImages(0, 0, [image("A")]);
    for (const command of ["kill-to-line-start", "yank", "yank"] as const) buffer.run(command, 80);
    expect(buffer.value()).toBe("[Image #1][Image #1]");
    expect(buffer.images()).toHaveLength(1);
  });

  test("of a message that comes back gets a number of its own beside what is there", () => {
    const buffer = createTextBuffer();
    buffer.putImages(0, 0, [image("A")]);
    buffer.insert(" ");
    buffer.insertContent(contentWithImages("and [Image #1]", [{ ...image("B"), label: "[Image #1]" }]));
    expect(buffer.value()).toBe("[Image #1] and [Image #2]");
    expect(buffer.images().map(({ data }) => data)).toEqual(["A", "B"]);
  });
});

test("a place stays where it is meant to be, whatever is typed around it", () => {
  const buffer = createTextBuffer();
  buffer.insert("one two");
  const place = buffer.placeAt(4);
  buffer.moveTo(0);
  buffer.insert("zero ");
  expect(place.at).toBe(9);
  buffer.moveTo(9);
  buffer.insert("and ");
  expect(place.at).toBe(9);
  buffer.run("undo", 80);
  expect(place.at).toBe(9);
  buffer.set("another text");
  expect(place.at).toBeUndefined();
});

test("a message with images that is taken back to be written anew is the same message again", () => {
  const piece = fc.oneof(fc.string({ unit: "grapheme-ascii" }), fc.constantFrom("A", "B", "C").map(image));
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const buffer = createTextBuffer();
      for (const one of pieces) {
        if (typeof one === "string") buffer.insert(one);
        else buffer.putImages(buffer.caret, buffer.caret, [one]);
      }
      const content = contentWithImages(buffer.value(), buffer.images());
      expect(expandContent(content)).toBe(buffer.value());
      expect(imagesIn(content)).toEqual([...buffer.images()]);
    }),
  );
});
